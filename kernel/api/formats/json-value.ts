// A JSON value that remembers its lines. Arrays of numbers, which hold the samples, are kept as doubles.

export type JsonValue = null | boolean | number | string | JsonObject | JsonArray;

export interface Member {
  readonly value: JsonValue;
  readonly line: number;
}

export class JsonObject {
  readonly members = new Map<string, Member>();
  readonly line: number;

  constructor(line: number) {
    this.line = line;
  }
}

/** Doubles as long as all elements are numbers, members from the first that is not. */
export class JsonArray {
  readonly line: number;
  #numbers: Float64Array<ArrayBuffer> = NONE;
  #count = 0;
  #items: Member[] | null = null;

  constructor(line: number) {
    this.line = line;
  }

  get length(): number {
    return this.#items?.length ?? this.#count;
  }

  /** The elements, when all are numbers (NaN and infinities are among them). */
  get numbers(): Float64Array | null {
    return this.#items === null ? this.#numbers.subarray(0, this.#count) : null;
  }

  get items(): readonly Member[] {
    return (
      this.#items ??
      Array.from(this.#numbers.subarray(0, this.#count), (value) => this.#member(value))
    );
  }

  pushNumber(value: number, line: number): void {
    if (this.#items !== null) {
      this.#items.push({ value, line });
      return;
    }
    if (this.#count === this.#numbers.length) this.#grow();
    this.#numbers[this.#count++] = value;
  }

  push(value: JsonValue, line: number): void {
    if (typeof value === 'number') {
      this.pushNumber(value, line);
      return;
    }
    this.#items ??= Array.from(this.#numbers.subarray(0, this.#count), (each) =>
      this.#member(each),
    );
    this.#numbers = NONE;
    this.#items.push({ value, line });
  }

  #member(value: number): Member {
    return { value, line: this.line };
  }

  /** By doubling: pages of the new half that are not written yet cost no memory. */
  #grow(): void {
    const larger = new Float64Array(Math.max(8, this.#numbers.length * 2));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

const NONE = new Float64Array(0);
