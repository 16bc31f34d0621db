// One table on a PDF page: column widths from the texts, a repeated head on every page, tags per cell.

import { BOLD, REGULAR } from '../draw/pdf.ts';
import type { Table } from '../tables/table.ts';
import { LIGHT } from '../theme.ts';
import type { PdfPage } from './pdf-page.ts';
import { shownTable, type ShownCell, type ShownTable } from './shown.ts';

/** Points. */
const SIZE = 8;
const PADDING = 3;
const GAP = 8;

const PDF_BEST = 'Bold';

export function addTable(page: PdfPage, values: Table, leftPt: number): void {
  const { doc } = page;
  const table = shownTable(values, PDF_BEST);
  page.need(70);
  page.add('P', () => {
    doc.font(BOLD).fontSize(9).fillColor(LIGHT.foreground);
    doc.text(table.caption, leftPt, doc.y + 4);
  });
  doc.moveDown(0.3);
  addRows(page, table, leftPt);
  doc.x = leftPt;
  doc.y += 4;
  for (const note of table.notes) {
    page.need(30);
    page.add('P', () => {
      doc.font(REGULAR).fontSize(SIZE).fillColor(LIGHT.muted);
      doc.text(note, leftPt, doc.y, { width: page.widthPt });
    });
  }
  doc.moveDown(0.5);
}

function addRows(page: PdfPage, table: ShownTable, leftPt: number): void {
  const { doc } = page;
  const widths = columnWidths(page, table);
  const element = doc.struct('Table');
  page.attach(element);
  const head = table.columns.map(({ title }) => ({ text: title, isBest: false, isStrong: true }));
  const add = (cells: readonly ShownCell[], isHead: boolean, height: number): void => {
    addRow(page, element, table, { cells, widths, leftPt, isHead, height });
  };
  const headPt = rowHeight(page, head, widths);
  add(head, true, headPt);
  for (const [index, cells] of table.rows.entries()) {
    // The last row is not alone on a page.
    const together = index === table.rows.length - 2 ? table.rows.slice(index) : [cells];
    const heights = together.map((row) => rowHeight(page, row, widths));
    const heightPt = heights.reduce((sum, height) => sum + height, 0);
    if (doc.y + heightPt > doc.page.height - leftPt) {
      doc.addPage();
      add(head, true, headPt);
    }
    add(cells, false, heights[0] ?? 0);
  }
  element.end();
}

/** A column of texts can wrap down to this; numbers wrap only when that is not enough. */
const LEAST_TEXT = 56;

/** Natural widths; when they do not fit, the widest columns give way first and their texts wrap. */
function columnWidths(page: PdfPage, table: ShownTable): number[] {
  const { doc, widthPt } = page;
  const natural = table.columns.map(({ title }, column) => {
    doc.font(BOLD).fontSize(SIZE);
    const head = doc.widthOfString(title);
    const cells = table.rows.map((row) => {
      doc.font(row[column]?.isStrong === true ? BOLD : REGULAR);
      return doc.widthOfString(row[column]?.text ?? '');
    });
    return Math.max(head, ...cells) + GAP + 1;
  });
  const texts = table.columns.map(({ align }) => align === 'left');
  const excess = natural.reduce((sum, width) => sum + width, 0) - widthPt;
  const rest = narrow(natural, excess, (column) => texts[column] === true, LEAST_TEXT);
  narrow(natural, rest, () => true, 20);
  return natural;
}

/** Takes `excess` from the columns that may give way, the widest first; what could not be taken. */
function narrow(
  widths: number[],
  excess: number,
  isYielding: (column: number) => boolean,
  least: number,
): number {
  let rest = excess;
  while (rest > 0.5) {
    const yielding = widths.filter((width, column) => isYielding(column) && width > least);
    const widest = Math.max(0, ...yielding);
    if (widest === 0) return rest;
    const column = widths.findIndex((width, at) => width === widest && isYielding(at));
    const second = Math.max(least, ...yielding.filter((width) => width < widest));
    const cut = Math.min(rest, Math.max(2, widest - second));
    widths[column] = widest - cut;
    rest -= cut;
  }
  return rest;
}

interface RowOptions {
  readonly cells: readonly ShownCell[];
  readonly widths: readonly number[];
  readonly leftPt: number;
  readonly isHead: boolean;
  readonly height: number;
}

function rowHeight(page: PdfPage, cells: readonly ShownCell[], widths: readonly number[]): number {
  const { doc } = page;
  const heights = cells.map(({ text, isStrong }, column) => {
    doc.font(isStrong ? BOLD : REGULAR).fontSize(SIZE);
    const width = (widths[column] ?? 0) - GAP;
    return doc.heightOfString(text, { width });
  });
  return Math.max(SIZE, ...heights) + 2 * PADDING;
}

function addRow(
  page: PdfPage,
  element: PDFKit.PDFStructureElement,
  table: ShownTable,
  { cells, widths, leftPt, isHead, height }: RowOptions,
): void {
  const { doc } = page;
  const top = doc.y;
  const row = doc.struct('TR');
  element.add(row);
  let x = leftPt;
  cells.forEach(({ text, isStrong }, column) => {
    const width = widths[column] ?? 0;
    const place = { x, y: top + PADDING, width: width - GAP };
    const align = table.columns[column]?.align ?? 'left';
    row.add(
      doc.struct(isHead ? 'TH' : 'TD', {}, () => {
        doc
          .font(isStrong ? BOLD : REGULAR)
          .fontSize(SIZE)
          .fillColor(LIGHT.foreground);
        const options = { width: place.width, align };
        doc.text(text, place.x, place.y, options);
      }),
    );
    x += width;
  });
  row.end();
  doc.markContent('Artifact', { type: 'Layout' });
  const end = leftPt + widths.reduce((sum, width) => sum + width, 0) - GAP;
  doc.lineWidth(isHead ? 0.8 : 0.4).strokeColor(isHead ? LIGHT.muted : LIGHT.grid);
  doc
    .moveTo(leftPt, top + height)
    .lineTo(end, top + height)
    .stroke();
  doc.endMarkedContent();
  doc.x = leftPt;
  doc.y = top + height;
}
