// Histories as tables: every change, every case, every point of one case.

import { caseText } from '../../kernel/api/compare/history.ts';
import type { Change, History, SeriesHistory } from '../../kernel/api/compare/history.ts';
import type { Occasion } from '../../kernel/api/compare/occasions.ts';
import { formatUtcShort } from '../text/words.ts';
import { cellOf, scaleOf, type Scale } from './scale.ts';
import { count, words, type Cell, type Table } from './table.ts';

export const seriesName = ({ key, lane }: SeriesHistory): string =>
  lane === '' ? caseText(key) : `${caseText(key)} (${lane})`;

/** A commit by its first digits, with its time where that is known. */
export function occasionText({ name, at }: Occasion): string {
  const short = /^[0-9a-f]{40}$/.test(name) ? name.slice(0, 10) : name;
  const when = at === null ? '' : formatUtcShort(at);
  if (short === '') return when;
  return when === '' ? short : `${short}, ${when}`;
}

export const historyScale = ({ unit, points }: SeriesHistory): Scale =>
  scaleOf(
    unit,
    points.map(({ value }) => value),
  );

/** Null where the level before is 0 or below. */
const ratioCell = ({ ratio }: Change): Cell => ({
  value: ratio,
  unit: '',
  digits: { decimals: 3 },
});

export function changesTable({ series, occasions }: History): Table {
  const rows = series.flatMap((one) => {
    const value = cellOf(historyScale(one));
    return one.changes.map((change, index): Cell[] => {
      const at = occasions[change.occasion];
      const isNewest = index === one.changes.length - 1;
      const { direction } = change;
      return [
        words(seriesName(one)),
        words(at === undefined ? '' : occasionText(at)),
        value(change.before),
        value(change.after),
        ratioCell(change),
        { text: direction, isStrong: isNewest && direction === 'worse' },
        words(isNewest ? 'newest' : ''),
      ];
    });
  });
  return {
    caption: 'Changes of level, case by case, oldest first',
    columns: [
      { title: 'Case' },
      { title: 'First result of the new level' },
      { title: 'Before', showsUnit: true },
      { title: 'After', showsUnit: true },
      { title: 'After / before' },
      { title: 'Direction' },
      { title: '' },
    ],
    rows,
    notes: ['Before and after are the medians of the levels on both sides of the change.'],
  };
}

export function casesTable({ series }: History): Table {
  return {
    caption: 'Every case',
    columns: [
      { title: 'Case' },
      { title: 'Statistic' },
      { title: 'Results' },
      { title: 'Changes' },
      { title: 'Oldest', showsUnit: true },
      { title: 'Newest', showsUnit: true },
      { title: 'Newest change' },
      { title: 'Better' },
    ],
    rows: series.map((one) => {
      const value = cellOf(historyScale(one));
      const { points, changes, statistic, verdict, better } = one;
      return [
        words(seriesName(one)),
        words(statisticText(statistic)),
        count(points.length),
        count(changes.length),
        value(points[0]?.value ?? null),
        value(points.at(-1)?.value ?? null),
        { text: VERDICTS[verdict], isStrong: verdict === 'worse' },
        words(better ?? 'unknown'),
      ];
    }),
    notes: [],
  };
}

const VERDICTS: Readonly<Record<SeriesHistory['verdict'], string>> = {
  worse: 'worse',
  better: 'better',
  changed: 'direction unknown',
  steady: 'none',
  short: 'too few results',
};

const statisticText = ({ name, definition }: SeriesHistory['statistic']): string =>
  definition === null ? name : `${name} (${definition})`;

export function pointsTable(series: SeriesHistory, occasions: readonly Occasion[]): Table {
  const value = cellOf(historyScale(series));
  const { factor } = historyScale(series);
  const starts = new Set(series.changes.map(({ point }) => point));
  return {
    caption: `Every result of ${seriesName(series)}`,
    columns: [
      { title: 'Result' },
      { title: statisticText(series.statistic), showsUnit: true },
      { title: 'n' },
    ],
    rows: series.points.map((point, index) => {
      const { low, high } = point;
      const range = low === null || high === null ? {} : { low: low * factor, high: high * factor };
      const at = occasions[point.occasion];
      const mark = starts.has(index) ? { note: '←' } : {};
      return [
        words(at === undefined ? '' : occasionText(at)),
        { ...value(point.value), ...range, ...mark },
        count(point.n),
      ];
    }),
    notes: [
      ...(starts.size === 0 ? [] : ['← a new level begins.']),
      ...(series.statistic.range === null ? [] : [`In brackets: ${series.statistic.range}.`]),
    ],
  };
}
