// A section without a figure on the page: heading, words, list and table.

import type { Chapter, Item, Section } from '../../report/page.ts';
import { printable } from '../../text/printable.ts';
import { element } from '../dom/dom.ts';
import { tableView } from '../dom/table-view.ts';

export function sectionView(section: Section, filter: string): HTMLElement {
  const { id, title, level = 2 } = section;
  return element(
    'section',
    { id },
    element(`h${level}`, {}, printable(title)),
    ...contentOf(section, filter),
  );
}

/** Folded until a reader, or print, wants it. */
export function chapterView({ head, rest }: Chapter, filter: string, open: boolean): HTMLElement {
  const summary = element('summary', {}, element('h2', {}, printable(head.title)));
  return element(
    'details',
    { class: 'part', id: head.id, open },
    summary,
    ...contentOf(head, filter),
    ...rest.map((section) => sectionView(section, filter)),
  );
}

function contentOf(section: Section, filter: string): HTMLElement[] {
  const { id, paragraphs = [], items = [], table } = section;
  return [
    ...paragraphs.map((text) => element('p', {}, printable(text))),
    ...(items.length === 0 ? [] : [listView(items)]),
    ...(table === undefined ? [] : [tableView(table, filter, id)]),
  ];
}

export const listView = (
  items: readonly Item[],
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement =>
  element('ul', { ...attributes, hidden: items.length === 0 }, ...items.map(itemView));

/** The address of the page holds the reader's choices: a link scrolls and leaves it as it is. */
function itemView(item: Item): HTMLElement {
  if (typeof item === 'string') return element('li', {}, printable(item));
  const { text, to, label } = item;
  if (label === undefined) return element('li', {}, printable(text));
  const link = element('a', { href: `#${to}` }, label);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById(to)?.scrollIntoView();
  });
  return element('li', {}, printable(text), ' ', link);
}
