// Several logs of the same work on one machine pooled: medians of session medians, and what may be claimed from how many.
import type { Workspace } from '../facade/workspace.ts';
import { summarize } from '../statistics/summary.ts';
import type { GroupStatistics } from './analysis.ts';
import { cellId } from './analysis.ts';
import { groupBy } from './group-by.ts';
import { groupId } from './group.ts';
import type { GroupKey } from './group.ts';
import { headlineOf } from './processes.ts';

export interface Session {
  readonly name: string;
  readonly groups: readonly GroupStatistics[];
  /** Rows that do only a part of the work: pooled, never the fastest. */
  readonly unranked: ReadonlySet<string>;
}

/** L1: one session or two. L2: three or more on one machine. Other machines stand beside it and are not pooled. */
export type Claim = 'L1' | 'L2';

export interface PooledGroup extends GroupKey {
  readonly sessions: number;
  readonly medianOfMediansNs: number;
  /** Quartiles of the session medians: the spread between sessions, not within one. */
  readonly q1Ns: number;
  readonly q3Ns: number;
  readonly timesFastest: number;
}

const SESSIONS_FOR_L2 = 3;

export const claimOf = (sessions: readonly Session[]): Claim =>
  sessions.length >= SESSIONS_FOR_L2 ? 'L2' : 'L1';

export function poolSessions(
  sessions: readonly Session[],
  workspace: Workspace,
): readonly PooledGroup[] {
  const all = sessions.flatMap(({ groups }) => groups);
  const wins = fastestCounts(sessions);
  return [...groupBy(all, groupId).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const medians = Float64Array.from(own, (group) => headlineOf(group).totalNs);
    const { median, p25, p75 } = summarize(workspace, medians);
    const { serializer, dataType, typeConfigHash, instances, mode, language } = first;
    return [
      {
        ...{ serializer, dataType, typeConfigHash, instances, mode, language },
        sessions: own.length,
        medianOfMediansNs: median,
        q1Ns: p25,
        q3Ns: p75,
        timesFastest: wins.get(groupId(first)) ?? 0,
      },
    ];
  });
}

function fastestCounts(sessions: readonly Session[]): ReadonlyMap<string, number> {
  const wins = new Map<string, number>();
  for (const { groups, unranked } of sessions) {
    const ranked = groups.filter(({ serializer }) => !unranked.has(serializer));
    for (const cell of groupBy(ranked, cellId).values()) {
      const fastest = cell.reduce((a, b) =>
        headlineOf(b).totalNs < headlineOf(a).totalNs ? b : a,
      );
      wins.set(groupId(fastest), (wins.get(groupId(fastest)) ?? 0) + 1);
    }
  }
  return wins;
}
