// A page as PDF: A4, tagged, with an outline. The same content gives the same bytes: no clock, no chance.

import PDFDocument from '#pdfkit';
import type { RecordingUPlot } from '../draw/dom-stub.ts';
import { drawFigure } from '../draw/drawing.ts';
import { BOLD, drawIntoPdf, REGULAR, registerFonts } from '../draw/pdf.ts';
import type { FigureDefinition } from '../definition.ts';
import type { PdfFonts } from '../assets/node.ts';
import { printable } from '../text/printable.ts';
import { LIGHT } from '../theme.ts';
import { topicOf, type Item, type Page, type Section } from '../report/page.ts';
import type { PdfPage } from './pdf-page.ts';
import { addTable } from './table-pdf.ts';

/** Points. */
const MARGIN = 48;
const BODY = 9.5;
const CAPTION = 8.5;
const FOOT = 34;

export interface PdfOptions {
  readonly recording: RecordingUPlot;
  readonly fonts: PdfFonts;
}

export async function pagePdf(content: Page, options: PdfOptions): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    // None at first: in a browser pdfkit has no Helvetica to begin with.
    font: '',
    info: {
      Title: printable(content.title),
      Creator: 'echometer',
      CreationDate: new Date(content.date),
    },
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  registerFonts(doc, options.fonts);
  joinFinishedPages(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  writeContent(pageOf(doc, root), content, options.recording);
  root.end();
  numberPages(doc);
  doc.end();
  await done;
  return joined(chunks);
}

/** What pdfkit hides of a page: its drawing commands so far. */
interface HiddenContent {
  readonly content: { buffer: Uint8Array[] };
}

/**
 * Pages wait for their numbers until the end. pdfkit keeps each command of a page as an array of its own, which takes ten times
 * the room of its bytes: 2.3 GB for a report of 1,000 runs.
 */
function joinFinishedPages(doc: PDFKit.PDFDocument): void {
  let page = doc.page as unknown as HiddenContent;
  doc.on('pageAdded', () => {
    page.content.buffer = [joined(page.content.buffer)];
    page = doc.page as unknown as HiddenContent;
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function pageOf(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): PdfPage {
  return {
    doc,
    widthPt: doc.page.width - 2 * MARGIN,
    add: (tag, draw, alt) => {
      root.add(doc.struct(tag, alt === undefined ? {} : { alt }, draw));
    },
    attach: (element) => {
      root.add(element);
    },
    need: (heightPt) => {
      if (doc.y + heightPt > doc.page.height - MARGIN) doc.addPage();
    },
  };
}

function writeContent(page: PdfPage, content: Page, recording: RecordingUPlot): void {
  const { doc } = page;
  page.add('H1', () => {
    doc
      .font(BOLD)
      .fontSize(20)
      .fillColor(LIGHT.foreground)
      .text(printable(content.title), MARGIN, doc.y);
  });
  doc.moveDown(0.2);
  paragraph(page, content.byline, LIGHT.muted);
  for (const item of content.findings ?? []) listItem(page, item);
  for (const text of content.lead) paragraph(page, text, LIGHT.foreground);
  for (const section of content.sections) writeSection(page, section, recording);
}

function paragraph(page: PdfPage, text: string, color: string, size = BODY): void {
  const { doc, widthPt } = page;
  page.need(size * 3);
  page.add('P', () => {
    doc.font(REGULAR).fontSize(size).fillColor(color);
    doc.text(printable(text), MARGIN, doc.y, {
      width: widthPt,
      lineGap: 1.5,
    });
  });
  doc.moveDown(0.5);
}

function listItem(page: PdfPage, item: Item): void {
  const [text, label = ''] = typeof item === 'string' ? [item] : [item.text, item.label];
  paragraph(page, `• ${text}${label === '' ? '' : ` (${label})`}`, LIGHT.foreground);
}

const HEADING_SIZES = { 2: 13, 3: 11, 4: 9.5 } as const;

function writeSection(page: PdfPage, section: Section, recording: RecordingUPlot): void {
  const { doc } = page;
  const { title, level = 2, paragraphs = [], items = [], figure, table } = section;
  const drawing =
    figure === undefined ? null : drawFigure(recording, figure, { theme: LIGHT, layout: 'wide' });
  const scale = drawing === null ? 1 : page.widthPt / drawing.widthPx;
  // A heading stays with its texts and figure, and a figure with its caption.
  const texts = paragraphs.map((text) => textHeight(page, text, BODY));
  const figurePt = figure === undefined ? 0 : textHeight(page, figure.caption, CAPTION);
  const textsPt = texts.reduce((sum, height) => sum + height, 0);
  page.need(drawing === null ? 90 : 44 + textsPt + drawing.heightPx * scale + figurePt);
  doc.moveDown(0.8);
  page.add(`H${level}`, () => {
    doc.font(BOLD).fontSize(HEADING_SIZES[level]).fillColor(LIGHT.foreground);
    doc.text(printable(title), MARGIN, doc.y);
  });
  if (level === 2) doc.outline.addItem(printable(topicOf(section)));
  doc.moveDown(0.3);
  for (const text of paragraphs) paragraph(page, text, LIGHT.foreground);
  for (const item of items) listItem(page, item);
  if (figure !== undefined && drawing !== null) {
    const y = doc.y;
    page.add(
      'Figure',
      () => {
        drawIntoPdf(doc, drawing, { x: MARGIN, y, scale });
      },
      altText(figure),
    );
    doc.x = MARGIN;
    doc.y = y + drawing.heightPx * scale + 6;
    paragraph(page, figure.caption, LIGHT.muted, CAPTION);
    addTable(page, figure.table, MARGIN);
  }
  if (table !== undefined) addTable(page, table, MARGIN);
}

function textHeight({ doc, widthPt }: PdfPage, text: string, size: number): number {
  doc.font(REGULAR).fontSize(size);
  const options = { width: widthPt, lineGap: 1.5 };
  return doc.heightOfString(text, options) + size;
}

const altText = (figure: FigureDefinition): string => `${figure.title}. ${figure.description}`;

function numberPages(doc: PDFKit.PDFDocument): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    // Below the margin pdfkit would start a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font(REGULAR).fontSize(8).fillColor(LIGHT.muted);
    const width = doc.page.width - 2 * MARGIN;
    const y = doc.page.height - FOOT;
    doc.text(`${index + 1} / ${count}`, MARGIN, y, {
      width,
      align: 'right',
      lineBreak: false,
    });
    doc.endMarkedContent();
  }
}
