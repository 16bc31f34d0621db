// A table as CSV (RFC 4180): numbers as they are, without rounding or grouping, a range in two more columns.

import { csvField as quoted } from '../../kernel/api/logs/csv.ts';
import { isList, isText } from '../tables/table.ts';
import type { Cell, Column, Table } from '../tables/table.ts';
import { printable } from '../text/printable.ts';

export function tableCsv(table: Table): string {
  const parts = table.columns.map((column, index) =>
    columnFields(
      column,
      table.rows.map((row) => row[index] ?? { text: '' }),
    ),
  );
  const lines = [-1, ...table.rows.keys()].map((row) =>
    parts.flatMap((fields) => fields.map((field) => field[row + 1] ?? '')).join(','),
  );
  return lines.map((line) => `${line}\r\n`).join('');
}

/** One field, whatever the text holds. A spreadsheet takes what begins like a formula for one: it gets an apostrophe. */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = printable(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return quoted(safe);
}

/**
 * The wide forms count too (OWASP, "CSV Injection"); line ends and tabs are gone before. A text with an apostrophe of its
 * own gets one more, so that whoever takes one off has the text again.
 */
const FORMULA = /^['=+\-@＝＋－＠]/;

type Value = string | number | null;

/** The columns of the file for one column of the table, each with its heading on top. */
function columnFields({ title, parts = [] }: Column, cells: readonly Cell[]): string[][] {
  const numbers = cells.flatMap((cell) => (isText(cell) ? [] : [cell]));
  const units = [...new Set(numbers.map(({ unit }) => unit))];
  const [only = ''] = units.length === 1 ? units : [];
  const unit = title.includes(only) ? '' : only;
  const name = unit === '' ? title : [title, unit].filter((part) => part !== '').join(', ');
  const length = Math.max(1, ...numbers.map((cell) => (isList(cell) ? cell.values.length : 1)));
  const column = (suffix: string, value: (cell: Cell) => Value): string[] => [
    csvField(suffix === '' ? name : `${name} (${suffix})`),
    ...cells.map((cell) => csvField(value(cell))),
  ];
  const hasRange = numbers.some((cell) => !isList(cell) && cell.low !== undefined);
  return [
    ...Array.from({ length }, (_, place) =>
      column(length === 1 ? '' : (parts[place] ?? String(place + 1)), (cell) =>
        valueAt(cell, place),
      ),
    ),
    ...(hasRange
      ? (['low', 'high'] as const).map((end) => column(end, (cell) => endOf(cell, end)))
      : []),
    ...(units.length > 1 ? [column('unit', (cell) => (isText(cell) ? '' : cell.unit))] : []),
    ...(numbers.some(({ note }) => note !== undefined)
      ? [column('note', (cell) => (isText(cell) ? '' : (cell.note ?? '')))]
      : []),
  ];
}

function valueAt(cell: Cell, place: number): Value {
  if (isList(cell)) return cell.values[place] ?? null;
  if (place > 0) return null;
  return isText(cell) ? cell.text : cell.value;
}

const endOf = (cell: Cell, end: 'low' | 'high'): Value =>
  isText(cell) || isList(cell) ? null : (cell[end] ?? null);
