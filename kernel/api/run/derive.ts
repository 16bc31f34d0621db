// Raw facts -> data.json: a pure function of run.json, trials/ and samples/, and of the kernel that computes every
// statistic. What a trial's statistics are is trial-stats.ts; here they are put in order and summed up per case.

import type { Workspace } from '../facade/workspace.ts';
import { spread } from '../statistics/durations.ts';
import type { Spread } from '../statistics/durations.ts';
import type { Suite } from './cases.ts';
import { SUITES } from './cases.ts';
import { deriveResolution } from './resolution.ts';
import { SCHEMA_VERSION } from './results.ts';
import { canCompareSlices, fastestSliceNs, trialFacts, trialMarks } from './trial-facts.ts';
import { trialStats } from './trial-stats.ts';
import type {
  CaseStats,
  DataCase,
  DataFile,
  DataTrial,
  RunFile,
  SampleReader,
  TrialFile,
  TrialStats,
} from './results.ts';

export function deriveData(
  workspace: Workspace,
  run: RunFile,
  trials: readonly TrialFile[],
  samples: SampleReader,
): DataFile {
  const ordered = [...trials].sort((a, b) => a.order - b.order);
  const fastestNs = canCompareSlices(run.clock) ? fastestSliceNs(ordered) : null;
  const derived = ordered.map((trial) => deriveTrial(workspace, run, trial, samples, fastestNs));
  return {
    schemaVersion: SCHEMA_VERSION,
    kernelId: run.kernelId,
    measureId: run.measureId,
    ...deriveResolution(workspace, derived),
    trials: derived,
    cases: deriveCases(workspace, run, derived),
  };
}

function deriveTrial(
  workspace: Workspace,
  { clock }: RunFile,
  trial: TrialFile,
  samples: SampleReader,
  fastestNs: number | null,
): DataTrial {
  const facts = trialFacts(trial);
  return {
    suite: trial.suite,
    case: trial.case,
    trial: trial.trial,
    order: trial.order,
    state: trial.state,
    params: trial.params,
    stats: trial.state === 'ok' ? trialStats(workspace, trial, samples, clock) : null,
    facts,
    marks: trialMarks(trial, facts, fastestNs),
    verified: trial.verified,
    ...(trial.failure === undefined ? {} : { failure: trial.failure }),
    ...(trial.reason === undefined ? {} : { reason: trial.reason }),
  };
}

function deriveCases(workspace: Workspace, run: RunFile, trials: readonly DataTrial[]): DataCase[] {
  const result: DataCase[] = [];
  for (const suite of SUITES) {
    const names = new Set(run.order.filter((entry) => entry.suite === suite).map((e) => e.case));
    const bySize = [...names].sort((a, b) => comparePlaces(trials, suite, a, b));
    for (const name of bySize) result.push(deriveCase(workspace, suite, name, trials));
  }
  return result;
}

/** Cases stand by payload, then credit, then ack interval: the reading order of the tables, whatever the run order. */
function comparePlaces(
  trials: readonly DataTrial[],
  suite: Suite,
  left: string,
  right: string,
): number {
  const place = (name: string): readonly number[] => {
    const params = trials.find((trial) => trial.suite === suite && trial.case === name)?.params;
    if (params === undefined) return [Number.MAX_SAFE_INTEGER];
    return [
      params.payloadBytes,
      params.creditBytes,
      params.ackEvery,
      params.sessions,
      params.workers,
    ];
  };
  const a = place(left);
  const b = place(right);
  const index = a.findIndex((value, i) => value !== b[i]);
  if (index < 0) return left < right ? -1 : 1;
  return (a[index] ?? 0) - (b[index] ?? 0);
}

function deriveCase(
  workspace: Workspace,
  suite: Suite,
  name: string,
  trials: readonly DataTrial[],
): DataCase {
  const own = trials.filter((trial) => trial.suite === suite && trial.case === name);
  const count = (state: string): number => own.filter((trial) => trial.state === state).length;
  const stats = own.flatMap((trial) => (trial.stats === null ? [] : [trial.stats]));
  return {
    suite,
    case: name,
    n: count('ok'),
    failed: count('failed'),
    unsupported: count('unsupported'),
    stats: stats.length === 0 ? {} : caseStats(workspace, stats),
  };
}

function caseStats(workspace: Workspace, trials: readonly TrialStats[]): CaseStats {
  const result: Record<string, Spread | Record<string, Spread | null>> = {};
  for (const [name, value] of Object.entries(trials[0] ?? {})) {
    if (typeof value === 'number')
      result[name] = spreadOf(workspace, trials, (stats) => stats[name]);
    else if (typeof value === 'object' && value !== null)
      result[name] = nestedSpreads(workspace, trials, name, Object.keys(value));
  }
  return result;
}

function nestedSpreads(
  workspace: Workspace,
  trials: readonly TrialStats[],
  name: string,
  keys: readonly string[],
): Record<string, Spread | null> {
  const result: Record<string, Spread | null> = {};
  for (const key of keys.filter((k) => k !== 'n' && !k.endsWith('Reason'))) {
    const pick = (stats: TrialStats): unknown =>
      (stats[name] as Record<string, unknown> | null | undefined)?.[key];
    result[key] = trials.every((stats) => typeof pick(stats) === 'number')
      ? spreadOf(workspace, trials, pick)
      : null;
  }
  return result;
}

function spreadOf(
  workspace: Workspace,
  trials: readonly TrialStats[],
  pick: (stats: TrialStats) => unknown,
): Spread {
  return spread(
    workspace,
    trials.map(pick).filter((value) => typeof value === 'number'),
  );
}
