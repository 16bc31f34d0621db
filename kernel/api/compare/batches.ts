// Calls that nothing tells apart, cut into batches: neighbors share their luck, so a single call is no unit.

import type { Workspace } from '../facade/workspace.ts';
import { shuffleOrder } from '../statistics/draws.ts';
import { quantiles } from '../statistics/summary.ts';

const BATCHES = 10;
/** Any number would do: the order is lost, and every computer must make the same batches. */
const SEED = 20260929n;

/** At most ten batches of neighbors, in order. */
export function batchesOf<T>(items: readonly T[]): T[][] {
  const batches = Math.min(BATCHES, items.length);
  return Array.from({ length: batches }, (_, index) =>
    items.slice(
      Math.floor((index * items.length) / batches),
      Math.floor(((index + 1) * items.length) / batches),
    ),
  );
}

/** Sorted values have no neighbors in time: they are dealt out at random. */
export function dealt<T>(workspace: Workspace, items: readonly T[]): T[] {
  const order = shuffleOrder(workspace, items.length, SEED);
  return Array.from(order, (place) => items[place]).filter((item) => item !== undefined);
}

export const medianOf = (workspace: Workspace, values: readonly number[]): number =>
  quantiles(workspace, Float64Array.from(values), [0.5], 'R-7')[0] ?? Number.NaN;
