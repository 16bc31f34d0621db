// The order of a run: every trial of the chosen cases, shuffled within each suite by the kernel. It runs nothing.

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
export type Shuffle = (n: number, seed: bigint) => readonly number[];

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
  const planned: PlannedTrial[] = [];
  for (const suite of new Set(cases.map((entry) => entry.suite))) {
    const slots = cases
      .filter((entry) => entry.suite === suite)
      .flatMap((entry) => Array.from({ length: entry.counts[profile].trials }, () => entry.case));
    const seen = new Map<string, number>();
    for (const index of shuffle(slots.length, BigInt(seed))) {
      const name = slots[index];
      if (name === undefined) throw new RangeError(`shuffle gave ${index} of ${slots.length}`);
      const trial = (seen.get(name) ?? 0) + 1;
      seen.set(name, trial);
      planned.push({ order: planned.length + 1, suite, case: name, trial });
    }
  }
  return planned;
}
