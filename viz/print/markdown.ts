// Tables and texts as Markdown (CommonMark with GitHub's tables). Whatever a name contains is shown and obeyed by nothing.

import type { Table } from '../tables/table.ts';
import { printable } from '../text/printable.ts';
import { shownTable, type ShownCell } from './shown.ts';

const MARKDOWN_BEST = 'Bold';

/** Emphasis, code, math, tags, entities, links and what becomes a link by itself. */
const INLINE =
  /[\\`*~$]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|\](?=[([:])|(?<=www)\.|:(?=\/\/)|(?<=[\w.+-])@(?=[\w-]+\.)/giu;
const TAG = /<(?=[a-z/!?])/gi;
const ENTITY = /&(?=#?\w+;)/g;
/** Headings, quotes, lists and definitions are known by how a line begins. */
const START = /^(?:[#>+=[-]|(\d+)([.)])(?= |$))/;

/** Text within a line. */
export const inlineMarkdown = (text: string): string =>
  printable(text).replace(INLINE, '\\$&').replace(ENTITY, '&amp;').replace(TAG, '&lt;');

/** Text that begins a paragraph or an item of a list. */
export const blockMarkdown = (text: string): string =>
  inlineMarkdown(text).replace(START, (all, number?: string, point = '') =>
    number === undefined ? `\\${all}` : `${number}\\${point}`,
  );

const cellMarkdown = ({ text, isStrong }: Pick<ShownCell, 'text' | 'isStrong'>): string => {
  const inline = inlineMarkdown(text).replaceAll('|', '\\|');
  return isStrong && text !== '' ? `**${inline}**` : inline;
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function tableMarkdown(table: Table): string {
  const { caption, columns, rows, notes } = shownTable(table, MARKDOWN_BEST);
  const head = columns.map(({ title }) => cellMarkdown({ text: title, isStrong: false }));
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  const grid = [
    line(head),
    `|${rule.join('|')}|`,
    ...rows.map((row) => line(row.map(cellMarkdown))),
  ];
  const title = caption === '' ? [] : [`**${inlineMarkdown(caption)}**`];
  return [...title, grid.join('\n'), ...notes.map(blockMarkdown)].join('\n\n');
}
