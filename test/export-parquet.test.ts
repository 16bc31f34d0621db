// `export --parquet`: DuckDB and pandas find the values, the types of the documents, and every bit of the integers. Their packages come from PyPI.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { expectDone, runCli, temporaryFolder } from './fixtures/cli.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FIXTURES = join(import.meta.dirname, 'fixtures');

interface Found {
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly integers: Readonly<Record<string, string>>;
  readonly medians: readonly (readonly [number, number])[];
  readonly sizes: readonly (readonly [number, number])[];
  readonly pandas: Readonly<Record<string, string>>;
  readonly stamps: readonly string[];
}

let python: string | null = null;

beforeAll(() => {
  const folder = temporaryFolder();
  const made = spawnSync('python3', ['-m', 'venv', folder]);
  const pip = [
    join(folder, 'bin/pip'),
    'install',
    '-q',
    '-r',
    join(FIXTURES, 'parquet-readers.txt'),
  ];
  const [program = '', ...args] = pip;
  if (made.status === 0 && spawnSync(program, args, { timeout: 500_000 }).status === 0)
    python = join(folder, 'bin/python');
});

beforeEach((context) => {
  if (python !== null) return;
  expect(process.env['CI'], 'CI must have PyPI').toBeUndefined();
  context.skip('a virtual environment with DuckDB and pandas cannot be made here (venv, PyPI)');
});

async function exported(source: string): Promise<Found> {
  const folder = join(temporaryFolder(), 'tables');
  expectDone(await runCli(['export', join(ROOT, source), '--parquet', folder]));
  expect(readdirSync(folder).sort()).toEqual(
    ['runs', 'samples', 'series', 'trials'].map((name) => `${name}.parquet`),
  );
  const script = join(FIXTURES, 'read-parquet.py');
  const out = execFileSync(python ?? '', [script, folder], { encoding: 'utf8' });
  return JSON.parse(out) as Found;
}

/** The documented tables: name and type of every column. */
function documented(): Record<string, Record<string, string>> {
  const text = readFileSync(join(ROOT, 'docs/data-format.md'), 'utf8');
  const part = text.slice(text.indexOf('## As Parquet'));
  const rows = [...part.matchAll(/^\| (\w+) \| `(\w+)` \| (\w+) \|/gm)];
  const tables: Record<string, Record<string, string>> = {};
  for (const [, table = '', column = '', type = ''] of rows) (tables[table] ??= {})[column] = type;
  return tables;
}

test('the sample run: every sample, every stamp, the documented types', async () => {
  const found = await exported('docs/sample-run');
  expect(found.types).toEqual(documented());
  expect(found.counts).toMatchObject({ runs: 1, trials: 95 });
  const folder = join(ROOT, 'docs/sample-run/samples');
  const sums: Record<string, bigint> = { receipt: 0n, 'full-cycle': 0n };
  for (const name of readdirSync(folder)) {
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    const metric = name.includes('receipt') ? 'receipt' : 'full-cycle';
    for (const value of new BigUint64Array(bytes.buffer))
      sums[metric] = (sums[metric] ?? 0n) + value;
  }
  expect(found.integers).toMatchObject({
    receipt: String(sums['receipt']),
    'full-cycle': String(sums['full-cycle']),
  });
  const trials = join(ROOT, 'docs/sample-run/trials');
  const stamps = readdirSync(trials).map((name) => {
    const { stamps: said } = JSON.parse(readFileSync(join(trials, name), 'utf8')) as {
      readonly stamps: { readonly startedNs: string };
    };
    return said.startedNs;
  });
  expect([...found.stamps].sort()).toEqual(stamps.sort());
  expect(found.pandas['started_ns']).toBe('int64');
  expect(found.medians.filter(([a, b]) => a !== b)).toEqual([]);
});

test('serializer logs: counts and medians are those of the file', async () => {
  const { sizes, medians, counts } = await exported('docs/sample-serializers/swift');
  expect(sizes.length).toBeGreaterThan(50);
  expect(sizes.filter(([a, b]) => a !== b)).toEqual([]);
  expect(medians.filter(([a, b]) => a !== b)).toEqual([]);
  expect(counts['trials']).toBe(0);
});
