// Two sides of a comparison, case by case: BASE is what was, NEW is what is judged. A side is one run or several; its cases are
// paired by key, and the kernel judges all of them at once.

import type { Workspace } from '../facade/workspace.ts';
import { quantiles } from '../statistics/summary.ts';
import {
  ASSUMED_PROCESS_EFFECT,
  ASSUMED_RUN_EFFECT,
  comparisonVerdicts,
  type CaseVerdict,
  type ComparedCase,
  type RunEffect,
} from '../statistics/verdicts.ts';
import { caseDifferences, runDifferences, type Difference } from './differences.ts';
import type { Lost, MeasuredCase, MeasuredRun, Unit, UnitWord } from './measured.ts';
import type { Placement } from './placement.ts';
import { alikeUnits, explained, machineState, SAME_STATE, type MachineState } from './states.ts';
import { thresholdOf, type Threshold } from './threshold.ts';

export interface ComparisonTerms {
  /** Null: what the runs themselves say they resolve, within limits. */
  readonly thresholdPercent: number | null;
  /** Part of a case's name or metric; null takes all. */
  readonly filter: string | null;
  readonly metric: string | null;
  /** Of this machine, measured; null: assumed. */
  readonly runEffect: RunEffect | null;
  /** The machines are the difference that is asked about: their state explains nothing. */
  readonly differentMachines: boolean;
}

export interface JudgedCase extends CaseVerdict {
  readonly name: string;
  readonly metric: string;
  readonly unit: string | null;
  readonly better: MeasuredCase['better'];
  readonly unitWord: UnitWord;
  readonly medianBase: number;
  readonly medianNew: number;
  /** Units of a side, all runs together. */
  readonly nBase: number;
  readonly nNew: number;
  readonly runsBase: number;
  readonly runsNew: number;
  /** Only trials of this placement were compared; null when all were. */
  readonly kept: Placement | null;
}

/** EMPTY: a side has no trial, process or call that counts. ZERO: a time of 0 ns is below the clock's step. */
export interface UnjudgedCase {
  readonly name: string;
  readonly reason: 'EMPTY' | 'ZERO';
  readonly isEmptyInBase: boolean;
}

export interface SidesComparison {
  readonly base: readonly string[];
  readonly new: readonly string[];
  readonly cases: readonly JudgedCase[];
  readonly differences: readonly Difference[];
  readonly onlyInBase: readonly string[];
  readonly onlyInNew: readonly string[];
  /** In both, and not judged. */
  readonly unjudged: readonly UnjudgedCase[];
  readonly lostBase: readonly Lost[];
  readonly lostNew: readonly Lost[];
  readonly threshold: Threshold;
  readonly runEffect: RunEffect & { readonly isAssumed: boolean };
  readonly state: MachineState;
  /** Nearly all cases moved one way: then it is the machine or the runtime, not what was changed. */
  readonly moved: { readonly way: 'better' | 'worse'; readonly cases: number } | null;
}

interface Pair {
  readonly base: readonly MeasuredCase[];
  readonly new: readonly MeasuredCase[];
}

export function compareSides(
  workspace: Workspace,
  base: readonly MeasuredRun[],
  changed: readonly MeasuredRun[],
  terms: ComparisonTerms,
): SidesComparison {
  const [inBase, inNew] = [casesByKey(base, terms), casesByKey(changed, terms)];
  const pairs = [...inBase].flatMap(([key, cases]): Pair[] => {
    const others = inNew.get(key);
    return others === undefined ? [] : [{ base: cases, new: others }];
  });
  const threshold = thresholdOf([...base, ...changed], terms.thresholdPercent);
  const differences = [...runDifferences(base, changed), ...caseDifferences(pairs)];
  const state = terms.differentMachines
    ? SAME_STATE
    : machineState(workspace, base, changed, threshold.percent);
  const judgeable = pairs.filter(isWhole).map((pair) => prepare(workspace, pair, state));
  const effect = terms.runEffect ?? assumedEffect(pairs);
  const asked = judgeable.map((one) => termsOf(one, threshold.percent, effect));
  const verdicts = asked.length === 0 ? [] : comparisonVerdicts(workspace, asked).cases;
  const cases = judgeable.flatMap((one, index) => {
    const verdict = verdicts[index];
    const isShown = verdict !== undefined && !one.first.isNoiseOnly;
    return isShown ? [judged(workspace, one, verdict)] : [];
  });
  return {
    base: base.map(({ name }) => name),
    new: changed.map(({ name }) => name),
    cases,
    differences,
    onlyInBase: namesMissingIn(inBase, inNew),
    onlyInNew: namesMissingIn(inNew, inBase),
    unjudged: pairs.filter((pair) => !isWhole(pair)).flatMap(unjudgedOf),
    lostBase: base.flatMap(({ lost }) => lost),
    lostNew: changed.flatMap(({ lost }) => lost),
    threshold,
    runEffect: { ...effect, isAssumed: terms.runEffect === null },
    state,
    moved: movedOf(cases),
  };
}

