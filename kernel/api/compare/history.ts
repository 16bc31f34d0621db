// Cases over many results, in time order: their points, where a level changes, and whether the newest change is one for the
// worse. What is worse follows from the direction of a metric alone.

import { keyText } from '../collection/collection.ts';
import type { Collection, Note, ProblemCode, Series, SeriesKey } from '../collection/collection.ts';
import type { Workspace } from '../facade/workspace.ts';
import { summarize } from '../statistics/summary.ts';
import { changePoints } from '../statistics/tests.ts';
import { occasionsOf } from './occasions.ts';
import type { Occasion, Occasions, Result } from './occasions.ts';
import { measureOf } from './point.ts';
import type { Measure, PointStatistic } from './point.ts';

export const HISTORY_SCHEMA = 'echometer.history/1';

/** Of a segment between changes: from three on one wild value is no change. */
export const LEAST_POINTS = 3;
/** A flat series has a change with at most this probability. */
export const LEVEL = 0.05;
/** What the kernel takes: of longer series the newest. */
const MOST_POINTS = 2048;

export interface HistoryOptions {
  /** Only cases whose name or parameter holds this. */
  readonly filter: string | null;
  /** Only metrics whose name holds this. */
  readonly metric: string | null;
  /** Changes up to this size are none. */
  readonly thresholdPercent: number;
  /** Only so many of the newest points of each series. */
  readonly last: number | null;
}

export interface History {
  readonly order: Occasions['order'];
  readonly thresholdPercent: number;
  readonly occasions: readonly Occasion[];
  readonly series: readonly SeriesHistory[];
  /** Of those that the result before the newest one has: what the newest one has not. */
  readonly missing: readonly string[];
  readonly problems: readonly Note<ProblemCode>[];
}

export interface SeriesHistory {
  readonly key: SeriesKey;
  /** Machine and environment, where one folder holds several; empty otherwise. */
  readonly lane: string;
  readonly unit: string | null;
  readonly better: Series['better'];
  readonly statistic: PointStatistic;
  readonly points: readonly Point[];
  readonly changes: readonly Change[];
  /** By the newest change; `short`: too few points to look for one. */
  readonly verdict: 'worse' | 'better' | 'changed' | 'steady' | 'short';
  readonly losses: readonly string[];
}

export interface Point extends Measure {
  /** Place in the list of occasions. */
  readonly occasion: number;
}

export interface Change {
  /** The first point of the new level, and the one before it. */
  readonly point: number;
  readonly occasion: number;
  readonly before: number;
  readonly after: number;
  /** Null where the level before is 0 or one of them is negative. */
  readonly ratio: number | null;
  readonly direction: 'worse' | 'better' | 'unknown';
}

interface Found {
  readonly series: Series;
  readonly lane: string;
  readonly stream: string;
  readonly statistic: PointStatistic;
  readonly points: Point[];
}

export function historyOf(
  workspace: Workspace,
  results: readonly Result[],
  options: HistoryOptions,
): History {
  const { order, occasions, placeOf } = occasionsOf(results);
  const found = new Map<string, Found>();
  results.forEach(({ collection }, index) => {
    for (const series of collection.series)
      if (isWanted(series.key, options))
        addPoints(workspace, found, { collection, series, placeOf: placeOf(index, series) });
  });
  const all = [...found.values()];
  for (const { points } of all) points.sort((a, b) => a.occasion - b.occasion);
  return {
    order,
    thresholdPercent: options.thresholdPercent,
    occasions,
    series: all.map((one) => judged(workspace, one, options)),
    missing: missingOf(all),
    problems: results.flatMap(({ collection }) => collection.problems),
  };
}

function isWanted(key: SeriesKey, { filter, metric }: HistoryOptions): boolean {
  const texts = [key.name, ...Object.entries(key.params).map((pair) => pair.join('='))];
  return (
    (filter === null || texts.some((text) => text.includes(filter))) &&
    (metric === null || key.metric.includes(metric))
  );
}

