// One result's value of a case, as a point of its history: the median of ours where there are samples, else what the tool
// computed under its own definition.

import { bucketAt } from '../collection/buckets.ts';
import type { Aggregates, Series } from '../collection/collection.ts';
import { statisticsOf } from '../collection/statistics.ts';
import type { Workspace } from '../facade/workspace.ts';

export interface Measure {
  readonly value: number;
  /** What `range` of the statistic says; null where nothing is known. */
  readonly low: number | null;
  readonly high: number | null;
  /** Of what the value is the median: units or samples; null when the file does not say. */
  readonly n: number | null;
}

export interface PointStatistic {
  /** `median`, or the word of the tool. */
  readonly name: string;
  /** Null: ours. */
  readonly definition: string | null;
  /** What low and high are. */
  readonly range: 'observed range of units' | 'middle half of samples' | null;
}

interface Measured {
  readonly statistic: PointStatistic;
  readonly measures: readonly Measure[];
}

export function measureOf(workspace: Workspace, series: Series): Measured {
  const { data, moments } = series;
  if (data.kind === 'aggregates') return ofTool(data);
  if (data.kind === 'histogram') {
    const statistic = { name: 'median', definition: 'nearest rank of buckets', range: null };
    const n = data.counts.reduce((sum, count) => sum + count, 0);
    return { statistic, measures: [{ value: bucketAt(data, 0.5), low: null, high: null, n }] };
  }
  if (moments !== undefined) {
    const statistic = { name: 'value', definition: 'of the tool', range: null };
    const measures = Array.from(data.values, (value) => ({
      value,
      low: null,
      high: null,
      n: null,
    }));
    return { statistic, measures };
  }
  return ofSamples(workspace, series);
}

/** Where a level repeats, its units: what differs below them is not independent. */
function ofSamples(workspace: Workspace, series: Series): Measured {
  const found = statisticsOf(workspace, series);
  if (found.kind !== 'samples') throw new Error('not reached');
  const { units } = found;
  const statistic = { name: 'median', definition: null };
  if (units !== null) {
    const { median: value, min: low, max: high, n } = units;
    const measures = [{ value, low, high, n }];
    return { statistic: { ...statistic, range: 'observed range of units' }, measures };
  }
  const { median: value, p25: low, p75: high, n } = found;
  const measures = [{ value, low, high, n }];
  return { statistic: { ...statistic, range: 'middle half of samples' }, measures };
}

const WANTED = ['median', 'mean', 'value'];

function ofTool({ statistics, n }: Aggregates): Measured {
  const named = WANTED.flatMap(
    (name) => statistics.find(({ statistic }) => statistic === name) ?? [],
  );
  const [one] = [...named, ...statistics];
  if (one === undefined)
    return { statistic: { name: '', definition: null, range: null }, measures: [] };
  const definition = one.definition ?? 'of the tool';
  const { statistic: name, value } = one;
  return {
    statistic: { name, definition, range: null },
    measures: [{ value, low: null, high: null, n }],
  };
}
