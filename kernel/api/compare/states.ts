// What a known state of the machine could explain of a difference: its speed, others at work, the scheduler's choice. A state sets
// trials apart or widens an interval by its size; a larger difference stays one. Statistics are the kernel's.

import type { Workspace } from '../facade/workspace.ts';
import { quantiles } from '../statistics/summary.ts';
import { mannWhitney } from '../statistics/tests.ts';
import type { FactorRange } from '../statistics/verdicts.ts';
import type { MeasuredRun, ReferenceTime, Unit } from './measured.ts';
import { placementsOf, SHARED_FACTOR, WAKE_UPS_NS } from './placement.ts';
import type { Placement } from './placement.ts';

/** The processor's speed must agree as well as the runs claim to resolve, within reason. */
const SPEED_PERCENT = { least: 3, most: 10 } as const;
/** Up to this the reference work's mean is that of an undisturbed machine (as the mark SHARED has it). */
const CROWDED_RATIO = 1.25;
const ALPHA = 0.05;

/** So many of a side's trials were disturbed by other programs (the mark SHARED): an idle machine has a few of them, too. */
const BUSY_SHARE = 0.2;
/**
 * What other programs make of a run: with many frames in flight host and worker compete with them for both processors, and runs
 * differed by up to 2.09 times; a single frame needs one at a time (docs/methodology.md).
 */
const BUSY_FACTOR = { oneFrame: 1.1, many: 2.1 } as const;

/** Of two sides of one machine: how much longer its reference work took in NEW than in BASE; 1 where nothing speaks against it. */
export interface MachineState {
  /** Trials in which other programs took the processor away, of each side that had too many of them. */
  readonly busy: readonly BusySide[];
  /** Of the fastest slices: another speed of the processor. */
  readonly speed: number;
  /** Of the means: above 1 others used the machine more in NEW, below 1 in BASE. */
  readonly crowd: number;
}

export interface BusySide {
  readonly side: 'BASE' | 'NEW';
  readonly disturbed: number;
  readonly trials: number;
}

export const SAME_STATE: MachineState = { busy: [], speed: 1, crowd: 1 };

export function machineState(
  workspace: Workspace,
  base: readonly MeasuredRun[],
  changed: readonly MeasuredRun[],
  thresholdPercent: number,
): MachineState {
  const [x, y] = [base, changed].map((runs) => runs.flatMap(({ reference }) => reference));
  if (x === undefined || y === undefined || x.length === 0 || y.length === 0) return SAME_STATE;
  const speed = ratioOfMedians(workspace, x, y, 'fastestNs');
  const allowed = Math.min(SPEED_PERCENT.most, Math.max(SPEED_PERCENT.least, thresholdPercent));
  const isOther = Math.max(speed, 1 / speed) > 1 + allowed / 100;
  const busy = [...busySide('BASE', base), ...busySide('NEW', changed)];
  return { busy, speed: isOther ? speed : 1, crowd: crowdOf(workspace, x, y) };
}

/** Trials in which others took the processor away, of all that timed their reference work. */
export function disturbedTrials(
  runs: readonly Pick<MeasuredRun, 'reference'>[],
): Pick<BusySide, 'disturbed' | 'trials'> {
  const times = runs.flatMap(({ reference }) => reference);
  const disturbed = times.filter((one) => one.meanNs > CROWDED_RATIO * one.fastestNs).length;
  return { disturbed, trials: times.length };
}

function busySide(side: BusySide['side'], runs: readonly MeasuredRun[]): BusySide[] {
  const { disturbed, trials } = disturbedTrials(runs);
  return disturbed > 1 && disturbed >= BUSY_SHARE * trials ? [{ side, disturbed, trials }] : [];
}

/**
 * A busy machine takes the processor away at random: single trials differ by a factor in their means, so the runs must
 * differ as a whole.
 */
