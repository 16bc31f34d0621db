// data.json as a function of raw facts: statistics of samples without their warm-up, rates, cases in reading order,
// failed trials outside of every figure.

import { describe, expect, it } from 'vitest';

import { deriveData } from '../kernel/api/run/derive.ts';
import { firstDifference } from '../kernel/api/run/difference.ts';
import type { RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { EXAMPLE_DATA, EXAMPLE_RUN } from './golden/example-run.ts';
import { freshWorkspace } from './fixtures/kernels.ts';

const workspace = freshWorkspace();

function trialFile(order: number, change: Partial<TrialFile>): TrialFile {
  const [first] = EXAMPLE_DATA.trials;
  if (first === undefined) throw new Error('the example has no trial');
  return {
    schemaVersion: 1,
    order,
    suite: 'bulk',
    case: '1MiB/16/4',
    trial: order,
    state: 'ok',
    params: first.params,
    verified: { frames: 4, bytes: 4000, mismatches: 0 },
    warmupVerified: { frames: 0, bytes: 0, mismatches: 0 },
    stamps: { startedNs: '9007199254740993', endedNs: '9007199254742993' },
    sessions: [],
    resources: {},
    ...change,
  };
}

function runOf(trials: readonly TrialFile[]): RunFile {
  const order = trials.map(({ order: place, suite, case: name, trial }) => {
    return { order: place, suite, case: name, trial };
  });
  return { ...EXAMPLE_RUN, order };
}

function column(values: readonly number[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
}

const noSamples = (): Uint8Array => {
  throw new Error('no samples are needed');
};

describe('a bulk trial', () => {
  it('has bytes per second of its elapsed time, from stamps beyond 2^53', () => {
    const trials = [trialFile(1, {})];
    const data = deriveData(workspace, runOf(trials), trials, noSamples);
    expect(data.trials[0]?.stats).toEqual({ bytesPerSecond: 4000 / (2000 / 1e9), elapsedNs: 2000 });
  });
});

describe('a latency trial', () => {
  const samples = { file: 'a.u64', count: 1003, warmup: 3 };
  const trial = trialFile(1, { suite: 'latency', case: '64B', samples: { receiptNs: samples } });
  // Warm-up is slow on purpose: it must be in no statistic.
  const values = [9e9, 9e9, 9e9, ...Array.from({ length: 1000 }, (_, index) => 1000 - index)];

  it('has the nearest ranks of its measured samples', () => {
    const data = deriveData(workspace, runOf([trial]), [trial], () => column(values));
    expect(data.trials[0]?.stats?.receiptNs).toEqual({
      n: 1000,
      min: 1,
      p50: 500,
      p95: 950,
      p99: 990,
      max: 1000,
      mean: 500.5,
    });
  });

  it('has null and a reason where fewer than ten samples lie beyond a percentile', () => {
    const few = { ...trial, samples: { receiptNs: { ...samples, count: 102 } } };
    const data = deriveData(workspace, runOf([few]), [few], () => column(values.slice(0, 102)));
    const stats = data.trials[0]?.stats?.receiptNs;
    expect(stats).toMatchObject({ n: 99, p95: null, p99: null });
    expect(stats?.p99Reason).toContain('fewer than 10');
  });

  it('has null and a reason for a full cycle that nobody timed', () => {
    const data = deriveData(workspace, runOf([trial]), [trial], () => column(values));
    expect(data.trials[0]?.stats).toMatchObject({
      fullCycleNs: null,
      fullCycleNsReason: expect.stringContaining('piggyback') as string,
    });
    expect(data.cases[0]?.stats.fullCycleNs).toBeUndefined();
  });
});

describe('a case', () => {
  const ends = ['9007199254741993', '9007199254744993', '9007199254742993'];
  const trials = ends.map((endedNs, index) =>
    trialFile(index + 1, { stamps: { startedNs: '9007199254740993', endedNs } }),
  );

  it('has the median and the observed range of its trials', () => {
    const data = deriveData(workspace, runOf(trials), trials, noSamples);
    expect(data.cases).toHaveLength(1);
    expect(data.cases[0]?.stats.elapsedNs).toEqual({ median: 2000, min: 1000, max: 4000, n: 3 });
  });

  it('counts failed trials and takes nothing from them', () => {
    const failed = trialFile(4, { state: 'failed', failure: { code: 'TIMEOUT', message: '' } });
    const all = [failed, ...trials];
    const data = deriveData(workspace, runOf(all), all, noSamples);
    expect(data.cases[0]).toMatchObject({ n: 3, failed: 1, stats: { elapsedNs: { n: 3 } } });
    expect(data.trials.map((trial) => trial.order)).toEqual([1, 2, 3, 4]);
    expect(data.trials[3]?.stats).toBeNull();
  });

  it('without an ok trial has no statistics', () => {
    const failed = trialFile(1, { state: 'failed', failure: { code: 'TIMEOUT', message: '' } });
    const data = deriveData(workspace, runOf([failed]), [failed], noSamples);
    expect(data.cases[0]).toMatchObject({ n: 0, failed: 1, stats: {} });
  });

  it('stands by payload, whatever the order of the run', () => {
    const sizes = [1_048_576, 64, 16_384];
    const mixed = sizes.map((payloadBytes, index) =>
      trialFile(index + 1, {
        case: String(payloadBytes),
        params: { ...trialFile(1, {}).params, payloadBytes },
      }),
    );
    const data = deriveData(workspace, runOf(mixed), mixed, noSamples);
    expect(data.cases.map((entry) => entry.case)).toEqual(['64', '16384', '1048576']);
  });
});

describe('the first difference', () => {
  it.each([
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'a[1].b'],
    [{ a: 1 }, {}, 'a'],
    [{}, { extra: 1 }, 'extra'],
    [[1, 2], [1], '.length'],
    [{ a: 0 }, { a: -0 }, 'a'],
    [{ a: null }, { a: 0 }, 'a'],
  ])('of %j and %j is at %s', (expected, found, path) => {
    expect(firstDifference(expected, found)?.path).toBe(path);
  });

  it('of equal values is none, whatever the order of their fields', () => {
    expect(firstDifference({ a: 1, b: [2] }, { b: [2], a: 1 })).toBeNull();
  });
});

describe('the resolution of a run', () => {
  const column = (ns: number): Uint8Array =>
    new Uint8Array(BigUint64Array.from({ length: 1000 }, () => BigInt(ns)).buffer);
  const side = (order: number, name: 'A' | 'B', trial: number): TrialFile =>
    trialFile(order, {
      suite: 'resolution',
      case: name,
      trial,
      samples: { receiptNs: { file: `${name}${trial}`, count: 1000, warmup: 0 } },
    });
  const medians: Readonly<Record<string, number>> = { A1: 1000, B1: 1010, A2: 1100, B2: 1000 };
  const samples = (file: string): Uint8Array => column(medians[file] ?? 0);

  it('is the largest difference within a pair, relative to the smaller', () => {
    const trials = [side(1, 'A', 1), side(2, 'B', 1), side(3, 'B', 2), side(4, 'A', 2)];
    const { resolution } = deriveData(workspace, runOf(trials), trials, samples);
    expect(resolution).toMatchObject({ statistic: 'receiptNs.p50', pairs: 2, percent: 10 });
    expect(resolution?.a).toEqual({ median: 1050, min: 1000, max: 1100, n: 2 });
    expect(resolution?.differences).toMatchObject({ min: 0.01, max: 0.1 });
  });

  it('leaves out a pair with a failed side', () => {
    const failed: TrialFile = { ...side(4, 'A', 2), state: 'failed' };
    const trials = [side(1, 'A', 1), side(2, 'B', 1), side(3, 'B', 2), failed];
    const { resolution } = deriveData(workspace, runOf(trials), trials, samples);
    expect(resolution).toMatchObject({ pairs: 1, percent: 1 });
  });

  it('is null with a reason without pairs', () => {
    const trials = [trialFile(1, {})];
    const data = deriveData(workspace, runOf(trials), trials, samples);
    expect(data.resolution).toBeNull();
    expect(data.resolutionReason).toContain('not part of this run');
  });
});
