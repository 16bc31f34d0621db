// A table as data, and its two texts: fixed columns for a terminal and Markdown for a report. Pure; it knows no
// measurement.

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences below the table: the statistic, the range and its kind, what is missing. */
  readonly notes: readonly string[];
}

export interface Column {
  readonly name: string;
  readonly align: 'left' | 'right';
}

/** What a terminal shows without wrapping. */
export const TERMINAL_COLUMNS = 80;
const GAP = '  ';

export function textTable(table: Table): string {
  const widths = table.columns.map((column, index) =>
    Math.max(column.name.length, ...table.rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, table.columns[index]?.align ?? 'left'))
      .join(GAP)
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length));
  return [
    table.title,
    '',
    line(table.columns.map((column) => column.name)),
    rule,
    ...table.rows.map(line),
    '',
    ...table.notes.flatMap((note) => wrapText(note, TERMINAL_COLUMNS)),
  ].join('\n');
}

export function markdownTable(table: Table): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [
    row(table.columns.map((column) => column.name)),
    row(table.columns.map((column) => (column.align === 'right' ? '---:' : '---'))),
    ...table.rows.map(row),
    '',
    table.notes.join(' '),
  ].join('\n');
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

function pad(text: string, width: number, align: 'left' | 'right'): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
