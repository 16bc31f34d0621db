// Runs a conformance case that is a list of kernel calls: lays out its memory, calls, compares. Reads no file, knows no suite.
// The form is described in kernel/vectors/README.md; a host in another language needs only this much to run every such suite.
import { statusName } from '../facade/errors.ts';
import type { RawKernel } from '../facade/raw.ts';

/** One region: what it holds, as in the file. Exactly one of the kinds is there; `decimal` is for readers. */
export interface VectorRegion {
  readonly f64?: readonly string[];
  readonly decimal?: readonly string[];
  readonly u64?: readonly string[];
  readonly u32?: readonly number[];
  readonly bytes?: string;
  readonly room?: number;
  readonly stream?: { readonly kind: string; readonly seed: string; readonly n: number };
}

/** A call: the export's name, then `@region`, an i32, `u64:...` or `f64:` and 16 hex digits. */
export type VectorStep = readonly [string, ...(string | number)[]];

export interface VectorCallCase {
  readonly id: string;
  readonly input: {
    readonly memory: Readonly<Record<string, VectorRegion>>;
    readonly steps: readonly VectorStep[];
  };
  readonly result: 'valid' | 'invalid';
  readonly output?: {
    readonly returns: readonly number[];
    readonly memory: Readonly<Record<string, VectorRegion>>;
  };
  readonly error?: { readonly code: string; readonly subject: number };
}

// Poison before and after every region: a write beyond it is seen.
const GUARD_BYTES = 64;
const POISON = 0xa5;
const MASK = 0xffff_ffff_ffff_ffffn;

const float = new DataView(new ArrayBuffer(8));

function fromBits(hex: string): number {
  float.setBigUint64(0, BigInt(`0x${hex}`));
  return float.getFloat64(0);
}

function* splitMix64(seed: bigint): Generator<bigint, never> {
  for (let state = seed; ;) {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    yield z ^ (z >> 31n);
  }
}

/** The numbers of a `stream` region; the same function is `draw` in kernel/vectors/generators/casebook.py. */
export function drawStream(kind: string, seed: bigint, n: number): Float64Array {
  const words = splitMix64(seed);
  return Float64Array.from({ length: n }, () => {
    const word = words.next().value;
    if (kind === 'ns') return 1000 + Number(word % 1_000_000n);
    const unit = Number(word >> 11n) * 2 ** -53;
    if (kind === 'unit') return unit;
    if (kind === 'tail') return 1000 / (unit + 2 ** -10);
    throw new Error(`a stream of unknown kind: ${kind}`);
  });
}

/** The bytes that a region stands for, little-endian; room is poisoned too, so that unwritten output differs. */
export function regionBytes(region: VectorRegion): Uint8Array {
  if (region.f64 !== undefined) return asBytes(Float64Array.from(region.f64, fromBits));
  if (region.u64 !== undefined) return asBytes(BigUint64Array.from(region.u64, BigInt));
  if (region.u32 !== undefined) return asBytes(Uint32Array.from(region.u32));
  if (region.stream !== undefined) {
    return asBytes(drawStream(region.stream.kind, BigInt(region.stream.seed), region.stream.n));
  }
  if (region.room !== undefined) return new Uint8Array(region.room).fill(POISON);
  const hex = region.bytes ?? '';
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}

function asBytes(view: Float64Array | BigUint64Array | Uint32Array): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

interface Placed {
  readonly at: number;
  readonly before: Uint8Array;
  readonly isRoom: boolean;
}

function place(raw: RawKernel, region: VectorRegion): Placed {
  const before = regionBytes(region);
  const guarded = raw.call('scratchAlloc')(before.length + 2 * GUARD_BYTES) >>> 0;
  if (guarded === 0) throw new Error(`no scratch memory for ${before.length} bytes`);
  const all = new Uint8Array(raw.memory.buffer, guarded, before.length + 2 * GUARD_BYTES);
  all.fill(POISON);
  all.set(before, GUARD_BYTES);
  return { at: guarded + GUARD_BYTES, before, isRoom: region.room !== undefined };
}

function argument(value: string | number, regions: ReadonlyMap<string, Placed>): number | bigint {
  if (typeof value === 'number') return value;
  if (value.startsWith('u64:')) return BigInt(value.slice(4));
  if (value.startsWith('f64:')) return fromBits(value.slice(4));
  const region = regions.get(value.slice(1));
  if (region === undefined) throw new Error(`no region ${value}`);
  return region.at;
}

