// One panel -> uPlot options and data. The only file that knows uPlot's vocabulary.

import type uPlot from 'uplot';
import type { Axis, LineRow, Panel, Tick } from '../definition.ts';
import { colorOf, dashOf, FONT_FAMILY, type Theme } from '../theme.ts';
import type { UPlotConstructor } from './dom-stub.ts';
import { drawLayers } from './layers.ts';
import type { Plot } from './plot.ts';
import type { Context } from './symbol.ts';
import { textWidthPx, wrapText } from './text-width.ts';

const TICK_PX = 12;
const TITLE_PX = 13;
const BETTER_PX = 11.5;
const LINE_PX = 15;
const RIGHT_PX = 14;

/** The lines above the plot: the title in bold, then the unit and which way is better. */
interface Heading {
  readonly title: readonly string[];
  readonly better: readonly string[];
  readonly heightPx: number;
}

function headingOf(panel: Panel, widthPx: number): Heading {
  const room = widthPx - 8;
  const title = wrapText(panel.title, TITLE_PX * 1.04, room);
  const unit = panel.y.label === '' ? '' : `${panel.y.label} · `;
  const better = wrapText(`${unit}${panel.better}`, BETTER_PX, room);
  return { title, better, heightPx: (title.length + better.length) * LINE_PX + 10 };
}

export interface PanelChart {
  readonly options: uPlot.Options;
  readonly data: uPlot.AlignedData;
}

export interface PanelStyle {
  /** A function, so that a page can change its theme and only redraw. */
  readonly theme: () => Theme;
  readonly widthPx: number;
  /** The room for the x axis' texts: of the panel that needs most, so that panels in a row align. */
  readonly xAxisPx: number;
}

/** The options that do not depend on a page: a page adds its cursor and its zoom. */
export function panelChart(uPlotIn: UPlotConstructor, panel: Panel, style: PanelStyle): PanelChart {
  const lines = panel.layers.flatMap((layer) => (layer.kind === 'lines' ? layer.rows : []));
  const heading = headingOf(panel, style.widthPx);
  const drawn = (where: 'under' | 'over') => (chart: uPlot) => {
    drawLayers(plotOf(chart, style.theme()), panel.layers, where);
  };
  const options: uPlot.Options = {
    width: style.widthPx,
    height: panel.heightPx + heading.heightPx,
    pxAlign: 0, // Whole pixels are a screen's, not a drawing's.
    padding: [heading.heightPx, rightPaddingPx(panel.x), 0, leftPaddingPx(panel, style.widthPx)],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, ...scaleOf(panel.x) }, y: scaleOf(panel.y) },
    axes: [xAxis(panel, style), yAxis(panel.y, style)],
    series: [{}, ...lines.map((line) => seriesOf(uPlotIn, line, style))],
    hooks: {
      drawAxes: [drawn('under')],
      draw: [
        drawn('over'),
        (chart) => {
          drawHeading(chart, heading, style.theme());
        },
      ],
    },
  };
  return { options, data: align(panel, lines) };
}

/** A last tick's text may be wider than the tick: half of it hangs over the edge. */
function rightPaddingPx(axis: Axis): number {
  const last = axis.ticks.at(-1);
  if (last === undefined || axis.max - last.at > (axis.max - axis.min) * 0.08) return RIGHT_PX;
  return Math.max(RIGHT_PX, textWidthPx(last.text, TICK_PX) / 2 + 2);
}

/** uPlot's enum exists only in its types, and nothing else has its member type: hence the cast. */
const LOG_SCALE = { distr: 3, log: 10 } as unknown as Pick<uPlot.Scale, 'distr' | 'log'>;

const scaleOf = (axis: Axis): uPlot.Scale => ({
  ...(axis.scale === 'log10' ? LOG_SCALE : {}),
  range: () => [axis.min, axis.max],
});

/** Two texts side by side are at least so far apart: closer they read as one. */
const TICK_GAP_PX = 6;

/** Texts wider than their share of the axis are turned by this much, counterclockwise. */
const TURN_DEGREES = 40;

/** The widest line of any tick, in px, and whether the ticks must be turned to fit side by side. */
function tickRoom({ x: axis, y }: Panel, widthPx: number): { widestPx: number; isTurned: boolean } {
  const lines = axis.ticks.flatMap((tick) => tick.text.split('\n'));
  const widestPx = Math.max(0, ...lines.map((line) => textWidthPx(line, TICK_PX)));
  const sharePx = (widthPx - yAxisPx(y) - RIGHT_PX) / Math.max(1, axis.ticks.length);
  return { widestPx, isTurned: axis.scale === 'linear' && widestPx + TICK_GAP_PX > sharePx };
}

/** A turned text hangs to the left of its tick: the first ones may reach over the edge. */
function leftPaddingPx(panel: Panel, widthPx: number): number {
  if (!tickRoom(panel, widthPx).isTurned) return 0;
  const { min, max, ticks } = panel.x;
  const axisPx = yAxisPx(panel.y);
  const missing = ticks.map(({ at, text }) => {
    const fromEdgePx = axisPx + ((at - min) / (max - min)) * (widthPx - axisPx - RIGHT_PX);
    const reachPx = textWidthPx(text, TICK_PX) * Math.cos((TURN_DEGREES * Math.PI) / 180);
    return reachPx + TICK_PX / 2 - fromEdgePx;
  });
  return Math.max(0, ...missing);
}

