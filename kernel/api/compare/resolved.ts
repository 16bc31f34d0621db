// What a duplex run resolves: how much its A/A pairs differ by themselves.

import { RESOLUTION_SUITE } from '../run/cases.ts';
import type { DataFile, DataTrial } from '../run/results.ts';
import { placementsOf, schedulingOf } from './placement.ts';

/**
 * As data.json has it (kernel/api/run/resolution.ts), but of the pairs whose trials the scheduler placed alike: a pair with one
 * trial on one processor and one on two differs by 150 %, and comparisons never mix the two.
 */
export function resolvedPercent({ resolution, trials }: DataFile): number | null {
  if (resolution === null) return null;
  const own = trials.filter(({ suite, state }) => suite === RESOLUTION_SUITE && state === 'ok');
  const placements = placementsOf(own.map(schedulingOf));
  const differences = own.flatMap((first, index) => {
    if (first.case !== 'A') return [];
    const other = own.findIndex((one) => one.case === 'B' && one.trial === first.trial);
    const second = own[other];
    const isAlike = placements[index] === placements[other];
    return second !== undefined && isAlike ? differenceOf(first, second) : [];
  });
  return differences.length === 0 ? resolution.percent : Math.max(...differences) * 100;
}

function differenceOf(first: DataTrial, second: DataTrial): number[] {
  const [a, b] = [first, second].map(({ stats }) => stats?.receiptNs?.p50);
  return a === undefined || b === undefined ? [] : [Math.abs(a - b) / Math.min(a, b)];
}
