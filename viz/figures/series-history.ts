// The history of one case as a figure: its results, the level between changes, and each change.

import type { Change, SeriesHistory } from '../../kernel/api/compare/history.ts';
import type { Occasion } from '../../kernel/api/compare/occasions.ts';
import type { FigureDefinition, LegendEntry } from '../definition.ts';
import { historyScale, occasionText, pointsTable, seriesName } from '../tables/history.ts';
import { formatFixed, formatTick } from '../text/numbers.ts';
import { slug } from '../text/words.ts';
import { shapeOf } from '../theme.ts';
import { historyPanel } from './history-panel.ts';

const DIRECTIONS = { lower: 'lower is better', higher: 'higher is better' } as const;

const LEGEND: readonly LegendEntry[] = [
  { series: 0, label: 'A result', sample: 'symbol', shape: shapeOf(0) },
  { series: 1, label: 'Level: the median between changes', sample: 'line', shape: shapeOf(1) },
];

export function seriesHistoryFigure(
  series: SeriesHistory,
  occasions: readonly Occasion[],
): FigureDefinition {
  const { unit, factor } = historyScale(series);
  const { points, changes, statistic, better } = series;
  const labels = points.map(({ occasion }) => shortLabel(occasions[occasion]));
  return {
    id: slug(`history ${seriesName(series)}`),
    title: seriesName(series),
    caption: captionOf(series),
    description: describe(series, occasions),
    legend: LEGEND,
    columns: 1,
    panels: [
      historyPanel({
        title: `${statistic.name}, ${unit === '' ? 'unit unknown' : unit}`,
        better: better === null ? 'nothing says which way is better' : DIRECTIONS[better],
        unit: unit === '' ? 'value' : unit,
        labels,
        points: points.map(({ value, low, high, occasion }, x) => ({
          x,
          y: value * factor,
          low: low === null ? null : low * factor,
          high: high === null ? null : high * factor,
          text: `${labelOf(occasions[occasion])}: ${formatTick(value * factor)} ${unit}`,
        })),
        levels: levelsOf(series).map(({ from, to, y }) => ({ from, to, y: y * factor })),
        changes: changes.map((change) => ({ x: change.point, text: percentText(change) })),
      }),
    ],
    table: pointsTable(series, occasions),
  };
}

const labelOf = (occasion: Occasion | undefined): string =>
  occasion === undefined ? '' : occasionText(occasion);

const MOST_OF_LABEL = 14;

/** The day, or as much of the name as fits below an axis. */
function shortLabel(occasion: Occasion | undefined): string {
  if (occasion === undefined) return '';
  const { name, at } = occasion;
  if (at !== null && /^\d{4}-\d\d-\d\d/.test(at)) return at.slice(0, 10);
  const last = name.replace(/^.*\//, '');
  return last.length <= MOST_OF_LABEL ? last : `${last.slice(0, MOST_OF_LABEL - 1)}…`;
}

/** Levels that a change below the threshold divides are one: only what is said is drawn. */
function levelsOf({ points, changes }: SeriesHistory): { from: number; to: number; y: number }[] {
  const [first] = changes;
  if (first === undefined) return [];
  return [0, ...changes.map(({ point }) => point)].map((from, index) => ({
    from,
    to: (changes[index]?.point ?? points.length) - 1,
    y: index === 0 ? first.before : (changes[index - 1]?.after ?? NaN),
  }));
}

/** "+8.2 %", or the difference where there is no ratio. */
export function percentText({ before, after, ratio }: Change): string {
  if (ratio === null) return `${formatTick(before)} to ${formatTick(after)}`;
  const percent = (ratio - 1) * 100;
  return `${percent > 0 ? '+' : ''}${formatFixed(percent, 1)} %`;
}

function captionOf({ statistic }: SeriesHistory): string {
  const range = statistic.range === null ? '' : `; the band is the ${statistic.range}`;
  return `One point a result, oldest first${range}. A dashed rule stands where the level changes. Results stand at even distances, whatever time lies between them.`;
}

function describe(series: SeriesHistory, occasions: readonly Occasion[]): string {
  const { points, changes } = series;
  const said = changes.map(
    (change) => `${percentText(change)} from ${labelOf(occasions[change.occasion])} on`,
  );
  const what = said.length === 0 ? 'no change of level' : said.join('; ');
  return `${seriesName(series)} over ${points.length} results: ${what}.`;
}
