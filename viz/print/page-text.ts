// A page for a terminal: paragraphs and lists wrapped to its width, tables fitted to it. The only text of pages without marks.

import type { Item, Page, Section } from '../report/page.ts';
import { printable } from '../text/printable.ts';
import { wrapText } from '../text/width.ts';
import { tableText } from './terminal.ts';

export function pageText(page: Page, columns: number): string {
  return [
    ...wrapText(printable(page.title), columns),
    ...wrapText(printable(page.byline), columns),
    ...itemLines(page.findings ?? [], columns),
    ...page.lead.flatMap((text) => ['', ...wrapText(printable(text), columns)]),
    ...page.sections.flatMap((section) => ['', ...sectionLines(section, columns)]),
    '',
  ].join('\n');
}

function sectionLines(section: Section, columns: number): string[] {
  const { title, paragraphs = [], items = [], table } = section;
  return [
    printable(title),
    ...paragraphs.flatMap((text) => wrapText(printable(text), columns)),
    ...(table === undefined ? [] : ['', tableText(table, columns)]),
    ...itemLines(items, columns),
  ];
}

export const itemLines = (items: readonly Item[], columns: number): string[] =>
  items.flatMap((item) =>
    wrapText(`- ${printable(typeof item === 'string' ? item : item.text)}`, columns),
  );
