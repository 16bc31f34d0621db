// A table with its numbers as text: what every printer shows, cell for cell. Only the marks around it differ by target.

import { alignOf, isList, isNumber, isText } from '../tables/table.ts';
import type { Cell, Column, NumberCell, Table } from '../tables/table.ts';
import { numberText } from '../text/numbers.ts';
import { printable } from '../text/printable.ts';

export interface ShownCell {
  readonly text: string;
  readonly isBest: boolean;
  /** Bold where the target has it: the best, and words that stand out. */
  readonly isStrong: boolean;
}

export interface ShownColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
}

export interface ShownTable {
  readonly caption: string;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly (readonly ShownCell[])[];
  readonly notes: readonly string[];
}

/** `mark` is how this target marks the best value; what it means stands below tables that have one. */
export function shownTable(table: Table, mark: string): ShownTable {
  const scales = table.columns.map((column, index) => scaleOf(table, column, index));
  const rows = table.rows.map((row) =>
    table.columns.map((column, index): ShownCell => {
      const cell = row[index] ?? { text: '' };
      const text = cellText(cell, column, scales[index]);
      const isBest = isNumber(cell) && cell.isBest === true;
      return { text, isBest, isStrong: isBest || (isText(cell) && cell.isStrong === true) };
    }),
  );
  const hasBest = rows.some((row) => row.some(({ isBest }) => isBest));
  return {
    caption: printable(table.caption),
    columns: table.columns.map(({ title }, index) => ({
      title: printable(title),
      align: alignOf(table, index),
    })),
    rows,
    notes: [
      ...table.notes,
      ...(hasBest ? [`${mark} is the best of its ${table.bestOf ?? 'column'}.`] : []),
    ].map(printable),
  };
}

interface Scale {
  readonly divisor: number;
  readonly mark: string;
}

const SCALES: readonly Scale[] = [
  { divisor: 1e6, mark: 'M' },
  { divisor: 1e3, mark: 'K' },
];
const UNSCALED: Scale = { divisor: 1, mark: '' };

function scaleOf({ rows }: Table, { isScaled }: Column, index: number): Scale {
  if (isScaled !== true) return UNSCALED;
  const values = rows.flatMap((row) => {
    const cell = row[index];
    return cell === undefined || isText(cell) || isList(cell) ? [] : [cell.value ?? 0];
  });
  const largest = Math.max(0, ...values);
  return SCALES.find(({ divisor }) => largest >= divisor) ?? UNSCALED;
}

function cellText(cell: Cell, column: Column, scale: Scale = UNSCALED): string {
  if (isText(cell)) return printable(cell.text);
  const text = isList(cell)
    ? cell.values.map((value) => numberText(value, cell.digits)).join(' / ')
    : valueText(cell, scale);
  const unit = column.showsUnit === true && cell.digits !== 'bytes' ? cell.unit : '';
  return printable([text, unit, cell.note ?? ''].filter((part) => part !== '').join(' '));
}

/** "71.3 [70.8, 72.2]" */
function valueText({ value, low, high, digits }: NumberCell, { divisor, mark }: Scale): string {
  const text = (number: number | null): string =>
    number === null ? numberText(null, digits) : `${numberText(number / divisor, digits)}${mark}`;
  if (value === null || low === undefined || high === undefined) return text(value);
  return `${text(value)} [${text(low)}, ${text(high)}]`;
}
