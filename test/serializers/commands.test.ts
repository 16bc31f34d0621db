// analyze, compare and stats from arguments to text and exit code.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runSerializerCommand } from '../../host-node/src/commands/serializers.ts';
import { EchometerError } from '../../host-node/src/errors.ts';
import { parseOptions } from '../../host-node/src/options.ts';
import type { SerializerOptions } from '../../host-node/src/serializers/options.ts';
import type { StatsFile } from '../../kernel/api/logs/stats-file.ts';

const golden = new URL('../golden/serializers/', import.meta.url).pathname;
const log = join(golden, '2026-08-16-150620.bytes-json-libs.csv');
const base = mkdtempSync(join(tmpdir(), 'echometer-analyze-'));
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

const run = (...argv: string[]) =>
  runSerializerCommand(parseOptions(argv) as SerializerOptions, {
    signal: new AbortController().signal,
    progress: () => undefined,
    announce: () => undefined,
  });

async function refusal(...argv: string[]): Promise<string> {
  try {
    await run(...argv);
  } catch (error) {
    if (error instanceof EchometerError) return `${error.code} ${error.exit}`;
    throw error;
  }
  return 'accepted';
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
    expect(page).toContain('cpu=12th Gen Intel(R) Core(TM) i7-12800H (20 threads)');
    expect(readFileSync(join(out, 'figures/swift-document-n-1.svg'), 'utf8')).toContain('</svg>');
  });

  test('as published has the published titles', async () => {
    const { stdout } = await run('analyze', log, '--as-published');
    expect(stdout).toContain('| serializer | Median total (µs) | Median ser (µs) |');
  });

  test('gates against a baseline and leaves it as it is', async () => {
    const baseline = join(base, 'baseline.json');
    expect((await run('analyze', log, '--baseline', baseline)).exit).toBe(0);
    const written = readFileSync(baseline, 'utf8');
    expect((await run('analyze', log, '--baseline', baseline)).exit).toBe(0);
    const slow = await run('analyze', scaled('slow.csv', 1.5), '--baseline', baseline);
    expect(slow.exit).toBe(1);
    expect(slow.stdout).toContain('- slower: IkigaJSON document@n=1 bytes, 50.');
    expect(readFileSync(baseline, 'utf8')).toBe(written);
  });

  test('names what is wrong with a log', async () => {
    const bad = join(base, 'bad.csv');
    writeFileSync(bad, `${readFileSync(log, 'utf8')}swift,bytes,document\n`);
    const { stdout, exit } = await run('analyze', bad);
    expect(exit).toBe(0);
    expect(stdout).toContain('bad.csv:202: row has another number of fields than the header');
  });

  test('pools several sessions', async () => {
    const { stdout } = await run('analyze', log, scaled('other.csv', 1.01), '--json');
    const stats = JSON.parse(stdout) as StatsFile;
    expect(stats.pooled[0]?.groups.map(({ sessions }) => sessions)).toEqual([2, 2]);
  });

  test('refuses what it cannot read', async () => {
    const empty = join(base, 'empty.csv');
    writeFileSync(empty, '');
    expect(await refusal('analyze', empty)).toBe('EMPTY_FILE 2');
    expect(await refusal('analyze', join(base, 'absent.csv'))).toBe('UNREADABLE_LOG 2');
    expect(await refusal('analyze', log, '--policy', 'none')).toBe('BAD_OPTION 2');
    expect(await refusal('analyze', log, '--baseline', log)).toBe('BAD_BASELINE 2');
  });
});

describe('compare', () => {
  test('says which log is slower and fails only when asked to', async () => {
    const slow = scaled('slow2.csv', 1.3);
    const { stdout, exit } = await run('compare', slow, log);
    expect([exit, stdout.includes('| +30.')]).toEqual([0, true]);
    expect((await run('compare', slow, log, '--fail-on', 'worse')).exit).toBe(1);
    expect((await run('compare', log, slow, '--fail-on', 'worse')).exit).toBe(0);
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

  test('draws a distribution', async () => {
    const { stdout } = await run('stats', column('5\n5\n5\n'));
    expect(stdout).toContain('########');
  });

  test('refuses what is no number, with its line', async () => {
    expect(await refusal('stats', column('1\nmany\n'))).toBe('NOT_A_NUMBER 2');
    expect(await refusal('stats', column('\n'))).toBe('NO_NUMBERS 2');
    expect(await refusal('stats', join(base, 'absent'))).toBe('UNREADABLE_FILE 2');
  });
});
