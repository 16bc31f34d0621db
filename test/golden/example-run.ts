// A small run with invented, fixed numbers for golden files: one case or more of every suite, and a failed trial.

import type { Suite, TrialParams } from '../../kernel/api/run/cases.ts';
import type {
  DataCase,
  DataFile,
  DataTrial,
  RunFile,
} from '../../kernel/api/run/results.ts';
import type { CaseStats, TrialStats } from '../../kernel/api/run/statistic.ts';
import type { DurationSummary, Spread } from '../../kernel/api/statistics/durations.ts';

const PARAMS: TrialParams = {
  payloadBytes: 64,
  frames: 25_000,
  warmupFrames: 100,
  sessions: 1,
  workers: 1,
  creditBytes: 65_536,
  creditFrames: 1,
  ackEvery: 1,
  ackPolicy: 'separate',
  storage: 'inline',
  lane: 'socket',
};

function column(p50: number): DurationSummary {
  return { n: 25_000, min: p50 - 9_000, p50, p95: p50 + 20_000, p99: p50 + 33_300, max: 9e6, mean: p50 };
}

function trial(
  order: number,
  suite: Suite,
  name: string,
  params: Partial<TrialParams>,
  stats: TrialStats | null,
): DataTrial {
  const failed = stats === null;
  const used = { ...PARAMS, ...params };
  return {
    suite,
    case: name,
    trial: 1,
    order,
    state: failed ? 'failed' : 'ok',
    params: used,
    stats,
    facts: {
      queueHighWaterBytes: 0, creditStalls: 0, hostCpuNsPerMessage: 21_000, workerCpuNsPerMessage: 17_000,
      hostInvoluntarySwitches: 3, workerInvoluntarySwitches: 2, stealNs: 0, throttledNs: 0, throttledPeriods: 0,
    },
    marks: order === 3 ? ['SLOWED', 'SHARED'] : [],
    verified: failed
      ? { frames: 17, bytes: 17 * used.payloadBytes, mismatches: 1 }
      : { frames: used.frames, bytes: used.frames * used.payloadBytes, mismatches: 0 },
    ...(failed
      ? { failure: { code: 'MISMATCH', message: 'frame 17: byte 5 came back as 200, not 199' } }
      : {}),
  };
}

function spread(median: number): Spread {
  return { median, min: median * 0.9, max: median * 1.5, n: 3 };
}

function spreads(p50: number, p99: Spread | null): NonNullable<CaseStats['receiptNs']> {
  const [of, max] = [spread(p50), spread(9e6)];
  return { min: of, p50: of, p95: spread(p50 + 20_000), p99, max, mean: of };
}

const MIB = 1_048_576;

function rates(messagesPerSecond: number, p50: number): TrialStats {
  return { receiptNs: column(p50), fullCycleNs: column(p50 + 10_000), messagesPerSecond };
}

function concurrent(suite: Suite, name: string, rate: number, p50: number): DataCase {
  const stats = { receiptNs: spreads(p50, spread(p50 * 3)), messagesPerSecond: spread(rate) };
  return { suite, case: name, n: 3, failed: 0, unsupported: 0, stats };
}

function snapshots(before: number, growth = 1): Readonly<Record<'before' | 'open' | 'after', Spread>> {
  const fixed = (median: number): Spread => ({ median, min: median, max: median, n: 3 });
  return { before: fixed(before), open: fixed(before * growth), after: fixed(before) };
}

