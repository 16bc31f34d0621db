// What the page and its trial host say to each other. Plain data, no behavior.
import type { ClockFacts, TrialFile, WorkerFacts } from '../../../kernel/api/run/results.ts';
import type { TrialIdentity } from '../../../kernel/api/trial/trial-file.ts';

/** How bytes travel between host and interpreter. */
export type Travel = 'rings' | 'messages';

/** What an interpreter starts from, the same for every trial. */
export interface InterpreterAssets {
  /** The address of Pyodide's own files. */
  readonly pyodideUrl: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly snapshot: ArrayBuffer | null;
}

export interface HostRequest {
  /** Null only asks what Python this is. */
  readonly trial: TrialIdentity | null;
  readonly module: WebAssembly.Module;
  readonly travel: Travel;
  readonly timeoutMs: number;
}

/** The page starts every worker: in Firefox a worker that starts one below itself may wait for ever (decision 0026). */
export type ThreadWish =
  | { readonly kind: 'start'; readonly thread: number; readonly port: MessagePort }
  | { readonly kind: 'end'; readonly thread: number };

/** What the page tells a host that has begun: a thread that it wished for cannot go on. */
export interface ThreadNews {
  readonly kind: 'broke';
  readonly thread: number;
  readonly reason: string;
}

/** The first message of an interpreter's worker; requests and replies then go through the port, past the page. */
export interface InterpreterSetup {
  readonly assets: InterpreterAssets;
  readonly port: MessagePort;
}

export type HostReply =
  | { readonly kind: 'python'; readonly facts: WorkerFacts; readonly clock: ClockFacts }
  | {
      readonly kind: 'trial';
      readonly facts: TrialFile;
      readonly samples: ReadonlyMap<string, Uint8Array>;
      readonly stderr: string;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };
