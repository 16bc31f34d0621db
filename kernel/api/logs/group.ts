// The rows of one group, as columns. A group is what statistics are computed of; rows are never held as objects (a million would not fit).
import type { Mode } from './columns.ts';

export interface GroupKey {
  readonly serializer: string;
  readonly dataType: string;
  readonly typeConfigHash: string;
  readonly instances: number;
  readonly mode: Mode;
  readonly language: string;
}

/** Numeric columns a group keeps; absent values are NaN and never enter a statistic. */
export const SERIES = [
  'repetition',
  'serNs',
  'deserNs',
  'totalNs',
  'size',
  'fidelity',
  'memoryPeakBytes',
  'runOrder',
  'schedulePosition',
  'line',
] as const;
export type Series = (typeof SERIES)[number];

/** Columns that most languages' logs lack: no memory is spent on one that is nowhere in the group. */
export type OptionalSeries =
  | 'sizeGzip'
  | 'sizeZstd'
  | 'toNativeNs'
  | 'encodeNs'
  | 'decodeNs'
  | 'toDomainNs'
  | 'process'
  | 'round'
  | 'unsteady';

export type Row = Readonly<Record<Series, number>>;

export class LogGroup {
  readonly key: GroupKey;
  /** Of the first row; a later other one is listed too. */
  readonly versions = new Set<string>();
  readonly nativeKinds = new Set<string>();
  readonly streamModes = new Set<string>();
  readonly #columns = new Map<Series, Float64Array>(
    SERIES.map((name) => [name, new Float64Array(128)]),
  );
  readonly #optional = new Map<OptionalSeries, Float64Array>();
  #count = 0;

  constructor(key: GroupKey) {
    this.key = key;
  }

  get count(): number {
    return this.#count;
  }

  add(row: Row): void {
    const at = this.#count;
    for (const name of SERIES) this.#roomFor(name, at)[at] = row[name];
    this.#count = at + 1;
  }

  /** One column in file order; a view, not to be written to. */
  series(name: Series): Float64Array {
    return this.#column(name).subarray(0, this.#count);
  }

  /** Null when no row of the group has it; NaN in rows that do not. */
  optional(name: OptionalSeries): Float64Array | null {
    return this.#optional.get(name)?.subarray(0, this.#count) ?? null;
  }

  /** Of the row added last. */
  addOptional(name: OptionalSeries, value: number): void {
    const at = this.#count - 1;
    let column = this.#optional.get(name);
    if (column === undefined && Number.isNaN(value)) return;
    if (column === undefined || at >= column.length) {
      const larger = new Float64Array(Math.max(128, at * 2)).fill(NaN);
      larger.set(column ?? []);
      this.#optional.set(name, larger);
      column = larger;
    }
    column[at] = value;
  }

  #column(name: Series): Float64Array {
    const column = this.#columns.get(name);
    if (column === undefined) throw new Error(`a group has no column "${name}"`);
    return column;
  }

  #roomFor(name: Series, at: number): Float64Array {
    const column = this.#column(name);
    if (at < column.length) return column;
    const larger = new Float64Array(column.length * 2);
    larger.set(column);
    this.#columns.set(name, larger);
    return larger;
  }
}

/** The tuple that the reference groups by, as one text; fields hold no line end. */
export const groupId = (key: GroupKey): string =>
  [key.serializer, key.dataType, key.typeConfigHash, key.instances, key.mode, key.language].join(
    '\n',
  );
