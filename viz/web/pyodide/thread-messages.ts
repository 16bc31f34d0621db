// What a host and the thread of its interpreter say to each other. Plain data, no behavior.
import type { InterpreterFacts, WorkerFacts } from '../../../kernel/api/run/results.ts';
import type { RingPair } from './ring.ts';

/** In Node, as workerData. */
export interface ThreadSetup {
  readonly sources: Readonly<Record<string, string>>;
  readonly snapshotFile: string | null;
}

/** A channel to serve; the interpreter waits by blocking (rings), or by stack switching (messages). */
export type ThreadRequest =
  | { readonly kind: 'rings'; readonly rings: RingPair; readonly token: Uint8Array }
  | { readonly kind: 'messages'; readonly port: MessagePort; readonly token: Uint8Array };

export type ThreadReply =
  | { readonly kind: 'ready'; readonly facts: WorkerFacts; readonly started: InterpreterFacts }
  /** The channel has ended; `fault` is empty or says what went wrong. */
  | { readonly kind: 'served'; readonly fault: string }
  | { readonly kind: 'said'; readonly text: string }
  /** The interpreter cannot go on. */
  | { readonly kind: 'failed'; readonly message: string };
