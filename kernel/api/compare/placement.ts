// How the scheduler placed host and worker in a trial, and which trials of two sides are alike in it. It changes no value.
//
// A round trip of one frame has two wake-ups. When both processes share a processor, or the other one is busy anyway, a
// wake-up is a switch. When the other processor is idle it must be woken first, which on a virtual machine takes 25 us
// (measured: a 64 B p50 of 34 us against 90 us, and twice the CPU time a message, on one machine within one minute). With many
// frames in flight a shared processor costs throughput instead (1,880 MB/s against 3,000). The scheduler chooses anew for
// every trial. Trials of both kinds in one sample would make every interval as wide as that choice.

import type { DataTrial } from '../run/results.ts';

/** What tells the placement of a trial; null facts were not read. */
export interface Scheduling {
  readonly isOneFrame: boolean;
  readonly switchesPerMessage: number | null;
  readonly hostCpuNsPerMessage: number | null;
}

export type Placement = 'woken' | 'together' | 'apart';

/** A worker on the host's processor loses it with nearly every echo that it sends; half of a trial decides its median. */
const SWITCHES_OF_ONE_FRAME = 0.5;
/** With many frames in flight it sends several before it loses it: 0.17 a message on one processor, under 0.01 on two. */
const SWITCHES_OF_MANY = 0.05;
/** Waking an idle processor doubles the host's CPU time a message; a busy machine adds a quarter. */
const WOKEN_CPU_RATIO = 1.5;
/** What two wake-ups of idle processors add to a round trip at most, in ns: 56 us were seen. */
export const WAKE_UPS_NS = 60_000;
/** What one shared processor costs of a throughput at most: 3,000 MB/s against 1,880 were seen. */
export const SHARED_FACTOR = 1.7;

export function schedulingOf({ params, facts, verified }: DataTrial): Scheduling {
  const switches = facts.workerInvoluntarySwitches;
  return {
    isOneFrame: params.sessions === 1 && params.workers === 1 && params.creditFrames === 1,
    switchesPerMessage:
      switches === null || verified.frames === 0 ? null : switches / verified.frames,
    hostCpuNsPerMessage: facts.hostCpuNsPerMessage,
  };
}

/** Of trials of one case, of both sides together: what waking costs is known from the cheapest of them. Null: not known. */
export function placementsOf(trials: readonly (Scheduling | null)[]): (Placement | null)[] {
  const limitNs = wokenLimit(trials);
  return trials.map((trial) => {
    if (trial?.switchesPerMessage == null) return null;
    if (!trial.isOneFrame)
      return trial.switchesPerMessage >= SWITCHES_OF_MANY ? 'together' : 'apart';
    return !isTogether(trial) && (trial.hostCpuNsPerMessage ?? 0) > limitNs ? 'woken' : 'together';
  });
}

const isTogether = ({ switchesPerMessage }: Scheduling): boolean =>
  (switchesPerMessage ?? 0) >= SWITCHES_OF_ONE_FRAME;

/** From the cheapest trial on one processor: without one there is nothing to tell the two by. */
function wokenLimit(trials: readonly (Scheduling | null)[]): number {
  const costs = trials.flatMap((trial) => {
    const cpuNs = trial?.hostCpuNsPerMessage ?? null;
    return trial?.isOneFrame === true && isTogether(trial) && cpuNs !== null ? [cpuNs] : [];
  });
  return costs.length === 0 ? Infinity : Math.min(...costs) * WOKEN_CPU_RATIO;
}
