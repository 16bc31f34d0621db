// Cases that somebody met with comparisons and gates, each with its right value. Inputs are made in the spirit of the reported files.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runCli, temporaryFolder } from './fixtures/cli.ts';

const HEADER =
  'StringOrStream,TestDataName,Repetitions,RepetitionIndex,SerializerName,TimeSer,TimeDeser,Size,TimeSerAndDeser,OpPerSecSer,OpPerSecDeser,OpPerSecSerAndDeser';

type Groups = Readonly<Record<string, readonly (number | string)[]>>;

/** A log of the older layout, which names no language; the first row of a group is its warm-up. */
function writeLog(path: string, groups: Groups): string {
  const lines = Object.entries(groups).flatMap(([serializer, totals]) =>
    [1000, ...totals].map(
      (total, index) =>
        `bytes,Person,${totals.length + 1},${index},${serializer},${part(total)},${part(total)},512,${typeof total === 'number' ? 2 * part(total) : total},1,1,1`,
    ),
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[HEADER, ...lines].join('\n')}\n`);
  return path;
}

const part = (total: number | string): number =>
  typeof total === 'number' ? Math.round(total / 2) : 900;

const around = (middle: number, n = 60): number[] =>
  Array.from({ length: n }, (_, i) => middle + 2 * Math.round(0.01 * middle * Math.sin(i * 1.7)));

const inFolder = (name: string, groups: Groups): string =>
  writeLog(join(temporaryFolder(), name), groups);

describe('compare', () => {
  it('gate-language-from-folder: logs without a language compare wherever they lie', async () => {
    const [before, after] = ['before/log.csv', 'after/log.csv'].map((name) =>
      inFolder(name, { rowA: around(10_000), rowB: around(20_000) }),
    );
    const { exit, stdout } = await runCli(['compare', before ?? '', after ?? '']);
    expect(exit).toBe(0);
    expect(stdout).toContain('0 worse, 0 better, 2 same, 0 unsure');
    const python = inFolder('logs/python/log.csv', { rowA: around(10_000) });
    expect((await runCli(['compare', python, python])).stdout).toContain('(python, cold)');
  });

  it('gate-language-from-folder: so does a baseline of one with the other', async () => {
    const baseline = join(temporaryFolder(), 'b.json');
    const before = inFolder('before/log.csv', { rowA: around(10_000) });
    const after = inFolder('after/log.csv', { rowA: around(14_000) });
    await runCli(['analyze', before, '--baseline', baseline]);
    const { exit, stdout } = await runCli(['analyze', after, '--baseline', baseline]);
    expect(stdout).toContain('1 worse, 0 better, 0 same, 0 unsure');
    expect(exit).toBe(1);
  });

  it('compare-direction: NEW is judged: worse and 1 one way, better and 0 the other', async () => {
    const base = inFolder('base.csv', { a: around(10_000), b: around(30_000) });
    const slower = inFolder('new.csv', { a: around(14_000), b: around(42_000) });
    const forth = await runCli(['compare', base, slower, '--fail-on', 'worse']);
    expect(forth.stdout).toContain('2 worse, 0 better');
    expect(forth.exit).toBe(1);
    const back = await runCli(['compare', slower, base, '--fail-on', 'worse']);
    expect(back.stdout).toContain('0 worse, 2 better');
    expect(back.exit).toBe(0);
  });

  it('compare-drops-rows: what was dropped is counted, and fails the gate', async () => {
    const old = inFolder('old.csv', { a: around(1900, 41) });
    const dropped = inFolder('new.csv', {
      a: around(1900, 41).map((value, i) => (i < 27 ? '"1,877"' : value)),
    });
    const { exit, stdout } = await runCli(['compare', old, dropped, '--fail-on', 'worse']);
    expect(stdout).toContain('27 rows passed over');
    expect(exit).toBe(1);
  });

  it('compare-mean-outlier: one call of a second makes nothing worse', async () => {
    const old = inFolder('old.csv', { a: around(15_000, 100) });
    const changed = inFolder('new.csv', {
      a: around(15_106, 100).map((value, i) => (i === 50 ? 1_000_000_000 : value)),
    });
    const { exit, stdout } = await runCli(['compare', old, changed, '--fail-on', 'worse']);
    expect(stdout).toContain('0 worse');
    expect(exit).toBe(0);
  });

  it('compare-zero-times: a time of 0 ns is said, and the other cases are judged', async () => {
    const some = inFolder('some.csv', { a: around(5000), b: around(9000) });
    const zero = inFolder('zero.csv', { a: around(0), b: around(9000) });
    for (const sides of [
      [some, zero],
      [zero, some],
    ]) {
      const { exit, stdout } = await runCli(['compare', ...sides]);
      expect(exit).toBe(0);
      expect(stdout).toContain('0 worse, 0 better, 1 same, 0 unsure');
      expect(stdout).toMatch(/a Person bytes .*: a time of 0 ns is below the clock’s step/);
    }
  });
});

describe('the gate of analyze', () => {
  const baseline = join(temporaryFolder(), 'baseline.json');
  const base = { alpha: around(10_000), beta: around(20_000), gamma: around(30_000) };

  it.each([
    ['every group renamed', { alphaNew: around(10_000), betaNew: around(20_000) }, 4],
    ['two groups gone', { alpha: around(10_000) }, 1],
    ['no row at all', {}, 4],
  ])('gate-vacuous: %s is no pass', async (_, groups, code) => {
    rmSync(baseline, { force: true });
    await runCli(['analyze', inFolder('base.csv', base), '--baseline', baseline]);
    const changed = inFolder('changed.csv', groups);
    const { exit, stdout, stderr } = await runCli(['analyze', changed, '--baseline', baseline]);
    expect(exit).toBe(code);
    expect(`${stdout}${stderr}`).toMatch(/beta Person bytes/);
    const compared = await runCli(['compare', baselineless(base), changed, '--fail-on', 'worse']);
    expect(compared.exit).toBe(code);
  });

  const baselineless = (groups: Groups): string => inFolder('base.csv', groups);

  it('gate-null-baseline: a baseline with a null is refused by name', async () => {
    const log = inFolder('a.csv', base);
    rmSync(baseline, { force: true });
    await runCli(['analyze', log, '--baseline', baseline]);
    const broken = join(temporaryFolder(), 'null.json');
    for (const text of [
      '{"schema":"echometer.baseline/3","run":{"facts":[],"cases":[null]}}',
      '{"schema":"echometer.baseline/3","run":null}',
      '{"schema":"echometer.baseline/2","entries":[null]}',
      'null',
    ]) {
      writeFileSync(broken, text);
      const { exit, stderr } = await runCli(['analyze', log, '--baseline', broken]);
      expect(exit).toBe(2);
      expect(stderr).toContain('[BAD_BASELINE]');
    }
  });
});
