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

/** A column that costs nothing while all its values are the same, as sizes and fidelities mostly are. */
class Column {
  #values: Float64Array | null = null;
  /** The first `#alike` values, while there is no array of them. */
  #same = NaN;
  #alike = 0;

  /** Places come in order; one that is left out is NaN. */
  set(at: number, value: number): void {
    if (this.#values === null) {
      if (at === 0) this.#same = value;
      if (at === this.#alike && Object.is(value, this.#same)) {
        this.#alike += 1;
        return;
      }
    }
    this.#roomFor(at + 1)[at] = value;
  }

  first(count: number): Float64Array {
    if (this.#values === null && this.#alike === count)
      return new Float64Array(count).fill(this.#same);
    return this.#roomFor(count).subarray(0, count);
  }

  #roomFor(count: number): Float64Array {
    const values = this.#values;
    if (values !== null && count <= values.length) return values;
    const larger = new Float64Array(Math.max(128, count * 2)).fill(NaN);
    if (values === null) larger.fill(this.#same, 0, this.#alike);
    else larger.set(values);
    this.#values = larger;
    return larger;
  }
}

export class LogGroup {
  readonly key: GroupKey;
  /** Of the first row; a later other one is listed too. */
  readonly versions = new Set<string>();
  readonly nativeKinds = new Set<string>();
  readonly streamModes = new Set<string>();
  readonly #columns = Object.fromEntries(SERIES.map((name) => [name, new Column()])) as Readonly<
    Record<Series, Column>
  >;
  readonly #optional = new Map<OptionalSeries, Column>();
  #count = 0;

  constructor(key: GroupKey) {
    this.key = key;
  }

  get count(): number {
    return this.#count;
  }

  add(row: Row): void {
    for (const name of SERIES) this.#columns[name].set(this.#count, row[name]);
    this.#count += 1;
  }

  /** One column in file order; not to be written to. */
  series(name: Series): Float64Array {
    return this.#columns[name].first(this.#count);
  }

  /** Null when no row of the group has it; NaN in rows that do not. */
  optional(name: OptionalSeries): Float64Array | null {
    return this.#optional.get(name)?.first(this.#count) ?? null;
  }

  /** Of the row added last. */
  addOptional(name: OptionalSeries, value: number): void {
    const column = this.#optional.get(name) ?? new Column();
    if (!this.#optional.has(name) && Number.isNaN(value)) return;
    this.#optional.set(name, column);
    column.set(this.#count - 1, value);
  }
}

/** The tuple that the reference groups by, as one text; fields hold no line end. */
export const groupId = (key: GroupKey): string =>
  [key.serializer, key.dataType, key.typeConfigHash, key.instances, key.mode, key.language].join(
    '\n',
  );
