// A table as plain data: its cells are values with a unit and digits. Text is made by viz/print, and nothing parses it.

/** How a number is shown. */
export type Digits =
  /** So many places behind the point; `isSigned`: with a plus when it is positive. */
  | { readonly decimals: number; readonly isSigned?: boolean }
  /** So many digits that count, never an exponent; zeros at the end go unless they are kept: 21 and 21.0. */
  | { readonly significant: number; readonly keepsZeros?: boolean }
  /** Four digits or so: three places below 10, two below 100, one below 10,000. */
  | 'measured'
  /** A size in bytes as in the names of cases: 64 KiB, 1.5 KiB, 65,537 B. */
  | 'bytes';

interface Numeric {
  /** What a value counts: "µs", "MB/s", "B"; empty for plain numbers. */
  readonly unit: string;
  readonly digits: Digits;
  /** A mark or a word behind the number: "†". What a mark means stands in the table's notes. */
  readonly note?: string;
}

export interface NumberCell extends Numeric {
  /** Null: there is none; the table's notes say why. */
  readonly value: number | null;
  /** A range around the value, printed as [low, high]. What kind of range it is stands in the table's notes. */
  readonly low?: number;
  readonly high?: number;
  /** Among the best of its column; ties are all best. */
  readonly isBest?: boolean;
}

/** Numbers that belong together in one cell: before / open / after. */
export interface ListCell extends Numeric {
  readonly values: readonly (number | null)[];
}

/** Names and words, and prose in which numbers stand among words. */
export interface TextCell {
  readonly text: string;
  /** What a reader looks for: a verdict that is not "same". */
  readonly isStrong?: boolean;
}

export type Cell = TextCell | NumberCell | ListCell;

export interface Column {
  readonly title: string;
  /** One decimal prefix for all values of the column, by its largest one: K or M. */
  readonly isScaled?: boolean;
  /** The unit stands behind every value, because it differs from row to row. */
  readonly showsUnit?: boolean;
  /** Facts of many kinds: to the left although numbers are among them. */
  readonly isProse?: boolean;
  /** What the numbers of a list cell are, one by one. */
  readonly parts?: readonly string[];
  /** What the column is among those of other tables: a terminal shows one device and names it once. */
  readonly role?: 'device' | 'count';
}

export interface Table {
  readonly caption: string;
  /** The first column names the row. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
  /** Among what a marked value is the best; its column when nothing is said. */
  readonly bestOf?: 'kind';
}

export const isText = (cell: Cell): cell is TextCell => 'text' in cell;
export const isList = (cell: Cell): cell is ListCell => 'values' in cell;
export const isNumber = (cell: Cell): cell is NumberCell => 'value' in cell;

/** Numbers stand to the right, so that their digits are below each other; the row's name and words to the left. */
export function alignOf({ columns, rows }: Table, column: number): 'left' | 'right' {
  if (column === 0 || columns[column]?.isProse === true) return 'left';
  return rows.some((row) => row[column] !== undefined && !isText(row[column])) ? 'right' : 'left';
}

export const words = (text: string): TextCell => ({ text });

/** A whole number: frames, trials, threads. */
export const count = (value: number | null): NumberCell => ({
  value,
  unit: '',
  digits: { decimals: 0 },
});

export const bytes = (value: number | null): NumberCell => ({ value, unit: 'B', digits: 'bytes' });
