// The order of a run: every trial of the chosen cases, shuffled within each suite by the kernel, and the A/A pairs spread
// evenly between them. It runs nothing.

import { RESOLUTION_SUITE } from './cases.ts';
import type { DuplexCase, Profile, Suite } from './cases.ts';

export interface PlannedTrial {
  /** The place in the run, from 1; it names the trial's files. */
  readonly order: number;
  readonly suite: Suite;
  readonly case: string;
  /** The number among the trials of its case, from 1. */
  readonly trial: number;
}

/** A permutation of 0 .. n - 1 that depends on the seed alone (the kernel's `shuffleOrder`). */
export type Shuffle = (n: number, seed: bigint) => Iterable<number>;

type Unplaced = Omit<PlannedTrial, 'order'>;

/**
 * Suites stay in the order of the case list. Within a suite the trials are listed case by case and then
 * permuted, with the same seed for every suite. Trial numbers count in run order within their case.
 */
export function planTrials(
  cases: readonly DuplexCase[],
  profile: Profile,
  seed: number,
  shuffle: Shuffle,
): PlannedTrial[] {
  const suites = new Set(cases.map((entry) => entry.suite));
  const shuffled = [...suites]
    .filter((suite) => suite !== RESOLUTION_SUITE)
    .flatMap((suite) => shuffleSuite(cases, suite, profile, seed, shuffle));
  const pairs = pairTrials(cases, profile);
  return spreadEvenly(shuffled, pairs).map((trial, index) => ({ order: index + 1, ...trial }));
}

function shuffleSuite(
  cases: readonly DuplexCase[],
  suite: Suite,
  profile: Profile,
  seed: number,
  shuffle: Shuffle,
): Unplaced[] {
  const slots = cases
    .filter((entry) => entry.suite === suite)
    .flatMap((entry) => Array.from({ length: entry.counts[profile].trials }, () => entry.case));
  const seen = new Map<string, number>();
  return [...shuffle(slots.length, BigInt(seed))].map((index) => {
    const name = slots[index];
    if (name === undefined) throw new RangeError(`shuffle gave ${index} of ${slots.length}`);
    const trial = (seen.get(name) ?? 0) + 1;
    seen.set(name, trial);
    return { suite, case: name, trial };
  });
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
