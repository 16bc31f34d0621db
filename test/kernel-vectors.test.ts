// Every conformance vector of the kernel's core through every build. The flow vectors are in kernel-flow.test.ts.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { KernelError } from '../kernel/api/facade/errors.ts';
import type { Kernel } from '../kernel/api/facade/facade.ts';
import { shuffleOrder } from '../kernel/api/statistics/draws.ts';
import { spread, summarizeNs } from '../kernel/api/statistics/durations.ts';
import { BUILDS, freshKernel, freshWorkspace } from './fixtures/kernels.ts';
import { bitsOf, fromBits, fromHex, toHex, type VectorCase, vectors } from './fixtures/vectors.ts';

function scratchKernel(build: (typeof BUILDS)[number]): Kernel {
  const kernel = freshKernel(build);
  kernel.openScratch(4 << 20);
  return kernel;
}

type Event = Record<string, number>;
const EVENT = ['length', 'kind', 'flags', 'slot', 'session', 'sequence', 'totalBytes'];

/** Decodes with poison on both sides of header and event; answers the event, or what decode answered. */
function decode(kernel: Kernel, header: Uint8Array, available: number): number | Event {
  const at = kernel.raw.call('scratchAlloc')(256);
  const bytes = new Uint8Array(kernel.raw.memory.buffer, at, 256);
  bytes.fill(0xa5);
  bytes.set(header, 64);
  const answer = kernel.raw.call('frameDecode')(at + 64, available, at + 128);
  expect(bytes.subarray(0, 64).every((byte) => byte === 0xa5)).toBe(true);
  expect(bytes.subarray(156).every((byte) => byte === 0xa5)).toBe(true);
  if (answer !== 1) {
    expect(bytes.subarray(128).every((byte) => byte === 0xa5)).toBe(true);
    return answer;
  }
  const view = new DataView(kernel.raw.memory.buffer, at + 128, 28);
  return Object.fromEntries(EVENT.map((name, i) => [name, view.getUint32(4 * i, true)]));
}

function encode(kernel: Kernel, event: Event, capacity = 16): { status: number; hex: string } {
  const at = kernel.raw.call('scratchAlloc')(48);
  const bytes = new Uint8Array(kernel.raw.memory.buffer, at, 48).fill(0xa5);
  const fields = EVENT.slice(0, 6).map((name) => event[name] ?? 0);
  const status = kernel.raw.call('frameEncode')(at + 16, capacity, ...fields);
  expect([...bytes.subarray(0, 16), ...bytes.subarray(32)].every((byte) => byte === 0xa5)).toBe(
    true,
  );
  return { status, hex: toHex(bytes.subarray(16, 32)) };
}

function inScratch<T>(kernel: Kernel, work: () => T): T {
  const mark = kernel.raw.call('scratchMark')();
  const result = work();
  kernel.raw.call('scratchReset')(mark);
  return result;
}

interface PayloadInput {
  readonly session: number;
  readonly sequence: number;
  readonly bytes: number;
  readonly changes?: readonly [number, number][];
}

/** Fills a payload between poison, changes bytes, and answers its bytes and what verify says of it. */
function makePayload(kernel: Kernel, input: PayloadInput): { bytes: Uint8Array; offset: number } {
  const { session, sequence, bytes: n } = input;
  const at = kernel.raw.call('scratchAlloc')(n + 128);
  const region = new Uint8Array(kernel.raw.memory.buffer, at, n + 128).fill(0xa5);
  // Odd addresses on purpose: payloads land wherever the previous frame ended.
  const place = at + 61;
  expect(kernel.raw.call('payloadFill')(place, n, session, sequence)).toBe(0);
  const poison = [...region.subarray(0, 61), ...region.subarray(61 + n)];
  expect(poison.every((byte) => byte === 0xa5)).toBe(true);
  const bytes = region.subarray(61, 61 + n);
  for (const [offset, change] of input.changes ?? []) bytes[offset] = (bytes[offset] ?? 0) ^ change;
  return { bytes, offset: kernel.raw.call('payloadVerify')(place, n, session, sequence) };
}

