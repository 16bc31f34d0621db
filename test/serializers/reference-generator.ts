// The reference's documented instance generator, in the test room only: an oracle for the kernel's generator and a fixture source for the rows' tests.
import type { DataType } from '../../kernel/api/facade/catalog.ts';

const MASK = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;

/** xorshift64; a zero seed is replaced, because zero is its fixed point. */
class Xorshift {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = seed === 0n ? GOLDEN : seed;
  }

  next(): bigint {
    let s = this.#state;
    s ^= (s << 13n) & MASK;
    s ^= s >> 7n;
    s ^= (s << 17n) & MASK;
    this.#state = s;
    return s;
  }

  int(low: number, high: number): number {
    return low + Number(this.next() % BigInt(high - low + 1));
  }

  bool(): boolean {
    return (this.next() & 1n) === 1n;
  }

  float(): number {
    return Number(this.next() >> 11n) / 2 ** 53;
  }

  word(min: number, max: number): string {
    const length = this.int(min, max);
    let text = '';
    for (let i = 0; i < length; i++) text += String.fromCharCode(97 + Number(this.next() % 26n));
    return text;
  }

  many<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make);
  }
}

function instanceSeed(seed: bigint, type: DataType, index: number): bigint {
  let hash = seed;
  for (const byte of new TextEncoder().encode(type))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  hash ^= (BigInt(index) * GOLDEN) & MASK;
  return hash === 0n ? 1n : hash;
}

const EPOCH_MS = 1_704_067_200_000;
const DAY_MS = 86_400_000;

// Property order below is the order of the draws; where the fields' order differs, draws come first.
const generators: Readonly<Record<DataType, (r: Xorshift) => unknown>> = {
  message: (r) => ({
    f_bool: r.bool(),
    f_int32: r.int(0, 1e6),
    f_int64: r.int(0, 1e6),
    f_float64: r.float() * 1000,
    f_string: r.word(3, 16),
    f_bool_2: r.bool(),
    f_int32_2: r.int(0, 1e6),
    f_string_2: r.word(3, 16),
  }),
  document(r) {
    const items = r.many(8, () => ({
      sku: r.word(3, 12),
      qty: r.int(1, 100),
      price_minor: r.int(0, 100_000),
    }));
    const id = r.word(8, 12);
    const status = r.int(0, 5);
    return { id, status, meta: { region: r.word(2, 4), version: r.int(1, 10) }, items };
  },
  telemetry(r) {
    const tags = r.many(2, () => r.word(3, 10));
    const values = r.many(32, () => r.float() * 100);
    return { source: r.word(3, 10), ts: EPOCH_MS + r.int(0, DAY_MS), tags, values };
  },
  strings: (r) => ({ items: r.many(32, () => r.word(3, 16)) }),
  event(r) {
    const attrs = r.many(4, () => ({ key: r.word(3, 12), value: r.word(3, 12) }));
    return {
      event_id: r.word(8, 12),
      event_type: r.word(3, 12),
      occurred_at: EPOCH_MS + r.int(0, DAY_MS),
      producer: r.word(3, 12),
      attrs,
    };
  },
};

export const instance = (type: DataType, index: number, seed = 42n): unknown =>
  generators[type](new Xorshift(instanceSeed(seed, type, index)));

/** The fixture of one cell: the bare instance, or a list of them. */
export const fixture = (type: DataType, instances: number, seed = 42n): unknown =>
  instances === 1
    ? instance(type, 0, seed)
    : Array.from({ length: instances }, (_, index) => instance(type, index, seed));
