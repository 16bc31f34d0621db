// The headline statistic of each suite: what a comparison judges, what "slower" means in a figure, what a first line names.

import type { Suite } from './cases.ts';
import type { StatisticPath } from './statistic.ts';

export interface Headline {
  /** Its path in the statistics of a trial. */
  readonly statistic: StatisticPath;
  readonly unit: 'ns' | 'B/s' | 'msg/s';
  readonly isLowerBetter: boolean;
  /** False: it shows how a run went, and two runs are not compared by it. */
  readonly isCompared: boolean;
}

const LATENCY: Headline = {
  statistic: 'receiptNs.p50',
  unit: 'ns',
  isLowerBetter: true,
  isCompared: true,
};
const RATE: Headline = {
  statistic: 'bytesPerSecond',
  unit: 'B/s',
  isLowerBetter: false,
  isCompared: true,
};
const MESSAGES: Headline = { ...RATE, statistic: 'messagesPerSecond', unit: 'msg/s' };

/** One statistic a case: more would be more chances to be wrong. An idle session has no speed. */
const HEADLINES: Readonly<Record<Suite, Headline | null>> = {
  latency: LATENCY,
  openloop: LATENCY,
  bulk: RATE,
  managed: RATE,
  concurrency: MESSAGES,
  extra: MESSAGES,
  // Most of its time is the pause that was asked for.
  paused: { ...LATENCY, statistic: 'elapsedNs', isCompared: false },
  // The A/A pair: what a run resolves.
  resolution: { ...LATENCY, isCompared: false },
  idle: null,
  // Whatever its credit is: one session with a credit of one frame has its latency in it.
  own: MESSAGES,
};

/** A suite's name comes from a file: it may be anything. */
export const headlineOf = (suite: Suite): Headline | null =>
  Object.hasOwn(HEADLINES, suite) ? HEADLINES[suite] : null;
