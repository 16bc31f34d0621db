// Pragmastat's estimators with their bounds, typed. `misrate` is the chance that a bound misses: 0.001, not "99.9 %". Every sample is
// refused as EMPTY and NOT_FINITE; the subject is the index of the argument of the kernel's export (docs/statistics.md).
// Definitions and limits: docs/statistics.md; source of all: Pragmastat 14.0.1.
import {
  doubleAt,
  outputOf,
  room,
  type Sample,
  sample,
  type Workspace,
} from '../facade/workspace.ts';

/** An interval in the unit of what it bounds; its ends are possible values. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

function one(workspace: Workspace, name: string, samples: readonly Sample[]): number {
  return doubleAt(outputOf(workspace.call(name, [...samples.map(sample), room(8)])), 0);
}

function bounds(
  workspace: Workspace,
  name: string,
  samples: readonly Sample[],
  rest: readonly (number | bigint)[],
): Bounds {
  const out = outputOf(workspace.call(name, [...samples.map(sample), ...rest, room(16)]));
  return { lower: doubleAt(out, 0), upper: doubleAt(out, 1) };
}

/** Hodges-Lehmann: the median of all pairwise averages of n >= 1 values (EMPTY), in their unit. NOT_FINITE, OVERFLOW. */
export function center(workspace: Workspace, values: Sample): number {
  return one(workspace, 'center', [values]);
}

/** Where the center of n >= 2 values (TOO_FEW) lies, in their unit; BAD_ARGUMENT 2 for a misrate below 2^(1 - n) or above 1. */
export function centerBounds(workspace: Workspace, values: Sample, misrate: number): Bounds {
  return bounds(workspace, 'centerBounds', [values], [misrate]);
}

/** Shamos: the median of all pairwise distances of n >= 2 values (TOO_FEW), in their unit; DOMAIN when half of all pairs are ties. */
export function shamosSpread(workspace: Workspace, values: Sample): number {
  return one(workspace, 'shamosSpread', [values]);
}

/**
 * Where Shamos' spread of n >= 2 values (TOO_FEW) lies, in their unit: a sign test on n / 2 pairs that `seed` draws. DOMAIN as the spread,
 * BAD_ARGUMENT 2 for a misrate below 2^(1 - floor(n / 2)) or above 1.
 */
export function spreadBounds(
  workspace: Workspace,
  values: Sample,
  misrate: number,
  seed: bigint,
): Bounds {
  return bounds(workspace, 'spreadBounds', [values], [misrate, seed]);
}

/** The median of all n m differences x - y, in their unit. n, m >= 1 (EMPTY); OVERFLOW when it exceeds binary64. */
export function shift(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'shift', [x, y]);
}

/** Where the shift lies, in the samples' unit. n, m >= 1 (EMPTY); BAD_ARGUMENT 4 for a misrate below 2 / C(n + m, n) or above 1. */
export function shiftBounds(workspace: Workspace, x: Sample, y: Sample, misrate: number): Bounds {
  return bounds(workspace, 'shiftBounds', [x, y], [misrate]);
}

/** The typical factor x / y of positive samples (DOMAIN otherwise), without a unit. n, m >= 1 (EMPTY). Approximate: within 1e-9. */
export function ratio(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'ratio', [x, y]);
}

/** Where the ratio lies, without a unit. DOMAIN as the ratio; BAD_ARGUMENT 4 for a misrate below 2 / C(n + m, n) or above 1. */
export function ratioBounds(workspace: Workspace, x: Sample, y: Sample, misrate: number): Bounds {
  return bounds(workspace, 'ratioBounds', [x, y], [misrate]);
}

/** Shamos' spreads of both, weighted by their sizes, in the samples' unit. n, m >= 2 (TOO_FEW); DOMAIN as the spread. */
export function averageSpread(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'avgSpread', [x, y]);
}

/**
 * Where the average spread lies, in the samples' unit; `seed` draws the pairs. n, m >= 2 (TOO_FEW); DOMAIN as the spread, BAD_ARGUMENT 4
 * for a misrate below 2 max(2^(1 - floor(n / 2)), 2^(1 - floor(m / 2))) or above 1.
 */
export function averageSpreadBounds(
  workspace: Workspace,
  x: Sample,
  y: Sample,
  misrate: number,
  seed: bigint,
): Bounds {
  return bounds(workspace, 'avgSpreadBounds', [x, y], [misrate, seed]);
}

/** The shift in average spreads: an effect size without a unit. n, m >= 2 (TOO_FEW); DOMAIN as the spread, OVERFLOW. */
export function disparity(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'disparity', [x, y]);
}

/**
 * Where the disparity lies, without a unit; a side without a bound is infinite. `seed` draws the pairs. n, m >= 2 (TOO_FEW); DOMAIN as the
 * spread, BAD_ARGUMENT 4 for a misrate that the sizes cannot reach.
 */
export function disparityBounds(
  workspace: Workspace,
  x: Sample,
  y: Sample,
  misrate: number,
  seed: bigint,
): Bounds {
  return bounds(workspace, 'disparityBounds', [x, y], [misrate, seed]);
}
