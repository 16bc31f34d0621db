// The tables of serializer logs, from what kernel/api/logs has computed. They mark and give digits; they pool nothing.

import type { PooledStats } from '../../kernel/api/logs/stats-file.ts';
import { groupBy } from '../../kernel/api/logs/group-by.ts';
import { placeOfKind } from '../../kernel/api/logs/ranking.ts';
import type { RowFacts } from '../../kernel/api/logs/sidecar.ts';
import { cellTitle, type LogTable, type TableColumn } from '../../kernel/api/logs/tables.ts';
import { count, words, type Cell, type Digits, type NumberCell, type Table } from './table.ts';

const NS_PER_US = 1000;
const THREE: Digits = { significant: 3 };
const TIE = 1e-9;

export const us = (ns: number | null): NumberCell => ({
  value: ns === null ? null : ns / NS_PER_US,
  unit: 'µs',
  digits: THREE,
});

/** A row that only opens its input stands beside the others, never among them. */
export const markUnranked = (name: string, unranked: ReadonlySet<string>): string =>
  unranked.has(name) ? `${name} †` : name;

/** Rows of every table: by name, ignoring case, as the reference sorts them. */
export const byName = <T>(named: ReadonlyMap<string, T>): (readonly [string, T])[] =>
  [...named].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

/** Kinds by the names of rows; empty for a log that does not say them. */
export type Kinds = ReadonlyMap<string, string>;
const NO_KINDS: Kinds = new Map();

export const kindsOfRows = (rows: readonly RowFacts[]): Kinds =>
  new Map(rows.filter(({ kind }) => kind !== '').map(({ name, kind }) => [name, kind]));

/** Where kinds are known, rows stand kind by kind and the best is marked within each: kinds solve different problems. */
export function logTable(table: LogTable, where: string, kinds = NO_KINDS): Table {
  const hasKinds = kinds.size > 0;
  const kindAt = (row: number): string => kinds.get(table.names[row] ?? '') ?? '';
  const columns = table.columns.map((column) => columnCells(column, table.unranked, kindAt));
  const order = byKind([...table.labels.keys()], kindAt);
  return {
    caption: `${table.title}: ${where}`,
    columns: [
      { title: 'Serializer' },
      ...(hasKinds ? [{ title: 'Kind' }] : []),
      ...table.columns.map(({ title, unit }) => ({ title, isScaled: unit === 'scaled' })),
    ],
    rows: order.map((row) => [
      words(table.labels[row] ?? ''),
      ...(hasKinds ? [words(kindAt(row))] : []),
      ...columns.map((cells) => cells[row] ?? count(null)),
    ]),
    notes: [
      table.note,
      'Times and sizes: lower is better. Operations per second: higher is better.',
    ],
    ...(hasKinds ? { bestOf: 'kind' as const } : {}),
  };
}

/** Kind by kind; rows without one last. */
export function byKind<T>(rows: readonly T[], kindOf: (row: T) => string): T[] {
  const groups = [...groupBy(rows, kindOf)];
  return groups.sort(([a], [b]) => placeOfKind(a) - placeOfKind(b)).flatMap(([, own]) => own);
}

function columnCells(
  { unit, digits, best, values }: TableColumn,
  unranked: ReadonlySet<number>,
  kindAt: (row: number) => string,
): Cell[] {
  const winners = new Map(
    [...groupBy([...values.keys()], kindAt)].map(([kind, rows]) => {
      const ranked = rows.flatMap((row) => (unranked.has(row) ? [] : (values[row] ?? [])));
      const winner = best === 'highest' ? Math.max(...ranked) : Math.min(...ranked);
      // The only row of a kind is the best of nothing.
      return [kind, kind !== '' && ranked.length < 2 ? NaN : winner];
    }),
  );
  const shown: Digits =
    unit === 'count' || unit === 'fixed2'
      ? { decimals: unit === 'count' ? 0 : 2 }
      : { significant: digits };
  return values.map((value, row) => {
    const winner = winners.get(kindAt(row)) ?? NaN;
    const isBest =
      best !== null && value !== null && !unranked.has(row) && Math.abs(value - winner) < TIE;
    return { value, unit: '', digits: shown, isBest };
  });
}

export function pooledTable(pooled: PooledStats, where: string): Table {
  return {
    caption: `Several sessions: ${where}`,
    columns: [
      { title: 'Serializer' },
      { title: 'Cell' },
      { title: 'Mode' },
      { title: 'Sessions' },
      { title: 'Median total [quartiles], µs' },
      { title: 'Times fastest' },
    ],
    rows: pooled.groups.map((group) => [
      words(group.serializer),
      words(cellTitle(group.dataType, group.instances)),
      words(group.mode),
      count(group.sessions),
      {
        ...us(group.medianOfMediansNs),
        low: group.q1Ns / NS_PER_US,
        high: group.q3Ns / NS_PER_US,
      },
      count(group.timesFastest),
    ]),
    notes: [
      `Medians of the session medians of the total, and the quartiles between sessions; claim level ${pooled.claim}. Lower is better.`,
    ],
  };
}
