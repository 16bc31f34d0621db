// One measure over time: points with their range, the level between changes, and where it changes. Results stand at even
// distances, whatever time lies between them.

import type { Layer, LineRow, Panel } from '../definition.ts';
import { categoryAxis, closeAxis } from './axis.ts';

export interface HistoryPanel {
  readonly title: string;
  readonly better: string;
  readonly unit: string;
  /** Of every place on the x axis; as many as fit are shown. */
  readonly labels: readonly string[];
  readonly points: readonly HistoryPoint[];
  /** In place of a line through all points: one for each level. */
  readonly levels?: readonly { readonly from: number; readonly to: number; readonly y: number }[];
  /** Before which point the level changes, and by how much. */
  readonly changes?: readonly { readonly x: number; readonly text: string }[];
}

export interface HistoryPoint {
  readonly x: number;
  readonly y: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
}

const LABELS = 6;

export function historyPanel(given: HistoryPanel): Panel {
  const { title, better, unit, labels, points, changes = [] } = given;
  const ranges = points.flatMap(({ low, high }) => [low ?? [], high ?? []].flat());
  const axis = categoryAxis('', labels);
  const every = Math.ceil(labels.length / LABELS);
  return {
    ...{ title, better, heightPx: 210 },
    x: { ...axis, ticks: axis.ticks.filter((_, index) => index % every === 0) },
    y: closeAxis(`${unit}, not from zero`, [...ranges, ...points.map(({ y }) => y)]),
    layers: [
      ...bandOf(points),
      { kind: 'lines', rows: linesOf(given) },
      {
        kind: 'rules',
        rows: changes.map(({ x, text }) => ({ axis: 'x' as const, at: x - 0.5, text })),
      },
      {
        kind: 'points',
        rows: points.map(({ x, y, text }) => ({ series: 0, x, y, filled: true, text })),
      },
    ],
  };
}

/** Only where every point has a range: a band with holes would look like a narrow range. */
function bandOf(points: readonly HistoryPoint[]): Layer[] {
  if (points.some(({ low, high }) => low === null || high === null)) return [];
  const [lows, highs] = [points.map(({ low }) => low ?? 0), points.map(({ high }) => high ?? 0)];
  return [{ kind: 'bands', rows: [{ series: 0, xs: points.map(({ x }) => x), lows, highs }] }];
}

function linesOf({ title, points, levels }: HistoryPanel): LineRow[] {
  if (levels === undefined) {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    return [{ series: 0, xs, ys, stepped: false, text: title }];
  }
  return levels.map(({ from, to, y }) => ({
    ...{ series: 1, xs: [from - 0.4, to + 0.4], ys: [y, y], stepped: false, text: 'level' },
  }));
}
