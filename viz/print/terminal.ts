// A table as a terminal shows it: plain text, fitted to a width.

import type { Table } from '../tables/table.ts';
import { cutToWidth, terminalWidth, wrapText } from '../text/width.ts';
import { shownTable, type ShownColumn, type ShownTable } from './shown.ts';

/** What a terminal shows without wrapping when nothing says how wide it is. */
export const TERMINAL_COLUMNS = 80;
const TERMINAL_BEST = '★';
const BEST = ' ★';
const GAP = '  ';
/** A longer name would leave no room for its numbers. */
const MOST_OF_WIDTH = 0.5;

export function tableText(table: Table, columns = TERMINAL_COLUMNS): string {
  const shown = shownTable(table, TERMINAL_BEST);
  return [
    ...wrapText(shown.caption, columns),
    ...blocksOf(sizedColumns(shown, columns), labelsOf(table), columns).flatMap((block) => [
      '',
      ...blockLines(block, shown.rows.length),
    ]),
    ...(shown.notes.length === 0 ? [] : ['']),
    ...shown.notes.flatMap((note) => wrapText(note, columns)),
  ].join('\n');
}

interface SizedColumn extends ShownColumn {
  readonly cells: readonly string[];
  readonly width: number;
}

function sizedColumns({ columns, rows }: ShownTable, room: number): SizedColumn[] {
  const texts = columns.map((_, index) =>
    rows.map((row) => `${row[index]?.text ?? ''}${row[index]?.isBest === true ? BEST : ''}`),
  );
  const widest = (title: string, cells: readonly string[]): number =>
    Math.max(0, ...[title, ...cells].map(terminalWidth));
  const first = Math.min(
    widest(columns[0]?.title ?? '', texts[0] ?? []),
    Math.floor(room * MOST_OF_WIDTH),
  );
  return columns.map((column, index) => {
    const most = index === 0 ? first : room - first - GAP.length;
    const title = cutToWidth(column.title, most);
    const cells = (texts[index] ?? []).map((text) => cutToWidth(text, most));
    return { title, align: column.align, cells, width: widest(title, cells) };
  });
}

/** What tells one row from the other: the first column, and the device beside it. */
const labelsOf = ({ columns: [, second] }: Table): number => (second?.role === 'device' ? 2 : 1);

/** Columns side by side as far as they fit; every further block begins with the labels again. */
function blocksOf(
  columns: readonly SizedColumn[],
  labelCount: number,
  room: number,
): SizedColumn[][] {
  const labels = columns.slice(0, labelCount);
  const blocks: SizedColumn[][] = [[...labels]];
  for (const column of columns.slice(labelCount)) {
    const block = blocks.at(-1) ?? [];
    if (block.length > labelCount && widthOf([...block, column]) > room)
      blocks.push([...labels, column]);
    else block.push(column);
  }
  return blocks;
}

const widthOf = (block: readonly SizedColumn[]): number =>
  block.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);

function blockLines(block: readonly SizedColumn[], rows: number): string[] {
  const line = (text: (column: SizedColumn) => string): string =>
    block
      .map((column) => padded(text(column), column))
      .join(GAP)
      .trimEnd();
  return [
    line(({ title }) => title),
    '-'.repeat(Math.max(0, widthOf(block))),
    ...Array.from({ length: rows }, (_, row) => line(({ cells }) => cells[row] ?? '')),
  ];
}

function padded(text: string, { width, align }: SizedColumn): string {
  const space = ' '.repeat(width - terminalWidth(text));
  return align === 'right' ? space + text : text + space;
}
