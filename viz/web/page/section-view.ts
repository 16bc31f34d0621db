// A section without a figure on the page: heading, words, list and table.

import type { Item, Section } from '../../report/page.ts';
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
    ...(items.length === 0 ? [] : [listView(items)]),
    ...(table === undefined ? [] : [tableView(table, filter, id)]),
  );
}

const listView = (items: readonly Item[]): HTMLElement => element('ul', {}, ...items.map(itemView));

function itemView(item: Item): HTMLElement {
  if (typeof item === 'string') return element('li', {}, printable(item));
  const { text, to, label } = item;
  const link = label === undefined ? [] : [' ', element('a', { href: `#${to}` }, label)];
  return element('li', {}, printable(text), ...link);
}
