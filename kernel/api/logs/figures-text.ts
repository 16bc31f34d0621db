// Numbers as the reference's pages print them: significant digits first, then one unit a column, never an exponent. No locale.
import type { LogStatistics } from './statistics.ts';

export type ColumnUnit = 'plain' | 'scaled' | 'fixed2' | 'count' | 'text';

const MEGA = 1e6;
const KILO = 1e3;

/** Groups of three digits before the point. */
export function withThousands(text: string): string {
  const [whole = '', ...fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return [grouped, ...fraction].join('.');
}

const withoutZeros = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

export function significantText(
  value: number,
  digits: number,
  statistics: Pick<LogStatistics, 'significant'>,
): string {
  if (value === 0) return '0';
  return withThousands(withoutZeros(statistics.significant(value, digits)));
}

/** One unit for a whole column, by its largest value. */
export function unitOf(values: readonly number[]): {
  readonly divisor: number;
  readonly mark: string;
} {
  const largest = Math.max(0, ...values);
  if (largest >= MEGA) return { divisor: MEGA, mark: 'M' };
  return largest >= KILO ? { divisor: KILO, mark: 'K' } : { divisor: 1, mark: '' };
}
