// Raw facts -> data.json: a pure function of run.json, trials/ and samples/, and of the kernel that computes every
// statistic. What a trial's statistics are is trial-stats.ts; here they are put in order and summed up per case.

import type { Workspace } from '../facade/workspace.ts';
import { spread } from '../statistics/durations.ts';
import type { Spread } from '../statistics/durations.ts';
import type { Suite } from './cases.ts';
import { SUITES } from './cases.ts';
import { placeInBlock } from './blocks.ts';
import { deriveResolution } from './resolution.ts';
import { SCHEMA_VERSION } from './results.ts';
import { canCompareSlices, fastestSliceNs, trialFacts, trialMarks } from './trial-facts.ts';
import type { CaseStats, TrialStats } from './statistic.ts';
import { trialStats } from './trial-stats.ts';
import type { DataCase, DataFile, DataTrial, RunFile, SampleReader, TrialFile } from './results.ts';

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
    ...placeInBlock(trial),
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
  const variants = run.variants?.map(({ name }) => ({ variant: name })) ?? [{}];
  for (const suite of SUITES) {
    const names = new Set(run.order.filter((entry) => entry.suite === suite).map((e) => e.case));
    const bySize = [...names].sort((a, b) => comparePlaces(trials, suite, a, b));
    for (const name of bySize)
      for (const variant of variants)
        result.push(deriveCase(workspace, { suite, case: name, ...variant }, trials));
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
  of: Pick<DataCase, 'suite' | 'case' | 'variant'>,
  trials: readonly DataTrial[],
): DataCase {
  const own = trials.filter(
    (trial) => trial.suite === of.suite && trial.case === of.case && trial.variant === of.variant,
  );
  const count = (state: string): number => own.filter((trial) => trial.state === state).length;
  const stats = own.flatMap((trial) => (trial.stats === null ? [] : [trial.stats]));
  return {
    ...of,
    n: count('ok'),
    failed: count('failed'),
    unsupported: count('unsupported'),
    stats: stats.length === 0 ? {} : caseStats(workspace, stats),
  };
}

/** Of every number that the first trial has; of a group only those that every trial has. */
function caseStats(workspace: Workspace, trials: readonly TrialStats[]): CaseStats {
  const all = trials as readonly Readonly<Record<string, unknown>>[];
  const result: Record<string, Spread | Record<string, Spread | null>> = {};
  for (const [name, value] of Object.entries(all[0] ?? {})) {
    const values = all.map((one) => one[name]);
    if (typeof value === 'number') result[name] = spread(workspace, values.filter(isNumber));
    else if (typeof value === 'object' && value !== null)
      result[name] = groupSpreads(workspace, Object.keys(value), values as Group[]);
  }
  // The fields are those of the trials.
  return result;
}

type Group = Readonly<Record<string, unknown>> | null | undefined;

function groupSpreads(
  workspace: Workspace,
  keys: readonly string[],
  groups: readonly Group[],
): Record<string, Spread | null> {
  const named = keys.filter((key) => key !== 'n' && !key.endsWith('Reason'));
  return Object.fromEntries(
    named.map((key) => {
      const values = groups.map((group) => group?.[key]);
      return [key, values.every(isNumber) ? spread(workspace, values) : null];
    }),
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
