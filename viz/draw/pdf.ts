// Recorded operations -> a pdfkit document. Text stays text; the caller has registered the fonts.

import type { Drawing } from './drawing.ts';
import { dyOf, parseFont } from './font.ts';
import type { Op, TextOp } from './recorder.ts';

export const REGULAR = 'regular';
export const BOLD = 'bold';

/**
 * Inter's kerning makes "107.1" unreadable in a PDF: figures of one width, and no kerning. Its contextual
 * alternates take half of a report's time and change no letter that we print.
 */
const FEATURES = { tnum: true, kern: false, calt: false, liga: false, clig: false };

interface FontFiles {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** What pdfkit hides of a font, and its types with it. */
interface HiddenFont {
  readonly _font: {
    readonly font: {
      layout: (text: string, features?: Readonly<Record<string, boolean>>) => unknown;
    };
  };
}

/**
 * The features are the font's own and not an option of each text: pdfkit keeps the layout of a word only without that option.
 * A report of 200 runs spent 29 of 56 s laying out the same words again.
 */
export function registerFonts(doc: PDFKit.PDFDocument, fonts: FontFiles): void {
  doc.registerFont(REGULAR, fonts.regular);
  doc.registerFont(BOLD, fonts.bold);
  for (const name of [REGULAR, BOLD]) {
    const { font } = (doc.font(name) as unknown as HiddenFont)._font;
    const layout = font.layout.bind(font);
    font.layout = (text) => layout(text, FEATURES);
  }
}

export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export function drawIntoPdf(doc: PDFKit.PDFDocument, drawing: Drawing, at: Placement): void {
  doc.save().translate(at.x, at.y).scale(at.scale);
  for (const group of drawing.groups) {
    doc.save().translate(group.x, group.y);
    for (const op of group.ops) drawOp(doc, op);
    doc.restore();
  }
  doc.restore();
}

function drawOp(doc: PDFKit.PDFDocument, op: Op): void {
  doc.save();
  for (const clip of op.clips) doc.path(clip.path).clip();
  doc.transform(...op.matrix);
  const { color, opacity } = splitAlpha(op.color, op.alpha);
  if (op.kind === 'text') drawText(doc, op, color);
  else if (op.kind === 'fill') doc.path(op.path).fillOpacity(opacity).fill(color);
  else {
    doc.lineWidth(op.width).lineJoin(joinOf(op.join)).lineCap(capOf(op.cap)).strokeOpacity(opacity);
    const [length = 0, space = length] = op.dash;
    if (op.dash.length > 2)
      doc.dash([...op.dash] as unknown as number, {}); // pdfkit takes a list; its types know one length.
    else if (length > 0) doc.dash(length, { space });
    doc.path(op.path).stroke(color);
  }
  doc.restore();
}

function drawText(doc: PDFKit.PDFDocument, op: TextOp, color: string): void {
  const font = parseFont(op.font);
  doc.font(font.isBold ? BOLD : REGULAR).fontSize(font.sizePx);
  const width = doc.widthOfString(op.text);
  const share = op.align === 'center' ? 0.5 : op.align === 'right' || op.align === 'end' ? 1 : 0;
  doc.fillColor(color).text(op.text, op.x - width * share, op.y + dyOf(op.baseline, font.sizePx), {
    lineBreak: false,
    baseline: 'alphabetic',
  });
}

/** PDF colors have no alpha of their own. */
function splitAlpha(color: string, alpha: number): { color: string; opacity: number } {
  const parts = /^(#[0-9a-f]{6})([0-9a-f]{2})$/i.exec(color);
  if (parts === null) return { color, opacity: alpha };
  return { color: parts[1] ?? color, opacity: (parseInt(parts[2] ?? 'ff', 16) / 255) * alpha };
}

const joinOf = (join: string): 'round' | 'bevel' | 'miter' =>
  join === 'round' || join === 'bevel' ? join : 'miter';

const capOf = (cap: string): 'round' | 'square' | 'butt' =>
  cap === 'round' || cap === 'square' ? cap : 'butt';
