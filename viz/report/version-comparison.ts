// A comparison of two serializer logs, group by group, as a page.

import type { GroupKey } from '../../kernel/api/logs/group.ts';
import type {
  VersionComparison,
  VersionDifference,
} from '../../kernel/api/logs/version-compare.ts';
import { count, words, type Cell, type NumberCell, type Table } from '../tables/table.ts';
import type { Page } from './page.ts';

export function versionPage(
  { differences, alarm, onlyInA, onlyInB, tooFew }: VersionComparison,
  names: readonly [a: string, b: string],
): Page {
  const lists = [
    ['Only in A', onlyInA],
    ['Only in B', onlyInB],
    ['Fewer than two values on a side', tooFew],
  ] as const;
  return {
    title: `${names[0]} (A) against ${names[1]} (B)`,
    byline: '',
    lead: alarm === null ? [] : [`Alarm: ${alarm}.`],
    sections: [
      { id: 'groups', title: 'Groups', table: differenceTable(differences) },
      ...lists.flatMap(([title, keys]) =>
        keys.length === 0 ? [] : [{ id: title, title, items: keys.map(keyText) }],
      ),
    ],
    date: '1970-01-01T00:00:00Z',
  };
}

const keyText = ({ serializer, dataType, instances, mode }: GroupKey): string =>
  `${serializer} ${dataType}@n=${instances} ${mode}`;

/** The reference's digits: means without decimals, difference with one, effects with three, p with four. */
function differenceTable(differences: readonly VersionDifference[]): Table {
  const titles = ['Serializer', 'Data', 'N', 'Mode', 'Mean A, ns', 'Mean B, ns', 'Δ %'];
  const tests = ['Cliff’s δ', 'Hedges’ g', 'p (Holm)', 'Significant'];
  return {
    caption: 'Totals of A against B',
    columns: [...titles, ...tests].map((title) => ({ title })),
    rows: differences.map(differenceRow),
    notes: [
      'Δ % = (mean A / mean B - 1) · 100: positive means A is slower. Totals in ns; δ and g are A against B.',
    ],
  };
}

function differenceRow(one: VersionDifference): Cell[] {
  const number = (value: number | null, decimals: number, unit = ''): NumberCell => ({
    value,
    unit,
    digits: { decimals },
  });
  return [
    words(one.serializer),
    words(one.dataType),
    count(one.instances),
    words(one.mode),
    number(one.meanANs, 0, 'ns'),
    number(one.meanBNs, 0, 'ns'),
    { value: one.deltaPercent, unit: '%', digits: { decimals: 1, isSigned: true } },
    number(one.cliffsDelta, 3),
    number(one.hedgesG, 3),
    number(one.pHolm, 4),
    { text: one.significant ? 'yes' : 'no', isStrong: one.significant },
  ];
}
