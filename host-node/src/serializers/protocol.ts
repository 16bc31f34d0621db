// What the suite and a process of rows say to each other: one JSON object a line, the same for every language. Types and names only.
import type { Mode } from '../../../kernel/api/logs/columns.ts';
import type { RowKind } from '../../../viz/rows/row.ts';
import type { BatchRequest, Once, PhaseTimes } from '../../../viz/rows/timed.ts';

/** What is known of a row before its library is loaded. */
export interface RowAbout {
  readonly id: string;
  readonly library: string;
  readonly format: string;
  readonly kind: RowKind;
  readonly counterpart: string | null;
  readonly reuse?: string;
  /** It knows the catalogue's types only: the user's own values are not for it. */
  readonly needsSchema?: boolean;
  /** Of the user's own. */
  readonly own?: boolean;
  /** False for a row that does only a part of the work. */
  readonly ranked?: boolean;
  /** What brings a missing one. */
  readonly debian?: string;
  readonly pip?: string;
}

export interface RowReport extends RowAbout {
  readonly state: 'ok' | 'not-installed' | 'broken';
  readonly detail?: string;
  readonly version?: string;
  /** The implementation behind the library: an addon's state, `upb`, `libyaml`. */
  readonly backend?: string;
  /** How the row streams; Python rows are all adapted. */
  readonly streamMode?: string;
  /** What it prints on standard output while it works: its times include that. */
  readonly prints?: string;
}

export interface Hello {
  readonly implementation: string;
  readonly version: string;
  /** Every row there is, in registration order. */
  readonly rows: readonly RowAbout[];
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
  /** Loads the library and round-trips two values, to find out whether the row works. */
  | { readonly op: 'probe'; readonly row: string }
  /** Loads the library and calls nothing of it. */
  | { readonly op: 'load'; readonly row: string }
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
  | ({
      readonly op: 'batches';
      readonly row: string;
      readonly keys: readonly string[];
      readonly mode: Mode;
    } & BatchRequest);

export interface Answers {
  readonly hello: Hello;
  readonly probe: RowReport;
  readonly load: Readonly<Record<string, never>>;
  readonly fixture: Readonly<Record<string, never>>;
  readonly edge: EdgeAnswer;
  readonly output: { readonly hex: string };
  readonly once: Once;
  readonly batches: { readonly batches: readonly PhaseTimes[] };
}

/** Whatever answers questions: a process, or the one that takes the place of one that died. */
export interface Ask {
  ask<Op extends Command['op']>(
    command: Extract<Command, { readonly op: Op }>,
  ): Promise<Answers[Op]>;
}
