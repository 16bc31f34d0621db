// Whole comparisons, typed: runs measured one after the other, and blocks of variants. The rules are the kernel's; definitions, limits
// and sources: docs/statistics.md, docs/methodology.md "Comparing two runs".
import { doubleAt, outputOf, room, uncounted, type Workspace } from '../facade/workspace.ts';

/** What a caller says of a case, whatever it was measured by. */
interface CaseTerms {
  /** Which direction is better; null when nobody knows: then a difference is "smaller" or "larger". */
  readonly better: 'lower' | 'higher' | null;
  /** 0.1: differences up to 10 % do not matter. */
  readonly threshold: number;
  /** The clock's step in the unit of the values; neither threshold nor interval is ever finer. */
  readonly step?: number;
  /** The factors new / base that a known state of the machine could make; `low` <= 1 <= `high`. */
  readonly state?: FactorRange;
  /** Not judged: it only says how noisy cases are (an A/A pair). */
  readonly isNoiseOnly?: boolean;
}

/** How much runs of one machine differ beyond what their trials show, as a standard deviation of logarithms. */
export interface RunEffect {
  readonly deviation: number;
  /** Of a calibration; null when it is assumed. */
  readonly degrees: number | null;
}

export interface ComparedCase extends CaseTerms {
  /** The runs of a side, each with its units (trials, processes): positive values. */
  readonly base: readonly (readonly number[])[];
  readonly new: readonly (readonly number[])[];
  readonly runEffect: RunEffect;
}

export interface BlockCase extends CaseTerms {
  /** Both variants of every block, in the same order. */
  readonly blocks: readonly { readonly base: number; readonly new: number }[];
}

/** Without a calibration: an idle machine has 1 to 4 % (decision 0023). */
export const ASSUMED_RUN_EFFECT: RunEffect = { deviation: 0.02, degrees: null };
/** Of logs that do not say which process a call was made by. */
export const ASSUMED_PROCESS_EFFECT: RunEffect = { deviation: 0.05, degrees: null };
/** The chance of any false better or worse over a whole comparison. */
export const ERROR_RATE = 0.05;

const VERDICTS = ['unsure', 'same', 'better', 'worse', 'smaller', 'larger'] as const;
export type CaseVerdictName = (typeof VERDICTS)[number];

const REASONS = [
  null,
  'TOO_FEW',
  'NOISE',
  'RUN_EFFECT',
  'STATE',
  'CLOCK',
  'THRESHOLD',
  'IDENTICAL',
] as const;
/**
 * Why a case is unsure: fewer than two units a side; units scatter too much for so few; runs differ too much for so few of them; a
 * known state, or the clock's step, is as large; it differs, but not for certain by more than the threshold. IDENTICAL: the same
 * values twice, which is "same" whatever their noise.
 */
export type VerdictReason = Exclude<(typeof REASONS)[number], null>;

/** Factors new / base. */
export interface FactorRange {
  readonly low: number;
  readonly high: number;
}

/** What is said of one case, and from what. Deviations and errors are of natural logarithms. */
export interface CaseVerdict {
  readonly verdict: CaseVerdictName;
  readonly reason: VerdictReason | null;
  /** new / base: the ratio of geometric means. */
  readonly ratio: number;
  /** At the level of Holm's step: it leaves out 1 exactly when adjustedP is at most the error rate. Null when nothing was judged. */
  readonly interval: FactorRange | null;
  /** Uncorrected: "same" is when it lies within the threshold. */
  readonly interval90: FactorRange | null;
  readonly degrees: number;
  readonly p: number;
  readonly adjustedP: number;
  /** Units a run (blocks) that would probably decide; null when it is decided or no number would. */
  readonly decidingUnits: number | null;
  readonly decidingRuns: number | null;
  /** Of one unit's logarithm (of a block's difference), moderated. */
  readonly deviation: number;
  /** Of log ratio. */
  readonly standardError: number;
  /** What was applied: the caller's or, if that is coarser, the clock's step. */
  readonly threshold: number;
  /** Blocks that lay apart and are in no number here. */
  readonly setAside: number;
}

/** All cases in their order, and what they say of each other's noise. */
export interface Comparison {
  readonly cases: readonly CaseVerdict[];
  readonly judged: number;
  /** What the cases say of each other's noise: how many degrees it is worth, and the deviation. */
  readonly trialPrior: { readonly degrees: number; readonly deviation: number };
  /** With several runs a side: how much wider runs scatter than was assumed. */
  readonly runPrior: { readonly degrees: number; readonly factor: number };
}

const CASE_BYTES = 64;
const HEAD_BYTES = 64;
const RESULT_BYTES = 128;
const BETTER = { lower: -1, higher: 1 } as const;
/** Bytes that a call borrows for a case beyond its values. */
const BORROWED_PER_CASE = 512;

/**
 * Judges all cases of two sides measured one after the other. DOMAIN for a value that is not positive, EMPTY for a side without runs
 * or a run without units, BAD_ARGUMENT for terms out of range.
 */
