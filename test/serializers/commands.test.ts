// analyze, compare and stats from arguments to text and exit code.
import { textSignificant } from '../../kernel/api/statistics/data.ts';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { CommandResult } from '../../host-node/src/command/command.ts';
import type { Command } from '../../host-node/src/command/definition.ts';
import { command as analyze } from '../../host-node/src/commands/analyze.ts';
import { command as compare } from '../../host-node/src/commands/compare.ts';
import { command as stats } from '../../host-node/src/commands/stats.ts';
import { exitOf } from '../../host-node/src/errors.ts';
import { EchometerError } from '../../kernel/api/facade/echometer-error.ts';
import { MAX_LINE_CHARS } from '../../kernel/api/logs/lines.ts';
import type { StatsFile } from '../../kernel/api/logs/stats-file.ts';
import { temporaryFolder } from '../fixtures/cli.ts';
import { workspace } from '../fixtures/log-groups.ts';

const golden = fileURLToPath(new URL('../golden/serializers/', import.meta.url));
const log = join(golden, '2026-08-16-150620.bytes-json-libs.csv');
const base = temporaryFolder();

const COMMANDS: Readonly<Record<string, Command>> = { analyze, compare };

async function run(name: string, ...argv: string[]): Promise<CommandResult> {
  const command = COMMANDS[name] ?? stats;
  return command.run(command.parse(argv), {
    signal: new AbortController().signal,
    progress: () => undefined,
    announce: () => undefined,
    argv: [],
  });
}

async function refusal(name: string, ...argv: string[]): Promise<string> {
  try {
    await run(name, ...argv);
  } catch (error) {
    if (error instanceof EchometerError) return `${error.code} ${exitOf(error)}`;
    throw error;
  }
  return 'accepted';
}

/** The stats.json that `analyze --out` writes. */
async function statsOf(...args: string[]): Promise<StatsFile> {
  const out = mkdtempSync(join(base, 'out-'));
  await run('analyze', ...args, '--out', out);
  return JSON.parse(readFileSync(join(out, 'stats.json'), 'utf8')) as StatsFile;
}

/** The log with every time of one serializer scaled. */
function scaled(name: string, factor: number, serializer = 'IkigaJSON'): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const text = lines.map((line, index) => {
    const cells = line.split(',');
    if (index === 0 || cells[5] !== serializer) return line;
    for (const at of [7, 8]) cells[at] = String(Math.round(Number(cells[at]) * factor));
    cells[10] = String(Number(cells[7]) + Number(cells[8]));
    return cells.join(',');
  });
  const path = join(base, name);
  writeFileSync(path, `${text.join('\n')}\n`);
  return path;
}

