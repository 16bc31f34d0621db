// What a trial is measured with: a worker, and the lane to it. A run has one set-up, or one for each of its variants.

import type { ProgramFacts, WorkerFacts } from '../../../kernel/api/run/results.ts';
import type { LaneChoice } from '../lane/choice.ts';
import type { Pinning } from '../lane/processors.ts';
import type { WorkerStart } from '../worker/process.ts';
import type { WorkerPlace } from '../worker/remote.ts';

export interface Setup {
  /** Empty where the run has one set-up. */
  readonly name: string;
  readonly lane: LaneChoice;
  readonly worker: {
    /** Null where the lane brings its own interpreter. */
    readonly start: WorkerStart | WorkerPlace | null;
    readonly facts: WorkerFacts;
    /** Null where the lane brings it. */
    readonly program: ProgramFacts | null;
  };
  readonly cpus: Pinning | null;
}

export type Setups = readonly [base: Setup, ...Setup[]];

/** Of a trial: a run without variants has its one set-up in all of them. */
export function setupOf(setups: Setups, variant: string | undefined): Setup {
  const found = variant === undefined ? setups[0] : setups.find(({ name }) => name === variant);
  if (found === undefined) throw new RangeError(`no variant ${variant ?? ''}`);
  return found;
}
