// Two figures of ranked rows: size against time, and the first call against a loop. One color a kind.

import { placeOfKind } from '../../kernel/api/logs/ranking.ts';
import type { RankedRow, Ranking, Use } from '../../kernel/api/logs/ranking.ts';
import type {
  Axis,
  BarRow,
  FigureDefinition,
  LegendEntry,
  Panel,
  PointRow,
  Tick,
} from '../definition.ts';
import { coldWarmTable, rankingTable } from '../tables/ranking-table.ts';
import { formatFixed, numberText } from '../text/numbers.ts';
import { slug } from '../text/words.ts';
import { shapeOf } from '../theme.ts';
import { logAxis } from './axis.ts';
import { shortName } from './violins.ts';

/** One color a kind, the same everywhere. */
const seriesOf = ({ kind }: Pick<RankedRow, 'kind'>): number => placeOfKind(kind);

function legendOf(rows: readonly RankedRow[]): LegendEntry[] {
  const found = new Map(rows.map((row) => [seriesOf(row), row.kind]));
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([series, kind]) => ({
      series,
      label: kind,
      sample: 'symbol',
      shape: shapeOf(series),
    }));
}

const US = 1000;
const usOf = (row: RankedRow, use: Use): number | null => {
  const ns = row.standings[use]?.ns;
  return ns === undefined ? null : ns / US;
};

const measured = (us: number): string => `${numberText(us, { significant: 3 })} µs`;

/** Null where no time can be ranked: one process says nothing. */
export function sizeTimeFigure(ranking: Ranking, language: string): FigureDefinition | null {
  const use: Use = ranking.processes.loop > 1 ? 'loop' : 'nowAndThen';
  if (ranking.processes[use] < 2) return null;
  const points = ranking.rows.flatMap((row) => pointOf(row, use));
  if (points.length < 2) return null;
  const what = use === 'loop' ? 'in a loop' : 'for a call now and then';
  return {
    id: slug(`${language} size time`),
    title: `${language}: size against time ${what}`,
    caption:
      'Every symbol is a row: how many bytes it makes of an object, and how long it takes there and back. Filled and named: none of its kind is faster for certain. Both axes are logarithmic.',
    description: `Size against time, lower left is better. ${points.map(({ text }) => text).join('; ')}.`,
    legend: legendOf(ranking.rows),
    columns: 1,
    panels: [
      {
        title: `Size against time ${what}`,
        better: 'lower left is better',
        heightPx: 360,
        x: logAxis(
          'Bytes of an object, log axis',
          points.map(({ x }) => x),
        ),
        y: logAxis(
          'µs there and back, log axis',
          points.map(({ y }) => y),
        ),
        layers: [{ kind: 'points', rows: byTime(points) }],
      },
    ],
    table: rankingTable(ranking, language),
    isTableOpen: true,
  };
}

function pointOf(row: RankedRow, use: Use): PointRow[] {
  const us = usOf(row, use);
  if (us === null || row.sizeBytes === null || !row.isRanked || us <= 0) return [];
  const isFirst = row.standings[use]?.rank === 1;
  return [
    {
      series: seriesOf(row),
      x: row.sizeBytes,
      y: us,
      filled: isFirst,
      text: `${row.serializer}: ${formatFixed(row.sizeBytes, 0)} B, ${measured(us)}`,
      ...(isFirst ? { label: shortName(row.serializer, LONGEST_LABEL) } : {}),
    },
  ];
}

const LONGEST_LABEL = 26;

/** The fastest first: of labels without room for all, theirs stay. */
const byTime = (points: readonly PointRow[]): PointRow[] => [...points].sort((a, b) => a.y - b.y);

const ROW_PX = 19;
const HALF_BAR = 0.14;

/** Null without a first call or a cold time beside the warm one, or where one process stands for all. */
export function coldWarmFigure(ranking: Ranking, language: string): FigureDefinition | null {
  const { processes } = ranking;
  const use: Use = processes.oneCall > 1 ? 'oneCall' : 'nowAndThen';
  if (processes.loop < 2 || processes[use] < 2) return null;
  const rows = ranking.rows.filter(
    (row) => row.isRanked && (usOf(row, use) ?? 0) > 0 && (usOf(row, 'loop') ?? 0) > 0,
  );
  if (rows.length < 2) return null;
  const cold = use === 'oneCall' ? 'first call of a process' : 'call now and then';
  return {
    id: slug(`${language} cold warm`),
    title: `${language}: ${cold} against a loop`,
    caption: `Open: the ${cold}. Filled: a call in a loop, warmed up. The bar between them is what warming up gains. Kind by kind, the fastest in a loop on top.`,
    description: rows
      .map(
        (row) =>
          `${row.serializer}: ${cold} ${measured(usOf(row, use) ?? 0)}, in a loop ${measured(usOf(row, 'loop') ?? 0)}.`,
      )
      .join(' '),
    legend: legendOf(rows),
    columns: 1,
    panels: [coldWarmPanel(rows, use, cold)],
    table: coldWarmTable(ranking, language),
  };
}

function coldWarmPanel(rows: readonly RankedRow[], use: Use, cold: string): Panel {
  const last = rows.length - 1;
  const marks = rows.flatMap((row, index) => endsOf(row, last - index, use, cold));
  const bars = rows.map((row, index) => barOf(row, last - index, use));
  const ticks = rows.map(({ serializer }, index): Tick => ({
    at: last - index,
    text: shortName(serializer, LONGEST_ROW),
  }));
  const [min, max] = [-0.7, last + 0.7];
  const y: Axis = { label: '', scale: 'linear', min, max, ticks, grid: false };
  return {
    title: `${cold.charAt(0).toUpperCase()}${cold.slice(1)} and a call in a loop`,
    better: 'further left is better',
    heightPx: 60 + ROW_PX * rows.length,
    x: logAxis(
      'µs there and back, log axis',
      marks.map(({ x }) => x),
    ),
    y,
    layers: [
      { kind: 'bars', rows: bars },
      { kind: 'points', rows: marks },
    ],
  };
}

function endsOf(row: RankedRow, y: number, use: Use, cold: string): PointRow[] {
  const point = (from: Use, filled: boolean, what: string): PointRow => {
    const x = usOf(row, from) ?? 0;
    const text = `${row.serializer}, ${what}: ${measured(x)}`;
    return { series: seriesOf(row), x, y, filled, text };
  };
  return [point(use, false, cold), point('loop', true, 'in a loop')];
}

function barOf(row: RankedRow, y: number, use: Use): BarRow {
  const [x0, x1] = [usOf(row, 'loop') ?? 0, usOf(row, use) ?? 0];
  const [y0, y1] = [y - HALF_BAR, y + HALF_BAR];
  return { series: seriesOf(row), x0, x1, y0, y1, soft: true, text: '' };
}

const LONGEST_ROW = 24;
