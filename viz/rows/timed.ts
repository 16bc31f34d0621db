// Calls one prepared row and reads a clock around it: one call, or batches of many. The same in Node and in a browser. It returns numbers and decides nothing.
import { compareValues, isKept } from './fidelity.ts';
import type { Codec, Encoded, StreamCodec } from './row.ts';
import { encodedBytes } from './row.ts';

/** toNative, encode, decode, toDomain: ns of one call, or the mean of a batch. */
export type PhaseTimes = readonly [number, number, number, number];

export interface Once {
  readonly phasesNs: PhaseTimes;
  readonly size: number;
  readonly fidelity: string;
  /** The share of values that came back with the same bits; absent where a row with any other ends in an error. */
  readonly score?: number;
}

/** Batches of so many calls each: until there are `count`, or `budgetNs` is spent and there are `least`. */
export interface BatchRequest {
  readonly calls: number;
  readonly count: number;
  readonly least: number;
  readonly budgetNs: number;
  /** The young generation is collected before each batch. */
  readonly collect: boolean;
}

/** A read must cost little: four of them are inside a call that is timed. */
export interface Clock<Stamp> {
  readonly read: () => Stamp;
  readonly nsBetween: (from: Stamp, to: Stamp) => number;
}

/** What is timed, by mode: the four phases of a codec, or writing and reading a stream. */
export interface Timed {
  readonly phases: readonly [Phase, Phase, Phase, Phase];
  readonly sizeOf: (encoded: unknown) => number;
  /** True when a phase gives promises. */
  readonly isAsync: boolean;
  /** False for a row that opens without reading: it has no value to compare. */
  readonly reads: boolean;
}
type Phase = (value: unknown) => unknown;

export const timedCodec = (codec: Codec, reads: boolean): Timed => ({
  phases: [
    (domain) => codec.toNative(domain),
    (native) => codec.encode(native),
    (encoded) => codec.decode(encoded as Encoded),
    (native) => codec.toDomain(native),
  ],
  sizeOf: (encoded) => encodedBytes(encoded as Encoded).length,
  isAsync: false,
  reads,
});

const pass: Phase = (value) => value;

export const timedStream = (stream: StreamCodec): Timed => ({
  phases: [
    pass,
    (domain) => stream.write(domain),
    (chunks) => stream.read(chunks as readonly Uint8Array[]),
    pass,
  ],
  sizeOf: (chunks) =>
    (chunks as readonly Uint8Array[]).reduce((sum, { length }) => sum + length, 0),
  isAsync: true,
  reads: true,
});

function verify(domain: unknown, back: unknown): string {
  const fidelity = compareValues(domain, back);
  if (!isKept(fidelity)) throw new Error(`the value came back ${fidelity}`);
  return fidelity;
}

/** One call of each phase, timed one by one; the comparison is not timed. */
export async function once<Stamp>(
  { phases, sizeOf, isAsync, reads }: Timed,
  domain: unknown,
  { read, nsBetween }: Clock<Stamp>,
): Promise<Once> {
  const [toNative, encode, decode, toDomain] = phases;
  const t0 = read();
  const native = toNative(domain);
  const t1 = read();
  // A synchronous row must not pay for a turn of the microtask queue.
  const encoded = isAsync ? await encode(native) : encode(native);
  const t2 = read();
  const found = isAsync ? await decode(encoded) : decode(encoded);
  const t3 = read();
  const back = toDomain(found);
  const t4 = read();
  return {
    phasesNs: [nsBetween(t0, t1), nsBetween(t1, t2), nsBetween(t2, t3), nsBetween(t3, t4)],
    size: sizeOf(encoded),
    fidelity: reads ? verify(domain, back) : 'exact',
  };
}

/** Runs one phase over all inputs; results are kept, so no call can be optimized away. */
async function loop<Stamp>(
  phase: Phase,
  inputs: readonly unknown[],
  isAsync: boolean,
  { read, nsBetween }: Clock<Stamp>,
): Promise<{ readonly ns: number; readonly results: readonly unknown[] }> {
  const results = new Array<unknown>(inputs.length);
  const start = read();
  if (isAsync) for (let i = 0; i < inputs.length; i++) results[i] = await phase(inputs[i]);
  else for (let i = 0; i < inputs.length; i++) results[i] = phase(inputs[i]);
  return { ns: nsBetween(start, read()), results };
}

/** Time of every phase in ns per call. */
async function batch<Stamp>(
  timed: Timed,
  inputs: readonly unknown[],
  clock: Clock<Stamp>,
): Promise<PhaseTimes> {
  const times: [number, number, number, number] = [0, 0, 0, 0];
  let values = inputs;
  for (const [index, phase] of timed.phases.entries()) {
    if (phase === pass) continue;
    const { ns, results } = await loop(phase, values, timed.isAsync, clock);
    times[index] = ns / inputs.length;
    values = results;
  }
  if (timed.reads) verify(inputs.at(-1), values.at(-1));
  return times;
}

/** `collectYoung` is the host's; a host without one passes nothing to do. */
export async function batches<Stamp>(
  timed: Timed,
  domains: readonly unknown[],
  { calls, count, least, budgetNs, collect }: BatchRequest,
  clock: Clock<Stamp>,
  collectYoung: () => void,
): Promise<readonly PhaseTimes[]> {
  // Different instances in turn, so that a cached output would be found out.
  const inputs = Array.from({ length: calls }, (_, index) => domains[index % domains.length]);
  const found: PhaseTimes[] = [];
  const begun = clock.read();
  const goesOn = (): boolean =>
    found.length < least || clock.nsBetween(begun, clock.read()) < budgetNs;
  while (found.length < count && goesOn()) {
    if (collect) collectYoung();
    found.push(await batch(timed, inputs, clock));
  }
  return found;
}
