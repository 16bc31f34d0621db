// The cold suite in its processes: who is called when, what the log says, and a row that takes its process with it.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCold, sharesOf } from '../../host-node/src/serializers/cold.ts';
import { LogWriter } from '../../host-node/src/serializers/log-writer.ts';
import { cellsOf } from '../../host-node/src/serializers/plan.ts';
import type { RowReport } from '../../host-node/src/serializers/protocol.ts';
import { RowProcess } from '../../host-node/src/serializers/row-channel.ts';
import { surveyRows } from '../../host-node/src/serializers/survey.ts';
import { fakeRows } from '../fixtures/fake-rows.ts';
import { workspace } from '../fixtures/log-groups.ts';

const base = mkdtempSync(join(tmpdir(), 'echometer-cold-'));
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

const report = (id: string): RowReport => ({
  id,
  library: id,
  format: 'fake',
  kind: 'text',
  counterpart: null,
  state: 'ok',
});

const unquoted = (line: string): string =>
  line.replaceAll(/(?<!")"(?!")/g, '').replaceAll('""', '"');

const cells = cellsOf(['message']).slice(0, 1);
const signal = new AbortController().signal;

interface Line {
  readonly serializer: string;
  readonly mode: string;
  readonly repetition: number;
  readonly process: number;
  /** What the fake says instead of a time: how often it was called before, in this process and cell and mode. */
  readonly calls: number;
}

async function cold(
  name: string,
  ids: readonly string[],
  { timeoutMs = 10_000, repetitions = 3, processes = 1 } = {},
) {
  let starts = 0;
  const log = new LogWriter(join(base, `${name}.csv`), false);
  await runCold({
    plan: {
      runMode: 'smoke',
      seed: 42n,
      cells,
      modes: ['bytes', 'stream'],
      languages: ['javascript'],
      serializers: [],
      python: null,
      label: null,
    },
    language: 'javascript',
    start: () => {
      starts += 1;
      return new RowProcess(fakeRows(ids), timeoutMs);
    },
    reports: ids.map(report),
    sizes: new Map(),
    fixtureText: () => '{}',
    workspace,
    log,
    repetitions,
    processes,
    signal,
    progress: () => undefined,
  });
  log.close();
  const text = (ending: string): string[] => {
    const path = join(base, `${name}${ending}`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  const [header = '', ...rows] = text('.csv');
  const names = header.split(',');
  const lines = rows.map((row): Line => {
    const cell = (column: string): string => row.split(',')[names.indexOf(column)] ?? '';
    return {
      serializer: cell('SerializerName'),
      mode: cell('StringOrStream'),
      repetition: Number(cell('RepetitionIndex')),
      process: Number(cell('Process')),
      calls: Number(cell('TimeToNative')),
    };
  });
  return { starts, lines, errors: text('.errors.csv').slice(1).map(unquoted) };
}

/** Measured calls: those of repetition 0 are one for each process. */
const of = (id: string, lines: readonly Line[]): number =>
  lines.filter(({ serializer, repetition }) => serializer === id && repetition > 0).length;

describe('the repetitions', () => {
  test('are dealt to the processes in order, as even as they go', () => {
    expect(sharesOf(3, 2)).toEqual([[1], [2]]);
    expect(sharesOf(10, 5)).toEqual([[1, 2], [3, 4], [5, 6], [7, 8], [9]]);
    expect(sharesOf(100, 5).map(({ length }) => length)).toEqual([20, 20, 20, 20, 19]);
  });

  test('of a row are spread over fresh processes, and each row says which', async () => {
    const { starts, lines } = await cold('spread', ['a', 'b'], { repetitions: 5, processes: 2 });
    expect(starts).toBe(2);
    const bytes = lines.filter(({ serializer, mode }) => serializer === 'a' && mode === 'bytes');
    expect(bytes.map(({ repetition, process }) => [process, repetition])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 3],
      [1, 4],
    ]);
  });

  test('begin with the first call ever: nothing has called the row in its process before', async () => {
    const { lines } = await cold('first', ['a', 'b'], { repetitions: 3, processes: 2 });
    for (const line of lines.filter(({ mode }) => mode === 'bytes'))
      expect([line.repetition === 0, line.calls === 0]).toEqual(
        line.repetition === 0 ? [true, true] : [false, false],
      );
  });
});

describe('a row', () => {
  test('that ends the process is logged once and not asked again', async () => {
    const { starts, lines, errors } = await cold('bad', ['good', 'bad', 'fine']);
    expect(starts).toBe(2);
    expect([of('good', lines), of('fine', lines), of('bad', lines)]).toEqual([4, 4, 0]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^message,bad,bytes,0,the process of rows ended/);
  });

  test('that ends the process later leaves the others a first call of their own in the next', async () => {
    const { lines, errors } = await cold('late', ['good', 'late']);
    expect(errors[0]).toMatch(/^message,late,bytes,1,/);
    const good = lines.filter(({ serializer, mode }) => serializer === 'good' && mode === 'bytes');
    expect(
      good.filter(({ calls }) => calls === 0).every(({ repetition }) => repetition === 0),
    ).toBe(true);
    expect(new Set(good.map(({ process }) => process)).size).toBe(2);
    expect(good.filter(({ repetition }) => repetition > 0)).toHaveLength(2);
  });

  test('that prints costs nobody anything', async () => {
    const { lines, errors } = await cold('chatty', ['chatty', 'good']);
    expect([of('chatty', lines), of('good', lines), errors]).toEqual([4, 4, []]);
  });

  test('that never answers is timed out and the others go on', async () => {
    const { lines, errors } = await cold('silent', ['good', 'silent'], { timeoutMs: 4000 });
    expect([of('good', lines), errors.length]).toEqual([4, 1]);
    expect(errors[0]).toContain('gave no answer within 4 s');
  });

  test('that fails ends its repetitions in that cell and mode only', async () => {
    const { starts, lines, errors } = await cold('wrong', ['good', 'wrong']);
    expect([starts, of('good', lines), of('wrong', lines)]).toEqual([1, 4, 0]);
    expect(errors).toEqual(['message,wrong,bytes,0,it; broke', 'message,wrong,stream,0,it; broke']);
  });

  test.each([
    ['empty', /answered "once" with "\{\}": "phasesNs" must be four times/],
    ['hasty', /says that the call took 9000000\.0 ms; it was answered after/],
    ['list', /answered "\[\]"; which is no JSON object/],
  ])('whose answer is %s is named', async (id, words) => {
    const { lines, errors } = await cold(id, ['good', id]);
    expect([of('good', lines), of(id, lines)]).toEqual([4, 0]);
    expect(errors[0]).toMatch(words);
  });

  test('whose line never ends is named', async () => {
    const { lines, errors } = await cold('endless', ['good', 'endless'], { timeoutMs: 60_000 });
    expect(of('good', lines)).toBe(4);
    expect(errors[0]).toMatch(/answered a line of more than 64 MiB/);
  }, 60_000);
});

describe('a survey', () => {
  const survey = (ids: readonly string[], timeoutMs = 10_000) =>
    surveyRows({
      start: () => new RowProcess(fakeRows(ids), timeoutMs),
      wants: () => true,
      cells,
      fixtureText: () => '{}',
      signal,
    });
  const states = async (ids: readonly string[], timeoutMs?: number): Promise<readonly string[]> =>
    (await survey(ids, timeoutMs)).reports.map(({ id, state, detail }) =>
      `${id} ${state} ${detail ?? ''}`.trim(),
    );

  test('names the row whose import ends the process, and has all others', async () => {
    expect(await states(['good', 'crash', 'fine'])).toEqual([
      'good ok',
      expect.stringMatching(/^crash broken the process of rows ended \(code 9\)/),
      'fine ok',
    ]);
  });

  test('names the row whose import hangs', async () => {
    expect(await states(['hang', 'good'], 2000)).toEqual([
      'hang broken the process of rows gave no answer within 2 s',
      'good ok',
    ]);
  });

  test('says what a row prints', async () => {
    const { reports } = await survey(['loud', 'good']);
    expect(reports.map(({ prints }) => prints)).toEqual(['hello from loud', undefined]);
  });

  test('keeps the sizes of the others when a row ends the process on its output', async () => {
    const { sizes } = await survey(['fragile', 'good']);
    expect([...sizes.keys()]).toEqual(['good\nmessage@n=1']);
  });
});
