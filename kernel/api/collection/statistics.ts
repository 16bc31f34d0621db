// Collections with their statistics, as `analyze --json` prints them (docs/schema/collections.schema.json). The values
// themselves stay in the files.

import type { Workspace } from '../facade/workspace.ts';
import { spread } from '../statistics/durations.ts';
import type { Spread } from '../statistics/durations.ts';
import { summarize } from '../statistics/summary.ts';
import type { Summary } from '../statistics/summary.ts';
import { bucketAt } from './buckets.ts';
import { measuredOf } from './collection.ts';
import type { Aggregates, Collection, Level, Series } from './collection.ts';
import { partsOf } from './parts.ts';

export const COLLECTIONS_SCHEMA = 'echometer.collections/1';

export interface AnalyzedCollection extends Omit<Collection, 'series'> {
  readonly series: readonly AnalyzedSeries[];
}

export interface AnalyzedSeries extends Pick<
  Series,
  'key' | 'unit' | 'better' | 'order' | 'losses'
> {
  readonly levels: readonly Pick<Level, 'name' | 'word' | 'count'>[];
  readonly warmUps: number;
  readonly statistics: Statistics;
}

export type Statistics =
  | (Summary & { readonly kind: 'samples'; readonly units: Units | null })
  | HistogramStatistics
  | Aggregates;

/** Nearest ranks, as the upper ends of their buckets: a value is known up to its bucket's width. */
export interface HistogramStatistics {
  readonly kind: 'histogram';
  readonly buckets: number;
  readonly n: number;
  /** The lower end of the first bucket. */
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The medians of the units of the outermost level that repeats: what differs below it is not independent. */
export interface Units extends Spread {
  readonly level: Level['name'];
}

export function analyzed(workspace: Workspace, collection: Collection): AnalyzedCollection {
  return {
    ...collection,
    series: collection.series.map((series) => ({
      key: series.key,
      unit: series.unit,
      better: series.better,
      levels: series.levels.map(({ name, word, count }) => ({ name, word, count })),
      order: series.order,
      warmUps: series.warmUp?.reduce((sum, mark) => sum + mark, 0) ?? 0,
      losses: series.losses,
      statistics: statisticsOf(workspace, series),
    })),
  };
}

export function statisticsOf(workspace: Workspace, series: Series): Statistics {
  const { data } = series;
  if (data.kind === 'aggregates') return data;
  if (data.kind === 'histogram') {
    const n = data.counts.reduce((sum, count) => sum + count, 0);
    return {
      ...{ kind: 'histogram', buckets: data.counts.length, n, min: data.low[0] ?? NaN },
      ...{ p50: bucketAt(data, 0.5), p95: bucketAt(data, 0.95), p99: bucketAt(data, 0.99) },
      max: bucketAt(data, 1),
    };
  }
  const measured = measuredOf(series);
  // Warm-ups only: what was measured is nothing, and what was not is shown.
  const values = measured === null || measured.values.length === 0 ? data.values : measured.values;
  return {
    kind: 'samples',
    ...summarize(workspace, values),
    units: measured === null ? null : unitsOf(workspace, series, measured),
  };
}

function unitsOf(
  workspace: Workspace,
  { levels }: Series,
  { values, unitsOf: units }: NonNullable<ReturnType<typeof measuredOf>>,
): Units | null {
  const at = levels.findIndex(({ count }, index) => count !== 1 && units[index] !== null);
  const [level, places] = [levels[at], units[at]];
  if (level === undefined || places === undefined || places === null) return null;
  const parts = partsOf(values, places);
  if (parts.length < 2) return null;
  const medians = parts.map((part) => summarize(workspace, part).median);
  return { level: level.name, ...spread(workspace, medians) };
}
