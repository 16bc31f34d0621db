// `echometer export`: what it prints and writes for files of other tools, and how it refuses.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

import type { Collection } from '../kernel/api/collection/collection.ts';
import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';
import { expectedOf } from './fixtures/format-files.ts';
import { complaints } from './fixtures/schemas.ts';

const FILES = join(import.meta.dirname, 'fixtures/formats');

interface Exported {
  readonly schema: string;
  readonly collections: readonly Collection[];
}

const fixture = (path: string): string => join(FILES, path);

it('prints a collection for each source, of different tools in one call', async () => {
  const outcome = await runCli([
    'export',
    fixture('hyperfine/real.json'),
    fixture('criterion/real'),
    fixture('krun/real.json.bz2'),
  ]);
  expectDone(outcome);
  const { schema, collections } = JSON.parse(outcome.stdout) as Exported;
  expect(schema).toBe('echometer.samples/1');
  expect(complaints('samples', JSON.parse(outcome.stdout))).toEqual([]);
  expect(collections.map(({ source }) => source.format)).toEqual([
    'hyperfine',
    'criterion',
    'krun',
  ]);
  const [first] = collections;
  const [expected] = expectedOf('hyperfine');
  const data = first?.series[0]?.data;
  const values = data?.kind === 'samples' ? Array.from(data.values) : [];
  expect([values.length, Math.min(...values)]).toEqual([expected?.n, expected?.min]);
  expect(first?.source.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

it('writes tables whose samples are those of the file', async () => {
  const folder = join(temporaryFolder(), 'tables');
  expectDone(await runCli(['export', fixture('pyperf/real.json'), '--csv', folder]));
  const series = readFileSync(join(folder, 'series.csv'), 'utf8').trim().split('\r\n');
  const samples = readFileSync(join(folder, 'samples.csv'), 'utf8').trim().split('\r\n');
  const [expected] = expectedOf('pyperf');
  expect(series).toHaveLength(2);
  expect(series[1]).toContain('MEANS_OF_CALLS');
  const measured = samples.slice(1).filter((line) => line.split(',')[4] === '0');
  expect(measured).toHaveLength(expected?.n ?? -1);
  expect(samples).toHaveLength(1 + (expected?.n ?? 0) + (expected?.warm ?? 0));
});

it('takes the column, the unit and the direction that the user names', async () => {
  const file = join(temporaryFolder(), 'table.csv');
  writeFileSync(file, 'run;score\r\na;1.5\r\nb;2.5\r\n');
  const vague = await runCli(['export', file]);
  expect([vague.exit, vague.stderr]).toEqual([2, expect.stringContaining('--column')]);
  const outcome = await runCli(['export', file, '--column', 'score', '--unit', 'x', '--higher']);
  expectDone(outcome);
  const [collection] = (JSON.parse(outcome.stdout) as Exported).collections;
  expect(collection?.series[0]).toMatchObject({ unit: 'x', better: 'higher' });
  expect(collection?.series[0]?.data).toEqual({ kind: 'samples', values: [1.5, 2.5] });
});

it('refuses with file, line and cause, and prints no number', async () => {
  const outcome = await runCli(['export', fixture('jmh/spoiled.json')]);
  expect(outcome).toMatchObject({ exit: 2, stdout: '' });
  expect(outcome.stderr).toMatch(
    /spoiled\.json:9: \] stands where a value is expected.*\[BAD_SYNTAX\]/,
  );
  const unknown = await runCli(['export', join(FILES, 'make.mjs')]);
  expect(unknown).toMatchObject({ exit: 2, stdout: '' });
  expect(unknown.stderr).toContain('[UNKNOWN_FORMAT]');
  const missing = await runCli(['export', join(FILES, 'nowhere.json')]);
  expect(missing).toMatchObject({ exit: 2, stdout: '' });
});

it('analyze prints the statistics of a file of another tool', async () => {
  const outcome = await runCli(['analyze', fixture('hyperfine/real.json'), '--json']);
  expectDone(outcome);
  const [expected] = expectedOf('hyperfine');
  const { collections } = JSON.parse(outcome.stdout) as {
    readonly collections: readonly {
      readonly series: readonly { readonly statistics: unknown }[];
    }[];
  };
  expect(collections[0]?.series[0]?.statistics).toMatchObject({
    n: expected?.n,
    min: expected?.min,
    mean: expect.closeTo(expected?.mean ?? NaN, 15) as number,
  });
});

it('takes a table of numbers for what it is, whatever its name and its compression', async () => {
  const folder = temporaryFolder();
  const table = 'latency_ms\n1.5\n2.5\n3.5\n';
  const files: readonly (readonly [string, Uint8Array])[] = [
    ['plain.csv', Buffer.from(table)],
    ['packed.csv.gz', gzipSync(table)],
    ['wide.csv', Buffer.from(`\uFEFF${table}`, 'utf16le')],
  ];
  for (const [name, bytes] of files) {
    writeFileSync(join(folder, name), bytes);
    const outcome = await runCli(['analyze', join(folder, name)]);
    expectDone(outcome);
    expect(outcome.stdout).toMatch(/\| latency_ms \| time \| 3 \| – \| 2\.500 ms \|/);
  }
});
