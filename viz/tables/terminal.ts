// The figures' tables as a terminal shows them: one device, 80 columns, plain text. It makes no table of its own.

import type { Column, Table } from '../definition.ts';
import { duplexFigures } from '../figures/duplex.ts';
import type { RunInput } from '../input/run-input.ts';

/** What a terminal shows without wrapping. */
export const TERMINAL_COLUMNS = 80;
const GAP = '  ';

/** One row per trial: too long for a terminal, and in data.json. */
const PER_TRIAL = ['run-order'];

/** Every table of a run; a note that several of them share stands below the first. */
export function terminalTables(run: RunInput): string[] {
  const figures = duplexFigures({ runs: [run], curves: [], curvesCase: '' });
  const said = new Set<string>();
  return figures
    .filter(({ id, table }) => !PER_TRIAL.includes(id) && table.rows.length > 0)
    .map(({ table }) => {
      const notes = table.notes.filter((note) => !said.has(note));
      for (const note of notes) said.add(note);
      return textTable(forTerminal({ ...table, notes }));
    });
}

/** The device stands above all tables; n stands beside the case, for all blocks. */
function forTerminal(table: Table): Table {
  const titles = table.columns.map(({ title }) => title);
  const rest = titles.flatMap((title, index) =>
    index === 0 || title === 'Device' || title === 'n' ? [] : [index],
  );
  const order = [0, titles.indexOf('n'), ...rest].filter((index) => index >= 0);
  const pick = <T>(row: readonly T[]): T[] => order.flatMap((index) => row[index] ?? []);
  return { ...table, columns: pick(table.columns), rows: table.rows.map(pick) };
}

export function textTable(table: Table): string {
  const columns = table.columns.map((column, index): SizedColumn => {
    const cells = table.rows.map((row) => row[index] ?? '');
    const width = Math.max(column.title.length, ...cells.map((cell) => cell.length));
    return { ...column, cells, width };
  });
  return [
    table.caption,
    ...blocksOf(columns).flatMap((block) => ['', ...blockLines(block, table.rows.length)]),
    ...(table.notes.length === 0 ? [] : ['']),
    ...table.notes.flatMap((note) => wrapText(note, TERMINAL_COLUMNS)),
  ].join('\n');
}

interface SizedColumn extends Column {
  readonly cells: readonly string[];
  readonly width: number;
}

/** Columns side by side as far as they fit; every further block begins with the first column again. */
function blocksOf([label, ...rest]: readonly SizedColumn[]): SizedColumn[][] {
  if (label === undefined) return [];
  const blocks: SizedColumn[][] = [[label]];
  for (const column of rest) {
    const block = blocks.at(-1) ?? [];
    if (block.length > 1 && widthOf([...block, column]) > TERMINAL_COLUMNS)
      blocks.push([label, column]);
    else block.push(column);
  }
  return blocks;
}

const widthOf = (block: readonly SizedColumn[]): number =>
  block.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);

function blockLines(block: readonly SizedColumn[], rows: number): string[] {
  const line = (text: (column: SizedColumn) => string): string =>
    block
      .map((column) => pad(text(column), column.width, column.align))
      .join(GAP)
      .trimEnd();
  return [
    line(({ title }) => title),
    '-'.repeat(widthOf(block)),
    ...Array.from({ length: rows }, (_, row) => line(({ cells }) => cells[row] ?? '')),
  ];
}

/** Lines of at most `columns` characters, cut at spaces. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function pad(text: string, width: number, align: Column['align']): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}
