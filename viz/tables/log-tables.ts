// The tables of serializer logs, from what kernel/api/logs has computed. They mark and give digits; they pool nothing.

import type { RankChange } from '../../kernel/api/logs/cold-warm.ts';
import type { PooledStats } from '../../kernel/api/logs/stats-file.ts';
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

export function logTable(table: LogTable, where: string): Table {
  const columns = table.columns.map((column) => columnCells(column, table.unranked));
  return {
    caption: `${table.title}: ${where}`,
    columns: [
      { title: 'Serializer' },
      ...table.columns.map(({ title, unit }) => ({ title, isScaled: unit === 'scaled' })),
    ],
    rows: table.labels.map((label, row) => [
      words(label),
      ...columns.map((cells) => cells[row] ?? count(null)),
    ]),
    notes: [
      table.note,
      'Times and sizes: lower is better. Operations per second: higher is better.',
    ],
  };
}

function columnCells(
  { unit, digits, best, values }: TableColumn,
  unranked: ReadonlySet<number>,
): Cell[] {
  const ranked = values.flatMap((value, row) =>
    value === null || unranked.has(row) ? [] : [value],
  );
  const winner = best === 'highest' ? Math.max(...ranked) : Math.min(...ranked);
  const shown: Digits =
    unit === 'count' || unit === 'fixed2'
      ? { decimals: unit === 'count' ? 0 : 2 }
      : { significant: digits };
  return values.map((value, row) => {
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

export function coldWarmTable(changes: readonly RankChange[], where: string): Table {
  const time = (value: number | null): NumberCell => ({ value, unit: 'µs', digits: THREE });
  return {
    caption: `Cold against warm: ${where}`,
    columns: [
      { title: 'Serializer' },
      { title: 'First call, µs' },
      { title: 'Cold, µs' },
      { title: 'Warm, µs' },
      { title: 'Cold / warm' },
      { title: 'Rank cold' },
      { title: 'Rank warm' },
      { title: 'Move' },
    ],
    rows: changes.map((change) => [
      words(change.serializer),
      time(change.firstCallUs),
      time(change.coldUs),
      time(change.warmUs),
      {
        value: change.coldUs / change.warmUs,
        unit: '',
        digits: { significant: 2, keepsZeros: true },
      },
      count(change.coldRank),
      count(change.warmRank),
      {
        value: change.coldRank - change.warmRank,
        unit: '',
        digits: { decimals: 0, isSigned: true },
      },
    ]),
    notes: [
      "Single instances, bytes mode, ranked rows. Each time is the mean over the data types in µs of: the median first call of a fresh process; the cold suite's median; the warm suite's median of its processes' medians. Move: ranks won (+) or lost (−) by warming up. Lower is better.",
    ],
  };
}