describe('analyze', () => {
  test('writes stats.json with the published numbers, a page and a figure', async () => {
    const out = join(base, 'D');
    const { exit } = await run('analyze', log, '--out', out);
    expect(exit).toBe(0);
    const stats = JSON.parse(readFileSync(join(out, 'stats.json'), 'utf8')) as StatsFile;
    const slower = stats.logs[0]?.groups.find(({ serializer }) => serializer.startsWith('Found'));
    expect(slower?.effect.cliffsDelta).toBeCloseTo(0.4554, 4);
    expect(slower?.total.median).toBe(55_748);
    const page = readFileSync(join(out, 'results.md'), 'utf8');
    expect(page).toContain('| cpu | 12th Gen Intel(R) Core(TM) i7-12800H (20 threads)');
    expect(readFileSync(join(out, 'figures/swift-document-n-1.svg'), 'utf8')).toContain('</svg>');
  });

  test('as published has the published titles', async () => {
    const { stdout } = await run('analyze', log, '--as-published');
    expect(stdout).toContain('| Serializer | Median total (µs) | Median ser (µs) |');
  });

  test('gates against a baseline and leaves it as it is', async () => {
    const baseline = join(base, 'baseline.json');
    expect((await run('analyze', log, '--baseline', baseline)).exit).toBe(0);
    const written = readFileSync(baseline, 'utf8');
    expect((await run('analyze', log, '--baseline', baseline)).exit).toBe(0);
    const slow = await run('analyze', scaled('slow.csv', 1.5), '--baseline', baseline);
    expect(slow.exit).toBe(1);
    expect(slow.stdout).toMatch(
      /\| IkigaJSON document bytes \(swift, cold\) \| \*\*worse\*\* \| 1\.\d+ \[[\d., ]+\] \|/,
    );
    expect(readFileSync(baseline, 'utf8')).toBe(written);
    expect(await refusal('analyze', log, '--baseline', base)).toBe('BAD_BASELINE 2');
    expect(await refusal('analyze', log, scaled('b.csv', 1), '--baseline', baseline)).toBe(
      'SEVERAL_SESSIONS 2',
    );
  });

  test('names what is wrong with a log', async () => {
    const bad = join(base, 'bad.csv');
    writeFileSync(bad, `${readFileSync(log, 'utf8')}swift,bytes,document\n`);
    const { stdout, exit } = await run('analyze', bad);
    expect(exit).toBe(0);
    expect(stdout).toContain('bad.csv:202: row has another number of fields than the header');
  });

  const row = readFileSync(log, 'utf8').split('\n')[1] ?? '';
  const changed = (at: number, value: string): string =>
    row
      .split(',')
      .map((cell, index) => (index === at ? value : cell))
      .join(',');
  test.each([
    ['a cut row', (text: string) => text.slice(0, -60), 'TRUNCATED_ROW', 201],
    ['a row cut in its last value', (text: string) => text.slice(0, -2), 'UNENDED_ROW', 201],
    ['a negative time', (text: string) => `${text}${changed(7, '-5')}\n`, 'BAD_TIME', 202],
    ['half a nanosecond', (text: string) => `${text}${changed(8, '5.5')}\n`, 'BAD_TIME', 202],
    ['a time that is a word', (text: string) => `${text}${changed(7, 'fast')}\n`, 'BAD_TIME', 202],
    ['a row twice', (text: string) => `${text}${row}\n`, 'DUPLICATE_ROW', 202],
    ['two languages', (text: string) => `${text}${changed(0, 'java')}\n`, 'SEVERAL_LANGUAGES', 1],
    ['a strange column', (text: string) => text.replace('NativeKind', 'Mood'), 'UNKNOWN_COLUMN', 1],
    [
      'a strange mode',
      (text: string) => `${text}${changed(1, 'telepathy')}\n`,
      'UNKNOWN_MODE',
      202,
    ],
  ])('reads a log with %s, and says file, line and code', async (_, spoil, code, line) => {
    const bad = join(base, 'spoiled.csv');
    writeFileSync(bad, spoil(readFileSync(log, 'utf8')));
    const { stdout, exit } = await run('analyze', bad, '--policy', 'all');
    expect(exit).toBe(0);
    const problem = stdout.split('\n').find((text) => text.includes(`[${code}]`));
    expect(problem).toMatch(new RegExp(`spoiled\\.csv:${line}: `));
  });

  test('gives two languages of one file a page each', async () => {
    const two = join(base, 'two.csv');
    const [header = '', ...rows] = readFileSync(log, 'utf8').trim().split('\n');
    const java = rows.map((line) => line.replace('swift,', 'java,'));
    writeFileSync(two, `${[header, ...rows, ...java].join('\n')}\n`);
    const { stdout } = await run('analyze', two);
    const pages = ['Swift', 'Java'].map((name) => stdout.indexOf(`\n## ${name}, cold suite`));
    expect(Math.min(...pages)).toBeGreaterThan(0);
    expect(stdout.match(/\| IkigaJSON:2\.5\.3 \| \*\*54\.4\*\* \|/g)).toHaveLength(2);
  });

  test('does not call a log without positions shuffled', async () => {
    const old = join(base, 'old.csv');
    writeFileSync(old, readFileSync(log, 'utf8').replace('SchedulePosition', 'Ignored'));
    const { stdout } = await run('analyze', old);
    expect(stdout).toContain('\n## Swift\n');
    expect(stdout).not.toContain('shuffled for each repetition');
  });

  test('names the calls that failed, from the errors file beside a log', async () => {
    const path = join(base, 'failed.csv');
    writeFileSync(path, readFileSync(log));
    const header = 'TestDataName,SerializerName,StringOrStream,Repetition,ErrorText';
    writeFileSync(join(base, 'failed.errors.csv'), `${header}\nevent,X,bytes,3,it broke\n`);
    const { stdout } = await run('analyze', path);
    expect(stdout).toContain('failed.errors.csv:2: "X event bytes: it broke"');
    writeFileSync(join(base, 'failed.errors.csv'), `${header}\n${'x'.repeat(2 * MAX_LINE_CHARS)}`);
    expect(await refusal('analyze', path)).toBe('LINE_TOO_LONG 2');
  });

  test("reads of a run's folder its own logs only", async () => {
    const folder = join(base, 'run');
    for (const part of ['logs', 'other/logs']) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'serializers.json'), '{}');
    for (const part of ['logs/a.csv', 'other/logs/b.csv'])
      writeFileSync(join(folder, part), readFileSync(log));
    const { logs } = await statsOf(folder, '--no-intervals');
    expect(logs.map(({ file }) => file)).toEqual(['logs/a.csv']);
  });

  test('pools sessions of one machine and the same versions, and no others', async () => {
    const other = scaled('other.csv', 1.01);
    const sidecar = join(base, 'other.configs.json');
    const text = readFileSync(join(golden, '2026-08-16-150620.configs.json'), 'utf8');
    writeFileSync(sidecar, text);
    const alike = await statsOf(log, other);
    expect(alike.pooled[0]?.groups.map(({ sessions }) => sessions)).toEqual([2, 2]);
    expect(alike.apart).toBeUndefined();
    const elsewhere = text.replace(/"machine_id": ?"[^"]*"/, '"machine_id": "another"');
    expect(elsewhere).not.toBe(text);
    const versions = readFileSync(other, 'utf8').replaceAll(
      ',IkigaJSON,2.5.3,',
      ',IkigaJSON,9.9.9,',
    );
    const cases: readonly (readonly [string, string | null, string | null])[] = [
      ['machine', elsewhere, null],
      ['a machine that is not known', null, null],
      ['swift IkigaJSON (2.5.3 and 9.9.9)', text, versions],
    ];
    for (const [differ, said, rows] of cases) {
      if (said === null) rmSync(sidecar);
      else writeFileSync(sidecar, said);
      if (rows !== null) writeFileSync(other, rows);
      const { pooled, apart } = await statsOf(log, other);
      expect(pooled).toEqual([]);
      expect(apart?.map((one) => one.differ)).toEqual([[differ]]);
      const { stdout } = await run('analyze', log, other);
      expect(stdout).toContain('stand side by side and are not pooled: they differ in');
      expect(stdout).toContain(': other.csv\n');
    }
    rmSync(sidecar);
  });

  test('leaves intervals out when asked, and nothing else', async () => {
    const [whole, bare] = await Promise.all(
      [[], ['--no-intervals']].map(
        async (extra) => (await statsOf(log, ...extra)).logs[0]?.groups[0],
      ),
    );
    expect(bare?.total).toEqual({ ...whole?.total, ciLow: null, ciHigh: null });
    expect(bare?.effect).toEqual(whole?.effect);
  });

  test('reads a compressed log as the log it is', async () => {
    const packed = join(base, '2026-08-16-150620.csv.gz');
    writeFileSync(packed, gzipSync(readFileSync(log)));
    const plain = await statsOf(log);
    const found = await statsOf(packed);
    expect(found.logs[0]?.groups).toEqual(plain.logs[0]?.groups);
    expect(found.logs[0]?.file).toBe('2026-08-16-150620.csv');
  });

  test('refuses what it cannot read', async () => {
    const empty = join(base, 'empty.csv');
    writeFileSync(empty, '');
    expect(await refusal('analyze', empty)).toBe('EMPTY_FILE 2');
    const endless = join(base, 'endless.csv');
    writeFileSync(endless, `${readFileSync(log, 'utf8')}${'a'.repeat(2_000_000)}`);
    expect(await refusal('analyze', endless)).toBe('LINE_TOO_LONG 2');
    const headless = join(base, 'headless.csv');
    writeFileSync(headless, `${row}\n`);
    // A table without a log's header may be of any tool.
    expect(await refusal('analyze', headless)).toBe('UNKNOWN_FORMAT 2');
    expect(await refusal('analyze', join(base, 'absent.csv'))).toBe('UNREADABLE 2');
    expect(await refusal('analyze', log, '--policy', 'none')).toBe('BAD_OPTION 2');
    expect(await refusal('analyze', log, '--baseline', log)).toBe('BAD_BASELINE 2');
  });
});

