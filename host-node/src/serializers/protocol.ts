// What the suite and a process of rows say to each other: one JSON object a line, the same for every language. Types and names only.
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import type { RowKind } from '../../../viz/rows/row.ts';

export interface RowReport {
  readonly id: string;
  readonly library: string;
  readonly format: string;
  readonly kind: RowKind;
  readonly counterpart: string | null;
  readonly state: 'ok' | 'not-installed' | 'broken';
  readonly detail?: string;
  readonly version?: string;
  /** The implementation behind the library: an addon's state, `upb`, `libyaml`. */
  readonly backend?: string;
  readonly reuse?: string;
  readonly ranked?: boolean;
  /** How the row streams; Python rows are all adapted. */
  readonly streamMode?: string;
  /** What brings a missing one. */
  readonly debian?: string;
  readonly pip?: string;
}

export interface Hello {
  readonly implementation: string;
  readonly version: string;
}

export interface Once {
  /** toNative, encode, decode, toDomain. */
  readonly phasesNs: readonly [number, number, number, number];
  readonly size: number;
  readonly fidelity: string;
  /** The share of values that came back with the same bits; absent where a row with any other ends in an error. */
  readonly score?: number;
}

export interface WarmSeries {
  readonly first: Once;
  /** The warm-up settled, and the samples did not drift. */
  readonly steady: boolean;
  readonly warmupNs: readonly number[];
  readonly callsPerSample: number;
  readonly samplesNs: readonly (readonly [number, number, number, number])[];
}

export interface WarmPlan {
  readonly sampleNs: number;
  readonly warmupMinNs: number;
  readonly warmupCapNs: number;
  readonly measureNs: number;
  readonly maxSamples: number;
  readonly maxCalls: number;
}

export interface EdgeAnswer {
  readonly results: readonly {
    readonly field: string;
    readonly fieldClass: string;
    readonly fidelity: string;
    readonly detail?: string;
  }[];
}

export interface CellCommand {
  readonly row: string;
  readonly key: string;
  readonly mode: Mode;
}

export type Command =
  | { readonly op: 'hello' }
  | { readonly op: 'probe'; readonly rows?: readonly string[] }
  | {
      readonly op: 'fixture';
      readonly key: string;
      readonly type: string;
      readonly instances: number;
      readonly text: string;
    }
  | { readonly op: 'edge'; readonly row: string }
  | ({ readonly op: 'once' } & CellCommand)
  | ({ readonly op: 'output' } & CellCommand)
  | {
      readonly op: 'warm';
      readonly row: string;
      readonly keys: readonly string[];
      readonly mode: Mode;
      readonly plan: WarmPlan;
    };
