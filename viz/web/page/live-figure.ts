// A figure on the page: a legend of buttons, living panels in columns, its caption and its downloads.

import type { FigureDefinition, LegendEntry, Panel } from '../../definition.ts';
import type { RecordingUPlot, UPlotConstructor } from '../../draw/dom-stub.ts';
import { drawFigure, xAxisRoomPx } from '../../draw/drawing.ts';
import { toSvg } from '../../draw/svg.ts';
import { figureSvg } from '../../print/figure-svg.ts';
import { LIGHT, type Theme } from '../../theme.ts';
import { button, download, element } from '../dom/dom.ts';
import { livePanel, type LivePanel } from './live-panel.ts';

export interface LiveFigureOptions {
  readonly uPlot: UPlotConstructor;
  readonly recording: RecordingUPlot;
  readonly theme: () => Theme;
  readonly announce: (text: string) => void;
}

export interface LiveFigure {
  readonly root: HTMLElement;
  readonly redraw: () => void;
  readonly destroy: () => void;
}

const GAP_PX = 12;
/** Narrower than this, panels stand under each other. */
const COLUMNS_FROM_PX = 700;

export function liveFigure(figure: FigureDefinition, options: LiveFigureOptions): LiveFigure {
  const hidden = new Set<number>();
  const panels = element('div', { class: 'panels' });
  let live: LivePanel[] = [];
  let widthPx = 0;
  const build = () => {
    for (const panel of live) panel.destroy();
    live = rowsOf(figure, hidden, widthPx).flatMap(({ row, panelPx }) => {
      const style = { theme: options.theme, widthPx: panelPx, xAxisPx: xAxisRoomPx(row, panelPx) };
      return row.map((panel) => livePanel(panel, { ...options, ...style }));
    });
    panels.replaceChildren(...live.map(({ root }) => root));
  };
  const legend = legendOf(figure, hidden, build);
  const observer = new ResizeObserver(([entry]) => {
    const next = Math.floor(entry?.contentRect.width ?? 0);
    if (next === widthPx || next === 0) return;
    widthPx = next;
    build();
  });
  observer.observe(panels);
  const printed = element('div', { class: 'printed' });
  const beforePrint = () => {
    printed.innerHTML = printedSvg(figure, options.recording);
  };
  addEventListener('beforeprint', beforePrint);
  return {
    root: frame(figure, legend, [panels, printed], options),
    redraw: () => {
      for (const panel of live) panel.redraw();
    },
    destroy: () => {
      observer.disconnect();
      removeEventListener('beforeprint', beforePrint);
      for (const panel of live) panel.destroy();
    },
  };
}

function legendOf(
  figure: FigureDefinition,
  hidden: Set<number>,
  onChange: () => void,
): HTMLElement {
  const toggles = figure.legend.map((entry) => {
    const toggle = button(
      entry.label,
      () => {
        if (!hidden.delete(entry.series)) hidden.add(entry.series);
        toggle.setAttribute('aria-pressed', String(!hidden.has(entry.series)));
        onChange();
      },
      { 'aria-pressed': 'true' },
    );
    toggle.prepend(swatch(entry));
    return toggle;
  });
  const label = { class: 'legend', role: 'group', 'aria-label': 'Show or hide' };
  return element('div', label, ...toggles);
}

/** On paper a figure is a drawing, not a picture of a canvas: sharp, and its text is text. */
function printedSvg(figure: FigureDefinition, recording: RecordingUPlot): string {
  const drawing = drawFigure(recording, figure, { theme: LIGHT, layout: 'wide' });
  const idPrefix = `print-${figure.id}`;
  return toSvg(figure, drawing, { idPrefix, theme: LIGHT, standalone: false });
}

function frame(
  figure: FigureDefinition,
  legend: HTMLElement,
  drawn: readonly HTMLElement[],
  { recording }: LiveFigureOptions,
): HTMLElement {
  const saveSvg = () => {
    const options = { theme: LIGHT, layout: 'wide' } as const;
    download(`${figure.id}.svg`, 'image/svg+xml', figureSvg(recording, figure, options));
  };
  const label = `Download as SVG: ${figure.title}`;
  return element(
    'figure',
    { 'aria-label': figure.description },
    ...(figure.legend.length > 0 ? [legend] : []),
    ...drawn,
    element('figcaption', {}, figure.caption),
    button('SVG', saveSvg, { class: 'quiet', 'aria-label': label }),
  );
}

const OUTLINES: Readonly<Record<LegendEntry['shape'], string>> = {
  circle: '●',
  square: '■',
  triangle: '▲',
  diamond: '◆',
  triangleDown: '▼',
  cross: '✚',
};

const swatch = (entry: LegendEntry): HTMLElement =>
  element(
    'span',
    { class: `swatch s${entry.series % 6}`, 'aria-hidden': 'true' },
    entry.sample === 'line' ? '━' : entry.sample === 'box' ? '■' : OUTLINES[entry.shape],
  );

interface Row {
  readonly row: readonly Panel[];
  readonly panelPx: number;
}

function rowsOf(figure: FigureDefinition, hidden: ReadonlySet<number>, widthPx: number): Row[] {
  const columns = widthPx >= COLUMNS_FROM_PX ? figure.columns : 1;
  const panelPx = Math.floor((widthPx - GAP_PX * (columns - 1)) / columns);
  const shown = figure.panels.map((panel) => without(panel, hidden));
  const rows: Row[] = [];
  for (let first = 0; first < shown.length; first += columns) {
    rows.push({ row: shown.slice(first, first + columns), panelPx });
  }
  return rows;
}

/** The axes stay, so that nothing jumps when a device is hidden. */
function without(panel: Panel, hidden: ReadonlySet<number>): Panel {
  if (hidden.size === 0) return panel;
  const layers = panel.layers.map((layer) =>
    layer.kind === 'rules'
      ? layer
      : { ...layer, rows: layer.rows.filter(({ series }) => !hidden.has(series)) },
  );
  // Filtering keeps the kind of every row; the union of layer types cannot express that.
  return { ...panel, layers: layers as Panel['layers'] };
}
