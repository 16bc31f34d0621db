// The order of a run: every trial of the chosen cases, shuffled within each suite by the kernel, and the A/A pairs spread
// evenly between them. It runs nothing.

import { RESOLUTION_SUITE } from './cases.ts';
import type { DuplexCase, Profile, Suite } from './cases.ts';

export interface PlannedTrial {
  /** The place in the run, from 1; it names the trial's files. */
  readonly order: number;
  readonly suite: Suite;
  readonly case: string;
  /** The number among the trials of its case (with variants: of its case and variant), from 1. */
  readonly trial: number;
  /** Of a run of variants (blocks.ts): which one, and the block of the run, from 1. */
  readonly variant?: string;
  readonly block?: number;
}

/** A permutation of 0 .. n - 1 that depends on the seed alone (the kernel's `shuffleOrder`). */
export type Shuffle = (n: number, seed: bigint) => Iterable<number>;

type Unplaced = Omit<PlannedTrial, 'order'>;

/**
 * Suites stay in the order of the case list. Within a suite the trials are listed case by case and then
 * permuted, with the same seed for every suite. Trial numbers count in run order within their case. `trialCount` is that of every
 * case but the A/A's instead of the profile's.
 */
export function planTrials(
  cases: readonly DuplexCase[],
  profile: Profile,
  seed: number,
  shuffle: Shuffle,
  trialCount: number | null = null,
): PlannedTrial[] {
  const suites = new Set(cases.map((entry) => entry.suite));
  const shuffled = [...suites]
    .filter((suite) => suite !== RESOLUTION_SUITE)
    .flatMap((suite) => {
      const own = cases.filter((entry) => entry.suite === suite);
      const counted = own.map((entry) => {
        return { name: entry.case, trials: trialCount ?? entry.counts[profile].trials };
      });
      return shuffleSuite(suite, counted, new Map(), BigInt(seed), shuffle);
    });
  const pairs = pairTrials(cases, profile);
  return spreadEvenly(shuffled, pairs).map((trial, index) => ({ order: index + 1, ...trial }));
}

/** `before` counts the trials that each case has already: numbers go on from there. */
function shuffleSuite(
  suite: Suite,
  cases: readonly { readonly name: string; readonly trials: number }[],
  before: ReadonlyMap<string, number>,
  seed: bigint,
  shuffle: Shuffle,
): Unplaced[] {
  const slots = cases.flatMap(({ name, trials }) => Array.from({ length: trials }, () => name));
  const seen = new Map(before);
  return [...shuffle(slots.length, seed)].map((index) => {
    const name = slots[index];
    if (name === undefined) throw new RangeError(`shuffle gave ${index} of ${slots.length}`);
    const trial = (seen.get(name) ?? 0) + 1;
    seen.set(name, trial);
    return { suite, case: name, trial };
  });
}

/**
 * A planned run with more trials behind it, so that every case but the A/A's has `trialCount`; cases that have as many stay as
 * they are. The seed of a suite's new order is the run's and the number of trials planned so far.
 */
export function addTrials(
  order: readonly PlannedTrial[],
  trialCount: number,
  seed: number,
  shuffle: Shuffle,
): PlannedTrial[] {
  const suites = [...new Set(order.map(({ suite }) => suite))];
  const more = suites
    .filter((suite) => suite !== RESOLUTION_SUITE)
    .flatMap((suite) => {
      const before = new Map<string, number>();
      for (const one of order)
        if (one.suite === suite)
          before.set(one.case, Math.max(before.get(one.case) ?? 0, one.trial));
      const cases = [...before].map(([name, planned]) => {
        return { name, trials: Math.max(0, trialCount - planned) };
      });
      return shuffleSuite(suite, cases, before, BigInt(seed + order.length), shuffle);
    });
  return [...order, ...more.map((trial, index) => ({ order: order.length + index + 1, ...trial }))];
}

/** A B, B A, A B, ...: neither side is always the second of its pair. */
function pairTrials(cases: readonly DuplexCase[], profile: Profile): Unplaced[][] {
  const sides = cases.filter((entry) => entry.suite === RESOLUTION_SUITE);
  const count = Math.max(0, ...sides.map((entry) => entry.counts[profile].trials));
  return Array.from({ length: count }, (_, index) => {
    const pair = sides.map((entry): Unplaced => {
      return { suite: RESOLUTION_SUITE, case: entry.case, trial: index + 1 };
    });
    return index % 2 === 0 ? pair : pair.reverse();
  });
}

/** Pair k of n stands in the middle of the k-th n-th of the other trials, so that the pairs see the whole run. */
function spreadEvenly(trials: readonly Unplaced[], pairs: readonly Unplaced[][]): Unplaced[] {
  const result = [...trials];
  for (let index = pairs.length - 1; index >= 0; index -= 1) {
    const place = Math.round(((index + 0.5) * trials.length) / pairs.length);
    result.splice(place, 0, ...(pairs[index] ?? []));
  }
  return result;
}
