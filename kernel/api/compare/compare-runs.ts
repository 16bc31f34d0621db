// Two duplex runs case by case: what is compared, by which statistic, with which doubts. Pure; its text is
// viz/report/comparison.ts.

import type { Suite } from '../run/cases.ts';
import { headlineOf, type Headline } from '../run/headline.ts';
import type { DataTrial, TrialFile } from '../run/results.ts';
import { trialStatistic } from '../run/statistic.ts';
import { quantiles } from '../statistics/summary.ts';
import type { Workspace } from '../facade/workspace.ts';
import { caseName, forbiddingDifferences, isOneMachine, notedDifferences } from './comparable.ts';
import type { ComparedRun, FieldDifference } from './comparable.ts';
import { machineDoubt } from './machine-state.ts';
import { alikeTrials } from './placement.ts';
import { thresholdOf } from './threshold.ts';
import { judge } from './verdict.ts';
import type { Judgment } from './verdict.ts';

export interface RunToCompare extends ComparedRun {
  /** For their reference work. */
  readonly trials: readonly TrialFile[];
}

export interface CaseComparison extends Judgment {
  readonly name: string;
  readonly headline: Headline;
  readonly medianA: number;
  readonly medianB: number;
  readonly nA: number;
  readonly nB: number;
  /** Which trials were compared, when it is not all of them. */
  readonly note: string | null;
}

export interface RunComparison {
  readonly cases: readonly CaseComparison[];
  readonly forbidding: readonly FieldDifference[];
  readonly noted: readonly FieldDifference[];
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** In both runs, but without an ok trial in one of them. */
  readonly withoutTrials: readonly string[];
  readonly thresholdPercent: number;
  readonly thresholdReason: string;
}

/** Null for a suite that is not compared; its name comes from a file. */
function comparedHeadline(suite: Suite): Headline | null {
  const headline = headlineOf(suite);
  return headline?.isCompared === true ? headline : null;
}

export function compareRuns(
  workspace: Workspace,
  a: RunToCompare,
  b: RunToCompare,
  thresholdPercent: number | null,
): RunComparison {
  const threshold = thresholdOf(a.data, b.data, thresholdPercent);
  const [inA, inB] = [comparedCases(a), comparedCases(b)];
  const both = [...inA.keys()].filter((name) => inB.has(name));
  const cases = both.flatMap((name) => {
    const pair = { name, a: inA.get(name) ?? [], b: inB.get(name) ?? [] };
    return compareCase(workspace, a, b, pair, threshold.percent) ?? [];
  });
  const compared = new Set(cases.map(({ name }) => name));
  return {
    cases,
    forbidding: forbiddingDifferences(a, b),
    noted: notedDifferences(a, b),
    onlyInA: [...inA.keys()].filter((name) => !inB.has(name)),
    onlyInB: [...inB.keys()].filter((name) => !inA.has(name)),
    withoutTrials: both.filter((name) => !compared.has(name)),
    thresholdPercent: threshold.percent,
    thresholdReason: threshold.reason,
  };
}

/** In the order of data.json: suite by suite, by payload within it. */
function comparedCases({ data }: RunToCompare): ReadonlyMap<string, readonly DataTrial[]> {
  const compared = data.cases.filter(({ suite }) => comparedHeadline(suite) !== null);
  return new Map(
    compared.map((entry): [string, readonly DataTrial[]] => [
      caseName(entry),
      data.trials.filter((one) => one.suite === entry.suite && one.case === entry.case),
    ]),
  );
}

interface Pair {
  readonly name: string;
  readonly a: readonly DataTrial[];
  readonly b: readonly DataTrial[];
}

function compareCase(
  workspace: Workspace,
  a: RunToCompare,
  b: RunToCompare,
  pair: Pair,
  thresholdPercent: number,
): CaseComparison | null {
  const headline = pair.a[0] === undefined ? null : comparedHeadline(pair.a[0].suite);
  if (headline === null) return null;
  const alike = alikeTrials(pair.a.filter(isOk), pair.b.filter(isOk));
  const [x, y] = [valuesOf(alike.a, headline), valuesOf(alike.b, headline)];
  if (x.length === 0 || y.length === 0) return null;
  const machine = isOneMachine(a.run, b.run)
    ? machineDoubt(workspace, trialsOf(a, pair.name), trialsOf(b, pair.name), thresholdPercent)
    : null;
  const doubt = machine ?? alike.doubt;
  const rules = { thresholdPercent, isLowerBetter: headline.isLowerBetter, doubt };
  return {
    name: pair.name,
    headline,
    medianA: median(workspace, x),
    medianB: median(workspace, y),
    nA: x.length,
    nB: y.length,
    note: alike.note,
    ...judge(workspace, x, y, rules),
  };
}

const isOk = ({ state }: DataTrial): boolean => state === 'ok';

const trialsOf = ({ trials }: RunToCompare, name: string): TrialFile[] =>
  trials.filter((trial) => caseName(trial) === name);

function valuesOf(trials: readonly DataTrial[], { statistic }: Headline): number[] {
  return trials.flatMap(({ stats }) => {
    const value = trialStatistic(stats, statistic);
    return value !== null && value > 0 ? [value] : [];
  });
}

const median = (workspace: Workspace, values: readonly number[]): number =>
  quantiles(workspace, values, [0.5], 'R-7')[0] ?? Number.NaN;
