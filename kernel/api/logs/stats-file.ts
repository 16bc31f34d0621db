// stats.json: everything computed from a set of logs, as one value. A function of the logs and the policy, and of nothing else, so that anyone can recompute it.
import type { Workspace } from '../facade/workspace.ts';
import { analyzeGroups } from './analysis.ts';
import type { LogAnalysis } from './analysis.ts';
import { groupBy } from './group-by.ts';
import type { Policy } from './policy.ts';
import type { LogProblem } from './problems.ts';
import type { SerializerLog } from './read.ts';
import { claimOf, poolSessions } from './sessions.ts';
import type { Claim, PooledGroup } from './sessions.ts';
import type { WarmCurve } from './warm-curve.ts';
import { roundMachines, warmUpsOf } from './warm-up.ts';
import type { RoundMachine, WarmUp } from './warm-up.ts';

export const STATS_SCHEMA = 'echometer.logs/2';

/** cold and warm answer different questions: they are never pooled. */
export type LogSuite = 'cold' | 'warm';

export interface ReadLog {
  readonly log: SerializerLog;
  readonly suite: LogSuite;
  readonly machineId: string;
  /** Of a warm suite, if they are there. */
  readonly curves?: readonly WarmCurve[];
  /** Rows that are never the fastest. */
  readonly unranked?: ReadonlySet<string>;
}

export interface LogStats extends LogAnalysis {
  readonly file: string;
  readonly suite: LogSuite;
  readonly rows: number;
  readonly languages: readonly string[];
  readonly problems: readonly LogProblem[];
  /** Empty for a log without curves. */
  readonly warmUps: readonly WarmUp[];
  readonly machine: readonly RoundMachine[];
}

export interface PooledStats {
  readonly suite: LogSuite;
  readonly languages: readonly string[];
  readonly claim: Claim;
  readonly sessions: readonly string[];
  readonly groups: readonly PooledGroup[];
}

export interface StatsFile {
  readonly schema: typeof STATS_SCHEMA;
  readonly policy: Policy;
  readonly logs: readonly LogStats[];
  /** Only where there is more than one session of the same suite and languages. */
  readonly pooled: readonly PooledStats[];
}

export function statsFile(
  inputs: readonly ReadLog[],
  policy: Policy,
  workspace: Workspace,
  withIntervals = true,
): StatsFile {
  const analyzed = inputs.map((input) => ({
    input,
    stats: {
      file: input.log.file,
      suite: input.suite,
      rows: input.log.rows,
      languages: input.log.languages,
      problems: input.log.problems,
      warmUps: warmUpsOf(input.curves ?? [], workspace),
      machine: roundMachines(input.curves ?? [], workspace),
      ...analyzeGroups(input.log.groups, policy, workspace, input.unranked, withIntervals),
    },
  }));
  const alike = groupBy(analyzed, ({ stats }) => [stats.suite, ...stats.languages].join('\n'));
  const pooled = [...alike.values()].flatMap((own): PooledStats[] => {
    const [first] = own;
    if (first === undefined || own.length < 2) return [];
    const sessions = own.map(({ input, stats }) => ({
      name: stats.file,
      machineId: input.machineId,
      groups: stats.groups,
      unranked: input.unranked ?? new Set<string>(),
    }));
    return [
      {
        suite: first.stats.suite,
        languages: first.stats.languages,
        claim: claimOf(sessions),
        sessions: sessions.map(({ name }) => name),
        groups: poolSessions(sessions, workspace),
      },
    ];
  });
  return { schema: STATS_SCHEMA, policy, logs: analyzed.map(({ stats }) => stats), pooled };
}