export function xAxisPx(panel: Panel, widthPx: number): number {
  const { widestPx, isTurned } = tickRoom(panel, widthPx);
  if (isTurned) return 16 + widestPx * Math.sin((TURN_DEGREES * Math.PI) / 180) + TICK_PX * 0.6;
  const lineCount = Math.max(1, ...panel.x.ticks.map((tick) => tick.text.split('\n').length));
  return 10 + lineCount * TICK_PX * 1.2;
}

/** The ticks whose texts have room; the powers of ten go first. Every tick keeps its line. */
function roomyTicks({ x: axis, y }: Panel, widthPx: number): readonly Tick[] {
  const { min, max } = axis;
  const share = (at: number): number =>
    axis.scale === 'log10' ? Math.log(at / min) / Math.log(max / min) : (at - min) / (max - min);
  const isPower = ({ at }: Tick): boolean => Number.isInteger(Math.log10(at));
  const placed: { readonly tick: Tick; readonly from: number; readonly to: number }[] = [];
  for (const tick of [...axis.ticks].sort((a, b) => Number(isPower(b)) - Number(isPower(a)))) {
    const middle = share(tick.at) * (widthPx - yAxisPx(y) - RIGHT_PX);
    const half = (textWidthPx(tick.text, TICK_PX) + TICK_GAP_PX) / 2;
    const [from, to] = [middle - half, middle + half];
    if (placed.every((other) => to <= other.from || from >= other.to))
      placed.push({ tick, from, to });
  }
  return placed.map(({ tick }) => tick);
}

function axisOf(axis: Axis, style: PanelStyle, shown = axis.ticks): uPlot.Axis {
  const texts = new Map(shown.map((tick) => [tick.at, tick.text]));
  return {
    stroke: () => style.theme().muted,
    font: `${TICK_PX}px ${FONT_FAMILY}`,
    labelFont: `600 ${TICK_PX}px ${FONT_FAMILY}`,
    grid: { show: axis.grid, stroke: () => style.theme().grid, width: 1 },
    ticks: { show: true, stroke: () => style.theme().grid, width: 1, size: 4 },
    gap: 4,
    lineGap: 1.2,
    splits: () => axis.ticks.map((tick) => tick.at),
    // On a log scale uPlot's own filter turns labels into nulls.
    filter: (_chart, splits) => splits,
    values: (_chart, splits) => splits.map((at) => texts.get(at) ?? ''),
  };
}

function xAxis(panel: Panel, style: PanelStyle): uPlot.Axis {
  const axis = panel.x;
  const label = axis.label === '' ? {} : { label: axis.label, labelSize: 20, labelGap: 2 };
  const { isTurned } = tickRoom(panel, style.widthPx);
  const turned = isTurned ? { rotate: TURN_DEGREES } : {};
  const shown = isTurned || !isNumeric(axis) ? axis.ticks : roomyTicks(panel, style.widthPx);
  return { ...axisOf(axis, style, shown), ...label, ...turned, size: style.xAxisPx };
}

/** Of categories every name is shown: they have turned when they had no room. */
const isNumeric = (axis: Axis): boolean => axis.grid;

function yAxisPx(axis: Axis): number {
  const widest = Math.max(0, ...axis.ticks.map((tick) => textWidthPx(tick.text, TICK_PX)));
  return Math.ceil(widest) + 14;
}

function yAxis(axis: Axis, style: PanelStyle): uPlot.Axis {
  return { ...axisOf(axis, style), size: yAxisPx(axis) };
}

function seriesOf(uPlotIn: UPlotConstructor, line: LineRow, style: PanelStyle): uPlot.Series {
  const stepped = uPlotIn.paths.stepped?.({ align: 1 });
  return {
    stroke: () => colorOf(style.theme(), line.series),
    width: 1.6,
    dash: [...dashOf(line.series)],
    spanGaps: true,
    points: { show: false },
    ...(line.stepped && stepped !== undefined ? { paths: stepped } : {}),
  };
}

/** uPlot wants one ascending x for all: the union; curves on one shared grid stay as they are. */
function align(panel: Panel, lines: readonly LineRow[]): uPlot.AlignedData {
  if (lines.length === 0) return [[panel.x.min, panel.x.max]];
  const xs = [...new Set(lines.flatMap((line) => line.xs))].sort((a, b) => a - b);
  const columns = lines.map((line) => {
    const at = new Map(line.xs.map((x, index) => [x, line.ys[index] ?? null]));
    return xs.map((x) => at.get(x) ?? null);
  });
  return [xs, ...columns];
}

function plotOf(chart: uPlot, theme: Theme): Plot {
  // u.pxRatio does not exist in 1.6.32; reading it gives NaN line widths, silently.
  const px = chart.ctx.canvas.width / chart.width;
  const { left, top, width, height } = chart.bbox;
  return {
    context: chart.ctx,
    theme,
    px,
    left,
    top,
    width,
    height,
    toX: (value) => chart.valToPos(value, 'x', true),
    toY: (value) => chart.valToPos(value, 'y', true),
  };
}

function drawHeading(chart: uPlot, heading: Heading, theme: Theme): void {
  const c: Context = chart.ctx;
  const px = chart.ctx.canvas.width / chart.width;
  c.textAlign = 'left';
  c.textBaseline = 'alphabetic';
  const write = (lines: readonly string[], font: string, color: string, firstLine: number) => {
    c.font = font;
    c.fillStyle = color;
    lines.forEach((line, index) => {
      c.fillText(line, 4 * px, (firstLine + index + 1) * LINE_PX * px - 2 * px);
    });
  };
  write(heading.title, `600 ${TITLE_PX * px}px ${FONT_FAMILY}`, theme.foreground, 0);
  write(heading.better, `${BETTER_PX * px}px ${FONT_FAMILY}`, theme.muted, heading.title.length);
}
