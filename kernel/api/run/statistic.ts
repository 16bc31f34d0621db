// The statistics of trials and cases by name: their types, and a value by its path as `receiptNs.p50`. Computes nothing.

import type { DurationSummary, Spread } from '../statistics/durations.ts';

/** A trial's threads or memory: before its sessions open, while they are open, after they have ended. */
export type Snapshots = Readonly<Record<'before' | 'open' | 'after', number | null>>;

/** What a trial's facts give. A suite has some of them (docs/data-format.md). */
export interface TrialStats {
  readonly receiptNs?: DurationSummary | null;
  readonly fullCycleNs?: DurationSummary | null;
  readonly receiptNsReason?: string;
  readonly fullCycleNsReason?: string;
  /** Only under a coarse clock: the mean time of a cycle over the whole trial. */
  readonly batchMeanNs?: number;
  readonly bytesPerSecond?: number;
  readonly messagesPerSecond?: number;
  readonly queueHighWaterBytes?: number;
  readonly elapsedNs?: number;
  readonly pauseNs?: number;
  readonly hostThreads?: Snapshots;
  readonly workerThreads?: Snapshots;
  readonly hostRssBytes?: Snapshots;
  readonly workerRssBytes?: Snapshots;
}

type Valued<T> = Exclude<keyof T & string, 'n' | `${string}Reason`>;

/** A number becomes its spread over trials; a group of numbers becomes a group of spreads. */
type Spreads<T> = T extends number ? Spread : Readonly<Record<Valued<T>, Spread | null>>;

/** Over the ok trials of a case. */
export type CaseStats = {
  readonly [K in Valued<TrialStats>]?: Spreads<NonNullable<TrialStats[K]>>;
};

/** `bytesPerSecond`, `receiptNs.p50`. */
export type StatisticPath = {
  [K in Valued<TrialStats>]: NonNullable<TrialStats[K]> extends number
    ? K
    : `${K}.${Valued<NonNullable<TrialStats[K]>>}`;
}[Valued<TrialStats>];

/** Null where the trial has no such statistic. */
export function trialStatistic(stats: TrialStats | null, path: StatisticPath): number | null {
  const value = valueAt(stats, path);
  return typeof value === 'number' ? value : null;
}

/** Null where the case has no such statistic, or not every trial has it. */
export function caseStatistic(stats: CaseStats, path: StatisticPath): Spread | null {
  // A path that is no group's name ends at a spread or nowhere.
  return (valueAt(stats, path) as Spread | null | undefined) ?? null;
}

function valueAt(stats: object | null, path: StatisticPath): unknown {
  let here: unknown = stats;
  for (const key of path.split('.')) here = (here as Record<string, unknown> | null)?.[key];
  return here;
}
