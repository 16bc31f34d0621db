// The cases of a comparison as a table. It decides nothing: the verdicts are kernel/api/compare's.

import type { JudgedCase } from '../../kernel/api/compare/sides.ts';
import type { Measure } from './cells.ts';
import { words, type Cell, type NumberCell, type Table } from './table.ts';

/** From a call of some nanoseconds to a program of some seconds. */
const TIMES: readonly Measure[] = [
  { unit: 's', divisor: 1e9, decimals: 3 },
  { unit: 'ms', divisor: 1e6, decimals: 2 },
  { unit: 'µs', divisor: 1000, decimals: 1 },
  { unit: 'ns', divisor: 1, decimals: 1 },
];

const RATES: Readonly<Record<string, Measure>> = {
  'B/s': { unit: 'MB/s', divisor: 1e6, decimals: 1 },
  'msg/s': { unit: 'msg/s', divisor: 1, decimals: 0 },
};

export function verdictTable(
  cases: readonly JudgedCase[],
  caption: string,
  notes: readonly string[] = [],
): Table {
  return {
    caption,
    columns: [
      { title: 'Case' },
      { title: 'Statistic' },
      { title: 'BASE', showsUnit: true },
      { title: 'NEW', showsUnit: true },
      { title: 'NEW / BASE' },
      { title: 'n', parts: ['BASE', 'NEW'] },
      { title: 'Verdict' },
    ],
    rows: cases.map(verdictRow),
    notes,
  };
}

function verdictRow(one: JudgedCase): Cell[] {
  const value = valueCell(one);
  return [
    words(one.name),
    words(one.metric),
    value(one.medianBase),
    value(one.medianNew),
    {
      ...{ value: one.ratio, unit: '', digits: { decimals: 3 } },
      ...one.interval,
    },
    { values: [one.nBase, one.nNew], unit: '', digits: { decimals: 0 } },
    { text: one.verdict, isStrong: one.verdict !== 'same' },
  ];
}

function valueCell(one: JudgedCase): (median: number) => NumberCell {
  const { unit } = one;
  const known = unit === 'ns' ? timeOf(one) : RATES[unit ?? ''];
  if (known === undefined)
    return (value) => ({ value, unit: unit ?? '', digits: { significant: 4 } });
  return (median) => ({
    value: median / known.divisor,
    unit: known.unit,
    digits: { decimals: known.decimals },
  });
}

/** One unit for both sides. */
const timeOf = ({ medianBase, medianNew }: JudgedCase): Measure | undefined => {
  const least = Math.min(medianBase, medianNew);
  return TIMES.find(({ divisor }) => least >= divisor) ?? TIMES.at(-1);
};