function crowdOf(
  workspace: Workspace,
  base: readonly ReferenceTime[],
  changed: readonly ReferenceTime[],
): number {
  const ratio = ratioOfMedians(workspace, base, changed, 'meanNs');
  if (Math.max(ratio, 1 / ratio) <= CROWDED_RATIO) return 1;
  const [x = [], y = []] = [base, changed].map((times) => times.map(({ meanNs }) => meanNs));
  return mannWhitney(workspace, y, x).p < ALPHA ? ratio : 1;
}

function ratioOfMedians(
  workspace: Workspace,
  base: readonly ReferenceTime[],
  changed: readonly ReferenceTime[],
  which: keyof ReferenceTime,
): number {
  const [x = Number.NaN, y = Number.NaN] = [base, changed].map((times) =>
    median(
      workspace,
      times.map((one) => one[which]),
    ),
  );
  return y / x;
}

const median = (workspace: Workspace, values: readonly number[]): number =>
  quantiles(workspace, values, [0.5], 'R-7')[0] ?? Number.NaN;

/** The factors new / base that the machine's state could make of a time, or of a rate. */
export function explained(
  { busy, speed, crowd }: MachineState,
  isRate: boolean,
  isOneFrame: boolean,
): FactorRange {
  const ofBusy = busy.length === 0 ? 1 : isOneFrame ? BUSY_FACTOR.oneFrame : BUSY_FACTOR.many;
  const low = Math.min(1 / ofBusy, Math.min(1, speed) * Math.min(1, crowd));
  const high = Math.max(ofBusy, Math.max(1, speed) * Math.max(1, crowd));
  return isRate ? { low: 1 / high, high: 1 / low } : { low, high };
}

type Runs = readonly (readonly Unit[])[];

export interface AlikeUnits {
  readonly base: Runs;
  readonly new: Runs;
  /** Which trials are left, when not all are. */
  readonly kept: Placement | null;
  /** What the scheduler's choice could make, when no two trials of the sides are alike. */
  readonly state: FactorRange;
}

export const NO_STATE: FactorRange = { low: 1, high: 1 };

/** Trials of the placement that both sides have more of; all of them where there is one, or none is known. */
export function alikeUnits(
  workspace: Workspace,
  base: Runs,
  changed: Runs,
  isRate: boolean,
): AlikeUnits {
  const all = [...base.flat(), ...changed.flat()];
  const placements = new Map(
    placementsOf(all.map(({ scheduling }) => scheduling)).map((placement, index) => [
      all[index],
      placement,
    ]),
  );
  const whole = { base, new: changed, kept: null, state: NO_STATE };
  const kinds = [...new Set(placements.values())];
  if (kinds.length < 2 || kinds.includes(null)) return whole;
  const count = (runs: Runs, kind: Placement | null): number =>
    runs.flat().filter((unit) => placements.get(unit) === kind).length;
  const common = kinds
    .map((kind) => ({ kind, units: Math.min(count(base, kind), count(changed, kind)) }))
    .sort((a, b) => b.units - a.units);
  const [most] = common;
  if (most === undefined || most.units === 0)
    return { ...whole, state: choiceOf(workspace, base, changed, placements, isRate) };
  const only = (runs: Runs): Runs =>
    runs
      .map((units) => units.filter((unit) => placements.get(unit) === most.kind))
      .filter((units) => units.length > 0);
  return { base: only(base), new: only(changed), kept: most.kind, state: NO_STATE };
}

/** No placement is on both sides: the factor by which one of them is dearer. */
export function choiceOf(
  workspace: Workspace,
  base: Runs,
  changed: Runs,
  placements: ReadonlyMap<Unit | undefined, Placement | null>,
  isRate: boolean,
): FactorRange {
  const isDear = (runs: Runs): boolean =>
    runs.flat().some((unit) => placements.get(unit) === (isRate ? 'together' : 'woken'));
  const cheap = isDear(changed) ? base : changed;
  const value = median(
    workspace,
    cheap.flat().map((unit) => unit.value),
  );
  const factor = isRate ? SHARED_FACTOR : (value + WAKE_UPS_NS) / value;
  // A dear time is longer, a dear rate lower.
  const isLonger = isDear(changed) !== isRate;
  return isLonger ? { low: 1, high: factor } : { low: 1 / factor, high: 1 };
}
