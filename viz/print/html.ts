// A table as HTML.

import type { Table } from '../tables/table.ts';
import { escapeXml } from '../text/xml.ts';
import { shownTable, type ShownCell } from './shown.ts';

export const HTML_BEST = 'Bold';

/** More columns than this scroll on a phone, and are printed smaller. */
const FITS_A_PHONE = 3;
const FITS_A_PAGE = 8;

/** The first column names the row. A wide table scrolls in its own box, also by keyboard. */
export function tableHtml(table: Table): string {
  const { caption, columns, rows, notes } = shownTable(table, HTML_BEST);
  const classOf = (index: number) => (columns[index]?.align === 'right' ? ' class="r"' : '');
  const head = columns.map(({ title }, index) =>
    title === '' ? '<td></td>' : `<th scope="col"${classOf(index)}>${escapeXml(title)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell, index) =>
      index === 0
        ? `<th scope="row"${classOf(index)}>${cellHtml(cell)}</th>`
        : `<td${classOf(index)}>${cellHtml(cell)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return (
    (columns.length > FITS_A_PHONE ? '<p class="hint">Scroll the table sideways →</p>' : '') +
    `<div class="scroll${columns.length > FITS_A_PAGE ? ' many' : ''}" role="region" tabindex="0" aria-label="${escapeXml(caption)}">` +
    `<table><caption>${escapeXml(caption)}</caption>` +
    `<thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>` +
    notes.map((note) => `<p class="notes">${escapeXml(note)}</p>`).join('')
  );
}

const cellHtml = ({ text, isStrong }: ShownCell): string =>
  isStrong ? `<strong>${escapeXml(text)}</strong>` : escapeXml(text);
