// Times one prepared row: a cold call, or a warm series. It returns numbers and decides nothing.
import { compareValues, isKept } from '../../../viz/rows/fidelity.ts';
import type { Codec, Encoded, StreamCodec } from '../../../viz/rows/row.ts';
import { encodedBytes } from '../../../viz/rows/row.ts';
import { nowNs } from '../observe/clock.ts';
import type { Once, WarmPlan, WarmSeries } from './protocol.ts';
import { halvesAgree, SteadyState } from './steady.ts';

/** A slow row gives at least so many samples, however long they take. */
const LEAST_SAMPLES = 5;

/**
 * Before each sample the young generation is collected, so that a sample does not pay for the garbage of the one before.
 * Never the old one: a full collection throws optimized code away, and then every sample measured V8 compiling again
 * (cbor-x of a message 6.2 us instead of 2.4, protobuf-es 10.7 instead of 2.5, JSON unchanged; Node 20).
 */
const collectYoung = (): void => {
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
};

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
export async function once(
  { phases, sizeOf, isAsync, reads }: Timed,
  domain: unknown,
): Promise<Once> {
  const [toNative, encode, decode, toDomain] = phases;
  const t0 = nowNs();
  const native = toNative(domain);
  const t1 = nowNs();
  // A synchronous row must not pay for a turn of the microtask queue.
  const encoded = isAsync ? await encode(native) : encode(native);
  const t2 = nowNs();
  const found = isAsync ? await decode(encoded) : decode(encoded);
  const t3 = nowNs();
  const back = toDomain(found);
  const t4 = nowNs();
  return {
    phasesNs: [Number(t1 - t0), Number(t2 - t1), Number(t3 - t2), Number(t4 - t3)],
    size: sizeOf(encoded),
    fidelity: reads ? verify(domain, back) : 'exact',
  };
}

/** Runs one phase over all inputs; results are kept, so no call can be optimized away. */
async function loop(
  phase: Phase,
  inputs: readonly unknown[],
  isAsync: boolean,
): Promise<{ readonly ns: number; readonly results: readonly unknown[] }> {
  const results = new Array<unknown>(inputs.length);
  const start = nowNs();
  if (isAsync) for (let i = 0; i < inputs.length; i++) results[i] = await phase(inputs[i]);
  else for (let i = 0; i < inputs.length; i++) results[i] = phase(inputs[i]);
  return { ns: Number(nowNs() - start), results };
}

type PhaseTimes = [number, number, number, number];

/** Time of every phase in ns per call. */
async function sample(timed: Timed, inputs: readonly unknown[]): Promise<PhaseTimes> {
  const times: PhaseTimes = [0, 0, 0, 0];
  let values = inputs;
  for (const [index, phase] of timed.phases.entries()) {
    const isAsync = timed.isAsync && phase !== pass;
    const { ns, results } = await loop(phase, values, isAsync);
    times[index] = phase === pass ? 0 : ns / inputs.length;
    values = results;
  }
  if (timed.reads) verify(inputs.at(-1), values.at(-1));
  return times;
}

const sum = (times: readonly number[]): number => times.reduce((total, ns) => total + ns, 0);

const callsFor = (plan: WarmPlan, ns: number): number =>
  Math.max(1, Math.min(plan.maxCalls, Math.floor(plan.sampleNs / Math.max(1, ns))));

/** Different instances in turn, so that a cached output would be found out. */
const inputsOf = (domains: readonly unknown[], calls: number): readonly unknown[] =>
  Array.from({ length: calls }, (_, index) => domains[index % domains.length]);

/** Warms up for the least time, then until windows agree or the cap is reached; then measures for the given time. */
export async function warm(
  timed: Timed,
  domains: readonly unknown[],
  plan: WarmPlan,
): Promise<WarmSeries> {
  const first = await once(timed, domains[0]);
  const warmUp = await warmedUp(timed, domains, plan, callsFor(plan, sum(first.phasesNs)));
  const samplesNs: PhaseTimes[] = [];
  const measuring = nowNs();
  const goesOn = (): boolean =>
    samplesNs.length < LEAST_SAMPLES || nowNs() - measuring < BigInt(plan.measureNs);
  while (samplesNs.length < plan.maxSamples && goesOn()) {
    collectYoung();
    samplesNs.push(await sample(timed, inputsOf(domains, warmUp.callsPerSample)));
  }
  const steady = warmUp.steady && halvesAgree(samplesNs.map(sum));
  return { ...warmUp, first, steady, samplesNs };
}

async function warmedUp(
  timed: Timed,
  domains: readonly unknown[],
  plan: WarmPlan,
  firstCalls: number,
): Promise<Pick<WarmSeries, 'warmupNs' | 'callsPerSample' | 'steady'>> {
  let callsPerSample = firstCalls;
  const warmupNs: number[] = [];
  const state = new SteadyState();
  const begun = nowNs();
  const elapsedNs = (): number => Number(nowNs() - begun);
  const isDone = (): boolean => state.isSteady && elapsedNs() >= plan.warmupMinNs;
  while (!isDone() && elapsedNs() < plan.warmupCapNs) {
    const meanNs = sum(await sample(timed, inputsOf(domains, callsPerSample)));
    warmupNs.push(meanNs);
    state.add(meanNs, callsPerSample);
    callsPerSample = callsFor(plan, meanNs);
  }
  return { warmupNs, callsPerSample, steady: state.isSteady };
}
