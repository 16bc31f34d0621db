// What the orchestrator and a trial host say to each other over IPC. Plain data, no behavior.

import type { TrialFile } from '../../../kernel/api/run/results.ts';
import type { TrialIdentity } from '../../../kernel/api/trial/trial-file.ts';
import type { Pinning } from '../lane/processors.ts';
import type { WorkerStart } from '../worker/process.ts';
import type { WorkerPlace } from '../worker/remote.ts';

export interface TrialRequest extends TrialIdentity {
  /** Null where the lane brings its own interpreter. */
  readonly worker: WorkerStart | WorkerPlace | null;
  /** Where this process and its workers run; null: the system chooses. */
  readonly cpus: Pinning | null;
  readonly kernelFile: string;
  readonly runFolder: string;
  /** Made by the orchestrator and removed by it; the trial host removes it when the orchestrator is gone. */
  readonly socketFolder: string;
  /** No byte moved for this long: the trial has failed. */
  readonly timeoutMs: number;
}

export type TrialReply =
  /** Sent on every tick of the watchdog, so that a stuck trial host is noticed from outside. */
  | { readonly kind: 'alive' }
  /** The orchestrator ends this process if the trial host dies without having done so. */
  | { readonly kind: 'worker'; readonly pid: number }
  | { readonly kind: 'facts'; readonly facts: TrialFile };