export const EXAMPLE_DATA: DataFile = {
  schemaVersion: 1,
  kernelId: '0123456789abcdef',
  measureId: 'fedcba9876543210',
  resolution: {
    statistic: 'receiptNs.p50', pairs: 5,
    a: spread(71_000), b: spread(71_500),
    differences: { median: 0.008, min: 0.001, max: 0.031, n: 5 },
    percent: 3.1,
  },
  trials: [
    trial(1, 'latency', '64B', {}, { receiptNs: column(71_300), fullCycleNs: column(91_400) }),
    trial(2, 'latency', '16KiB', { payloadBytes: 16_384 }, null),
    trial(3, 'bulk', '1MiB/16/4', { payloadBytes: MIB, ackEvery: 4, creditBytes: 16 * MIB, frames: 32_768, warmupFrames: 30 }, { bytesPerSecond: 2.896e9, elapsedNs: 1e10 }),
    trial(4, 'concurrency', '4/1', { sessions: 4, frames: 2_000 }, rates(18_696, 130_200)),
    trial(5, 'concurrency', '16/1', { sessions: 16, frames: 1_000 }, rates(19_778, 704_200)),
    trial(6, 'concurrency', '4/4', { sessions: 4, workers: 4, frames: 2_000 }, rates(19_150, 128_100)),
    trial(7, 'extra', '16/1', { sessions: 16, frames: 1_000 }, rates(19_600, 705_000)),
    trial(8, 'idle', '16', { sessions: 16, frames: 0, warmupFrames: 0 }, {}),
    trial(9, 'paused', '64KiB', { payloadBytes: 16_384, frames: 1_024, warmupFrames: 30, pauseNs: 5e8 }, { queueHighWaterBytes: 65_536, elapsedNs: 6e8, pauseNs: 5e8 }),
    trial(10, 'openloop', '64B/1000', { frames: 10_000, intervalNs: 1e6 }, rates(1_000, 90_000)),
    trial(11, 'resolution', 'A', {}, { receiptNs: column(71_000), fullCycleNs: column(91_000) }),
    trial(12, 'resolution', 'B', {}, { receiptNs: column(71_500), fullCycleNs: column(91_500) }),
  ],
  cases: [
    {
      suite: 'latency', case: '64B', n: 3, failed: 0, unsupported: 0,
      stats: { receiptNs: spreads(71_300, spread(104_600)), fullCycleNs: spreads(91_400, null) },
    },
    { suite: 'latency', case: '16KiB', n: 0, failed: 1, unsupported: 0, stats: {} },
    {
      suite: 'bulk', case: '1MiB/16/4', n: 3, failed: 0, unsupported: 0,
      stats: { bytesPerSecond: spread(2.896e9), elapsedNs: spread(1.1e10) },
    },
    ...[
      concurrent('concurrency', '4/1', 18_696, 130_200),
      concurrent('concurrency', '16/1', 19_778, 704_200),
      concurrent('concurrency', '4/4', 19_150, 128_100),
      concurrent('extra', '16/1', 19_600, 705_000),
      concurrent('openloop', '64B/1000', 1_000, 90_000),
    ],
    {
      suite: 'idle', case: '16', n: 3, failed: 0, unsupported: 0,
      stats: {
        hostThreads: snapshots(11), workerThreads: snapshots(1),
        hostRssBytes: snapshots(60 * MIB, 1.2), workerRssBytes: snapshots(11 * MIB, 1.05),
      },
    },
    {
      suite: 'paused', case: '64KiB', n: 3, failed: 0, unsupported: 0,
      stats: { queueHighWaterBytes: { median: 65_536, min: 65_536, max: 65_536, n: 3 } },
    },
  ],
};

export const EXAMPLE_RUN: RunFile = {
  schemaVersion: 1,
  tool: { name: 'echometer', version: '0.1.0' },
  suites: ['latency', 'bulk'],
  profile: 'full',
  only: null,
  seed: 20260929,
  startedAt: '2026-09-29T12:00:00.000Z',
  finishedAt: '2026-09-29T12:20:00.000Z',
  kernelId: '0123456789abcdef',
  measureId: 'fedcba9876543210',
  signature: '00112233445566ff',
  build: { file: 'kernel.wasm', sha256: 'ab'.repeat(32), simd: true },
  abiVersion: 1,
  protocolVersion: 1,
  lane: 'socket',
  laneReason: 'the socket lane is available everywhere',
  order: [
    { order: 1, suite: 'latency', case: '64B', trial: 1 },
    { order: 2, suite: 'latency', case: '16KiB', trial: 1 },
    { order: 3, suite: 'bulk', case: '1MiB/16/4', trial: 1 },
    { order: 4, suite: 'concurrency', case: '4/1', trial: 1 },
    { order: 5, suite: 'concurrency', case: '16/1', trial: 1 },
    { order: 6, suite: 'concurrency', case: '4/4', trial: 1 },
    { order: 7, suite: 'extra', case: '16/1', trial: 1 },
    { order: 8, suite: 'idle', case: '16', trial: 1 },
    { order: 9, suite: 'paused', case: '64KiB', trial: 1 },
    { order: 10, suite: 'openloop', case: '64B/1000', trial: 1 },
    { order: 11, suite: 'resolution', case: 'A', trial: 1 },
    { order: 12, suite: 'resolution', case: 'B', trial: 1 },
  ],
  device: {
    label: 'Example machine', platform: 'linux', arch: 'x64', osRelease: '6.1.0',
    cpuModel: 'Example CPU', cpuCount: 2, memoryBytes: 8 * 1024 * MIB,
  },
  host: { runtime: 'node', version: '20.19.0', v8: '11.3.244.8' },
  worker: { kind: 'python', implementation: 'CPython', version: '3.11.7', build: 'GCC 12.2.0' },
  clock: { source: 'process.hrtime.bigint', resolutionNs: 30, readNs: 90 },
  environment: {},
  freshness: { host: 'process', worker: 'process', kernel: 'instance' },
};
