// One trial's raw facts -> its statistics, per suite (docs/data-format.md). Pure; quantiles are the kernel's, and the only
// arithmetic done here is a rate: one division.
import type { DerivingKernel, SampleReader } from './derive.ts';
import type { LatencyStats, SampleName, TrialFile, TrialStats } from './results.ts';

const BYTES_PER_SAMPLE = 8;
const SAMPLED: readonly SampleName[] = ['receiptNs', 'fullCycleNs'];

export function trialStats(
  kernel: DerivingKernel,
  trial: TrialFile,
  samples: SampleReader,
): TrialStats {
  switch (trial.suite) {
    case 'latency':
    case 'resolution':
      return latencyStats(kernel, trial, samples);
    case 'concurrency':
    case 'extra':
    case 'openloop':
      return { ...latencyStats(kernel, trial, samples), ...messageRate(trial) };
    case 'idle':
      return idleStats(trial);
    case 'paused':
      return pausedStats(trial);
    case 'bulk':
    case 'managed':
      return rateStats(trial);
  }
}

function latencyStats(kernel: DerivingKernel, trial: TrialFile, samples: SampleReader): TrialStats {
  const stats: Record<string, LatencyStats | null | string> = {};
  for (const name of SAMPLED) {
    const sample = trial.samples?.[name];
    if (sample === undefined) {
      stats[name] = null;
      stats[`${name}Reason`] = 'no such samples: a piggybacked ack has no write of its own';
    } else {
      const warmupBytes = sample.warmup * BYTES_PER_SAMPLE;
      stats[name] = kernel.summarizeNs(samples(sample.file).subarray(warmupBytes));
    }
  }
  return stats;
}

/** From the first send decision of any session to the last ack accepted of any. */
function elapsedNsOf(trial: TrialFile): number {
  return Number(BigInt(trial.stamps.endedNs) - BigInt(trial.stamps.startedNs));
}

/** Payload bytes in one direction per second. */
function rateStats(trial: TrialFile): TrialStats {
  const elapsedNs = elapsedNsOf(trial);
  return { bytesPerSecond: trial.verified.bytes / (elapsedNs / 1e9), elapsedNs };
}

/** Completed echo cycles of all sessions per second. */
function messageRate(trial: TrialFile): TrialStats {
  const elapsedNs = elapsedNsOf(trial);
  return { messagesPerSecond: trial.verified.frames / (elapsedNs / 1e9), elapsedNs };
}

function pausedStats(trial: TrialFile): TrialStats {
  const highWaters = trial.sessions.map((session) => session.queueHighWaterBytes);
  return {
    queueHighWaterBytes: Math.max(...highWaters),
    elapsedNs: elapsedNsOf(trial),
    pauseNs: trial.params.pauseNs ?? 0,
  };
}

/** Threads and memory of host and worker before sessions open, with them open, and after they ended. */
function idleStats(trial: TrialFile): TrialStats {
  const read = (role: 'host' | 'worker', field: 'threads' | 'rssBytes'): Snapshots => ({
    before: readingOf(trial, 'before', role, field),
    open: readingOf(trial, 'open', role, field),
    after: readingOf(trial, 'after', role, field),
  });
  return {
    hostThreads: read('host', 'threads'),
    workerThreads: read('worker', 'threads'),
    hostRssBytes: read('host', 'rssBytes'),
    workerRssBytes: read('worker', 'rssBytes'),
  };
}

type Snapshots = Readonly<Record<'before' | 'open' | 'after', number | null>>;

/** Of several workers the sum: an idle case has one. */
function readingOf(
  trial: TrialFile,
  when: string,
  role: 'host' | 'worker',
  field: string,
): number | null {
  const snapshot = trial.resources[when] as
    { readonly host?: Reading; readonly workers?: readonly Reading[] } | null | undefined;
  const readings = role === 'host' ? [snapshot?.host] : (snapshot?.workers ?? []);
  const values = readings.map((reading) => reading?.[field]);
  return values.every((value) => typeof value === 'number')
    ? values.reduce((sum, value) => sum + value, 0)
    : null;
}

type Reading = Readonly<Record<string, unknown>>;
