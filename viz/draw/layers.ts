// Draws the layers of one panel through a scale, on any 2D context. Knows pixels, not statistics.

import type {
  BandRow,
  BarRow,
  DotRow,
  Layer,
  PointRow,
  RuleRow,
  ViolinRow,
} from '../definition.ts';
import { colorOf, FONT_FAMILY, shapeOf, softOf } from '../theme.ts';
import { drawLabels } from './labels.ts';
import type { Plot } from './plot.ts';
import { drawSymbol } from './symbol.ts';

const RANGE_WIDTH = 1.5;
/** Wider than a symbol: a short range would hide its caps underneath. */
const CAP_HALF = 5.5;
const TRIAL_RADIUS = 2.9;
const MEDIAN_RADIUS = 4.2;
/** Trials stand in a column left of their median: on top of it they would hide it and its range. */
const TRIAL_OFFSET = -11;

function drawDots(plot: Plot, row: DotRow): void {
  const { context: c, theme, px, toY } = plot;
  const color = colorOf(theme, row.series);
  const x = plot.toX(row.x);
  const shape = shapeOf(row.series);
  c.strokeStyle = color;
  c.lineWidth = RANGE_WIDTH * px;
  c.setLineDash([]);
  c.beginPath();
  c.moveTo(x, toY(row.min));
  c.lineTo(x, toY(row.max));
  for (const end of [row.min, row.max]) {
    c.moveTo(x - CAP_HALF * px, toY(end));
    c.lineTo(x + CAP_HALF * px, toY(end));
  }
  c.stroke();
  const open = { shape, color, background: theme.background, filled: false, lineWidth: 1.1 * px };
  for (const value of row.trials) {
    drawSymbol(c, x + TRIAL_OFFSET * px, toY(value), TRIAL_RADIUS * px, open);
  }
  drawSymbol(c, x, toY(row.median), MEDIAN_RADIUS * px, { ...open, filled: true });
}

function drawBar(plot: Plot, row: BarRow): void {
  const { context: c, theme } = plot;
  const [left, right] = [plot.toX(row.x0), plot.toX(row.x1)];
  const [bottom, top] = [plot.toY(row.y0), plot.toY(row.y1)];
  c.fillStyle = row.soft ? softOf(theme, row.series) : colorOf(theme, row.series);
  c.beginPath();
  c.rect(left, top, right - left, bottom - top);
  c.fill();
  if (!row.soft) return;
  c.strokeStyle = colorOf(theme, row.series);
  c.lineWidth = plot.px;
  c.setLineDash([]);
  c.stroke();
}

function drawViolin(plot: Plot, row: ViolinRow): void {
  const { context: c, theme, px, toX, toY } = plot;
  const edge = (index: number) => toX(row.x + row.side * (row.halfWidths[index] ?? 0));
  c.beginPath();
  row.ys.forEach((value, index) => {
    c.lineTo(edge(index), toY(value));
  });
  c.lineTo(toX(row.x), toY(row.ys.at(-1) ?? 0));
  c.lineTo(toX(row.x), toY(row.ys[0] ?? 0));
  c.closePath();
  c.fillStyle = softOf(theme, row.series);
  c.fill();
  c.strokeStyle = colorOf(theme, row.series);
  c.lineWidth = 1.2 * px;
  c.setLineDash([]);
  c.stroke();
  const widest = Math.max(...row.halfWidths);
  c.beginPath();
  c.moveTo(toX(row.x), toY(row.median));
  c.lineTo(toX(row.x + row.side * widest), toY(row.median));
  c.strokeStyle = theme.foreground;
  c.lineWidth = 1.6 * px;
  c.stroke();
}

function drawPoint(plot: Plot, row: PointRow): void {
  const { context: c, theme, px } = plot;
  // A filled symbol has a rim of the background, which would make it the smaller one.
  const radius = row.filled ? TRIAL_RADIUS * 1.5 : TRIAL_RADIUS;
  drawSymbol(c, plot.toX(row.x), plot.toY(row.y), radius * px, {
    shape: shapeOf(row.series),
    color: colorOf(theme, row.series),
    background: theme.background,
    filled: row.filled,
    lineWidth: 1.1 * px,
  });
}

function drawBand(plot: Plot, row: BandRow): void {
  const { context: c, theme, toX, toY } = plot;
  c.beginPath();
  row.xs.forEach((x, index) => {
    c.lineTo(toX(x), toY(row.highs[index] ?? 0));
  });
  for (let index = row.xs.length - 1; index >= 0; index -= 1) {
    c.lineTo(toX(row.xs[index] ?? 0), toY(row.lows[index] ?? 0));
  }
  c.closePath();
  c.fillStyle = softOf(theme, row.series);
  c.fill();
}

function drawRule(plot: Plot, row: RuleRow): void {
  const { context: c, theme, px, left, top, width, height } = plot;
  const isHorizontal = row.axis === 'y';
  const at = isHorizontal ? plot.toY(row.at) : plot.toX(row.at);
  c.strokeStyle = theme.muted;
  c.lineWidth = px;
  c.setLineDash([4 * px, 3 * px]);
  c.beginPath();
  c.moveTo(isHorizontal ? left : at, isHorizontal ? at : top);
  c.lineTo(isHorizontal ? left + width : at, isHorizontal ? at : top + height);
  c.stroke();
  c.setLineDash([]);
  if (row.text === '') return;
  c.fillStyle = theme.muted;
  c.font = `${11 * px}px ${FONT_FAMILY}`;
  c.textAlign = isHorizontal ? 'right' : 'left';
  c.textBaseline = isHorizontal ? 'top' : 'bottom';
  const [x, y] = isHorizontal
    ? [left + width - 3 * px, at + 9 * px]
    : [at + 4 * px, top + height - 4 * px];
  c.fillText(row.text, x, y);
}

/** Marks that lie under the lines, or over them. */
const UNDER: ReadonlySet<Layer['kind']> = new Set(['bands', 'bars', 'rules']);

export function drawLayers(plot: Plot, layers: readonly Layer[], where: 'under' | 'over'): void {
  const { context: c } = plot;
  c.save();
  c.beginPath();
  c.rect(plot.left, plot.top, plot.width, plot.height);
  c.clip();
  for (const layer of layers) {
    if (UNDER.has(layer.kind) === (where === 'under')) drawLayer(plot, layer);
  }
  c.restore();
}

function drawLayer(plot: Plot, layer: Layer): void {
  switch (layer.kind) {
    case 'dots':
      for (const row of layer.rows) drawDots(plot, row);
      return;
    case 'bars':
      for (const row of layer.rows) drawBar(plot, row);
      return;
    case 'violins':
      for (const row of layer.rows) drawViolin(plot, row);
      return;
    case 'points':
      for (const row of layer.rows) drawPoint(plot, row);
      drawLabels(plot, layer.rows);
      return;
    case 'bands':
      for (const row of layer.rows) drawBand(plot, row);
      return;
    case 'rules':
      for (const row of layer.rows) drawRule(plot, row);
      return;
    case 'lines': // uPlot's own series draw these.
  }
}
