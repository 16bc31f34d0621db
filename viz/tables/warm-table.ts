// The table of a warm suite for one count and mode: per cell the median of its fresh processes and how far they lie apart.

import type { GroupStatistics } from '../../kernel/api/logs/analysis.ts';
import { DATA_TYPES } from '../../kernel/api/facade/catalog.ts';
import { groupBy } from '../../kernel/api/logs/group-by.ts';
import type { Processes } from '../../kernel/api/logs/processes.ts';
import { byKind, byName, markUnranked, us, type Kinds } from './log-tables.ts';
import { words, type Cell, type Table } from './table.ts';

export type WarmGroup = GroupStatistics & {
  readonly processes: Processes & { readonly unsteady: number };
};

export const isWarm = (group: GroupStatistics): group is WarmGroup =>
  typeof group.processes?.unsteady === 'number';

export const isMostlyUnsteady = ({ processes: { unsteady, mediansNs } }: WarmGroup): boolean =>
  2 * unsteady > mediansNs.length;

/** A row that is mostly unsteady carries it. */
export const UNSTEADY = '*';

/** `groups` are of one count of instances and one mode. */
export function warmTable(
  groups: readonly WarmGroup[],
  caption: string,
  unranked: ReadonlySet<string>,
  kinds: Kinds = new Map(),
): Table {
  const types = typesOf(groups);
  const isStream = groups[0]?.mode === 'stream';
  const kindOf = (name: string): string => kinds.get(name) ?? '';
  const bestOf = (type: string, kind: string): number => {
    const ranked = groups.filter(
      ({ dataType, serializer }) =>
        dataType === type && kindOf(serializer) === kind && !unranked.has(serializer),
    );
    if (kind !== '' && ranked.length < 2) return NaN;
    return Math.min(...ranked.map(({ processes }) => processes.medianNs));
  };
  const rows = byKind(byName(groupBy(groups, ({ serializer }) => serializer)), ([name]) =>
    kindOf(name),
  );
  return {
    caption,
    columns: [
      { title: 'Serializer' },
      ...(kinds.size > 0 ? [{ title: 'Kind' }] : []),
      ...(isStream ? [{ title: 'Stream' }] : []),
      ...types.map((title) => ({ title })),
    ],
    rows: rows.map(([name, cells]) => [
      words(isStream ? name : markUnranked(name, unranked)),
      ...(kinds.size > 0 ? [words(kindOf(name))] : []),
      ...(isStream ? [words(cells[0]?.streamMode ?? '')] : []),
      ...types.map((type) => {
        const found = cells.find(({ dataType }) => dataType === type);
        return found === undefined ? us(null) : warmCell(found, bestOf(type, kindOf(name)));
      }),
    ]),
    notes: [],
    ...(kinds.size > 0 ? { bestOf: 'kind' as const } : {}),
  };
}

function warmCell(group: WarmGroup, best: number): Cell {
  const { medianNs, mediansNs } = group.processes;
  const [low, high] = [Math.min(...mediansNs), Math.max(...mediansNs)].map((ns) => us(ns).value);
  return {
    ...us(medianNs),
    ...(mediansNs.length > 1 && low != null && high != null ? { low, high } : {}),
    isBest: medianNs === best,
    ...(isMostlyUnsteady(group) ? { note: UNSTEADY } : {}),
  };
}

/** In the catalogue's order; types it does not know follow. */
function typesOf(groups: readonly GroupStatistics[]): readonly string[] {
  const found = new Set(groups.map(({ dataType }) => dataType));
  const known: readonly string[] = DATA_TYPES.filter((type) => found.has(type));
  return [...known, ...[...found].filter((type) => !known.includes(type))];
}
