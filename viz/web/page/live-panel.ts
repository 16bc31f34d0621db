// One panel as a living chart: tooltip by pointer, touch and keyboard, zoom along x by dragging.

import type uPlot from 'uplot';
import type { Panel } from '../../definition.ts';
import type { UPlotConstructor } from '../../draw/dom-stub.ts';
import { marksOf, type Mark } from '../../draw/marks.ts';
import { panelChart, type PanelStyle } from '../../draw/panel.ts';
import { formatTick } from '../../text/numbers.ts';
import { zoomTicks } from '../../figures/axis.ts';
import { element } from '../dom/dom.ts';

export interface LivePanelOptions extends PanelStyle {
  readonly uPlot: UPlotConstructor;
  /** Reads a mark to a screen reader. */
  readonly announce: (text: string) => void;
}

export interface LivePanel {
  readonly root: HTMLElement;
  readonly redraw: () => void;
  readonly destroy: () => void;
}

/** How near a pointer must come to a mark, in px. */
const REACH_PX = 28;

/** Panels of curves or of many points are worth zooming; categories are not. */
const isZoomable = (panel: Panel): boolean =>
  panel.layers.some(({ kind }) => kind === 'lines' || kind === 'points') &&
  !panel.layers.some(({ kind }) => kind === 'dots' || kind === 'bands');

export function livePanel(panel: Panel, options: LivePanelOptions): LivePanel {
  const tip = element('div', { class: 'tip', hidden: true });
  const hint = 'Left and right arrow keys go through the marks.';
  const root = element('div', {
    class: 'panel',
    role: 'img',
    tabindex: 0,
    'aria-label': `${panel.title}. ${panel.y.label}, ${panel.better}. ${hint}`,
  });
  const marks = marksOf(panel);
  const chart = chartIn(root, panel, options, (instance) => {
    showTip(root, tip, instance, nearest(instance, marks));
  });
  root.append(tip);
  walkByKeyboard(root, marks, (mark) => {
    showTip(root, tip, chart, mark);
    if (mark !== undefined) options.announce(mark.text);
  });
  touchMovesCursor(chart);
  return {
    root,
    redraw: () => {
      chart.redraw(false);
    },
    destroy: () => {
      chart.destroy();
    },
  };
}

function walkByKeyboard(
  root: HTMLElement,
  marks: readonly Mark[],
  show: (mark: Mark | undefined) => void,
): void {
  let current = -1;
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(undefined);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || marks.length === 0) return;
    event.preventDefault();
    current = current < 0 && step < 0 ? marks.length - 1 : current + step;
    current = (current + marks.length) % marks.length;
    show(marks[current]);
  });
  root.addEventListener('blur', () => {
    show(undefined);
  });
}

function showTip(root: HTMLElement, tip: HTMLElement, chart: uPlot, mark: Mark | undefined): void {
  tip.hidden = mark === undefined;
  if (mark === undefined) return;
  tip.textContent = mark.text;
  const x = chart.valToPos(mark.x, 'x') + chart.over.offsetLeft;
  const y = chart.valToPos(mark.y, 'y') + chart.over.offsetTop;
  const room = root.clientWidth - tip.offsetWidth;
  tip.style.left = `${Math.max(0, Math.min(room, x - tip.offsetWidth / 2))}px`;
  const above = y - tip.offsetHeight - 10;
  tip.style.top = `${above >= 0 ? above : y + 12}px`;
}

function nearest(chart: uPlot, marks: readonly Mark[]): Mark | undefined {
  const { left = -1, top = -1 } = chart.cursor;
  if (left < 0) return undefined;
  let best: Mark | undefined;
  let bestPx = REACH_PX;
  for (const mark of marks) {
    const dx = chart.valToPos(mark.x, 'x') - left;
    const dy = chart.valToPos(mark.y, 'y') - top;
    const distancePx = Math.hypot(dx, dy);
    if (distancePx < bestPx) [best, bestPx] = [mark, distancePx];
  }
  return best;
}

function chartIn(
  root: HTMLElement,
  panel: Panel,
  options: LivePanelOptions,
  onCursor: (chart: uPlot) => void,
): uPlot {
  const { options: base, data } = panelChart(options.uPlot, panel, options);
  let isZoomed = false;
  const canZoom = isZoomable(panel);
  const [xAxis, yAxis] = base.axes ?? [];
  const range: uPlot.Range.Function = (_chart, min, max) =>
    isZoomed ? [min, max] : [panel.x.min, panel.x.max];
  const live: uPlot.Options = {
    ...base,
    pxAlign: 1,
    scales: { ...base.scales, x: { ...base.scales?.['x'], range } },
    axes: [
      canZoom ? { ...xAxis, ...zoomedAxis(panel, () => isZoomed) } : { ...xAxis },
      { ...yAxis },
    ],
    cursor: {
      show: true,
      x: false,
      y: false,
      points: { show: false },
      drag: { x: canZoom, y: false, setScale: canZoom },
      bind: {
        dblclick: (_chart, _target, handler) => (event) => {
          isZoomed = false;
          return handler(event);
        },
      },
    },
    hooks: {
      ...base.hooks,
      setCursor: [onCursor],
      setSelect: [
        (chart) => {
          if (chart.select.width > 0) isZoomed = true;
        },
      ],
    },
  };
  return new options.uPlot(live, data, root);
}

/** When zoomed, an axis whose texts are plain numbers gets new ticks; others keep those still in view. */
function zoomedAxis(panel: Panel, isZoomed: () => boolean): Pick<uPlot.Axis, 'splits' | 'values'> {
  const { ticks } = panel.x;
  const isPlain = ticks.every(({ at, text }) => text === formatTick(at));
  const shown = (min: number, max: number) =>
    isZoomed() && isPlain
      ? zoomTicks(panel.x.scale, min, max)
      : ticks.filter(({ at }) => at >= min && at <= max);
  return {
    splits: (_chart, _axis, min, max) => shown(min, max).map(({ at }) => at),
    values: (_chart, splits) =>
      splits.map((at) => ticks.find((tick) => tick.at === at)?.text ?? formatTick(at)),
  };
}

/** uPlot listens to a mouse only: a finger sets its cursor. */
function touchMovesCursor(chart: uPlot): void {
  chart.over.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse') return;
    const box = chart.over.getBoundingClientRect();
    chart.setCursor({ left: event.clientX - box.left, top: event.clientY - box.top });
  });
}
