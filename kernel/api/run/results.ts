// The types of a run's folder (docs/data-format.md). Reading and checking such files is results-read.ts; deriving
// data.json is derive.ts.

import type { Profile, Suite, TrialParams } from './cases.ts';
import type { PlannedTrial } from './order.ts';
import type { OwnCase } from './own-cases.ts';
import type { Spread } from '../statistics/durations.ts';
import type { CaseStats, TrialStats } from './statistic.ts';

export const SCHEMA_VERSION = 1;

export interface RunFile {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly tool: { readonly name: 'echometer'; readonly version: string };
  readonly suites: readonly Suite[];
  readonly profile: Profile;
  readonly only: string | null;
  /** Cases of the user's own, as a cases file has them; absent without. */
  readonly ownCases?: readonly OwnCase[];
  /** The serializer suite follows into the same folder; absent when it does not. */
  readonly serializers?: boolean;
  readonly seed: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** When the run was resumed, in order; absent when it never was. */
  readonly resumedAt?: readonly string[];
  readonly kernelId: string;
  readonly measureId: string;
  readonly signature: string;
  readonly build: { readonly file: 'kernel.wasm'; readonly sha256: string; readonly simd: boolean };
  readonly abiVersion: number;
  readonly protocolVersion: number;
  readonly lane: string;
  readonly laneReason: string;
  readonly order: readonly PlannedTrial[];
  readonly device: DeviceFacts;
  readonly host: HostFacts;
  readonly worker: WorkerFacts;
  /** What the worker is made of; absent where the lane brings it, and in older runs. */
  readonly program?: ProgramFacts;
  /** Where host and worker are pinned; absent where the system chooses. */
  readonly cpus?: Cpus;
  /** Of what moves the bytes, and the words of the command line; absent in older runs. */
  readonly code?: CodeFacts;
  readonly command?: readonly string[];
  readonly clock: ClockFacts;
  readonly environment: Readonly<Record<string, unknown>>;
  readonly freshness: Freshness;
  /** What is measured side by side, the base first; absent when the run has one set-up. `lane`, `worker` and `freshness` are then the base's. */
  readonly variants?: readonly VariantFacts[];
}

interface Freshness {
  readonly host: string;
  readonly worker: string;
  readonly kernel: string;
}

/** One of several set-ups of a run: what differs between them. */
export interface VariantFacts {
  readonly name: string;
  readonly lane: string;
  readonly laneReason: string;
  readonly worker: WorkerFacts;
  readonly program?: ProgramFacts;
  readonly cpus?: Cpus;
  readonly freshness: Freshness;
}

/** A program by its files and the commit of its folder; no path. */
export interface ProgramFacts {
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
  readonly commit: string | null;
  readonly commitReason?: string;
  /** Whether its folder had changes that were not committed; null without a commit. */
  readonly isDirty: boolean | null;
}

/** SHA-256 of the files of a part. */
export interface CodeFacts {
  readonly lane: string;
  readonly pump: string;
}

/** Processors by number: `0`, `2-3`, `0+2`. */
export interface Cpus {
  readonly host: string;
  readonly worker: string;
}

/** What ran the kernel: Node, a page (`v8` is empty where its engine does not tell a version), or the Swift host with its way of running it. */
export type HostFacts =
  | { readonly runtime: 'node' | 'browser'; readonly version: string; readonly v8: string }
  | { readonly runtime: 'swift'; readonly version: string; readonly engine: string };

export interface DeviceFacts {
  readonly label: string;
  readonly platform: string;
  readonly arch: string;
  readonly osRelease: string;
  readonly cpuModel: string;
  readonly cpuCount: number;
  /** Null where the platform does not tell. */
  readonly memoryBytes: number | null;
  readonly memoryBytesReason?: string;
  /** `Debian GNU/Linux` and `12 (bookworm)`; null where the system does not tell. */
  readonly osProduct?: string | null;
  readonly osVersion?: string | null;
}

export type WorkerFacts =
  | {
      readonly kind: 'python';
      readonly implementation: string;
      readonly version: string;
      readonly build: string;
      /** Of the Swift host only: where the worker runs, and whether an embedded one has a GIL of its own. */
      readonly place?: 'child' | 'embedded' | 'extension';
      readonly ownGil?: boolean;
    }
  | {
      /** A program of `--worker`, or one that was running already (`--connect`). */
      readonly kind: 'command' | 'connected';
      /** The program's file, and the script's where the program is an interpreter; of one that is connected its HOST:PORT. */
      readonly name: string;
      /** What `--worker-version` said; absent when it said nothing. */
      readonly version?: string;
    };

export interface ClockFacts {
  readonly source: string;
  readonly resolutionNs: number;
  readonly readNs: number;
}

export type TrialState = 'ok' | 'failed' | 'unsupported';

export interface Verified {
  readonly frames: number;
  readonly bytes: number;
  readonly mismatches: number;
}

