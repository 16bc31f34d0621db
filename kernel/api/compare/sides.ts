// Two sides of a comparison, case by case: BASE is what was, NEW is what is judged. A side is one run or several; its cases are
// paired by key, and the kernel judges all of them at once.

import type { Workspace } from '../facade/workspace.ts';
import {
  ASSUMED_PROCESS_EFFECT,
  ASSUMED_RUN_EFFECT,
  comparisonVerdicts,
  type CaseVerdict,
  type ComparedCase,
  type RunEffect,
} from '../statistics/verdicts.ts';
import { medianOf } from './batches.ts';
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

/**
 * EMPTY: a side has no trial, process or call that counts. ZERO: nothing can be divided by a time of 0 ns. BOTH_ZERO: every value of
 * both sides is 0 (allocations), so nothing differs. HISTOGRAM: the values are not in the file, only how many fell into each bucket.
 */
export interface UnjudgedCase {
  readonly name: string;
  readonly reason: 'EMPTY' | 'ZERO' | 'BOTH_ZERO' | 'HISTOGRAM';
  readonly isEmptyInBase: boolean;
}

export interface SidesComparison {
  readonly base: readonly string[];
  readonly new: readonly string[];
  /** What kinds of measurement the sides are, in words. */
  readonly kindsBase: readonly string[];
  readonly kindsNew: readonly string[];
  readonly cases: readonly JudgedCase[];
  readonly differences: readonly Difference[];
  readonly onlyInBase: readonly string[];
  readonly onlyInNew: readonly string[];
  /** In both, and not judged. */
  readonly unjudged: readonly UnjudgedCase[];
  readonly lostBase: readonly Lost[];
  readonly lostNew: readonly Lost[];
  readonly threshold: Threshold;
  /** How much runs differ by themselves, for each kind of unit that was compared. */
  readonly runEffects: readonly AppliedEffect[];
  readonly state: MachineState;
  /** Nearly all cases moved one way: then it is the machine or the runtime, not what was changed. */
  readonly moved: { readonly way: 'better' | 'worse'; readonly cases: number } | null;
}

export interface AppliedEffect extends RunEffect {
  readonly unitWord: UnitWord;
  readonly isAssumed: boolean;
}

export interface Pair {
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
  const effects = judgeable.map(({ words }) => effectOf(words, terms.runEffect));
  const asked = judgeable.map((one, index) => termsOf(one, threshold.percent, effects[index]));
  const verdicts = asked.length === 0 ? [] : comparisonVerdicts(workspace, asked).cases;
  const cases = judgeable.flatMap((one, index) => {
    const verdict = verdicts[index];
    const isShown = verdict !== undefined && !one.first.isNoiseOnly;
    return isShown ? [judged(workspace, one, verdict)] : [];
  });
  return {
    base: base.map(({ name }) => name),
    new: changed.map(({ name }) => name),
    kindsBase: [...new Set(base.flatMap(({ kinds }) => kinds))],
    kindsNew: [...new Set(changed.flatMap(({ kinds }) => kinds))],
    cases,
    differences,
    onlyInBase: namesMissingIn(inBase, inNew),
    onlyInNew: namesMissingIn(inNew, inBase),
    unjudged: pairs.filter((pair) => !isWhole(pair)).flatMap(unjudgedOf),
    lostBase: base.flatMap(({ lost }) => lost),
    lostNew: changed.flatMap(({ lost }) => lost),
    threshold,
    runEffects: distinct(effects),
    state,
    moved: movedOf(cases),
  };
}

