// Pragmastat's estimators with their bounds, typed. `misrate` is the chance that a bound misses: 0.001, not "99.9 %".
// Definitions and limits: docs/statistics.md; source of all: Pragmastat 14.0.1.
import {
  doubleAt,
  outputOf,
  room,
  type Sample,
  sample,
  type Workspace,
} from '../facade/workspace.ts';

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

/** Hodges-Lehmann: the median of all pairwise averages. n >= 1 (EMPTY). */
export function center(workspace: Workspace, values: Sample): number {
  return one(workspace, 'center', [values]);
}

/** n >= 2 (TOO_FEW); BAD_ARGUMENT 2 for a misrate below 2^(1 - n). */
export function centerBounds(workspace: Workspace, values: Sample, misrate: number): Bounds {
  return bounds(workspace, 'centerBounds', [values], [misrate]);
}

/** Shamos: the median of all pairwise distances. n >= 2 (TOO_FEW); DOMAIN when half of all pairs are ties. */
export function shamosSpread(workspace: Workspace, values: Sample): number {
  return one(workspace, 'shamosSpread', [values]);
}

export function spreadBounds(
  workspace: Workspace,
  values: Sample,
  misrate: number,
  seed: bigint,
): Bounds {
  return bounds(workspace, 'spreadBounds', [values], [misrate, seed]);
}

/** The median of all differences x - y. */
export function shift(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'shift', [x, y]);
}

/** BAD_ARGUMENT 4 for a misrate below 2 / C(n + m, n). */
export function shiftBounds(workspace: Workspace, x: Sample, y: Sample, misrate: number): Bounds {
  return bounds(workspace, 'shiftBounds', [x, y], [misrate]);
}

/** The typical factor x / y of positive samples (DOMAIN otherwise). Approximate: within 1e-9. */
export function ratio(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'ratio', [x, y]);
}

export function ratioBounds(workspace: Workspace, x: Sample, y: Sample, misrate: number): Bounds {
  return bounds(workspace, 'ratioBounds', [x, y], [misrate]);
}

/** The spreads of both, weighted by their sizes. */
export function averageSpread(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'avgSpread', [x, y]);
}

export function averageSpreadBounds(
  workspace: Workspace,
  x: Sample,
  y: Sample,
  misrate: number,
  seed: bigint,
): Bounds {
  return bounds(workspace, 'avgSpreadBounds', [x, y], [misrate, seed]);
}

/** The shift in average spreads: an effect size without a unit. */
export function disparity(workspace: Workspace, x: Sample, y: Sample): number {
  return one(workspace, 'disparity', [x, y]);
}

/** A side without a bound is infinite. */
export function disparityBounds(
  workspace: Workspace,
  x: Sample,
  y: Sample,
  misrate: number,
  seed: bigint,
): Bounds {
  return bounds(workspace, 'disparityBounds', [x, y], [misrate, seed]);
}
