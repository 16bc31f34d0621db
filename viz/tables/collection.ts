// Any collection as one table: what was measured, how often, and its statistics.

import type { AnalyzedCollection, AnalyzedSeries } from '../../kernel/api/collection/statistics.ts';
import { count, words } from './table.ts';
import type { Cell, NumberCell, Table } from './table.ts';

const COLUMNS = ['n', 'median', 'mean', 'std', 'min', 'p99', 'max'] as const;

export function collectionTable({ source, series }: AnalyzedCollection): Table {
  const { tool, version, format } = source;
  return {
    caption: `What ${[tool, version].filter((text) => text !== null).join(' ')} measured (${format})`,
    columns: [
      { title: 'Case' },
      { title: 'Metric' },
      { title: 'n' },
      ...COLUMNS.slice(1).map((title) => ({ title, showsUnit: true })),
    ],
    rows: series.map(rowOf),
    notes: notesOf(series),
  };
}

function rowOf(series: AnalyzedSeries): readonly Cell[] {
  const { key, unit, statistics } = series;
  const params = Object.entries(key.params).map(([name, value]) => `${name}=${value}`);
  const name = [key.name, ...params].join(' ');
  const cell = (value: number | null): NumberCell => ({
    value,
    unit: unit ?? '',
    digits: { significant: 4 },
  });
  return [
    words(name),
    words(key.metric),
    count(statistics.n),
    ...COLUMNS.slice(1).map((column) => cell(valueOf(statistics, column))),
  ];
}

function valueOf(statistics: AnalyzedSeries['statistics'], name: string): number | null {
  if (statistics.kind === 'histogram') return null;
  if (statistics.kind === 'aggregates')
    return statistics.statistics.find(({ statistic }) => statistic === name)?.value ?? null;
  const value: unknown = Object.entries(statistics).find(([key]) => key === name)?.[1];
  return typeof value === 'number' ? value : null;
}

function notesOf(series: readonly AnalyzedSeries[]): readonly string[] {
  const kinds = new Set(series.map(({ statistics }) => statistics.kind));
  return [
    ...(kinds.has('samples')
      ? ['Quantiles are R-7 over all samples of a case, warm-ups left out.']
      : []),
    ...(kinds.has('aggregates')
      ? ['Where a file has no samples, the numbers are those that its tool computed.']
      : []),
    ...(kinds.has('histogram') ? ['A histogram’s quantiles are in analyze --json.'] : []),
  ];
}
