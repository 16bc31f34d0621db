// In which state the scheduler ran host and worker, and which trials of two runs are alike in it. It changes no value.
//
// A round trip of one frame has two wake-ups. When both processes share a processor, or the other one is busy anyway, a
// wake-up is a switch. When the other processor is idle it must be woken first, which on a virtual machine takes 25 us
// (measured: a 64 B p50 of 34 us against 90 us, and twice the CPU time a message, on one machine within one minute). The
// scheduler chooses anew for every trial. Trials of both kinds in one sample would make every interval as wide as that choice.

import type { DataTrial } from '../run/results.ts';

export interface AlikeTrials {
  readonly a: readonly DataTrial[];
  readonly b: readonly DataTrial[];
  /** What was left out and why; null when every trial is there. */
  readonly note: string | null;
  /** Why no two trials of the runs are alike; null when some are. */
  readonly doubt: string | null;
}

/** A worker on the host's processor loses it with nearly every echo that it sends; half of a trial decides its median. */
const SWITCHES_PER_MESSAGE = 0.5;
/** Waking an idle processor doubles the host's CPU time a message; a busy machine adds a quarter. */
const WOKEN_CPU_RATIO = 1.5;

/** Ok trials of one case; without the facts, and with more than one frame in flight, all are alike. */
export function alikeTrials(a: readonly DataTrial[], b: readonly DataTrial[]): AlikeTrials {
  const limit = wokenLimit([...a, ...b]);
  const [ofA, ofB] = [a, b].map((trials) => trials.map((trial) => isWoken(trial, limit)));
  const known = [...(ofA ?? []), ...(ofB ?? [])];
  if (!known.includes(true) || !known.includes(false)) return { a, b, note: null, doubt: null };
  const common = (woken: boolean): number =>
    Math.min(...[ofA, ofB].map((states = []) => states.filter((one) => one === woken).length));
  const kept = common(true) > common(false);
  if (common(kept) === 0) return { a, b, note: null, doubt: doubtOf(ofA?.includes(true) === true) };
  const [x, y] = [a, b].map((trials) => trials.filter((trial) => isWoken(trial, limit) === kept));
  if (x === undefined || y === undefined) return { a, b, note: null, doubt: null };
  const which = kept ? 'every message woke an idle processor' : 'no idle processor was woken';
  const note = `compared are the trials in which ${which}: ${x.length} of ${a.length} in A, ${y.length} of ${b.length} in B`;
  return { a: x, b: y, note, doubt: null };
}

/** Two trials that the scheduler treated alike, as far as that is known. */
export function isAlike(a: DataTrial, b: DataTrial): boolean {
  const limit = wokenLimit([a, b]);
  return isWoken(a, limit) === isWoken(b, limit);
}

const isOneFrame = ({ params }: DataTrial): boolean =>
  params.sessions === 1 && params.workers === 1 && params.creditFrames === 1;

/** Null when the fact is missing. */
function isTogether({ facts, verified }: DataTrial): boolean | null {
  const switches = facts.workerInvoluntarySwitches;
  if (switches === null || verified.frames === 0) return null;
  return switches / verified.frames >= SWITCHES_PER_MESSAGE;
}

/** From the cheapest trial on one processor: without one there is nothing to tell the states by. */
function wokenLimit(trials: readonly DataTrial[]): number {
  const costs = trials.flatMap((trial) => {
    const cpuNs = trial.facts.hostCpuNsPerMessage;
    return isOneFrame(trial) && isTogether(trial) === true && cpuNs !== null ? [cpuNs] : [];
  });
  return costs.length === 0 ? Infinity : Math.min(...costs) * WOKEN_CPU_RATIO;
}

const isWoken = (trial: DataTrial, limitNs: number): boolean =>
  isOneFrame(trial) &&
  isTogether(trial) === false &&
  (trial.facts.hostCpuNsPerMessage ?? 0) > limitNs;

const doubtOf = (isA: boolean): string =>
  `every message woke an idle processor in ${isA ? 'A and none in B' : 'B and none in A'}: the scheduler chose, and the round trip depends on it`;