describe('compare', () => {
  test('judges the second log, and fails only when asked to', async () => {
    const slow = scaled('slow2.csv', 1.5);
    const { stdout, exit } = await run('compare', log, slow);
    expect([exit, stdout.includes('1 worse, 0 better')]).toEqual([0, true]);
    expect((await run('compare', log, slow, '--fail-on', 'worse')).exit).toBe(1);
    expect((await run('compare', slow, log, '--fail-on', 'worse')).exit).toBe(0);
  });

  test('takes compressed logs', async () => {
    const packed = join(base, 'packed.csv.gz');
    writeFileSync(packed, gzipSync(readFileSync(log)));
    expect((await run('compare', packed, log)).stdout).toContain('(swift, cold) | same | 1.000 |');
  });

  test('refuses logs without a common group', async () => {
    const other = join(base, 'other-type.csv');
    writeFileSync(other, readFileSync(log, 'utf8').replaceAll(',document,', ',event,'));
    expect(await refusal('compare', log, other)).toBe('NOT_COMPARABLE 4');
  });
});

describe('stats', () => {
  const column = (text: string): string => {
    const path = join(base, 'numbers.txt');
    writeFileSync(path, text);
    return path;
  };

  test('summarizes a column of numbers', async () => {
    const { stdout } = await run('stats', column('1\n2\n3\n10\n'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ n: 4, mean: 4, median: 2.5, min: 1, max: 10 });
  });

  test.each([
    ['integers', '1\n2\n3\n10\n'],
    ['one number', '5\n'],
    ['fractions, signs and exponents', '-1.5\n2e-3\n1e30\n0\n'],
    ['a thousand', Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009).join('\n')],
  ])('gives for %s byte for byte what the WASI command gives', async (_, text) => {
    const path = column(text);
    const folder = join(base, 'wasi');
    mkdirSync(folder, { recursive: true });
    const [stdin, stdout] = [openSync(path, 'r'), openSync(join(folder, 'out'), 'w')];
    const wasi = new WASI({ version: 'preview1', stdin, stdout, returnOnExit: true });
    const command = readFileSync(new URL('../../build/stats.command.wasm', import.meta.url));
    const module = new WebAssembly.Module(new Uint8Array(command));
    const imports = wasi.getImportObject() as Record<string, Record<string, unknown>>;
    expect(wasi.start(new WebAssembly.Instance(module, imports))).toBe(0);
    closeSync(stdin);
    closeSync(stdout);
    const expected = readFileSync(join(folder, 'out'), 'utf8');
    expect((await run('stats', path, '--json')).stdout).toBe(expected);
    const { median } = JSON.parse(expected) as { median: number };
    expect((await run('stats', path)).stdout).toContain(
      `median  ${textSignificant(workspace, median, 6)}`,
    );
  });

  test('draws a distribution', async () => {
    const { stdout } = await run('stats', column('5\n5\n5\n'));
    expect(stdout).toContain('########');
  });

  test('refuses what is no number, with its line', async () => {
    expect(await refusal('stats', column('1\nmany\n'))).toBe('NOT_A_NUMBER 2');
    expect(await refusal('stats', column('12.5\n12,5\n'))).toBe('SEVERAL_NUMBERS 2');
    expect(await refusal('stats', column('\n'))).toBe('NO_NUMBERS 2');
    expect(await refusal('stats', column('1e308\n1e308\n'))).toBe('BAD_NUMBERS 2');
    expect(await refusal('stats', join(base, 'absent'))).toBe('UNREADABLE_FILE 2');
  });
});
