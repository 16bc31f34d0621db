// What one source measured as tables: cases with statistics of ours, and beside them what only the tool computed, which keeps
// the tool's definitions. Both name what the file lost.

import type { AnalyzedCollection, AnalyzedSeries } from '../../kernel/api/collection/statistics.ts';
import { caseName } from './case-name.ts';
import { cellOf, scaleOf } from './scale.ts';
import { count, words } from './table.ts';
import type { Cell, NumberCell, Table } from './table.ts';

type Statistics = AnalyzedSeries['statistics'];
type Computed = Exclude<Statistics, { readonly kind: 'aggregates' }>;

/** What `analyze`, `report` and the page show of a source. */
export function collectionTables(analysis: AnalyzedCollection): readonly Table[] {
  const marks = marksOf(analysis.series);
  const ours = analysis.series.filter(({ statistics }) => statistics.kind !== 'aggregates');
  const theirs = analysis.series.filter(({ statistics }) => statistics.kind === 'aggregates');
  return [
    ...(ours.length === 0 ? [] : [statisticsTable(ours, marks)]),
    ...(theirs.length === 0 ? [] : [toolTable(theirs, marks)]),
  ];
}

/** A letter for each loss: a cell that names its losses in words would be wider than its numbers. */
function marksOf(series: readonly AnalyzedSeries[]): ReadonlyMap<string, string> {
  const codes = new Set(series.flatMap(({ losses }) => losses.map(({ code }) => code)));
  return new Map([...codes].map((code, index) => [code, String.fromCharCode(0x61 + index)]));
}

const markNotes = (
  series: readonly AnalyzedSeries[],
  marks: ReadonlyMap<string, string>,
): string[] => {
  const used = new Set(series.flatMap(({ losses }) => losses.map(({ code }) => code)));
  const said = [...marks].flatMap(([code, mark]) =>
    used.has(code as never) ? [`${mark} ${code}`] : [],
  );
  return said.length === 0 ? [] : [`Lost: ${said.join(', ')}.`];
};

const lostCell = ({ losses }: AnalyzedSeries, marks: ReadonlyMap<string, string>): Cell =>
  words([...new Set(losses.map(({ code }) => marks.get(code) ?? ''))].sort().join(' '));

const COLUMNS = ['median', 'p95', 'p99', 'mean', 'std', 'min', 'max'] as const;

function statisticsTable(
  series: readonly AnalyzedSeries[],
  marks: ReadonlyMap<string, string>,
): Table {
  const kinds = new Set(series.map(({ statistics }) => statistics.kind));
  const isThin = series.some(({ statistics }) => thin(statistics).length > 0);
  return {
    caption: 'Cases',
    columns: [
      { title: 'Case' },
      { title: 'Metric' },
      { title: 'n', role: 'count' },
      { title: 'Units' },
      ...COLUMNS.map((title) => ({ title, showsUnit: true })),
      { title: 'Lost' },
    ],
    rows: series.map((one) => rowOf(one, marks)),
    notes: [
      ...(kinds.has('samples')
        ? [
            'Quantiles are R-7 over all samples of a case, warm-ups left out; std has n - 1. Units repeat on the outermost level: samples inside of one are not independent.',
          ]
        : []),
      ...(kinds.has('histogram')
        ? ['* a histogram: nearest ranks, each the upper end of its bucket.']
        : []),
      ...(isThin ? ['– stands where fewer than ten samples lie beyond the percentile.'] : []),
      ...markNotes(series, marks),
    ],
  };
}

function rowOf(series: AnalyzedSeries, marks: ReadonlyMap<string, string>): readonly Cell[] {
  const { key, unit } = series;
  const statistics = series.statistics as Computed;
  const left = thin(statistics);
  const values = COLUMNS.map((column) =>
    left.includes(column) ? null : valueOf(statistics, column),
  );
  const scale = scaleOf(unit, [values[0] ?? null]);
  const note = statistics.kind === 'histogram' ? { note: '*' } : {};
  return [
    words(caseName(key)),
    words(key.metric),
    count(statistics.n),
    unitsCell(series),
    ...values.map((value) => ({ ...cellOf(scale)(value), ...(value === null ? {} : note) })),
    lostCell(series, marks),
  ];
}

/** `5 forks`; without a level that repeats each sample is a unit. */
function unitsCell({ levels, statistics }: AnalyzedSeries): NumberCell {
  const units = statistics.kind === 'samples' ? statistics.units : null;
  const word = levels.find(({ name }) => name === units?.level)?.word;
  return { ...count(units?.n ?? null), ...(word === undefined ? {} : { note: word }) };
}

/** Percentiles that too few samples lie beyond. */
function thin(statistics: Statistics): readonly string[] {
  if (statistics.kind !== 'samples') return [];
  const { warnings } = statistics;
  return [
    ...(warnings.includes('fewer than 10 beyond p5 and p95') ? ['p95'] : []),
    ...(warnings.includes('fewer than 10 beyond p99') ? ['p99'] : []),
  ];
}

function valueOf(statistics: Computed, name: (typeof COLUMNS)[number]): number | null {
  if (statistics.kind === 'samples') return statistics[name];
  if (name === 'median') return statistics.p50;
  return name === 'mean' || name === 'std' ? null : statistics[name];
}

function toolTable(series: readonly AnalyzedSeries[], marks: ReadonlyMap<string, string>): Table {
  return {
    caption: 'What only the tool computed',
    columns: [
      { title: 'Case' },
      { title: 'Metric' },
      { title: 'n', role: 'count' },
      { title: 'Statistic' },
      { title: 'Its definition' },
      { title: 'Value', showsUnit: true },
      { title: 'Lost' },
    ],
    rows: series.flatMap((one) => {
      const { key, unit, statistics } = one;
      if (statistics.kind !== 'aggregates') return [];
      return statistics.statistics.map(({ statistic, definition, value }): Cell[] => [
        words(caseName(key)),
        words(key.metric),
        count(statistics.n),
        words(statistic),
        words(definition ?? 'unknown'),
        cellOf(scaleOf(unit, [value]))(value),
        lostCell(one, marks),
      ]);
    }),
    notes: [
      'The samples are not in the file. These numbers are the tool’s own, under its definitions: they are not comparable with medians and percentiles of ours.',
      ...markNotes(series, marks),
    ],
  };
}
