// Cells and columns that the tables of duplex runs share.

import type { Spread } from '../../kernel/api/statistics/durations.ts';
import type { Column, NumberCell } from './table.ts';

export const DEVICE: Column = { title: 'Device', role: 'device' };
export const TRIALS: Column = { title: 'n', role: 'count' };

/** A unit of a table and how a statistic becomes a number in it. */
export interface Measure {
  readonly unit: string;
  readonly divisor: number;
  readonly decimals: number;
}

/** The median with the observed minimum and maximum; one trial has no range. */
export function spreadCell(spread: Spread | null, measure: Measure): NumberCell {
  const median = medianCell(spread, measure);
  if (spread === null || spread.n < 2) return median;
  return { ...median, low: spread.min / measure.divisor, high: spread.max / measure.divisor };
}

export const medianCell = (
  spread: Spread | null,
  { unit, divisor, decimals }: Measure,
): NumberCell => ({
  value: spread === null ? null : spread.median / divisor,
  unit,
  digits: { decimals },
});

export const RANGE_NOTE =
  'Cells are medians over trials [observed minimum, observed maximum]; the range is what was seen, not a confidence interval. n is the number of trials that passed.';

export const TAIL_NOTE = '– stands where a trial has fewer than ten samples beyond the percentile.';
