// The marks of a panel that have something to say, in the order in which a reader walks over them.

import type { Layer, Panel } from '../definition.ts';
import { formatMeasured } from '../text/numbers.ts';

export interface Mark {
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A line says its value at this many places; between them the pointer finds the nearest. */
const STOPS_PER_LINE = 12;

export function marksOf(panel: Panel): Mark[] {
  return panel.layers.flatMap((layer) => layerMarks(layer, panel)).sort((a, b) => a.x - b.x);
}

function layerMarks(layer: Layer, panel: Panel): Mark[] {
  switch (layer.kind) {
    case 'dots':
      return layer.rows.map(({ series, x, median, text }) => ({ series, x, y: median, text }));
    case 'bars':
      return layer.rows
        .filter(({ text }) => text !== '')
        .map(({ series, x0, x1, y0, y1, text }) => {
          // A lying bar is pointed at in its middle, a standing one at its top.
          const isLying = y0 !== 0;
          return { series, x: (x0 + x1) / 2, y: isLying ? (y0 + y1) / 2 : y1, text };
        });
    case 'violins':
      return layer.rows.map(({ series, x, side, median, text }) => ({
        series,
        x: x + side * 0.15,
        y: median,
        text,
      }));
    case 'points':
      return layer.rows.map(({ series, x, y, text }) => ({ series, x, y, text }));
    case 'lines':
      // Lines that only connect other marks say nothing of their own.
      return panel.layers.length > 1 ? [] : layer.rows.flatMap((row) => lineMarks(row, panel));
    case 'bands':
    case 'rules':
      return [];
  }
}

type Line = Extract<Layer, { kind: 'lines' }>['rows'][number];

function lineMarks(row: Line, panel: Panel): Mark[] {
  const step = Math.max(1, Math.floor(row.xs.length / STOPS_PER_LINE));
  return row.xs.flatMap((x, index) => {
    const y = row.ys[index];
    if (index % step !== 0 || y === null || y === undefined) return [];
    const at = `${formatMeasured(x)} (${panel.x.label})`;
    return [
      {
        series: row.series,
        x,
        y,
        text: `${row.text}: ${formatMeasured(y)} ${panel.y.label} at ${at}`,
      },
    ];
  });
}
