// Two duplex runs case by case: what is compared, by which statistic, with which doubts. Pure; its text is
// compare-text.ts.

import type { Suite } from '../cases.ts';
import type { DataTrial, TrialFile, TrialStats } from '../results.ts';
import { quantiles } from '../statistics-summary.ts';
import type { Workspace } from '../workspace.ts';
import { caseName, forbiddingDifferences, isOneMachine, notedDifferences } from './comparable.ts';
import type { ComparedRun, FieldDifference } from './comparable.ts';
import { judge } from './verdict.ts';
import type { Judgment } from './verdict.ts';

export interface RunToCompare extends ComparedRun {
  /** For their reference work. */
  readonly trials: readonly TrialFile[];
}

export interface Headline {
  readonly statistic: string;
  readonly unit: 'ns' | 'B/s' | 'msg/s';
  readonly isLowerBetter: boolean;
}

export interface CaseComparison extends Judgment {
  readonly name: string;
  readonly headline: Headline;
  readonly medianA: number;
  readonly medianB: number;
  readonly nA: number;
  readonly nB: number;
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

const LATENCY: Headline = { statistic: 'receiptNs.p50', unit: 'ns', isLowerBetter: true };
const RATE: Headline = { statistic: 'bytesPerSecond', unit: 'B/s', isLowerBetter: false };
const MESSAGES: Headline = { statistic: 'messagesPerSecond', unit: 'msg/s', isLowerBetter: false };

/** One statistic a case: more would be more chances to be wrong. Suites without one have no speed (idle, paused). */
const HEADLINES: Partial<Readonly<Record<Suite, Headline>>> = {
  latency: LATENCY,
  openloop: LATENCY,
  bulk: RATE,
  managed: RATE,
  concurrency: MESSAGES,
  extra: MESSAGES,
};

/** A suite's name comes from a file: it may be anything. */
const headlineOf = (suite: Suite): Headline | null =>
  Object.hasOwn(HEADLINES, suite) ? (HEADLINES[suite] ?? null) : null;

/** For runs without an A/A pair. */
const DEFAULT_THRESHOLD_PERCENT = 5;
/** The reference work must agree as well as the runs claim to resolve, within reason. */
const REFERENCE_PERCENT = { least: 3, most: 10 } as const;

export function compareRuns(
  workspace: Workspace,
  a: RunToCompare,
  b: RunToCompare,
  thresholdPercent: number | null,
): RunComparison {
  const threshold = thresholdOf(a, b, thresholdPercent);
  const [inA, inB] = [comparedCases(a), comparedCases(b)];
  const both = [...inA.keys()].filter((name) => inB.has(name));
  const pairs = both.map((name) => ({ name, a: inA.get(name) ?? [], b: inB.get(name) ?? [] }));
  const cases = pairs.flatMap((pair) => compareCase(workspace, a, b, pair, threshold.percent));
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

function thresholdOf(a: RunToCompare, b: RunToCompare, asked: number | null) {
  if (asked !== null) return { percent: asked, reason: 'as asked for' };
  const known = [a, b].flatMap(({ data }) => data.resolution?.percent ?? []);
  if (known.length === 0)
    return { percent: DEFAULT_THRESHOLD_PERCENT, reason: 'no run says what it resolves' };
  const whose =
    known.length === 2 ? 'the coarser resolution of both runs' : 'the one resolution known';
  return { percent: Math.max(...known), reason: whose };
}

/** In the order of data.json: suite by suite, by payload within it. */
function comparedCases({ data }: RunToCompare): ReadonlyMap<string, readonly DataTrial[]> {
  const compared = data.cases.filter(({ suite }) => headlineOf(suite) !== null);
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
): CaseComparison[] {
  const headline = pair.a[0] === undefined ? null : headlineOf(pair.a[0].suite);
  if (headline === null) return [];
  const [x, y] = [valuesOf(pair.a, headline), valuesOf(pair.b, headline)];
  if (x.length === 0 || y.length === 0) return [];
  const doubt = isOneMachine(a.run, b.run)
    ? referenceDoubt(workspace, a, b, pair.name, thresholdPercent)
    : null;
  const rules = { thresholdPercent, isLowerBetter: headline.isLowerBetter, doubt };
  return [
    {
      name: pair.name,
      headline,
      medianA: median(workspace, x),
      medianB: median(workspace, y),
      nA: x.length,
      nB: y.length,
      ...judge(workspace, x, y, rules),
    },
  ];
}

function valuesOf(trials: readonly DataTrial[], { statistic }: Headline): number[] {
  return trials.flatMap(({ state, stats }) => {
    const value = state === 'ok' ? at(stats, statistic) : null;
    return value !== null && value > 0 ? [value] : [];
  });
}

function at(stats: TrialStats | null, path: string): number | null {
  let here: unknown = stats;
  for (const key of path.split('.')) here = (here as Record<string, unknown> | null)?.[key];
  return typeof here === 'number' ? here : null;
}

const median = (workspace: Workspace, values: readonly number[]): number =>
  quantiles(workspace, values, [0.5], 'R-7')[0] ?? Number.NaN;

/** A machine that was faster or slower during one run's trials explains a difference as well as the software does. */
function referenceDoubt(
  workspace: Workspace,
  a: RunToCompare,
  b: RunToCompare,
  name: string,
  thresholdPercent: number,
): string | null {
  const [x, y] = [fastestSlices(a, name), fastestSlices(b, name)];
  if (x.length === 0 || y.length === 0) return null;
  const ratio = median(workspace, y) / median(workspace, x);
  const percent = (Math.max(ratio, 1 / ratio) - 1) * 100;
  const { least, most } = REFERENCE_PERCENT;
  const allowed = Math.min(most, Math.max(least, thresholdPercent));
  if (percent <= allowed) return null;
  return `the machine's reference work took ${percent.toFixed(1)} % ${ratio > 1 ? 'longer' : 'less'} in B`;
}

/** Each trial's fastest slice: what the processor did when nothing held it back. */
function fastestSlices({ trials }: RunToCompare, name: string): number[] {
  return trials.flatMap((trial) => {
    const { reference } = trial;
    if (reference === undefined || trial.state !== 'ok' || caseName(trial) !== name) return [];
    const slices = [...reference.beforeNs, ...reference.afterNs];
    return slices.length === 0 ? [] : [Math.min(...slices) / reference.rounds];
  });
}
