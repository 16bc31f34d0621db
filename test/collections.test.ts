// Duplex runs, serializer logs and files of other tools as Collections: `analyze SOURCE --json`, under its schema.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import type { AnalyzedCollection } from '../kernel/api/collection/statistics.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { complaints } from './fixtures/schemas.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

const ROOT = resolve(import.meta.dirname, '..');
const GOLDEN = join(ROOT, 'test/golden/serializers');
const LOG = '2026-08-16-150620.bytes-json-libs.csv';

async function collected(...paths: string[]): Promise<readonly AnalyzedCollection[]> {
  const { stdout, stderr, exit } = await runCli(['analyze', '--json', ...paths]);
  expect(stderr).toBe('');
  expect(exit).toBe(0);
  const found = JSON.parse(stdout) as { readonly collections: readonly AnalyzedCollection[] };
  expect(complaints('collections', found)).toEqual([]);
  return found.collections;
}

describe('a duplex run', () => {
  const made = madeRun(LAPTOP, 3);
  const folder = join(temporaryFolder(), 'run');
  writeFolder(folder, made.files);

  it('has the samples of a case over its trials, and a rate a trial', async () => {
    const [found] = await collected(folder);
    expect(found?.source).toMatchObject({
      format: 'duplex',
      tool: 'echometer',
      startedAt: LAPTOP.startedAt,
    });
    expect(found?.source.files.map(({ name }) => name)).toEqual([...made.files.keys()].sort());
    expect(
      found?.series.map(({ key, unit, better }) => [key.name, key.metric, unit, better]),
    ).toEqual([
      ['latency/64B', 'receipt', 'ns', 'lower'],
      ['bulk/256KiB/16/4', 'bytesPerSecond', 'B/s', 'higher'],
    ]);
    const [latency, bulk] = found?.series ?? [];
    expect(latency).toMatchObject({ warmUps: 300, order: 'time' });
    expect(latency?.levels).toEqual([
      { name: 'session', word: 'run', count: 1 },
      { name: 'process', word: 'trial', count: 3 },
      { name: 'iteration', word: 'frame', count: 3000 },
    ]);
    const trials = made.data.trials.filter(({ suite }) => suite === 'latency');
    const mean = trials.reduce((sum, { stats }) => sum + (stats?.receiptNs?.mean ?? NaN), 0) / 3;
    expect(latency?.statistics).toMatchObject({ n: 3000, units: { level: 'process', n: 3 } });
    expect((latency?.statistics as { mean: number }).mean).toBeCloseTo(mean, 6);
    const rate = made.data.cases.find(({ suite }) => suite === 'bulk')?.stats.bytesPerSecond;
    expect(bulk?.statistics).toMatchObject({ n: 3, median: rate?.median, min: rate?.min });
  });

  it('is the same packed in one file, and shows a table without --json', async () => {
    const packed = join(temporaryFolder(), 'run.echometer');
    writeFileSync(packed, zipSync(Object.fromEntries(made.files)));
    const [alone] = await collected(folder);
    const [again] = await collected(packed);
    expect(again).toEqual(alone);
    const { stdout } = await runCli(['analyze', packed]);
    expect(stdout).toContain('| bulk/256KiB/16/4 payloadBytes=262144');
  });

  it('names failed trials as problems', async () => {
    const copy = join(temporaryFolder(), 'copy');
    cpSync(folder, copy, { recursive: true });
    for (const [name, list] of [
      ['trials/0001.json', false],
      ['data.json', true],
    ] as const) {
      const path = join(copy, name);
      const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> & {
        trials?: Record<string, unknown>[];
      };
      const [trial = value] = list ? (value.trials ?? []) : [value];
      Object.assign(trial, { state: 'failed', stats: null });
      writeFileSync(path, JSON.stringify(value));
    }
    const [found] = await collected(copy);
    expect(found?.problems).toEqual([
      {
        code: 'CASE_FAILED',
        subject: 'latency/64B',
        count: 1,
        file: 'trials/0001.json',
        line: null,
      },
    ]);
    expect(found?.series[0]?.levels[1]?.count).toBe(2);
  });
});

describe('serializer logs', () => {
  it('have times and sizes of every group, with the facts of the sidecar', async () => {
    const [found] = await collected(join(GOLDEN, LOG));
    expect(found?.source.files.map(({ name }) => name)).toEqual([
      LOG,
      '2026-08-16-150620.configs.json',
    ]);
    expect(found?.source.machine).not.toBeNull();
    const metrics = new Set(found?.series.map(({ key }) => key.metric));
    expect([...metrics]).toEqual(['total', 'serialize', 'deserialize', 'size']);
    const [first] = found?.series ?? [];
    expect(first?.key).toMatchObject({
      name: 'IkigaJSON',
      params: { data: 'document', instances: '1', mode: 'bytes', language: 'swift', suite: 'cold' },
    });
    expect(first?.warmUps).toBe(1);
    expect(first?.statistics).toMatchObject({ kind: 'samples', n: 99 });
  });

  it('of one suite keep their keys apart, and what is wrong is a problem', async () => {
    const folder = join(temporaryFolder(), 'logs');
    mkdirSync(folder);
    const text = readFileSync(join(GOLDEN, LOG), 'utf8');
    writeFileSync(join(folder, 'a.csv'), text);
    writeFileSync(
      join(folder, 'b.csv.gz'),
      gzipSync(text.replace(/bytes,document/, 'bits,document')),
    );
    const [found] = await collected(folder);
    const keys = found?.series.map(({ key }) => JSON.stringify(key)) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(found?.series.map(({ key }) => key.params['log']))).toEqual(
      new Set(['a.csv', 'b.csv']),
    );
    expect(found?.problems).toEqual([
      { code: 'ROW_IGNORED', subject: 'UNKNOWN_MODE: bits', count: 1, file: 'b.csv', line: 2 },
    ]);
  });

  it('that mark their processes have them as a level', async () => {
    const [found] = await collected(join(ROOT, 'docs/sample-serializers/swift'));
    const warm = found?.series.find(
      ({ key }) => key.params['suite'] === 'warm' && key.metric === 'total',
    );
    expect(warm?.levels.map(({ name }) => name)).toEqual(['session', 'process', 'iteration']);
    expect(warm?.statistics).toMatchObject({ units: { level: 'process', n: 5 } });
    expect(warm?.losses.map(({ code }) => code)).toEqual(['MEANS_OF_CALLS']);
  });
});

describe('files of other tools', () => {
  it('are collections too, under the same schema', async () => {
    const path = join(temporaryFolder(), 'hyperfine.json');
    const results = [
      {
        command: 'true',
        mean: 0.002,
        stddev: 0.001,
        median: 0.002,
        user: 0,
        system: 0,
        min: 0.001,
        max: 0.003,
        times: [0.001, 0.002, 0.003],
        exit_codes: [0, 0, 0],
      },
    ];
    writeFileSync(path, JSON.stringify({ results }, null, 2));
    const [found] = await collected(path);
    expect(found?.source).toMatchObject({ format: 'hyperfine' });
    expect(found?.series[0]?.statistics).toMatchObject({ kind: 'samples', n: 3, median: 0.002 });
  });

  it('that are none are refused by name', async () => {
    const path = join(temporaryFolder(), 'notes.txt');
    writeFileSync(path, 'no results\n');
    expect(await runCli(['analyze', path])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('[UNKNOWN_FORMAT]') as string,
    });
  });
});
