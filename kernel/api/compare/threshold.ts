// Up to which difference two runs count as the same: what was asked for, else what the coarser run resolves. It judges no
// case.

import { RESOLUTION_SUITE } from '../run/cases.ts';
import type { DataFile, DataTrial } from '../run/results.ts';
import { isAlike } from './placement.ts';

export interface Threshold {
  readonly percent: number;
  readonly reason: string;
}

/** For runs without an A/A pair. */
const DEFAULT_PERCENT = 5;
/**
 * What "the same" may hide at most unless more is asked for. The resolution is the largest of a few differences: one
 * disturbed pair made it 76 %, and a worker that waits 20 % of the round trip was "the same". Beyond this a coarse machine
 * leaves a case unsure.
 */
const MOST_PERCENT = 10;

export function thresholdOf(a: DataFile, b: DataFile, asked: number | null): Threshold {
  if (asked !== null) return { percent: asked, reason: 'as asked for' };
  const known = [a, b].flatMap((data) => resolvedPercent(data) ?? []);
  if (known.length === 0)
    return { percent: DEFAULT_PERCENT, reason: 'no run says what it resolves' };
  const whose =
    known.length === 2 ? 'the coarser resolution of both runs' : 'the one resolution known';
  const percent = Math.max(...known);
  if (percent <= MOST_PERCENT) return { percent, reason: whose };
  return { percent: MOST_PERCENT, reason: `the most; ${whose} is ${percent.toFixed(1)} %` };
}

/**
 * As data.json has it (kernel/api/run/resolution.ts), but of the pairs whose trials the scheduler treated alike: a pair with
 * one trial on one processor and one on two differs by 150 %, and comparisons never mix the two.
 */
function resolvedPercent({ resolution, trials }: DataFile): number | null {
  if (resolution === null) return null;
  const own = trials.filter(({ suite, state }) => suite === RESOLUTION_SUITE && state === 'ok');
  const differences = own
    .filter((trial) => trial.case === 'A')
    .flatMap((first) => {
      const second = own.find((one) => one.case === 'B' && one.trial === first.trial);
      return second !== undefined && isAlike(first, second) ? differenceOf(first, second) : [];
    });
  return differences.length === 0 ? resolution.percent : Math.max(...differences) * 100;
}

function differenceOf(first: DataTrial, second: DataTrial): number[] {
  const [a, b] = [first, second].map(({ stats }) => stats?.receiptNs?.p50);
  return a === undefined || b === undefined ? [] : [Math.abs(a - b) / Math.min(a, b)];
}
