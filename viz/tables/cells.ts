// Cells and columns that the tables of duplex runs share.

import { areVariants, type Device } from '../input/run-input.ts';
import type { Spread } from '../../kernel/api/statistics/durations.ts';
import { isNumber, type Cell, type Column, type NumberCell, type Table } from './table.ts';

export const DEVICE: Column = { title: 'Device', role: 'device' };
/** Where every device is a variant of one run. */
export function ofVariants(table: Table): Table {
  const columns = table.columns.map((column) =>
    column.role === 'device' ? { ...column, title: 'Variant' } : column,
  );
  return { ...table, columns };
}

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

const TAIL_NOTE = '– stands where a trial has fewer than ten samples beyond the percentile.';

export const BATCH_MARK = '(batch mean)';

/** Only where a dash stands for that: a row with a batch mean has none of the percentiles, for another reason. */
export const tailNotes = (rows: readonly (readonly Cell[])[]): string[] =>
  rows.some((row) => {
    const numbers = row.filter(isNumber);
    return (
      numbers.some(({ value }) => value === null) &&
      !numbers.some(({ note }) => note === BATCH_MARK)
    );
  })
    ? [TAIL_NOTE]
    : [];

/** A device that is alone is named above all tables, not in every row of each; variants are called so. */
export function forDevices(table: Table, devices: readonly Device[]): Table {
  if (areVariants(devices)) return ofVariants(table);
  const device = table.columns.findIndex(({ role }) => role === 'device');
  // The first column names the row: where that is the device, it stays.
  if (devices.length !== 1 || device < 1) return table;
  const rest = <T>(row: readonly T[]): T[] => row.filter((_, index) => index !== device);
  return { ...table, columns: rest(table.columns), rows: table.rows.map(rest) };
}
