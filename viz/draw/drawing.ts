// A whole figure as recorded operations: legend, then panels in columns. Not yet SVG or PDF.

import type { FigureDefinition, LegendEntry, Panel } from '../definition.ts';
import { colorOf, dashOf, FONT_FAMILY, softOf, type Theme } from '../theme.ts';
import type { RecordingUPlot } from './dom-stub.ts';
import { panelChart, xAxisPx } from './panel.ts';
import { RecordingContext, type Op } from './recorder.ts';
import { drawSymbol } from './symbol.ts';
import { textWidthPx } from './text-width.ts';

/** `narrow` is a phone's width: the same marks and text sizes, panels under each other. */
export type Layout = 'wide' | 'narrow';

const LAYOUT_WIDTH_PX: Readonly<Record<Layout, number>> = { wide: 800, narrow: 360 };
const PANEL_GAP_PX = 12;
const LEGEND_LINE_PX = 20;
const LEGEND_PX = 12.5;

export interface Group {
  readonly x: number;
  readonly y: number;
  readonly ops: readonly Op[];
}

export interface Drawing {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly groups: readonly Group[];
}

export interface DrawOptions {
  readonly theme: Theme;
  readonly layout: Layout;
}

export function drawFigure(
  recording: RecordingUPlot,
  figure: FigureDefinition,
  { theme, layout }: DrawOptions,
): Drawing {
  const totalPx = LAYOUT_WIDTH_PX[layout];
  const columns = layout === 'wide' ? figure.columns : 1;
  const widthPx = (totalPx - PANEL_GAP_PX * (columns - 1)) / columns;
  const legend = drawLegend(figure.legend, theme, totalPx);
  const groups: Group[] = [{ x: 0, y: 0, ops: legend.ops }];
  let y = legend.heightPx;
  for (let first = 0; first < figure.panels.length; first += columns) {
    let rowPx = 0;
    const row = figure.panels.slice(first, first + columns);
    const style = { theme: () => theme, widthPx, xAxisPx: xAxisRoomPx(row, widthPx) };
    row.forEach((panel, column) => {
      const { options, data } = panelChart(recording.uPlot, panel, style);
      const { ops } = recording.record(options, data);
      groups.push({ x: column * (widthPx + PANEL_GAP_PX), y, ops });
      rowPx = Math.max(rowPx, options.height);
    });
    y += rowPx + PANEL_GAP_PX;
  }
  return { widthPx: totalPx, heightPx: Math.ceil(y - PANEL_GAP_PX), groups };
}

export const xAxisRoomPx = (row: readonly Panel[], widthPx: number): number =>
  Math.max(...row.map((panel) => xAxisPx(panel, widthPx)));

function drawLegend(
  legend: readonly LegendEntry[],
  theme: Theme,
  widthPx: number,
): { ops: readonly Op[]; heightPx: number } {
  const c = new RecordingContext({ width: widthPx, height: 0 });
  if (legend.length === 0) return { ops: [], heightPx: 0 };
  let [x, y] = [4, LEGEND_LINE_PX / 2];
  for (const entry of legend) {
    const entryPx = 28 + textWidthPx(entry.label, LEGEND_PX);
    if (x > 4 && x + entryPx > widthPx) {
      x = 4;
      y += LEGEND_LINE_PX;
    }
    drawSample(c, entry, theme, x, y);
    c.font = `${LEGEND_PX}px ${FONT_FAMILY}`;
    c.fillStyle = theme.foreground;
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    c.fillText(entry.label, x + 24, y);
    x += entryPx + 16;
  }
  return { ops: c.ops, heightPx: y + LEGEND_LINE_PX / 2 + 6 };
}

function drawSample(
  c: RecordingContext,
  entry: LegendEntry,
  theme: Theme,
  x: number,
  y: number,
): void {
  const color = colorOf(theme, entry.series);
  if (entry.sample === 'box') {
    c.fillStyle = softOf(theme, entry.series);
    c.fillRect(x + 2, y - 5, 16, 10);
  }
  if (entry.sample !== 'symbol') {
    c.strokeStyle = color;
    c.lineWidth = entry.sample === 'line' ? 1.8 : 1.2;
    c.setLineDash(entry.sample === 'line' ? dashOf(entry.series) : []);
    c.beginPath();
    if (entry.sample === 'line') {
      c.moveTo(x, y);
      c.lineTo(x + 20, y);
    } else c.rect(x + 2, y - 5, 16, 10);
    c.stroke();
    return;
  }
  const { background } = theme;
  const style = { shape: entry.shape, color, background, filled: true, lineWidth: 1 };
  // The recorder has every method that a symbol is drawn with; its types are narrower than the DOM's.
  drawSymbol(c as unknown as CanvasRenderingContext2D, x + 10, y, 5, style);
}
