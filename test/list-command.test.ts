// `echometer list`: the names that other commands take, as text and as JSON.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

import { runCli } from './fixtures/cli.ts';

const { cases } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../kernel/api/run/cases.json'), 'utf8'),
) as { cases: { suite: string; case: string }[] };

it('lists every case, row, lane, profile and data type', async () => {
  const { exit, stdout } = await runCli(['list', '--json']);
  expect(exit).toBe(0);
  const all = JSON.parse(stdout) as Record<string, { name: string; rows: { id: string }[] }[]>;
  expect(Object.keys(all)).toEqual([
    'suites',
    'cases',
    'rows',
    'lanes',
    'profiles',
    'runModes',
    'data',
  ]);
  expect(all['cases']?.map(({ name }) => name)).toEqual(
    cases.map((one) => `${one.suite}/${one.case}`),
  );
  expect(all['rows']?.map(({ rows }) => rows.some(({ id }) => /^json/i.test(id)))).toEqual([
    true,
    true,
  ]);
  expect(all['lanes']).toContain('stdio');
});

it('lists one kind, and says which cases a plain run leaves out', async () => {
  const { stdout } = await runCli(['list', 'cases']);
  expect(stdout).toContain('  latency: 64B  1KiB  16KiB  256KiB  64B/piggyback*');
  expect(stdout).not.toContain('lanes');
  const lanes = await runCli(['list', 'lanes']);
  expect(lanes.stdout).toBe('lanes: socket blocking tcp stdio pyodide\n');
});

it('names what there is when asked for another kind', async () => {
  const { exit, stderr } = await runCli(['list', 'colors']);
  expect([exit, stderr.includes('suites, cases, rows, lanes, profiles, data')]).toEqual([2, true]);
});
