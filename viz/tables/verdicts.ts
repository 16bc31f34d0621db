// The cases of a comparison as a table. It decides nothing: the verdicts are kernel/api/compare's.

import type { JudgedCase } from '../../kernel/api/compare/sides.ts';
import type { Measure } from './cells.ts';
import { words, type Cell, type NumberCell, type Table } from './table.ts';

const MEASURES: Readonly<Record<string, Measure>> = {
  ns: { unit: 'µs', divisor: 1000, decimals: 1 },
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

function valueCell({ unit }: JudgedCase): (median: number) => NumberCell {
  const known = MEASURES[unit ?? ''];
  if (known === undefined)
    return (value) => ({ value, unit: unit ?? '', digits: { significant: 4 } });
  return (median) => ({
    value: median / known.divisor,
    unit: known.unit,
    digits: { decimals: known.decimals },
  });
}
