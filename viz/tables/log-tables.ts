// The tables of serializer logs, from what kernel/api/logs has computed. It rounds and marks; it pools nothing.

import type { RankChange } from '../../kernel/api/logs/cold-warm.ts';
import type { PooledStats } from '../../kernel/api/logs/stats-file.ts';
import type { LogStatistics } from '../../kernel/api/logs/statistics.ts';
import { cellTitle, columnTexts } from '../../kernel/api/logs/tables.ts';
import type { LogTable } from '../../kernel/api/logs/tables.ts';
import type { Table } from '../definition.ts';
import { BEST_MARK, left, right } from './cells.ts';

const NS_PER_US = 1000;

/** `**1.2**` is the page's way to say which value is the best of its column. */
const withMark = (text: string): string => {
  const best = /^\*\*(.*)\*\*$/.exec(text)?.[1];
  return best === undefined ? text.replace(/^-$/, '–') : `${best}${BEST_MARK}`;
};

export function logTable(table: LogTable, where: string, statistics: LogStatistics): Table {
  const texts = table.columns.map((column) =>
    columnTexts(column, statistics, table.unranked).map(withMark),
  );
  return {
    caption: `${table.title}: ${where}`,
    columns: [left('Serializer'), ...table.columns.map(({ title }) => right(title))],
    rows: table.labels.map((label, row) => [label, ...texts.map((column) => column[row] ?? '–')]),
    notes: [
      table.note,
      `Times and sizes: lower is better. Operations per second: higher is better.${BEST_MARK} is the best of its column.`,
    ],
  };
}

export function pooledTable(pooled: PooledStats, where: string, statistics: LogStatistics): Table {
  const us = (ns: number): string => statistics.significant(ns / NS_PER_US, 3);
  return {
    caption: `Several sessions: ${where}`,
    columns: [
      left('Serializer'),
      left('Cell'),
      left('Mode'),
      right('Sessions'),
      right('Median total, µs'),
      right('Quartiles, µs'),
      right('Times fastest'),
    ],
    rows: pooled.groups.map((group) => [
      group.serializer,
      cellTitle(group.dataType, group.instances),
      group.mode,
      String(group.sessions),
      us(group.medianOfMediansNs),
      `${us(group.q1Ns)} to ${us(group.q3Ns)}`,
      String(group.timesFastest),
    ]),
    notes: [
      `Medians of the session medians of the total, and the quartiles between sessions; claim level ${pooled.claim}. Lower is better.`,
    ],
  };
}

export function coldWarmTable(
  changes: readonly RankChange[],
  where: string,
  statistics: LogStatistics,
): Table {
  const us = (value: number): string => statistics.significant(value, 3);
  return {
    caption: `Cold against warm: ${where}`,
    columns: [
      left('Serializer'),
      right('Cold, µs'),
      right('Rank'),
      right('Warm, µs'),
      right('Rank'),
      right('Cold / warm'),
    ],
    rows: changes.map(({ serializer, coldUs, coldRank, warmUs, warmRank }) => [
      serializer,
      us(coldUs),
      String(coldRank),
      us(warmUs),
      String(warmRank),
      us(coldUs / warmUs),
    ]),
    notes: [
      'Single instances, bytes mode: the mean over the data types of the median total; lower is better. The cold suite times single calls between those of other serializers, the warm suite a loop after the compiler has settled.',
    ],
  };
}
