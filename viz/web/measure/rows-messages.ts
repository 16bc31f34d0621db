// What the page and the worker of the serializer rows say to each other. Plain data, no behavior.
import type { DataType } from '../../../kernel/api/facade/catalog.ts';

export interface RowsRequest {
  readonly module: WebAssembly.Module;
  readonly seed: bigint;
  /** A batch is at least this long, so that the clock's step is a small part of it. */
  readonly batchMs: number;
}

/** Of one row: its state, and its cells if it works. */
export interface RowResult {
  readonly id: string;
  readonly format: string;
  readonly kind: string;
  readonly state: 'ok' | 'not-installed' | 'broken';
  readonly detail: string;
  readonly cells: readonly RowCell[];
}

/** Batch means in ns per call, in the order in which they were measured. */
export interface RowCell {
  readonly type: DataType;
  readonly bytes: number;
  readonly calls: number;
  readonly serNs: readonly number[];
  readonly deserNs: readonly number[];
}

export type RowsReply =
  | { readonly kind: 'row'; readonly done: number; readonly total: number; readonly row: RowResult }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string };
