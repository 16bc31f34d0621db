// A section without a figure on the page: heading, words, list and table.

import type { Section } from '../../report/page.ts';
import { printable } from '../../text/printable.ts';
import { element } from '../dom/dom.ts';
import { tableView } from '../dom/table-view.ts';

export function sectionView(section: Section, filter: string): HTMLElement {
  const { id, title, level = 2, paragraphs = [], items = [], table } = section;
  return element(
    'section',
    { id },
    element(`h${level}`, {}, printable(title)),
    ...paragraphs.map((text) => element('p', {}, printable(text))),
    ...(items.length === 0
      ? []
      : [element('ul', {}, ...items.map((item) => element('li', {}, printable(item))))]),
    ...(table === undefined ? [] : [tableView(table, filter, id)]),
  );
}
