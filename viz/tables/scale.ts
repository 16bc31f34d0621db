// The unit in which values are shown: a file's seconds read better as microseconds. Values themselves stay what the file says.

import type { NumberCell } from './table.ts';

const TIMES = ['ns', 'us', 'ms', 's'];
const RATES: Readonly<Record<string, string>> = { 'B/s': 'MB/s', 'bit/s': 'Mbit/s' };

export interface Scale {
  /** `µs` stands for a file's `us`; empty where nothing says the unit. */
  readonly unit: string;
  /** What a value is multiplied with. */
  readonly factor: number;
}

/** By the smallest value that is not 0: then no cell of a case begins with zeros. */
export function scaleOf(unit: string | null, values: readonly (number | null)[]): Scale {
  const sizes = values.flatMap((value) => (value === null || value === 0 ? [] : Math.abs(value)));
  if (sizes.length === 0) return { unit: shown(unit), factor: 1 };
  const place = TIMES.indexOf(unit ?? '');
  if (place >= 0) {
    const nanoseconds = Math.min(...sizes) * 1000 ** place;
    const best = Math.max(0, Math.min(3, steps(nanoseconds)));
    return { unit: shown(TIMES[best] ?? ''), factor: 1000 ** (place - best) };
  }
  const mega = RATES[unit ?? ''];
  const isLarge = mega !== undefined && Math.max(...sizes) >= 1e6;
  return isLarge ? { unit: mega, factor: 1e-6 } : { unit: shown(unit), factor: 1 };
}

const shown = (unit: string | null): string => (unit === 'us' ? 'µs' : (unit ?? ''));

/** How many thousands there are in a value. */
function steps(value: number): number {
  let count = 0;
  for (let rest = value; rest >= 1000; rest /= 1000) count += 1;
  return count;
}

export function cellOf({ unit, factor }: Scale): (value: number | null) => NumberCell {
  return (value) => ({
    value: value === null ? null : value * factor,
    unit: value === null ? '' : unit,
    digits: { significant: 4, keepsZeros: true },
  });
}