/** What differs between a region now and what it should hold, or null. `tolerance` is relative, for f64 only. */
function compare(got: Uint8Array, wanted: VectorRegion, tolerance: number): string | null {
  const expected = regionBytes(wanted);
  const isClose = wanted.f64 !== undefined && tolerance > 0;
  if (!isClose) {
    const offset = expected.findIndex((byte, i) => byte !== got[i]);
    return offset < 0 ? null : `differs at byte ${offset}`;
  }
  const view = new DataView(got.buffer, got.byteOffset, got.byteLength);
  for (const [i, bits] of (wanted.f64 ?? []).entries()) {
    const value = view.getFloat64(8 * i, true);
    const should = fromBits(bits);
    if (!(Math.abs(value - should) <= tolerance * Math.max(Math.abs(should), 1e-300))) {
      return `value ${i} is ${value}, not ${should}`;
    }
  }
  return null;
}

function bytesAt(raw: RawKernel, at: number, length: number): Uint8Array {
  return new Uint8Array(raw.memory.buffer, at, length);
}

function checkRegions(
  raw: RawKernel,
  regions: ReadonlyMap<string, Placed>,
  outputs: Readonly<Record<string, VectorRegion>>,
  tolerance: number,
): string | null {
  for (const [name, { at, before, isRoom }] of regions) {
    const guards = [
      bytesAt(raw, at - GUARD_BYTES, GUARD_BYTES),
      bytesAt(raw, at + before.length, GUARD_BYTES),
    ];
    if (guards.some((guard) => guard.some((byte) => byte !== POISON)))
      return `${name}: written beyond`;
    const wanted = outputs[name];
    const got = bytesAt(raw, at, before.length);
    const difference = wanted === undefined ? null : compare(got, wanted, tolerance);
    if (difference !== null) return `${name}: ${difference}`;
    if (!isRoom && wanted === undefined && before.some((byte, i) => byte !== got[i])) {
      return `${name}: an input was changed`;
    }
  }
  return null;
}

/** The refused call must say why and leave every region as it was before it. */
function checkRefusal(
  raw: RawKernel,
  call: () => number,
  error: { readonly code: string; readonly subject: number },
  regions: ReadonlyMap<string, Placed>,
): string | null {
  const before = [...regions.values()].map(({ at, before: b }) =>
    bytesAt(raw, at, b.length).slice(),
  );
  const status = call();
  const subject = raw.call('lastSubject')();
  const said = `${statusName(status)} about ${subject}`;
  const due = `${error.code} about ${error.subject}`;
  if (said !== due) return `${said}, not ${due}`;
  const changed = [...regions.values()].findIndex(({ at, before: b }, i) =>
    bytesAt(raw, at, b.length).some((byte, j) => byte !== before[i]?.[j]),
  );
  return changed < 0 ? null : `region ${changed} was changed by a refused call`;
}

function runSteps(
  raw: RawKernel,
  vector: VectorCallCase,
  regions: ReadonlyMap<string, Placed>,
  tolerance: number,
): string | null {
  const { steps } = vector.input;
  for (const [i, [name, ...args]] of steps.entries()) {
    const call = (): number => raw.call(name)(...args.map((arg) => argument(arg, regions)));
    if (vector.error !== undefined && i === steps.length - 1) {
      const problem = checkRefusal(raw, call, vector.error, regions);
      return problem ?? checkRegions(raw, regions, {}, tolerance);
    }
    const wanted = vector.output?.returns[i] ?? 0;
    const got = call();
    if (got !== wanted) return `step ${i} (${name}) returned ${got}, not ${wanted}`;
  }
  return checkRegions(raw, regions, vector.output?.memory ?? {}, tolerance);
}

/** Runs one case on a kernel with scratch memory; null when it agrees, else what differs. Frees what it took. */
export function runVectorCase(
  raw: RawKernel,
  vector: VectorCallCase,
  tolerance: number,
): string | null {
  const mark = raw.call('scratchMark')();
  try {
    const regions = new Map(
      Object.entries(vector.input.memory).map(([name, region]) => [name, place(raw, region)]),
    );
    return runSteps(raw, vector, regions, tolerance);
  } finally {
    raw.call('scratchReset')(mark);
  }
}
