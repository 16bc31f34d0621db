// A table on the page: sortable by every column, filtered by the page's filter, downloadable as CSV.

import type { Table } from '../../definition.ts';
import { tableCsv } from '../../tables/csv.ts';
import { button, download, element } from './dom.ts';

interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** The first number of a cell decides; texts sort by their characters, the same everywhere. */
function compareCells(a: string, b: string): number {
  const number = (text: string) =>
    parseFloat(
      text
        .replaceAll(',', '')
        .replaceAll('−', '-')
        .replace(/^[^\d-]+/, ''),
    );
  const [x, y] = [number(a), number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

function shownRows(table: Table, filter: string, sorting: Sorting | null): (readonly string[])[] {
  const wanted = filter.trim().toLowerCase();
  const rows = table.rows.filter((row) => row.join(' ').toLowerCase().includes(wanted));
  if (sorting === null) return rows;
  const { column, isDescending } = sorting;
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => sign * compareCells(a[column] ?? '', b[column] ?? ''));
}

export function tableView(table: Table, filter: string, fileName: string): HTMLElement {
  let sorting: Sorting | null = null;
  const body = element('tbody');
  const heads = table.columns.map(({ title, align }, column) => {
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
    body.replaceChildren(...shownRows(table, filter, sorting).map((row) => rowView(table, row)));
  };
  fill();
  return frame(table, heads, body, fileName);
}

function frame(
  table: Table,
  heads: readonly HTMLElement[],
  body: HTMLElement,
  fileName: string,
): HTMLElement {
  const grid = element(
    'table',
    {},
    element('caption', {}, table.caption),
    element('thead', {}, element('tr', {}, ...heads)),
    body,
  );
  const label = `Table: ${table.caption}`;
  const saveCsv = () => {
    download(`${fileName}.csv`, 'text/csv', tableCsv(table));
  };
  return element(
    'div',
    { class: 'table' },
    element('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': label }, grid),
    ...table.notes.map((note) => element('p', { class: 'notes' }, note)),
    button('CSV', saveCsv, { class: 'quiet', 'aria-label': `Download as CSV: ${table.caption}` }),
  );
}

function rowView(table: Table, row: readonly string[]): HTMLElement {
  const cells = row.map((text, column) => {
    const align = table.columns[column]?.align === 'right' ? { class: 'r' } : {};
    return column === 0
      ? element('th', { scope: 'row', ...align }, text)
      : element('td', align, text);
  });
  return element('tr', {}, ...cells);
}
