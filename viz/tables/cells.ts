// Cells that every table shares: a median with its observed range. Texts only.

import type { Spread } from '../../kernel/api/run/results.ts';
import type { Column } from '../definition.ts';
import { formatFixed } from '../format.ts';

export const left = (title: string): Column => ({ title, align: 'left' });
export const right = (title: string): Column => ({ title, align: 'right' });

/** "71.3 [70.8, 72.2]": median and observed minimum and maximum. */
export function spreadCell(spread: Spread | null, divisor: number, decimals: number): string {
  if (spread === null) return '–';
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) =>
    formatFixed(value / divisor, decimals),
  );
  if (spread.n < 2) return median ?? '–';
  return `${median ?? '–'} [${min ?? '–'}, ${max ?? '–'}]`;
}

export function medianCell(spread: Spread | null, divisor: number, decimals: number): string {
  return spread === null ? '–' : formatFixed(spread.median / divisor, decimals);
}

/** Behind the best value of a column; a CSV file leaves it out. */
export const BEST_MARK = ' ★';

export const RANGE_NOTE =
  'Cells are medians over trials [observed minimum, observed maximum]; the range is what was seen, not a confidence interval. n is the number of trials that passed.';

export const TAIL_NOTE = '– stands where a trial has fewer than ten samples beyond the percentile.';
