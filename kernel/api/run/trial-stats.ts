// One trial's raw facts -> its statistics, per suite (docs/data-format.md). Pure; quantiles are the kernel's, and the only
// arithmetic done here is a rate: one division.
import type { Workspace } from '../facade/workspace.ts';
import { summarizeNs } from '../statistics/durations.ts';
import type { DurationSummary } from '../statistics/durations.ts';
import type { SampleName, SampleReader, TrialFile } from './results.ts';
import type { Snapshots, TrialStats } from './statistic.ts';

const BYTES_PER_SAMPLE = 8;
const SAMPLED: readonly SampleName[] = ['receiptNs', 'fullCycleNs'];

/**
 * A clock of larger steps times no single cycle. Isolated pages have steps of 5 us (Chromium) to 20 us (Firefox, Safari), pages
 * that are not isolated of 100 us to 1 ms (W3C High Resolution Time, section 6).
 */
const COARSE_STEP_NS = 20_000;

export function isCoarse(clock: { readonly resolutionNs: number }): boolean {
  return clock.resolutionNs > COARSE_STEP_NS;
}

/** With a coarse clock no statistic of single samples is given; the mean over the whole trial is. */
export function trialStats(
  workspace: Workspace,
  trial: TrialFile,
  samples: SampleReader,
  clock: { readonly resolutionNs: number },
): TrialStats {
  if (isCoarse(clock) && trial.samples !== undefined) return batchStats(trial, clock.resolutionNs);
  switch (trial.suite) {
    case 'latency':
    case 'resolution':
      return latencyStats(workspace, trial, samples);
    case 'concurrency':
    case 'extra':
    case 'openloop':
      return { ...latencyStats(workspace, trial, samples), ...messageRate(trial) };
    case 'own':
      return {
        ...latencyStats(workspace, trial, samples),
        ...messageRate(trial),
        ...rateStats(trial),
      };
    case 'idle':
      return idleStats(trial);
    case 'paused':
      return pausedStats(trial);
    case 'bulk':
    case 'managed':
      return rateStats(trial);
  }
}

function latencyStats(workspace: Workspace, trial: TrialFile, samples: SampleReader): TrialStats {
  return sampled((name) => {
    const sample = trial.samples?.[name];
    if (sample === undefined) return 'no such samples: a piggybacked ack has no write of its own';
    const warmupBytes = sample.warmup * BYTES_PER_SAMPLE;
    return summarizeNs(workspace, samples(sample.file).subarray(warmupBytes));
  });
}

/** Both columns of samples: their summary, or why there is none. */
function sampled(summaryOf: (name: SampleName) => DurationSummary | string): TrialStats {
  const stats = SAMPLED.map((name): TrialStats => {
    const found = summaryOf(name);
    return typeof found === 'string'
      ? { [name]: null, [`${name}Reason`]: found }
      : { [name]: found };
  });
  return Object.assign({}, ...stats) as TrialStats;
}

function batchStats(trial: TrialFile, stepNs: number): TrialStats {
  const reason = `COARSE_CLOCK: the clock moves in steps of ${stepNs} ns, too coarse for one cycle`;
  const { suite, params, verified } = trial;
  return {
    ...sampled(() => reason),
    // In an open loop it would be the interval at which frames are due.
    ...(suite === 'openloop'
      ? {}
      : { batchMeanNs: (elapsedNsOf(trial) * params.sessions) / verified.frames }),
    ...(suite === 'latency' || suite === 'resolution' ? {} : messageRate(trial)),
    ...(suite === 'own' ? rateStats(trial) : {}),
  };
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
