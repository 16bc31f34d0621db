// The cold suite when a row takes its process with it: the others go on, and the log says what happened.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCold } from '../../host-node/src/serializers/cold.ts';
import { RestartableRows, RowProcess } from '../../host-node/src/serializers/driver.ts';
import { LogWriter } from '../../host-node/src/serializers/log-writer.ts';
import { cellsOf } from '../../host-node/src/serializers/plan.ts';
import type { RowReport } from '../../host-node/src/serializers/protocol.ts';
import { statistics } from '../fixtures/log-groups.ts';

const base = mkdtempSync(join(tmpdir(), 'echometer-cold-'));
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

/** Answers like a process of rows; "bad" ends it, "wrong" is an error, "silent" never answers. */
const FAKE = `
let fixtures = 0;
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const c = JSON.parse(line);
  if (c.op === 'fixture') fixtures++;
  if (c.op === 'once' && c.row === 'bad') process.exit(3);
  if (c.op === 'once' && c.row === 'silent') return;
  if (c.op === 'output' && c.row === 'fragile') process.exit(4);
  if (c.op === 'once' && c.row === 'chatty') return console.log('hello, world');
  const answer = c.op === 'output' ? { hex: '00' }
    : c.op === 'once' && (c.row === 'wrong' || fixtures === 0) ? { error: 'it, broke' }
    : { rows: [], phasesNs: [1, 2, 3, 4], size: 9, fidelity: 'exact' };
  console.log(JSON.stringify(answer));
});`;

const report = (id: string): RowReport => ({
  id,
  library: id,
  format: 'fake',
  kind: 'text',
  counterpart: null,
  state: 'ok',
});

async function cold(name: string, ids: readonly string[], timeoutMs: number) {
  let starts = 0;
  const rows = new RestartableRows(() => {
    starts += 1;
    return new RowProcess([process.execPath, '-e', FAKE], base, timeoutMs);
  });
  const log = new LogWriter(join(base, `${name}.csv`), false);
  await runCold({
    plan: {
      runMode: 'smoke',
      seed: 42n,
      cells: cellsOf(['message']).slice(0, 1),
      modes: ['bytes', 'stream'],
      languages: ['javascript'],
      serializers: [],
      python: null,
    },
    language: 'javascript',
    rows,
    reports: ids.map(report),
    fixtureText: () => '{}',
    statistics,
    log,
    repetitions: 2,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  log.close();
  await rows.close();
  const text = (ending: string): string[] => {
    const path = join(base, `${name}${ending}`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(1) : [];
  };
  return { starts, rows: text('.csv'), errors: text('.errors.csv') };
}

const of = (id: string, lines: readonly string[]): number =>
  lines.filter((line) => line.includes(`,${id},`)).length;

test('a row that ends the process is logged once and not asked again', async () => {
  const { starts, rows, errors } = await cold('bad', ['good', 'bad', 'fine'], 10_000);
  expect(starts).toBe(2);
  expect([of('good', rows), of('fine', rows), of('bad', rows)]).toEqual([4, 4, 0]);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^message,bad,bytes,0,the process of rows ended/);
});

test('a row that ends the process before it is measured costs the others nothing', async () => {
  const { rows, errors } = await cold('fragile', ['fragile', 'good'], 10_000);
  expect([of('fragile', rows), of('good', rows), errors.length]).toEqual([4, 4, 0]);
});

test('a row that prints is an error, and the others go on', async () => {
  const { rows, errors } = await cold('chatty', ['chatty', 'good'], 10_000);
  expect([of('chatty', rows), of('good', rows)]).toEqual([0, 4]);
  expect(errors[0]).toMatch(/the process of rows answered .*hello; world/);
});

test('a row that never answers is timed out and the others go on', async () => {
  const { rows, errors } = await cold('silent', ['good', 'silent'], 4000);
  expect([of('good', rows), errors.length]).toEqual([4, 1]);
  expect(errors[0]).toContain('no answer within 4 s');
});

test('a row that fails ends its repetitions in that cell and mode only', async () => {
  const { starts, rows, errors } = await cold('wrong', ['good', 'wrong'], 10_000);
  expect([starts, of('good', rows), of('wrong', rows)]).toEqual([1, 4, 0]);
  expect(errors).toEqual(['message,wrong,bytes,0,it; broke', 'message,wrong,stream,0,it; broke']);
});