export function comparisonVerdicts(
  workspace: Workspace,
  cases: readonly ComparedCase[],
  errorRate = ERROR_RATE,
): Comparison {
  const runs = cases.flatMap((one) => [...one.base, ...one.new]);
  const records = recordsOf(cases, (one) => ({
    base: one.base.length,
    new: one.new.length,
    runEffect: one.runEffect,
  }));
  const counts = Uint32Array.from(runs, (run) => run.length);
  const values = Float64Array.from(runs.flat());
  const args = [
    uncounted(records),
    cases.length,
    uncounted(counts),
    counts.length,
    uncounted(values),
    values.length,
    errorRate,
    room(HEAD_BYTES + RESULT_BYTES * cases.length),
  ];
  const borrowed = BORROWED_PER_CASE * cases.length;
  return comparisonOf(outputOf(workspace.call('comparisonVerdicts', args, borrowed)), cases.length);
}

/** Judges all cases of two variants that were measured in blocks. Refusals as above. */
export function blockVerdicts(
  workspace: Workspace,
  cases: readonly BlockCase[],
  errorRate = ERROR_RATE,
): Comparison {
  const records = recordsOf(cases, ({ blocks }) => ({
    base: blocks.length,
    new: blocks.length,
    runEffect: { deviation: 0, degrees: null },
  }));
  const values = Float64Array.from(
    cases.flatMap(({ blocks }) => [
      ...blocks.map((block) => block.base),
      ...blocks.map((block) => block.new),
    ]),
  );
  const args = [
    uncounted(records),
    cases.length,
    uncounted(values),
    values.length,
    errorRate,
    room(HEAD_BYTES + RESULT_BYTES * cases.length),
  ];
  const borrowed = BORROWED_PER_CASE * cases.length;
  return comparisonOf(outputOf(workspace.call('blockVerdicts', args, borrowed)), cases.length);
}

/** A run effect that was measured, and how well. */
export interface MeasuredRunEffect extends RunEffect {
  readonly degrees: number;
  /** Of one unit's logarithm: the root of the cases' mean variance. */
  readonly unitDeviation: number;
  /** Cases with at least two runs. */
  readonly cases: number;
}

/**
 * A calibration: how much runs of one set-up differ beyond what their units explain. `cases` are lists of runs, each a list of
 * positive values. TOO_FEW when no case has two runs.
 */
export function runEffect(
  workspace: Workspace,
  cases: readonly (readonly (readonly number[])[])[],
): MeasuredRunEffect {
  const runs = cases.flat();
  const values = Float64Array.from(runs.flat());
  const args = [
    uncounted(Uint32Array.from(cases, (each) => each.length)),
    cases.length,
    uncounted(Uint32Array.from(runs, (run) => run.length)),
    runs.length,
    uncounted(values),
    values.length,
    room(32),
  ];
  const out = outputOf(workspace.call('runEffect', args));
  return {
    deviation: doubleAt(out, 0),
    degrees: doubleAt(out, 1),
    unitDeviation: doubleAt(out, 2),
    cases: doubleAt(out, 3),
  };
}

interface Level {
  readonly base: number;
  readonly new: number;
  readonly runEffect: RunEffect;
}

/** The case records of kernel/assembly/stats/verdict-record.ts. */
function recordsOf<Case extends CaseTerms>(
  cases: readonly Case[],
  levelOf: (one: Case) => Level,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(CASE_BYTES * cases.length));
  for (const [index, one] of cases.entries()) {
    const at = CASE_BYTES * index;
    const level = levelOf(one);
    view.setUint32(at, level.base, true);
    view.setUint32(at + 4, level.new, true);
    view.setInt32(at + 8, one.better === null ? 0 : BETTER[one.better], true);
    view.setUint32(at + 12, one.isNoiseOnly === true ? 1 : 0, true);
    const doubles = [
      one.threshold,
      one.step ?? 0,
      one.state?.low ?? 1,
      one.state?.high ?? 1,
      level.runEffect.deviation,
      level.runEffect.degrees ?? 0,
    ];
    for (const [place, value] of doubles.entries())
      view.setFloat64(at + 16 + 8 * place, value, true);
  }
  return new Uint8Array(view.buffer);
}

function comparisonOf(out: DataView, count: number): Comparison {
  const results = Array.from({ length: count }, (_, index) =>
    verdictOf(new DataView(out.buffer, out.byteOffset + HEAD_BYTES + RESULT_BYTES * index)),
  );
  return {
    cases: results,
    judged: doubleAt(out, 0),
    trialPrior: { degrees: doubleAt(out, 1), deviation: doubleAt(out, 2) },
    runPrior: { degrees: doubleAt(out, 3), factor: doubleAt(out, 4) },
  };
}

const orNull = (count: number): number | null => (count === 0 ? null : count);

/** Without a judgment the kernel writes 0 and 0. */
function rangeOf(out: DataView, place: number): FactorRange | null {
  const [low, high] = [doubleAt(out, place), doubleAt(out, place + 1)];
  return high === 0 ? null : { low, high };
}

function verdictOf(out: DataView): CaseVerdict {
  return {
    verdict: VERDICTS[doubleAt(out, 8)] ?? 'unsure',
    reason: REASONS[doubleAt(out, 9)] ?? null,
    ratio: doubleAt(out, 0),
    interval: rangeOf(out, 1),
    interval90: rangeOf(out, 3),
    degrees: doubleAt(out, 5),
    p: doubleAt(out, 6),
    adjustedP: doubleAt(out, 7),
    decidingUnits: orNull(doubleAt(out, 10)),
    decidingRuns: orNull(doubleAt(out, 11)),
    deviation: doubleAt(out, 12),
    standardError: doubleAt(out, 13),
    threshold: doubleAt(out, 14),
    setAside: doubleAt(out, 15),
  };
}
