// `echometer pack`: one file that is the run to every command; and tables of `export --csv` that a spreadsheet takes as text.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';

const RUN = resolve(import.meta.dirname, '../docs/sample-run');

it('packs a run into the same bytes each time, and verify takes them for the run', async () => {
  const folder = temporaryFolder();
  const [one, two] = [join(folder, 'one.echometer'), join(folder, 'two.echometer')];
  expectDone(await runCli(['pack', RUN, '--out', one]));
  expectDone(await runCli(['pack', one, '--out', two]));
  expect(readFileSync(two).equals(readFileSync(one))).toBe(true);
  expectDone(await runCli(['verify', one]));
});

it('refuses what is no run', async () => {
  const { exit, stderr } = await runCli(['pack', temporaryFolder()]);
  expect(exit).toBe(2);
  expect(stderr).toContain('NOT_A_RUN');
});

it('writes no field that begins like a formula', async () => {
  const folder = temporaryFolder();
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', "'=1"];
  const results = names.map((command) => ({ command, times: [1, 2], mean: 1.5 }));
  writeFileSync(join(folder, 'h.json'), JSON.stringify({ results }));
  expectDone(await runCli(['export', join(folder, 'h.json'), '--csv', join(folder, 'out')]));
  const rows = readFileSync(join(folder, 'out/series.csv'), 'utf8').trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')[3])).toEqual(names.map((name) => `'${name}`));
  const fields = rows.flatMap((row) => row.split(','));
  expect(fields.filter((field) => /^"?[=+@＝＋＠]/.test(field))).toEqual([]);
});
