// Tests, effect sizes, change points and steady state, typed. Definitions, sources and limits: docs/statistics.md.
import {
  doubleAt,
  doublesOf,
  outputOf,
  room,
  type Sample,
  sample,
  uncounted,
  type Workspace,
} from '../facade/workspace.ts';

const METHODS = ['automatic', 'exact', 'asymptotic'] as const;

/** U of x (pairs in which x is larger, ties one half), its normal score, and p. */
export interface RankTest {
  readonly u: number;
  readonly z: number;
  /** Two-sided. */
  readonly p: number;
  readonly method: 'exact' | 'asymptotic';
}

/**
 * Mann-Whitney of n, m >= 1 values (EMPTY): exact when the smaller sample has at most 8, ties or not, else the normal approximation with tie
 * correction. NOT_FINITE; BAD_ARGUMENT 4 when 'exact' is asked for samples that are too large for it.
 */
export function mannWhitney(
  workspace: Workspace,
  x: Sample,
  y: Sample,
  method: (typeof METHODS)[number] = 'automatic',
): RankTest {
  const args = [sample(x), sample(y), METHODS.indexOf(method), room(24)];
  const answer = workspace.call('mannWhitney', args);
  const out = outputOf(answer);
  return {
    u: doubleAt(out, 0),
    z: doubleAt(out, 1),
    p: doubleAt(out, 2),
    method: answer.status === 1 ? 'exact' : 'asymptotic',
  };
}

const SIZES = ['negligible', 'small', 'medium', 'large'] as const;

export interface CliffsDelta {
  /** From -1 to 1; positive when x tends to be larger. */
  readonly delta: number;
  readonly larger: bigint;
  readonly smaller: bigint;
  readonly equal: bigint;
  readonly size: (typeof SIZES)[number];
}

/** Cliff's delta of n, m >= 1 values (EMPTY): larger pairs less smaller ones over all. Every pair counts, exactly. NOT_FINITE. */
export function cliffsDelta(workspace: Workspace, x: Sample, y: Sample): CliffsDelta {
  const answer = workspace.call('cliffsDelta', [sample(x), sample(y), room(32)]);
  const out = outputOf(answer);
  return {
    delta: doubleAt(out, 0),
    larger: out.getBigUint64(8, true),
    smaller: out.getBigUint64(16, true),
    equal: out.getBigUint64(24, true),
    size: SIZES[answer.status] ?? 'negligible',
  };
}

/** The difference of means in pooled standard deviations, corrected for small samples. n, m >= 2 (TOO_FEW); DOMAIN when neither varies. */
export function hedgesG(workspace: Workspace, x: Sample, y: Sample): number {
  return doubleAt(outputOf(workspace.call('hedgesG', [sample(x), sample(y), room(8)])), 0);
}

/** Of the difference x - y; p is two-sided. */
export interface WelchTest {
  readonly t: number;
  readonly degrees: number;
  readonly p: number;
}

/** Welch's t test of n, m >= 2 values (TOO_FEW), without equal variances; DOMAIN when neither sample varies. NOT_FINITE. */
export function welchTest(workspace: Workspace, x: Sample, y: Sample): WelchTest {
  const out = outputOf(workspace.call('welchTest', [sample(x), sample(y), room(24)]));
  return { t: doubleAt(out, 0), degrees: doubleAt(out, 1), p: doubleAt(out, 2) };
}

/**
 * Spearman's rank correlation, -1 to 1, of n >= 2 pairs (x[i], y[i]) (TOO_FEW), ties with the mean of their ranks. RangeError when one side
 * is longer, DOMAIN when all values of a side are equal. NOT_FINITE.
 */
export function spearman(workspace: Workspace, x: Sample, y: Sample): number {
  requirePairs(x, y);
  const args = [sample(x), uncounted(Float64Array.from(y)), room(8)];
  return doubleAt(outputOf(workspace.call('spearman', args)), 0);
}

/** The kernel is told one length for both. */
function requirePairs(x: Sample, y: Sample): void {
  if (x.length !== y.length)
    throw new RangeError(`${x.length} values on one side, ${y.length} on the other`);
}

/** Holm's adjusted p-values, one each in the order of the input; none for none. DOMAIN outside [0, 1], NOT_FINITE. */
export function holm(workspace: Workspace, ps: Sample): Float64Array {
  if (ps.length === 0) return new Float64Array(0);
  return doublesOf(outputOf(workspace.call('holm', [sample(ps), room(8 * ps.length)])));
}

// The kernel's limit.
const MOST_POINTS = 2048;
// Scores, sums and tables of the segment that is tested.
const CHANGE_POINT_BYTES = 1 << 17;

/**
 * Where a series changes its level: the index of each new segment's first value. At most 2,048 values in time order; `least` values a
 * segment, from 3 on one wild value is no change. A flat series has a change with a probability of at most `level` (0.005 to 0.5).
 * EMPTY, NOT_FINITE, TOO_FEW below 2 `least` values, BAD_ARGUMENT (1: too many values, 2: `least` is 0, 3: the level), OVERFLOW.
 */
export function changePoints(
  workspace: Workspace,
  values: Sample,
  least: number,
  level = 0.05,
): Uint32Array {
  const args = [sample(values), least, level, room(4 * MOST_POINTS), MOST_POINTS];
  const answer = workspace.call('changePoints', args, CHANGE_POINT_BYTES);
  return new Uint32Array(outputOf(answer).buffer, 0, answer.status).slice();
}

/** Whether a series is steady, and how far its levels are apart: largest less smallest, in parts of the smallest. */
export interface SteadyState {
  readonly isSteady: boolean;
  readonly drift: number;
}

/**
 * Whether the last five windows of 5 ms agree within 3 %; batches in time order, with nanoseconds a call and calls of each. RangeError when
 * one side is longer; EMPTY, NOT_FINITE.
 */
export function steadyState(
  workspace: Workspace,
  meansNs: Sample,
  calls: Uint32Array,
): SteadyState & { readonly windows: number } {
  requirePairs(meansNs, calls);
  const answer = workspace.call('steadyState', [sample(meansNs), uncounted(calls), room(16)]);
  const out = outputOf(answer);
  const isSteady = answer.status === 1;
  return { isSteady, windows: out.getUint32(0, true), drift: doubleAt(out, 1) };
}

/** Whether the medians of both halves of the samples, in time order, agree within 5 %. At least two samples (TOO_FEW). NOT_FINITE. */
export function halvesAgree(workspace: Workspace, samples: Sample): SteadyState {
  const answer = workspace.call('halvesAgree', [sample(samples), room(8)]);
  return { isSteady: answer.status === 1, drift: doubleAt(outputOf(answer), 0) };
}
