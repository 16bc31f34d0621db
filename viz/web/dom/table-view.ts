// A table on the page: sortable by every column, filtered by the page's filter, downloadable as CSV.

import { tableCsv } from '../../print/csv.ts';
import { HTML_BEST } from '../../print/html.ts';
import { shownTable, type ShownTable } from '../../print/shown.ts';
import { isList, isText, type Cell, type Table } from '../../tables/table.ts';
import { button, download, element } from './dom.ts';

interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Numbers by their values, before what has none; texts by their characters, the same everywhere. */
function compareCells(a: Cell | undefined, b: Cell | undefined): number {
  const [x, y] = [keyOf(a), keyOf(b)];
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1;
  return x < y ? -1 : x > y ? 1 : 0;
}

function keyOf(cell: Cell | undefined): number | string {
  if (cell === undefined) return '';
  if (isText(cell)) return cell.text;
  return (isList(cell) ? cell.values[0] : cell.value) ?? '';
}

/** The places of the rows that are shown, in their order. */
function shownPlaces(
  table: Table,
  { rows }: ShownTable,
  filter: string,
  sorting: Sorting | null,
): number[] {
  const wanted = filter.trim().toLowerCase();
  const isWanted = (place: number): boolean =>
    (rows[place] ?? []).some(({ text }) => text.toLowerCase().includes(wanted));
  const places = [...rows.keys()].filter(isWanted);
  if (sorting === null) return places;
  const { column, isDescending } = sorting;
  const sign = isDescending ? -1 : 1;
  return places.sort(
    (a, b) => sign * compareCells(table.rows[a]?.[column], table.rows[b]?.[column]),
  );
}

export function tableView(table: Table, filter: string, fileName: string): HTMLElement {
  const shown = shownTable(table, HTML_BEST);
  let sorting: Sorting | null = null;
  const body = element('tbody');
  const heads = shown.columns.map(({ title, align }, column) => {
    const sort = button(title === '' ? 'Fact' : title, () => {
      const isDescending = sorting?.column === column && !sorting.isDescending;
      sorting = { column, isDescending };
      fill();
    });
    return element('th', { scope: 'col', ...(align === 'right' ? { class: 'r' } : {}) }, sort);
  });
  const fill = () => {
    heads.forEach((head, column) => {
      head.removeAttribute('aria-sort');
      if (sorting?.column !== column) return;
      head.setAttribute('aria-sort', sorting.isDescending ? 'descending' : 'ascending');
    });
    const places = shownPlaces(table, shown, filter, sorting);
    body.replaceChildren(...places.map((place) => rowView(shown, place)));
  };
  fill();
  return frame(table, shown, heads, body, fileName);
}

function frame(
  table: Table,
  { caption, notes }: ShownTable,
  heads: readonly HTMLElement[],
  body: HTMLElement,
  fileName: string,
): HTMLElement {
  const grid = element(
    'table',
    {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...heads)),
    body,
  );
  const label = caption;
  const saveCsv = () => {
    download(`${fileName}.csv`, 'text/csv', tableCsv(table));
  };
  return element(
    'div',
    { class: 'table' },
    element('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': label }, grid),
    ...notes.map((note) => element('p', { class: 'notes' }, note)),
    button('CSV', saveCsv, { class: 'quiet', 'aria-label': `Download as CSV: ${caption}` }),
  );
}

function rowView({ columns, rows }: ShownTable, place: number): HTMLElement {
  const cells = (rows[place] ?? []).map(({ text, isStrong }, column) => {
    const align = columns[column]?.align === 'right' ? { class: 'r' } : {};
    const content = isStrong ? element('strong', {}, text) : text;
    return column === 0
      ? element('th', { scope: 'row', ...align }, content)
      : element('td', align, content);
  });
  return element('tr', {}, ...cells);
}