export interface SampleFile {
  readonly file: string;
  readonly count: number;
  readonly warmup: number;
}

export type SampleName = 'receiptNs' | 'fullCycleNs';

export interface SessionFacts {
  readonly session: number;
  readonly verifiedFrames: number;
  readonly verifiedBytes: number;
  readonly mismatches: number;
  readonly queueHighWaterBytes: number;
  readonly creditStalls: number;
  readonly startedNs: string;
  readonly endedNs: string;
}

/** A failed trial, by name: `code` is the stable one, `fault` the protocol's number if the kernel found it. */
export interface TrialFailure {
  readonly code: string;
  readonly message: string;
  readonly fault?: number;
  readonly class?: 'channel' | 'session';
  readonly session?: number;
  readonly sequence?: number;
  readonly offset?: number;
  readonly expected?: number;
  readonly got?: number;
  readonly peerCode?: number;
}

/** How an interpreter inside the host came to be; `reason` says why a snapshot that was there did not serve. */
export interface InterpreterFacts {
  readonly start: 'snapshot' | 'plain';
  readonly reason?: string;
  readonly elapsedNs: number;
}

export interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface TrialFile {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly order: number;
  readonly suite: Suite;
  readonly case: string;
  readonly trial: number;
  /** Of a run of variants. */
  readonly variant?: string;
  readonly block?: number;
  readonly state: TrialState;
  readonly reason?: string;
  readonly params: TrialParams;
  readonly verified: Verified;
  readonly warmupVerified: Verified;
  readonly stamps: { readonly startedNs: string; readonly endedNs: string };
  readonly samples?: Partial<Readonly<Record<SampleName, SampleFile>>>;
  readonly sessions: readonly SessionFacts[];
  /** Slots mapped over kernel memory, or copied by pwrite and pread; absent for inline payloads. */
  readonly slotAccess?: 'mapped' | 'copied';
  readonly resources: Readonly<Record<string, unknown>>;
  /** Slices of the kernel's reference work, timed before and after the measured part. */
  readonly reference?: {
    readonly rounds: number;
    readonly beforeNs: readonly number[];
    readonly afterNs: readonly number[];
  };
  readonly hostWarmup?: { readonly frames: number; readonly elapsedNs: number };
  /** One per worker, where the lane brings its own interpreter. */
  readonly interpreters?: readonly InterpreterFacts[];
  readonly failure?: TrialFailure;
  readonly workerExit?: WorkerExit;
}

/** What a trial's readings say, from the start barrier to the end of its sessions; null where they were not taken. */
export interface TrialFacts {
  readonly queueHighWaterBytes: number;
  readonly creditStalls: number;
  readonly hostCpuNsPerMessage: number | null;
  readonly workerCpuNsPerMessage: number | null;
  readonly hostInvoluntarySwitches: number | null;
  readonly workerInvoluntarySwitches: number | null;
  readonly stealNs: number | null;
  readonly throttledNs: number | null;
  readonly throttledPeriods: number | null;
}

/** The machine was stopped by its limit, slower than at its best, used by others, or taken away by its hypervisor. */
export type TrialMark = 'THROTTLED' | 'SLOWED' | 'SHARED' | 'STOLEN';

/** The bytes of samples/NAME, as the trial's file names it. */
export type SampleReader = (file: string) => Uint8Array;

export interface DataTrial {
  readonly suite: Suite;
  readonly case: string;
  readonly trial: number;
  readonly order: number;
  readonly variant?: string;
  readonly block?: number;
  readonly state: TrialState;
  readonly params: TrialParams;
  readonly stats: TrialStats | null;
  readonly facts: TrialFacts;
  readonly marks: readonly TrialMark[];
  readonly verified: Verified;
  readonly failure?: TrialFailure;
  readonly reason?: string;
}

export interface DataCase {
  readonly suite: Suite;
  readonly case: string;
  /** Of a run of variants: each has its own numbers of a case. */
  readonly variant?: string;
  readonly n: number;
  readonly failed: number;
  readonly unsupported: number;
  readonly stats: CaseStats;
}

/** The interleaved A/A of a run: what differs between equal neighbors. Relative differences, `percent` is the largest. */
export interface Resolution {
  readonly statistic: 'receiptNs.p50';
  readonly pairs: number;
  readonly a: Spread;
  readonly b: Spread;
  readonly differences: Spread;
  readonly percent: number;
}

export interface DataFile {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly kernelId: string;
  readonly measureId: string;
  readonly resolution: Resolution | null;
  readonly resolutionReason?: string;
  readonly trials: readonly DataTrial[];
  readonly cases: readonly DataCase[];
  /** Absent in runs of before they were written, and of the iPad host. */
  readonly digests?: Digests;
}

/** SHA-256 of the raw facts, in hexadecimal digits: of run.json, and of each trial with its samples in run order. */
export interface Digests {
  readonly run: string;
  readonly trials: readonly string[];
}