function expectRefused(work: () => unknown, error: VectorCase<unknown, unknown>['error']): void {
  try {
    work();
  } catch (thrown) {
    if (!(thrown instanceof KernelError)) throw thrown;
    expect({ code: thrown.code, subject: thrown.subject }).toEqual(error);
    return;
  }
  throw new Error(`nothing was refused; ${String(error?.code)} was due`);
}

describe.each(BUILDS)('the %s kernel agrees with the vectors', (build) => {
  const kernel = scratchKernel(build);
  const workspace = freshWorkspace(build);

  test.each(vectors<{ hex: string }, Event>('frames'))('of frames: $id', (vector) => {
    inScratch(kernel, () => {
      const header = fromHex(vector.input.hex);
      for (let n = 0; n < 16; n += 1) expect(decode(kernel, header, n)).toBe(0);
      if (vector.output === undefined) {
        expect(decode(kernel, header, 16)).toBe(-100 - Number(vector.error?.code));
        return;
      }
      const total = vector.output['totalBytes'] ?? 0;
      expect(encode(kernel, vector.output)).toEqual({ status: 16, hex: vector.input.hex });
      expect(encode(kernel, vector.output, 15)).toEqual({ status: -10, hex: 'a5'.repeat(16) });
      if (total > 200) return;
      if (total > 16) expect(decode(kernel, header, total - 1)).toBe(0);
      expect(decode(kernel, header, total)).toEqual(vector.output);
      expect(decode(kernel, header, total + 5)).toEqual(vector.output);
    });
  });

  test.each(vectors<PayloadInput, { front: string; sha256: string }>('payload'))(
    'of payloads: $id',
    (vector) => {
      inScratch(kernel, () => {
        const { bytes, offset } = makePayload(kernel, vector.input);
        expect(offset).toBe(-1);
        expect(toHex(bytes.subarray(0, 64))).toBe(vector.output?.front);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(vector.output?.sha256);
      });
    },
  );

  test.each(vectors<PayloadInput, { offset: number }>('verification'))(
    'of verification: $id',
    (vector) => {
      inScratch(kernel, () => {
        expect(makePayload(kernel, vector.input).offset).toBe(vector.output?.offset);
      });
    },
  );

  test.each(vectors<{ values: string[] }, Record<string, unknown>>('quantiles'))(
    'of quantiles: $id',
    (vector) => {
      const samples = new Uint8Array(BigUint64Array.from(vector.input.values, BigInt).buffer);
      if (vector.output === undefined) {
        expectRefused(() => summarizeNs(workspace, samples), vector.error);
        return;
      }
      const { output } = vector;
      const got = summarizeNs(workspace, samples);
      expect(bitsOf(got.mean)).toBe((output['mean'] as { bits: string }).bits);
      expect(got).toMatchObject({
        n: output['n'],
        min: Number(output['min']),
        p50: Number(output['p50']),
        p95: output['thin95'] === true ? null : Number(output['p95']),
        p99: output['thin99'] === true ? null : Number(output['p99']),
        max: Number(output['max']),
      });
      expect(got.p95Reason !== undefined).toBe(output['thin95']);
      expect(got.p99Reason !== undefined).toBe(output['thin99']);
    },
  );

  test.each(vectors<{ values: { bits: string }[] }, Record<string, unknown>>('aggregation'))(
    'of aggregation: $id',
    (vector) => {
      const values = vector.input.values.map(({ bits }) => fromBits(bits));
      if (vector.output === undefined) {
        expectRefused(() => spread(workspace, values), vector.error);
        return;
      }
      const got = spread(workspace, values);
      for (const name of ['median', 'min', 'max'] as const) {
        expect(bitsOf(got[name])).toBe((vector.output[name] as { bits: string }).bits);
      }
      expect(got.n).toBe(vector.output['n']);
    },
  );

  test.each(vectors<{ n: number; seed: string }, { order: number[] }>('shuffle'))(
    'of shuffles: $id',
    (vector) => {
      const order = shuffleOrder(workspace, vector.input.n, BigInt(vector.input.seed));
      expect([...order]).toEqual(vector.output?.order);
    },
  );
});