function casesByKey(
  runs: readonly MeasuredRun[],
  { filter, metric }: ComparisonTerms,
): ReadonlyMap<string, readonly MeasuredCase[]> {
  const found = new Map<string, MeasuredCase[]>();
  const isWanted = (one: MeasuredCase): boolean =>
    one.isNoiseOnly ||
    ((filter === null || one.name.includes(filter)) &&
      (metric === null || one.metric.includes(metric)));
  for (const one of runs.flatMap(({ cases }) => cases))
    if (isWanted(one)) found.set(one.key, [...(found.get(one.key) ?? []), one]);
  return found;
}

function namesMissingIn(
  cases: ReadonlyMap<string, readonly MeasuredCase[]>,
  other: ReadonlyMap<string, readonly MeasuredCase[]>,
): string[] {
  return [...cases].flatMap(([key, [first]]) =>
    first === undefined || first.isNoiseOnly || other.has(key) ? [] : [first.name],
  );
}

interface Prepared {
  readonly first: MeasuredCase;
  readonly base: readonly (readonly number[])[];
  readonly new: readonly (readonly number[])[];
  readonly kept: Placement | null;
  readonly state: { readonly low: number; readonly high: number };
}

const isRate = ({ better }: MeasuredCase): boolean => better === 'higher';

function prepare(workspace: Workspace, pair: Pair, machine: MachineState): Prepared {
  const [first] = pair.base;
  if (first === undefined) throw new Error('a pair has cases on both sides');
  const unitsOf = (cases: readonly MeasuredCase[]): (readonly Unit[])[] =>
    cases.map(({ units }) => units).filter((units) => units.length > 0);
  const alike = alikeUnits(workspace, unitsOf(pair.base), unitsOf(pair.new), isRate(first));
  const ofMachine = explained(machine, isRate(first));
  const values = (runs: readonly (readonly Unit[])[]): number[][] =>
    runs.map((units) => units.map(({ value }) => value));
  return {
    first,
    base: values(alike.base),
    new: values(alike.new),
    kept: alike.kept,
    state: { low: alike.state.low * ofMachine.low, high: alike.state.high * ofMachine.high },
  };
}

const unitsIn = (cases: readonly MeasuredCase[]): Unit[] => cases.flatMap(({ units }) => units);

/** A 0 stops the whole case: to drop the zeros of a coarse clock would keep the slow ones. */
const isWhole = ({ base, new: changed }: Pair): boolean =>
  [base, changed].every((cases) => {
    const units = unitsIn(cases);
    return units.length > 0 && units.every(({ value }) => value > 0);
  });

function unjudgedOf({ base, new: changed }: Pair): UnjudgedCase[] {
  const [first] = base;
  if (first === undefined || first.isNoiseOnly) return [];
  const isEmptyInBase = unitsIn(base).length === 0;
  const isEmpty = isEmptyInBase || unitsIn(changed).length === 0;
  return [{ name: first.name, reason: isEmpty ? 'EMPTY' : 'ZERO', isEmptyInBase }];
}

/** A log that does not say which process made a call is one run, whatever its calls say of each other. */
const assumedEffect = (pairs: readonly Pair[]): RunEffect =>
  pairs.some(({ base, new: changed }) =>
    [...base, ...changed].some(({ unitWord }) => unitWord === 'batch'),
  )
    ? ASSUMED_PROCESS_EFFECT
    : ASSUMED_RUN_EFFECT;

function termsOf(one: Prepared, thresholdPercent: number, runEffect: RunEffect): ComparedCase {
  const { first, base, new: changed, state } = one;
  return {
    ...{ base, new: changed, state, runEffect },
    better: first.better,
    threshold: thresholdPercent / 100,
    step: first.step,
    isNoiseOnly: first.isNoiseOnly,
  };
}

function judged(workspace: Workspace, one: Prepared, verdict: CaseVerdict): JudgedCase {
  const { first, base, new: changed, kept } = one;
  const median = (values: readonly number[]): number =>
    quantiles(workspace, values, [0.5], 'R-7')[0] ?? Number.NaN;
  return {
    ...verdict,
    name: first.name,
    metric: first.metric,
    unit: first.unit,
    better: first.better,
    unitWord: first.unitWord,
    medianBase: median(base.flat()),
    medianNew: median(changed.flat()),
    nBase: base.flat().length,
    nNew: changed.flat().length,
    runsBase: base.length,
    runsNew: changed.length,
    kept,
  };
}

/** Of ten independent cases, nine moving the same way has a chance of 2 %. */
const MOVED_SHARE = 0.9;
const LEAST_CASES = 8;
/** Below this a shift of everything is not worth a sentence. */
const LEAST_FACTOR = 1.02;

function movedOf(cases: readonly JudgedCase[]): SidesComparison['moved'] {
  const known = cases.filter(({ better }) => better !== null);
  if (known.length < LEAST_CASES) return null;
  const worseBy = ({ ratio, better }: JudgedCase): number =>
    better === 'lower' ? ratio : 1 / ratio;
  const worse = known.filter((one) => worseBy(one) > LEAST_FACTOR).length;
  const better = known.filter((one) => worseBy(one) < 1 / LEAST_FACTOR).length;
  const most = Math.max(worse, better);
  if (most < MOVED_SHARE * known.length) return null;
  return { way: worse > better ? 'worse' : 'better', cases: most };
}
