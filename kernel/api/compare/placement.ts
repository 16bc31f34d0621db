// Where the scheduler had put host and worker, and which trials of two runs are alike in it. It changes no value.
//
// A round trip of one frame has two wake-ups. On one processor each is a switch; on two, an idle processor is woken, which
// on a virtual machine takes 25 us (measured: a 64 B p50 of 34 us against 90 us, on one machine within one minute). The
// scheduler chooses anew for every trial, more often one processor the busier the machine is. Trials of both kinds in one
// sample would make every interval as wide as that choice.

import type { DataTrial } from '../results.ts';

/** `together`: on one processor. */
type Placement = 'together' | 'apart';

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

/** Trials of one case; those without the fact, and those with more than one frame in flight, are all alike. */
export function alikeTrials(a: readonly DataTrial[], b: readonly DataTrial[]): AlikeTrials {
  const [ofA, ofB] = [a.map(placementOf), b.map(placementOf)];
  const known = [...ofA, ...ofB];
  const isMixed = known.includes('together') && known.includes('apart');
  if (!isMixed || known.includes(null)) return { a, b, note: null, doubt: null };
  const common = (placement: Placement): number =>
    Math.min(...[ofA, ofB].map((places) => places.filter((one) => one === placement).length));
  const kept = common('together') >= common('apart') ? 'together' : 'apart';
  if (common(kept) === 0) return { a, b, note: null, doubt: doubtOf(ofA) };
  const own = (trials: readonly DataTrial[], places: readonly (Placement | null)[]) =>
    trials.filter((_, index) => places[index] === kept);
  const [x, y] = [own(a, ofA), own(b, ofB)];
  const where = kept === 'together' ? 'on one processor' : 'on two processors';
  const note = `compared are the trials with host and worker ${where}: ${x.length} of ${a.length} in A, ${y.length} of ${b.length} in B`;
  return { a: x, b: y, note, doubt: null };
}

/** Two trials that the scheduler treated alike, as far as that is known. */
export const isAlike = (a: DataTrial, b: DataTrial): boolean => placementOf(a) === placementOf(b);

function placementOf({ params, facts, verified }: DataTrial): Placement | null {
  const isOneFrame = params.sessions === 1 && params.workers === 1 && params.creditFrames === 1;
  const switches = facts.workerInvoluntarySwitches;
  if (!isOneFrame || switches === null || verified.frames === 0) return null;
  return switches / verified.frames >= SWITCHES_PER_MESSAGE ? 'together' : 'apart';
}

function doubtOf(ofA: readonly (Placement | null)[]): string {
  const [a, b] = ofA.includes('together') ? ['one processor', 'two'] : ['two processors', 'one'];
  return `host and worker ran on ${a} in A and on ${b} in B: the scheduler chose, and the round trip depends on it`;
}
