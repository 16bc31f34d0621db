// The cases of a comparison of two runs as a table. It decides nothing: the verdicts are kernel/api/compare's.

import type { CaseComparison } from '../../kernel/api/compare/compare-runs.ts';
import type { Headline } from '../../kernel/api/run/headline.ts';
import type { Measure } from './cells.ts';
import { words, type Cell, type NumberCell, type Table } from './table.ts';

const MEASURES: Readonly<Record<Headline['unit'], Measure>> = {
  ns: { unit: 'µs', divisor: 1000, decimals: 1 },
  'B/s': { unit: 'MB/s', divisor: 1e6, decimals: 1 },
  'msg/s': { unit: 'msg/s', divisor: 1, decimals: 0 },
};

export function verdictTable(
  cases: readonly CaseComparison[],
  caption: string,
  notes: readonly string[] = [],
): Table {
  const isApproximate = cases.some(({ method }) => method === 'asymptotic');
  return {
    caption,
    columns: [
      { title: 'Case' },
      { title: 'Statistic' },
      { title: 'A' },
      { title: 'B' },
      { title: 'B / A' },
      { title: 'p' },
      { title: 'Cliff’s δ' },
      { title: 'n', parts: ['A', 'B'] },
      { title: 'Verdict' },
    ],
    rows: cases.map(verdictRow),
    notes: [...notes, ...(isApproximate ? ['~ marks a p of the normal approximation.'] : [])],
  };
}

function verdictRow(one: CaseComparison): Cell[] {
  const { unit, divisor, decimals } = MEASURES[one.headline.unit];
  const value = (median: number): NumberCell => {
    return { value: median / divisor, unit, digits: { decimals } };
  };
  const plain = { unit: '', digits: { decimals: 3 } };
  // One trial has no interval: all its resamples are itself.
  const range = Math.min(one.nA, one.nB) < 2 ? {} : { low: one.low, high: one.high };
  return [
    words(one.name),
    words(`${one.headline.statistic}, ${unit}`),
    value(one.medianA),
    value(one.medianB),
    { ...plain, value: one.ratio, ...range },
    {
      ...plain,
      value: one.p,
      digits: { decimals: 4 },
      ...(one.method === 'exact' ? {} : { note: '~' }),
    },
    { ...plain, value: one.cliffsDelta, digits: { decimals: 2 } },
    { values: [one.nA, one.nB], unit: '', digits: { decimals: 0 } },
    { text: one.verdict, isStrong: one.verdict !== 'same' },
  ];
}