interface Adding {
  readonly collection: Collection;
  readonly series: Series;
  readonly placeOf: (moment: number) => number;
}

/** Values of other definitions or units are another series: they are never put on one line. */
function addPoints(
  workspace: Workspace,
  found: Map<string, Found>,
  { collection, series, placeOf }: Adding,
): void {
  const { statistic, measures } = measureOf(workspace, series);
  if (measures.length === 0) return;
  const lane = laneOf(collection);
  const suite = series.moments === undefined ? '' : (series.key.params['suite'] ?? '');
  const stream = [collection.source.format, lane, suite].join('\n');
  const id = [stream, keyText(series.key), series.unit, JSON.stringify(statistic)].join('\n');
  const known: Found = found.get(id) ?? { series, lane, stream, statistic, points: [] };
  found.set(id, known);
  measures.forEach((measure, moment) =>
    known.points.push({ occasion: placeOf(moment), ...measure }),
  );
}

/** asv keeps the results of several machines and environments in one folder. */
function laneOf({ source }: Collection): string {
  const facts = [source.machine?.['machine'], source.machine?.['environment']];
  return source.format === 'asv' ? facts.filter((fact) => fact !== undefined).join(', ') : '';
}

function judged(workspace: Workspace, found: Found, options: HistoryOptions): SeriesHistory {
  const { series, lane, statistic } = found;
  const { key, unit, better } = series;
  const points = found.points.slice(-Math.min(options.last ?? MOST_POINTS, MOST_POINTS));
  const isShort = points.length < 2 * LEAST_POINTS;
  const changes = isShort ? [] : changesOf(workspace, points, { better, ...options });
  const newest = changes.at(-1)?.direction;
  const verdict = newest === undefined ? 'steady' : newest === 'unknown' ? 'changed' : newest;
  return {
    ...{ key, lane, unit, better, statistic, points, changes },
    verdict: isShort ? 'short' : verdict,
    losses: [...new Set(series.losses.map(({ code }) => code))],
  };
}

function changesOf(
  workspace: Workspace,
  points: readonly Point[],
  { better, thresholdPercent }: Pick<Series, 'better'> & HistoryOptions,
): Change[] {
  const values = Float64Array.from(points, ({ value }) => value);
  const starts = [...changePoints(workspace, values, LEAST_POINTS, LEVEL)];
  const levels = [0, ...starts].map((from, index) => {
    const part = values.subarray(from, starts[index] ?? values.length);
    return summarize(workspace, part).median;
  });
  return starts.flatMap((point, index): Change[] => {
    const [before = NaN, after = NaN] = [levels[index], levels[index + 1]];
    if (Math.abs(after - before) <= (thresholdPercent / 100) * Math.abs(before)) return [];
    const ratio = before > 0 && after >= 0 ? after / before : null;
    const isUp = after > before;
    const direction =
      better === null ? 'unknown' : isUp === (better === 'higher') ? 'better' : 'worse';
    return [{ point, occasion: points[point]?.occasion ?? 0, before, after, ratio, direction }];
  });
}

/** A series without a point in the newest result of its kind, which had one in the result before. */
function missingOf(all: readonly Found[]): string[] {
  const streams = new Map<string, number[]>();
  for (const { stream, points } of all) {
    const places = streams.get(stream) ?? [];
    places.push(...points.map(({ occasion }) => occasion));
    streams.set(stream, places);
  }
  return all.flatMap(({ series, stream, points }) => {
    const [before, newest] = [...new Set(streams.get(stream))].sort((a, b) => a - b).slice(-2);
    const last = points.at(-1)?.occasion;
    return newest !== undefined && last === before ? [caseText(series.key)] : [];
  });
}

/** `name a=1 b=2, metric`. */
export function caseText({ name, params, metric }: SeriesKey): string {
  const pairs = Object.entries(params).map(([key, value]) => `${key}=${value}`);
  return `${[name, ...pairs].join(' ')}, ${metric}`;
}
