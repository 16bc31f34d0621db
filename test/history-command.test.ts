// `echometer history`: what it prints, writes and exits with, on files as tools write them.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';
import { complaints } from './fixtures/schemas.ts';

const STEP = [1, 1.01, 0.99, 1, 1.02, 0.98, 1.1, 1.09, 1.11, 1.1, 1.08, 1.1];

/** A hyperfine file a level; gives their paths. */
function hyperfineFiles(levels: readonly number[], command = 'sort'): string[] {
  const folder = temporaryFolder();
  return levels.map((level, i) => {
    const path = join(folder, `${String(i).padStart(2, '0')}.json`);
    const times = [0.099, 0.1, 0.102].map((time) => time * level);
    writeFileSync(path, JSON.stringify({ results: [{ command, times }] }));
    return path;
  });
}

it('prints the change, writes a page with a figure, and fails the gate', async () => {
  const files = hyperfineFiles(STEP);
  const out = join(temporaryFolder(), 'out');
  const outcome = await runCli(['history', ...files, '--fail-on', 'worse', '--out', out]);
  expect(outcome.exit).toBe(1);
  expect(outcome.stdout).toContain('Worse since the newest change: sort, time +10.0 %');
  expect(outcome.stdout).toContain('not every result says its time');
  expect(outcome.stdout).toMatch(
    /\| sort, time \| \S*06\.json \| 100\.0 ms \| 110\.0 ms \| 1\.100 \| \*\*worse\*\* \|/,
  );
  expect(readdirSync(out).sort()).toEqual(['figures', 'report.html', 'report.md', 'report.pdf']);
  const svg = readFileSync(join(out, 'figures', 'history-sort-time.svg'), 'utf8');
  expect(svg).toContain('+10.0 %');
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain(
    '](figures/history-sort-time.svg)',
  );
});

it('prints JSON as its schema says, and exits 0 without a change for the worse', async () => {
  const outcome = await runCli([
    'history',
    ...hyperfineFiles(STEP.toReversed()),
    '--json',
    '--fail-on',
    'worse',
  ]);
  expectDone(outcome);
  const json = JSON.parse(outcome.stdout) as { readonly series: readonly unknown[] };
  expect(complaints('history', json)).toEqual([]);
  expect(json.series).toMatchObject([
    { verdict: 'better', changes: [{ point: 6, direction: 'better' }] },
  ]);
});

it('exits 4 where nothing can be looked at: one result, five under a gate, no direction', async () => {
  const one = await runCli(['history', ...hyperfineFiles([1])]);
  expect([one.exit, one.stderr]).toEqual([4, expect.stringContaining('no case with two results')]);
  const five = hyperfineFiles(STEP.slice(0, 5));
  expectDone(await runCli(['history', ...five]));
  const gated = await runCli(['history', ...five, '--fail-on', 'worse']);
  expect([gated.exit, gated.stderr]).toEqual([
    4,
    expect.stringContaining('no case with 6 results'),
  ]);
  const folder = temporaryFolder();
  STEP.forEach((value, i) => {
    writeFileSync(join(folder, `${String(i + 10)}.csv`), `score\n${value}\n`);
  });
  const vague = await runCli(['history', folder, '--fail-on', 'worse']);
  expect([vague.exit, vague.stderr]).toEqual([4, expect.stringContaining('--lower or --higher')]);
  expect((await runCli(['history', folder, '--fail-on', 'worse', '--lower'])).exit).toBe(1);
  expect((await runCli(['history', folder, '--fail-on', 'worse', '--higher'])).exit).toBe(0);
});

it('fails when the newest result lacks a case, unless that is allowed', async () => {
  const folder = temporaryFolder();
  STEP.forEach((_, i) => {
    const results = ['a', 'b']
      .slice(0, i === 11 ? 1 : 2)
      .map((command) => ({ command, times: [1, 1] }));
    writeFileSync(join(folder, `${String(i + 10)}.json`), JSON.stringify({ results }));
  });
  const outcome = await runCli(['history', folder, '--fail-on', 'worse']);
  expect([outcome.exit, outcome.stdout]).toEqual([1, expect.stringContaining('- b, time')]);
  expectDone(await runCli(['history', folder, '--fail-on', 'worse', '--allow-missing']));
});

it('takes a folder of runs, ordered by their time, and passes over what is no result', async () => {
  const folder = temporaryFolder();
  const sample = join(import.meta.dirname, '../docs/sample-run');
  for (const name of ['a', 'b']) {
    mkdirSync(join(folder, name));
    for (const part of ['run.json', 'data.json', 'trials', 'samples', 'kernel.wasm'])
      cpSync(join(sample, part), join(folder, name, part), { recursive: true });
  }
  writeFileSync(join(folder, 'README.txt'), 'not a result\n');
  writeFileSync(join(folder, 'x.json'), '{"results":[{"command":"a","times":[1,2]}]}');
  const outcome = await runCli(['history', folder, '--json']);
  expectDone(outcome);
  const { series, problems } = JSON.parse(outcome.stdout) as {
    readonly series: readonly { readonly points: readonly unknown[] }[];
    readonly problems: readonly { readonly code: string; readonly subject: string }[];
  };
  expect(series.filter(({ points }) => points.length === 2).length).toBeGreaterThan(5);
  expect(
    problems.filter(({ code }) => code === 'FILE_IGNORED').map(({ subject }) => subject),
  ).toEqual(['README.txt']);
});