export function casesByKey(
  runs: readonly MeasuredRun[],
  { filter, metric }: Pick<ComparisonTerms, 'filter' | 'metric'>,
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

export function namesMissingIn(
  cases: ReadonlyMap<string, readonly MeasuredCase[]>,
  other: ReadonlyMap<string, readonly MeasuredCase[]>,
): string[] {
  return [...cases].flatMap(([key, [first]]) =>
    first === undefined || first.isNoiseOnly || other.has(key) ? [] : [first.name],
  );
}

export interface Prepared {
  readonly first: MeasuredCase;
  readonly base: readonly (readonly number[])[];
  readonly new: readonly (readonly number[])[];
  readonly kept: Placement | null;
  readonly state: { readonly low: number; readonly high: number };
  /** Of all its runs. */
  readonly words: readonly UnitWord[];
}

export const isRate = ({ better }: MeasuredCase): boolean => better === 'higher';

function prepare(workspace: Workspace, pair: Pair, machine: MachineState): Prepared {
  const [first] = pair.base;
  if (first === undefined) throw new Error('a pair has cases on both sides');
  const unitsOf = (cases: readonly MeasuredCase[]): (readonly Unit[])[] =>
    cases.map(({ units }) => units).filter((units) => units.length > 0);
  const alike = alikeUnits(workspace, unitsOf(pair.base), unitsOf(pair.new), isRate(first));
  const isOneFrame = first.units.every(({ scheduling }) => scheduling?.isOneFrame === true);
  const ofMachine = explained(machine, isRate(first), isOneFrame);
  const values = (runs: readonly (readonly Unit[])[]): number[][] =>
    runs.map((units) => units.map(({ value }) => value));
  return {
    first,
    base: values(alike.base),
    new: values(alike.new),
    kept: alike.kept,
    state: { low: alike.state.low * ofMachine.low, high: alike.state.high * ofMachine.high },
    words: [...pair.base, ...pair.new].map(({ unitWord }) => unitWord),
  };
}

const unitsIn = (cases: readonly MeasuredCase[]): Unit[] => cases.flatMap(({ units }) => units);

/** A 0 stops the whole case: to drop the zeros of a coarse clock would keep the slow ones. */
export const isWhole = ({ base, new: changed }: Pair): boolean =>
  [base, changed].every((cases) => {
    const units = unitsIn(cases);
    return units.length > 0 && units.every(({ value }) => value > 0);
  });

export function unjudgedOf({ base, new: changed }: Pair): UnjudgedCase[] {
  const [first] = base;
  if (first === undefined || first.isNoiseOnly) return [];
  const isEmptyInBase = unitsIn(base).length === 0;
  return [{ name: first.name, reason: whyNot({ base, new: changed }), isEmptyInBase }];
}

function whyNot({ base, new: changed }: Pair): UnjudgedCase['reason'] {
  if ([...base, ...changed].some(({ isHistogram }) => isHistogram === true)) return 'HISTOGRAM';
  const sides = [unitsIn(base), unitsIn(changed)];
  if (sides.some((units) => units.length === 0)) return 'EMPTY';
  return sides.flat().every(({ value }) => value === 0) ? 'BOTH_ZERO' : 'ZERO';
}

/** Units within one process: nothing in a file says how much the next process would differ. */
const IN_ONE_PROCESS: readonly UnitWord[] = ['batch', 'iteration'];

/** A calibration is of trials; another unit has the assumed effect, and the larger one where the sides have different units. */
function effectOf(words: readonly UnitWord[], calibrated: RunEffect | null): AppliedEffect {
  const inside = words.find((word) => IN_ONE_PROCESS.includes(word));
  if (inside !== undefined) return { ...ASSUMED_PROCESS_EFFECT, unitWord: inside, isAssumed: true };
  const [unitWord = 'trial'] = words;
  return calibrated !== null && unitWord === 'trial'
    ? { ...calibrated, unitWord, isAssumed: false }
    : { ...ASSUMED_RUN_EFFECT, unitWord, isAssumed: true };
}

const distinct = (effects: readonly AppliedEffect[]): AppliedEffect[] =>
  effects.filter(
    (one, index) => effects.findIndex(({ unitWord }) => unitWord === one.unitWord) === index,
  );

function termsOf(
  one: Prepared,
  thresholdPercent: number,
  { deviation, degrees }: RunEffect = ASSUMED_RUN_EFFECT,
): ComparedCase {
  const { first, base, new: changed, state } = one;
  const runEffect = { deviation, degrees };
  return {
    ...{ base, new: changed, state, runEffect },
    better: first.better,
    threshold: thresholdPercent / 100,
    step: first.step,
    isNoiseOnly: first.isNoiseOnly,
  };
}

export function judged(
  workspace: Workspace,
  one: Omit<Prepared, 'words' | 'state'>,
  verdict: CaseVerdict,
): JudgedCase {
  const { first, base, new: changed, kept } = one;
  return {
    ...verdict,
    name: first.name,
    metric: first.metric,
    unit: first.unit,
    better: first.better,
    unitWord: first.unitWord,
    medianBase: medianOf(workspace, base.flat()),
    medianNew: medianOf(workspace, changed.flat()),
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
