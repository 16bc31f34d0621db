// What a reader of the page may choose; a report takes the defaults. Changes how values are shown, never the values.

import type { Measure } from '../tables/cells.ts';

export interface TimeUnit {
  readonly name: 'ns' | 'µs' | 'ms';
  readonly ns: number;
}

export const NANOSECONDS: TimeUnit = { name: 'ns', ns: 1 };
export const MICROSECONDS: TimeUnit = { name: 'µs', ns: 1e3 };
export const MILLISECONDS: TimeUnit = { name: 'ms', ns: 1e6 };

export const PERCENTILES = ['p50', 'p95', 'p99'] as const;
export type Percentile = (typeof PERCENTILES)[number];

export interface ViewOptions {
  readonly timeUnit: TimeUnit;
  readonly percentiles: readonly Percentile[];
  readonly latencyScale: 'log' | 'linear';
}

export const DEFAULT_VIEW: ViewOptions = {
  timeUnit: MICROSECONDS,
  percentiles: PERCENTILES,
  latencyScale: 'log',
};

/** Decimal places that keep a nanosecond clock's digits without inventing any. */
export const decimalsOf = ({ name }: TimeUnit): number => ({ ns: 0, µs: 1, ms: 4 })[name];

export const measureOf = (unit: TimeUnit): Measure => ({
  unit: unit.name,
  divisor: unit.ns,
  decimals: decimalsOf(unit),
});
