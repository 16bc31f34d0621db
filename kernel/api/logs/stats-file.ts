// stats.json: everything computed from a set of logs, as one value. A function of the logs and the policy, and of nothing else, so that anyone can recompute it.
import type { Workspace } from '../facade/workspace.ts';
import { analyzeGroups } from './analysis.ts';
import type { LogAnalysis } from './analysis.ts';
import { groupBy } from './group-by.ts';
import type { Policy } from './policy.ts';
import { differencesBetween } from './identity.ts';
import type { LogProblem } from './problems.ts';
import type { SerializerLog } from './read.ts';
import { claimOf, poolSessions } from './sessions.ts';
import type { Claim, PooledGroup } from './sessions.ts';
import type { Sidecar } from './sidecar.ts';
import type { WarmCurve } from './warm-curve.ts';
import { roundMachines, warmUpsOf } from './warm-up.ts';
import type { RoundMachine, WarmUp } from './warm-up.ts';

export const STATS_SCHEMA = 'echometer.logs/2';

/** cold and warm answer different questions: they are never pooled. */
export type LogSuite = 'cold' | 'warm';

export interface ReadLog {
  readonly log: SerializerLog;
  readonly suite: LogSuite;
  readonly sidecar: Sidecar | null;
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
  /** Logs of the same suite and languages that are not pooled, and why; absent where there are none. */
  readonly apart?: readonly Apart[];
}

export interface Apart {
  readonly suite: LogSuite;
  readonly languages: readonly string[];
  readonly logs: readonly [string, string];
  /** Machine, runtimes or serializers. */
  readonly differ: readonly string[];
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
  const sets = [...alike.values()].map(sessionSets);
  const pooled = sets.flat().flatMap((own) => pooledOf(own, workspace));
  const apart = sets.flatMap(apartFrom);
  return {
    schema: STATS_SCHEMA,
    policy,
    logs: analyzed.map(({ stats }) => stats),
    pooled,
    ...(apart.length === 0 ? {} : { apart }),
  };
}

interface Analyzed {
  readonly input: ReadLog;
  readonly stats: LogStats;
}

/** Nothing of one session alone. */
function pooledOf(own: readonly Analyzed[], workspace: Workspace): readonly PooledStats[] {
  const [first] = own;
  if (first === undefined || own.length < 2) return [];
  const sessions = own.map(({ input, stats }) => ({
    name: stats.file,
    groups: stats.groups,
    unranked: input.unranked ?? new Set<string>(),
  }));
  const { suite, languages } = first.stats;
  const names = sessions.map(({ name }) => name);
  const groups = poolSessions(sessions, workspace);
  return [{ suite, languages, claim: claimOf(sessions), sessions: names, groups }];
}

/** Those of one machine and the same versions together: each log is put beside the first one that it equals. */
function sessionSets(logs: readonly Analyzed[]): readonly (readonly Analyzed[])[] {
  const sets: Analyzed[][] = [];
  for (const log of logs) {
    const own = sets.find(
      ([first]) => first !== undefined && differencesBetween(first.input, log.input).length === 0,
    );
    if (own === undefined) sets.push([log]);
    else own.push(log);
  }
  return sets;
}

/** The first set of a suite against each other one. */
function apartFrom([first, ...others]: readonly (readonly Analyzed[])[]): readonly Apart[] {
  const [one] = first ?? [];
  if (one === undefined) return [];
  return others.flatMap(([other]): Apart[] => {
    if (other === undefined) return [];
    const { suite, languages } = one.stats;
    const differ = differencesBetween(one.input, other.input);
    return [{ suite, languages, logs: [one.stats.file, other.stats.file], differ }];
  });
}
