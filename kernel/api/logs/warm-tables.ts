// The tables of a warm suite: per cell the median of its fresh processes and how far they lie apart. Bytes and streams apart, never pooled.
import type { GroupStatistics } from './analysis.ts';
import { DATA_TYPES } from '../facade/catalog.ts';
import { significantText } from './figures-text.ts';
import { groupBy } from './group-by.ts';
import { markdownTable } from './markdown-table.ts';
import type { Processes } from './processes.ts';
import type { LogStatistics } from './statistics.ts';

const NS_PER_US = 1000;
const DIGITS = 3;

type WarmGroup = GroupStatistics & {
  readonly processes: Processes & { readonly unsteady: number };
};

const isWarm = (group: GroupStatistics): group is WarmGroup =>
  typeof group.processes?.unsteady === 'number';

/** A section for each count and mode that the log has; empty for a log without rounds. */
export function warmTables(
  groups: readonly GroupStatistics[],
  unranked: ReadonlySet<string>,
  statistics: LogStatistics,
): readonly string[] {
  const warm = groups.filter(isWarm);
  if (warm.length === 0) return [];
  const sections = (['bytes', 'stream'] as const).flatMap((mode) =>
    [...groupBy(warm, ({ instances }) => String(instances)).values()]
      .sort(([a], [b]) => (a?.instances ?? 0) - (b?.instances ?? 0))
      .map((own) => own.filter((group) => group.mode === mode))
      .filter((own) => own.length > 0)
      .map((own) => section(own, mode, unranked, statistics)),
  );
  return [howToRead(warm), ...sections];
}

const isMostlyUnsteady = ({ processes: { unsteady, mediansNs } }: WarmGroup): boolean =>
  2 * unsteady > mediansNs.length;

function howToRead(warm: readonly WarmGroup[]): string {
  const rounds = Math.max(...warm.map(({ processes: { mediansNs } }) => mediansNs.length));
  const some = warm.filter(({ processes }) => processes.unsteady > 0).length;
  const most = warm.filter(isMostlyUnsteady).length;
  return [
    '## Steady state, cell by cell',
    '',
    `Serialize + deserialize in µs: the median of the medians of ${rounds} fresh processes, and in brackets the smallest and the largest of them (observed, no interval).`,
    'Two rows whose brackets overlap are not told apart by this run. Bold = lowest of the column.',
    `\\* = in most of the processes the warm-up did not settle within its time, or the samples drifted: ${most} of ${warm.length} cells (in at least one process: ${some}).`,
  ].join('\n');
}

function section(
  own: readonly WarmGroup[],
  mode: 'bytes' | 'stream',
  unranked: ReadonlySet<string>,
  statistics: LogStatistics,
): string {
  const instances = own[0]?.instances ?? 1;
  const types = typesOf(own);
  const best = types.map((type) =>
    Math.min(
      ...own
        .filter(({ dataType, serializer }) => dataType === type && !unranked.has(serializer))
        .map(({ processes }) => processes.medianNs),
    ),
  );
  const rows = [...groupBy(own, ({ serializer }) => serializer)]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([name, cells]) => [
      ...(mode === 'stream' ? [name, cells[0]?.streamMode ?? ''] : [markUnranked(name, unranked)]),
      ...types.map((type, index) => {
        const cell = cells.find(({ dataType }) => dataType === type);
        return cell === undefined ? '-' : cellText(cell, best[index] ?? NaN, statistics);
      }),
    ]);
  const header = mode === 'stream' ? ['serializer', 'stream'] : ['serializer'];
  const title = `### ${instances === 1 ? '1 instance' : `${instances} instances`}, ${mode} mode (µs)`;
  return `${title}\n\n${markdownTable([...header, ...types], rows, header.length)}`;
}

/** A row that only opens its input stands beside the others, never among them. */
export const markUnranked = (name: string, unranked: ReadonlySet<string>): string =>
  unranked.has(name) ? `${name} †` : name;

function cellText(cell: WarmGroup, best: number, statistics: LogStatistics): string {
  const { medianNs, mediansNs } = cell.processes;
  const us = (ns: number): string => significantText(ns / NS_PER_US, DIGITS, statistics);
  const median = medianNs === best ? `**${us(medianNs)}**` : us(medianNs);
  const range = ` [${us(Math.min(...mediansNs))}, ${us(Math.max(...mediansNs))}]`;
  return `${median}${isMostlyUnsteady(cell) ? '\\*' : ''}${mediansNs.length > 1 ? range : ''}`;
}

/** In the catalogue's order; types it does not know follow. */
function typesOf(groups: readonly GroupStatistics[]): readonly string[] {
  const found = new Set(groups.map(({ dataType }) => dataType));
  const known: readonly string[] = DATA_TYPES.filter((type) => found.has(type));
  return [...known, ...[...found].filter((type) => !known.includes(type))];
}
