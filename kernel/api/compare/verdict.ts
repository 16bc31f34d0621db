// Two samples of trials -> a verdict: better, worse, same or unsure. The trial is the unit; statistics are the kernel's.
// The rules are in docs/methodology.md, "Comparing two runs".

import { ratio, ratioBounds } from '../statistics/robust.ts';
import { cliffsDelta, mannWhitney } from '../statistics/tests.ts';
import type { Workspace } from '../facade/workspace.ts';

export type Verdict = 'better' | 'worse' | 'same' | 'unsure';

export interface Judgment {
  /** The median of all B / A of a trial and a trial, and its interval. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided Mann-Whitney. */
  readonly p: number;
  readonly method: 'exact' | 'asymptotic';
  /** B against A: positive when values of B tend to be larger. */
  readonly cliffsDelta: number;
  readonly verdict: Verdict;
  /** Why it is unsure, or why it is the same beyond the numbers; null when the numbers say it. */
  readonly reason: string | null;
  /** Trials a side that would probably decide; null when it is decided or no number would. */
  readonly decidingTrials: number | null;
}

export interface JudgmentRules {
  /** Differences up to this do not matter. */
  readonly thresholdPercent: number;
  readonly isLowerBetter: boolean;
  /** Something that forbids a verdict whatever the numbers are: another speed of the machine. */
  readonly doubt: string | null;
}

/** The stated rate: equal set-ups are called better or worse in at most so many cases. */
export const ALPHA = 0.05;
/** Equivalence is two one-sided tests at ALPHA: the interval that answers both holds 1 - 2 ALPHA. */
export const LEVEL_PERCENT = 90;
/** Fewer trials have no spread to speak of. */
const LEAST_FOR_SAME = 3;
/** The smallest two-sided p of 4 against 4 is 2/70; of 3 against 3 it is 0.1, above ALPHA. */
const LEAST_FOR_DIFFERENCE = 4;
/** Beyond this a number of trials is no advice. */
const MOST_TRIALS = 200;

export function judge(
  workspace: Workspace,
  a: readonly number[],
  b: readonly number[],
  rules: JudgmentRules,
): Judgment {
  const { p, method } = mannWhitney(workspace, b, a);
  const effect = cliffsDelta(workspace, b, a).delta;
  const numbers = { ...ratioOf(workspace, a, b), p, method, cliffsDelta: effect };
  return { ...numbers, ...decide(a, b, numbers, rules) };
}

interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** The typical factor between a trial of B and one of A, with bounds from the same ranks that p comes from. */
function ratioOf(workspace: Workspace, a: readonly number[], b: readonly number[]): Ratio {
  const [x, y] = [Float64Array.from(b), Float64Array.from(a)];
  const misrate = Math.max(1 - LEVEL_PERCENT / 100, 2 / combinations(a.length, b.length));
  // A misrate of 1 has no bounds to speak of: one trial against one.
  if (misrate >= 1) {
    const only = ratio(workspace, x, y);
    return { ratio: only, low: only, high: only };
  }
  const { lower, upper } = ratioBounds(workspace, x, y, misrate);
  return { ratio: ratio(workspace, x, y), low: lower, high: upper };
}

/** Ways to choose n of n + m: exact below 2^53, and beyond it only its size counts. */
function combinations(n: number, m: number): number {
  let ways = 1;
  for (let index = 1; index <= n; index += 1) ways *= (m + index) / index;
  return Math.round(ways);
}

type Decision = Pick<Judgment, 'verdict' | 'reason' | 'decidingTrials'>;

function decide(
  a: readonly number[],
  b: readonly number[],
  { ratio, low, high, p }: Ratio & { readonly p: number },
  { thresholdPercent, isLowerBetter, doubt }: JudgmentRules,
): Decision {
  const n = Math.min(a.length, b.length);
  if (isSameSample(a, b)) return decided('same', 'these are the same trials');
  if (doubt !== null) return { verdict: 'unsure', reason: doubt, decidingTrials: null };
  const limit = 1 + thresholdPercent / 100;
  const isLarger = ratio > limit && low > 1;
  const isSmaller = ratio < 1 / limit && high < 1;
  if ((isLarger || isSmaller) && p < ALPHA)
    return decided(isLarger === isLowerBetter ? 'worse' : 'better', null);
  if (n >= LEAST_FOR_SAME && low >= 1 / limit && high <= limit) return decided('same', null);
  return unsure(n, { ratio, low, high }, limit);
}

const decided = (verdict: Verdict, reason: string | null): Decision => ({
  verdict,
  reason,
  decidingTrials: null,
});

const isSameSample = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** The interval shrinks with the root of n; it must fit between the ratio and the nearest border that decides. */
function unsure(n: number, { ratio, low, high }: Ratio, limit: number): Decision {
  const isFar = ratio > limit || ratio < 1 / limit;
  const least = isFar ? LEAST_FOR_DIFFERENCE : LEAST_FOR_SAME;
  if (n < least) {
    const reason = `${n} ${n === 1 ? 'trial' : 'trials'} a side`;
    return { verdict: 'unsure', reason, decidingTrials: least };
  }
  const logRatio = Math.abs(Math.log(ratio));
  const room = isFar ? logRatio : Math.log(limit) - logRatio;
  const half = Math.log(high / low) / 2;
  const trials = Math.max(n + 1, Math.ceil(n * (half / room) ** 2));
  if (!Number.isFinite(trials) || trials > MOST_TRIALS) {
    const reason = `even ${MOST_TRIALS} trials a side would not decide`;
    return { verdict: 'unsure', reason, decidingTrials: null };
  }
  return { verdict: 'unsure', reason: 'the interval is too wide', decidingTrials: trials };
}
