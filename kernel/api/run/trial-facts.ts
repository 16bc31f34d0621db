// What a trial's facts say beside its statistics: queue, credit, CPU time per message, and marks of a disturbed machine.
// Pure; a fact that was not read is null.

import type { TrialFacts, TrialFile, TrialMark } from './results.ts';

/** Above this the fastest slice of reference work says that the processor was slower than at its best in this run. */
const SLOWED_RATIO = 1.1;
/** Above this the mean slice says that others used the processor: it was taken away within some of them. */
const SHARED_RATIO = 1.25;
/** Steal of more than this share of the elapsed time of one processor. */
const STOLEN_SHARE = 0.01;
/** A tenth of a slice (kernel/api/trial/interference.ts): with larger steps the clock alone makes slices differ by these ratios. */
const LARGEST_STEP_NS = 10_000;
const FULL_SPEED_PERCENT = 100;

export function trialFacts(trial: TrialFile): TrialFacts {
  const frames = trial.verified.frames;
  const perMessage = (role: 'host' | 'workers'): number | null => {
    const spent = increase(trial, role, 'cpuNs');
    return spent === null || frames === 0 ? null : spent / frames;
  };
  return {
    queueHighWaterBytes: Math.max(0, ...trial.sessions.map((one) => one.queueHighWaterBytes)),
    creditStalls: trial.sessions.reduce((sum, one) => sum + one.creditStalls, 0),
    hostCpuNsPerMessage: perMessage('host'),
    workerCpuNsPerMessage: perMessage('workers'),
    hostInvoluntarySwitches: increase(trial, 'host', 'involuntarySwitches'),
    workerInvoluntarySwitches: increase(trial, 'workers', 'involuntarySwitches'),
    stealNs: increase(trial, 'machine', 'stealNs'),
    throttledNs: increase(trial, 'machine', 'throttledNs'),
    throttledPeriods: increase(trial, 'machine', 'throttledPeriods'),
  };
}

/** The fastest slice of reference work of a run: what its processor does when nothing holds it back. */
export function fastestSliceNs(trials: readonly TrialFile[]): number {
  return Math.min(Infinity, ...trials.flatMap(slicesOf));
}

/** False with the clock of some browsers: whether a processor was slowed or shared is unknown there. */
export function canCompareSlices(clock: { readonly resolutionNs: number }): boolean {
  return clock.resolutionNs <= LARGEST_STEP_NS;
}

/** `fastestNs` is null where slices cannot be compared. */
export function trialMarks(
  trial: TrialFile,
  facts: TrialFacts,
  fastestNs: number | null,
): TrialMark[] {
  const slices = fastestNs === null ? [] : slicesOf(trial);
  const fastest = Math.min(...slices);
  const mean = slices.reduce((sum, ns) => sum + ns, 0) / slices.length;
  const marks: TrialMark[] = [];
  if ((facts.throttledPeriods ?? 0) > 0 || speedLimit(trial) < FULL_SPEED_PERCENT)
    marks.push('THROTTLED');
  if (fastestNs !== null && slices.length > 0 && fastest > fastestNs * SLOWED_RATIO)
    marks.push('SLOWED');
  if (slices.length > 0 && mean > fastest * SHARED_RATIO) marks.push('SHARED');
  const elapsedNs = Number(BigInt(trial.stamps.endedNs) - BigInt(trial.stamps.startedNs));
  if ((facts.stealNs ?? 0) > elapsedNs * STOLEN_SHARE && elapsedNs > 0) marks.push('STOLEN');
  return marks;
}

function slicesOf(trial: TrialFile): readonly number[] {
  const { reference } = trial;
  return reference === undefined ? [] : [...reference.beforeNs, ...reference.afterNs];
}

function speedLimit(trial: TrialFile): number {
  const percent = readings(trial, 'after', 'machine')[0]?.['speedLimitPercent'];
  return typeof percent === 'number' ? percent : FULL_SPEED_PERCENT;
}

type Role = 'host' | 'workers' | 'machine';
type Reading = Readonly<Record<string, unknown>>;

/** From the start barrier to the end of the last session; of several workers the sum. */
function increase(trial: TrialFile, role: Role, field: string): number | null {
  const before = total(readings(trial, 'open', role), field);
  const after = total(readings(trial, 'after', role), field);
  return before === null || after === null ? null : after - before;
}

function readings(trial: TrialFile, when: string, role: Role): readonly Reading[] {
  const snapshot = trial.resources[when] as Readonly<Record<Role, unknown>> | null | undefined;
  const found = snapshot?.[role];
  if (found === null || found === undefined) return [];
  return Array.isArray(found) ? (found as readonly Reading[]) : [found as Reading];
}

function total(values: readonly Reading[], field: string): number | null {
  const numbers = values.map((value) => value[field]);
  return numbers.length > 0 && numbers.every((value) => typeof value === 'number')
    ? numbers.reduce((sum, value) => sum + value, 0)
    : null;
}
