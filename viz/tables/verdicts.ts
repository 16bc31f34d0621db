// The cases of a comparison as a table. It decides nothing: the verdicts are kernel/api/compare's.

import type { JudgedCase } from '../../kernel/api/compare/sides.ts';
import type { Measure } from './cells.ts';
import { words, type Cell, type NumberCell, type Table } from './table.ts';

const NANOSECONDS: Measure = { unit: 'ns', divisor: 1, decimals: 1 };

/** From a call of some nanoseconds to a program of some seconds. */
const TIMES: readonly Measure[] = [
  { unit: 's', divisor: 1e9, decimals: 3 },
  { unit: 'ms', divisor: 1e6, decimals: 2 },
  { unit: 'µs', divisor: 1000, decimals: 1 },
  NANOSECONDS,
];

const RATES: Readonly<Record<string, Measure>> = {
  'B/s': { unit: 'MB/s', divisor: 1e6, decimals: 1 },
  'msg/s': { unit: 'msg/s', divisor: 1, decimals: 0 },
};

/** What was found stands beside the case: a narrow terminal shows it first. */
export function verdictTable(
  cases: readonly JudgedCase[],
  caption: string,
  notes: readonly string[] = [],
): Table {
  return {
    caption,
    columns: [
      { title: 'Case' },
      { title: 'Verdict' },
      { title: 'NEW / BASE' },
      { title: 'BASE', showsUnit: true },
      { title: 'NEW', showsUnit: true },
      { title: 'n', parts: ['BASE', 'NEW'] },
      { title: 'Statistic' },
    ],
    rows: cases.map(verdictRow),
    notes,
  };
}

function verdictRow(one: JudgedCase): Cell[] {
  const value = valueCell(one);
  return [
    words(one.name),
    { text: one.verdict, isStrong: one.verdict !== 'same' },
    {
      ...{ value: one.ratio, unit: '', digits: { decimals: 3 } },
      ...one.interval,
    },
    value(one.medianBase),
    value(one.medianNew),
    { values: [one.nBase, one.nNew], unit: '', digits: { decimals: 0 } },
    words(one.metric),
  ];
}

function valueCell(one: JudgedCase): (median: number) => NumberCell {
  const { unit } = one;
  if (unit === 'ns')
    return (median) => measured(median, timeOf(isFar(one) ? [median] : sidesOf(one)));
  const rate = RATES[unit ?? ''];
  if (rate !== undefined) return (median) => measured(median, rate);
  return (value) => ({ value, unit: unit ?? '', digits: { significant: 4 } });
}

const measured = (median: number, { unit, divisor, decimals }: Measure): NumberCell => ({
  value: median / divisor,
  unit,
  digits: { decimals },
});

const sidesOf = ({ medianBase, medianNew }: JudgedCase): number[] => [medianBase, medianNew];

/** One second beside one nanosecond: then each side has a unit of its own. */
const isFar = (one: JudgedCase): boolean =>
  Math.max(...sidesOf(one)) > 1000 * Math.min(...sidesOf(one));

const timeOf = (medians: readonly number[]): Measure =>
  TIMES.find(({ divisor }) => Math.min(...medians) >= divisor) ?? NANOSECONDS;
