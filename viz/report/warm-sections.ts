// The sections of a warm suite: how to read its tables, and one of them for each count and mode.

import { isMostlyUnsteady, isWarm, UNSTEADY, warmTable } from '../tables/warm-table.ts';
import type { Kinds } from '../tables/log-tables.ts';
import { below, partName, type LogPart } from './log-words.ts';
import type { Section } from './page.ts';

/** A section for each count and mode that the log has; empty for a log without rounds. */
export function warmSections(
  part: LogPart,
  unranked: ReadonlySet<string>,
  kinds: Kinds,
): Section[] {
  const warm = part.log.groups.filter(isWarm);
  if (warm.length === 0) return [];
  const rounds = Math.max(...warm.map(({ processes: { mediansNs } }) => mediansNs.length));
  const some = warm.filter(({ processes: { unsteady } }) => unsteady > 0).length;
  const most = warm.filter(isMostlyUnsteady).length;
  const counts = [...new Set(warm.map(({ instances }) => instances))].sort((a, b) => a - b);
  return [
    below(part, 'Steady state, cell by cell', {
      paragraphs: [
        `Serialize + deserialize in µs: the median of the medians of ${rounds} fresh processes, and in brackets the smallest and the largest of them (observed, no interval). Two rows whose brackets overlap are not told apart by this run.`,
        `${UNSTEADY} = in most of the processes the warm-up did not settle within its time, or the samples drifted: ${most} of ${warm.length} cells (in at least one process: ${some}).`,
      ],
    }),
    ...(['bytes', 'stream'] as const).flatMap((mode) =>
      counts.flatMap((instances): Section[] => {
        const own = warm.filter((group) => group.mode === mode && group.instances === instances);
        const title = `${instances} ${instances === 1 ? 'instance' : 'instances'}, ${mode} mode (µs)`;
        const table = warmTable(own, `${title}: ${partName(part)}`, unranked, kinds);
        return own.length === 0 ? [] : [{ ...below(part, title, { table }), level: 4 }];
      }),
    ),
  ];
}
