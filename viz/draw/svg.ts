// Recorded operations -> SVG text. Only markup: what is drawn was decided before.

import type { FigureDefinition } from '../definition.ts';
import { escapeXml } from '../text/xml.ts';
import { FONT_FAMILY, type Theme } from '../theme.ts';
import type { Drawing } from './drawing.ts';
import { parseFont, dyOf } from './font.ts';
import { shortNumber } from './path.ts';
import { wrapText } from './text-width.ts';
import {
  IDENTITY,
  type Clip,
  type Matrix,
  type Op,
  type StrokeOp,
  type TextOp,
} from './recorder.ts';

const TITLE_PX = 16;
const TITLE_LINE_PX = 20;

export interface SvgOptions {
  /** Unique in the document the SVG stands in: inline SVGs share their ids. */
  readonly idPrefix: string;
  readonly theme: Theme;
  /** A file of its own states its title, its background and its font. */
  readonly standalone: boolean;
}

export function toSvg(figure: FigureDefinition, drawing: Drawing, options: SvgOptions): string {
  const { idPrefix, theme, standalone } = options;
  const { widthPx, heightPx } = drawing;
  const title = standalone ? wrapText(figure.title, TITLE_PX * 1.04, widthPx - 8) : [];
  const heading = title.length === 0 ? 0 : title.length * TITLE_LINE_PX + 10;
  const totalPx = heightPx + heading;
  const groups = drawing.groups
    .map((group, index) => {
      const at = `translate(${shortNumber(group.x)} ${shortNumber(group.y + heading)})`;
      return `<g transform="${at}">${body(group.ops, `${idPrefix}-${index}-`)}</g>`;
    })
    .join('');
  const titleLines = title.map(
    (line, index) =>
      `<text x="4" y="${(index + 1) * TITLE_LINE_PX - 1}" font-size="${TITLE_PX}" ` +
      `font-weight="600" fill="${theme.foreground}">${escapeXml(line)}</text>`,
  );
  const titleText = standalone
    ? `<rect width="${widthPx}" height="${totalPx}" fill="${theme.background}"/>${titleLines.join('')}`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${totalPx}" ` +
    `viewBox="0 0 ${widthPx} ${totalPx}" role="img" ` +
    `aria-labelledby="${idPrefix}-title ${idPrefix}-desc" ` +
    `font-family="${escapeXml(FONT_FAMILY.replaceAll('"', "'"))}">` +
    `<title id="${idPrefix}-title">${escapeXml(figure.title)}</title>` +
    `<desc id="${idPrefix}-desc">${escapeXml(figure.description)}</desc>` +
    `${titleText}${groups}</svg>`
  );
}

/** Operations in a row under one clip share one group. */
function body(ops: readonly Op[], idPrefix: string): string {
  const ids = new Map<string, string>();
  let [definitions, markup, open] = ['', '', ''];
  for (let index = 0; index < ops.length; index += 1) {
    const op = ops[index];
    if (op === undefined) break;
    const wanted = op.clips.map((clip) => clipId(clip)).join(' ');
    if (wanted !== open) {
      markup += closing(open) + opening(wanted);
      open = wanted;
    }
    const outline = outlineOf(op, ops[index + 1]);
    markup += opMarkup(op, outline);
    if (outline !== null) index += 1;
  }
  return (definitions === '' ? '' : `<defs>${definitions}</defs>`) + markup + closing(open);

  function clipId(clip: Clip): string {
    const shape = `<path d="${clip.path}"${transform(clip.matrix)}/>`;
    const known = ids.get(shape);
    if (known !== undefined) return known;
    const id = `${idPrefix}clip${ids.size}`;
    ids.set(shape, id);
    definitions += `<clipPath id="${id}">${shape}</clipPath>`;
    return id;
  }
}

const opening = (clips: string): string =>
  clips === '' ? '' : clips.replace(/\S+/g, '<g clip-path="url(#$&)">').replaceAll('> <', '><');

const closing = (clips: string): string =>
  clips === '' ? '' : '</g>'.repeat(clips.split(' ').length);

function transform(matrix: Matrix): string {
  if (matrix.every((value, index) => value === IDENTITY[index])) return '';
  return ` transform="matrix(${matrix.map((value) => shortNumber(value, 1e4)).join(' ')})"`;
}

/** A shape filled and then stroked is one element: half the bytes of every symbol. */
function outlineOf(op: Op, next: Op | undefined): StrokeOp | null {
  if (op.kind !== 'fill' || next?.kind !== 'stroke' || next.path !== op.path) return null;
  const isSamePlace =
    op.matrix === next.matrix && op.clips === next.clips && op.alpha === next.alpha;
  return isSamePlace ? next : null;
}

function opMarkup(op: Op, outline: StrokeOp | null): string {
  const placed = (op.alpha === 1 ? '' : ` opacity="${op.alpha}"`) + transform(op.matrix);
  if (op.kind === 'text') return textMarkup(op, placed);
  const fill = op.kind === 'fill' ? paint('fill', op.color) : ' fill="none"';
  const stroke = op.kind === 'stroke' ? op : outline;
  const stroked = stroke === null ? '' : strokeMarkup(stroke);
  return `<path d="${op.path}"${fill}${stroked}${placed}/>`;
}

function strokeMarkup(op: StrokeOp): string {
  return (
    `${paint('stroke', op.color)} stroke-width="${shortNumber(op.width)}"` +
    (op.join === 'miter' ? '' : ` stroke-linejoin="${op.join}"`) +
    (op.cap === 'butt' ? '' : ` stroke-linecap="${op.cap}"`) +
    (op.dash.length === 0 ? '' : ` stroke-dasharray="${op.dash.map(String).join(' ')}"`)
  );
}

/** SVG 1.1 readers know no #rrggbbaa. */
function paint(what: 'fill' | 'stroke', color: string): string {
  const parts = /^(#[0-9a-f]{6})([0-9a-f]{2})$/i.exec(color);
  if (parts === null) return ` ${what}="${color}"`;
  const opacity = shortNumber(parseInt(parts[2] ?? 'ff', 16) / 255);
  return ` ${what}="${parts[1] ?? ''}" ${what}-opacity="${opacity}"`;
}

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

/** dominant-baseline is read differently by every renderer: the shift is computed here. */
function textMarkup(op: TextOp, placed: string): string {
  const font = parseFont(op.font);
  const anchor = ANCHORS[op.align];
  return (
    `<text x="${shortNumber(op.x)}" y="${shortNumber(op.y + dyOf(op.baseline, font.sizePx))}" ` +
    `font-size="${shortNumber(font.sizePx)}"${font.isBold ? ' font-weight="600"' : ''}` +
    `${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${paint('fill', op.color)}${placed}>` +
    `${escapeXml(op.text)}</text>`
  );
}
