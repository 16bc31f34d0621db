// Properties of quantiles, summaries, bootstraps and outlier policies against slow models, with equal bits.
import { describe, expect, test } from 'vitest';

import { BUILDS } from './fixtures/kernels.ts';
import { openScratch, type Scratch, seededUnits } from './fixtures/scratch.ts';
import {
  nearestRankModel,
  numpyDraws,
  pairwiseSum,
  quantileModel,
  sortedCopy,
} from './fixtures/statistics-model.ts';

const PS = [0, 0.001, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];
const NEAREST_RANK = 0;
const R6 = 1;
const R7 = 2;
const HARRELL_DAVIS = 3;

type Shape = (unit: () => number) => number;
const uniform: Shape = (unit) => unit();
const tail: Shape = (unit) => 1 / (unit() + 1e-9);
const integers: Shape = (unit) => Math.floor(unit() * 1e6) + 20_000;
const SHAPES: Record<string, Shape> = {
  uniform,
  tail,
  integers,
  signed: (unit) => (unit() - 0.5) * 1e9,
  ties: (unit) => Math.floor(unit() * 4),
  'two far clusters': (unit) => (unit() < 0.5 ? 1e-300 : 1e300) * (1 + unit()),
};

function draw(shape: Shape, n: number, seed: bigint): Float64Array {
  const unit = seededUnits(seed);
  return Float64Array.from({ length: n }, () => shape(unit));
}

function quantiles(s: Scratch, values: Float64Array, definition: number, ps = PS): number[] {
  return s.within(() => {
    const at = s.put(values);
    const out = s.room(8 * ps.length);
    const status = s.call(
      'quantiles',
      at,
      values.length,
      s.put(Float64Array.from(ps)),
      ps.length,
      definition,
      out,
    );
    expect(status).toBe(0);
    expect(Buffer.compare(s.bytes(at, 8 * values.length), new Uint8Array(values.buffer))).toBe(0);
    return [...s.floats(out, ps.length)];
  });
}

function expected(values: Float64Array, definition: number): number[] {
  const sorted = sortedCopy(values);
  return PS.map((p) =>
    definition === NEAREST_RANK
      ? nearestRankModel(sorted, BigInt(Math.round(p * 1e9)))
      : quantileModel(sorted, p, definition === R6 ? 6 : 7),
  );
}

describe.each(BUILDS)('in the %s kernel', (build) => {
  const s = openScratch(build, 24 << 20);

  test.each(Object.entries(SHAPES))(
    'quantiles of %s samples are the model to the bit',
    (_, shape) => {
      for (const n of [1, 2, 3, 10, 191, 192, 500, 8191, 8192, 20_011, 65_537]) {
        const values = draw(shape, n, BigInt(n));
        for (const definition of [NEAREST_RANK, R6, R7]) {
          expect(quantiles(s, values, definition), `n ${n}`).toEqual(expected(values, definition));
        }
      }
    },
  );

  test('a sample in any order has the quantiles of the sorted one', () => {
    const values = draw(tail, 9001, 5n);
    const up = quantiles(s, sortedCopy(values), R7);
    expect(quantiles(s, sortedCopy(values).reverse(), R7)).toEqual(up);
    expect(quantiles(s, values, R7)).toEqual(up);
  });

  test('Harrell-Davis lies within the range and is equivariant', () => {
    const values = draw(uniform, 301, 6n);
    const plain = quantiles(s, values, HARRELL_DAVIS);
    const doubled = quantiles(
      s,
      values.map((v) => 2 * v),
      HARRELL_DAVIS,
    );
    expect(doubled).toEqual(plain.map((v) => 2 * v));
    const sorted = sortedCopy(values);
    expect(plain[0]).toBe(sorted[0]);
    expect(plain.at(-1)).toBe(sorted.at(-1));
    for (const [i, v] of plain.slice(1).entries()) expect(v).toBeGreaterThanOrEqual(plain[i] ?? 0);
  });

  test("the mean and standard deviation add in numpy's order", () => {
    for (const n of [1, 2, 7, 8, 9, 127, 128, 129, 136, 137, 1000, 65_537]) {
      s.within(() => {
        const values = draw(tail, n, BigInt(7 * n));
        const at = s.put(values);
        const out = s.room(120);
        expect(s.call('summarize', at, n, out)).toBe(0);
        const mean = pairwiseSum(values) / n;
        const squares = pairwiseSum(values.map((v) => (v - mean) * (v - mean)));
        const std = n > 1 ? Math.sqrt(squares / (n - 1)) : 0;
        const [count, gotMean, , gotStd] = s.floats(out, 15);
        expect([count, gotMean, gotStd]).toEqual([n, mean, std]);
      });
    }
  });

  test("bootstrap means are means of numpy's draws", () => {
    const values = draw(integers, 79, 8n);
    for (const seed of [0n, 1515040648n, (1n << 64n) - 1n]) {
      const next = numpyDraws(seed, 79);
      const means = Float64Array.from({ length: 50 }, () => {
        const sample = Float64Array.from({ length: 79 }, () => values[next()] ?? 0);
        return pairwiseSum(sample) / 79;
      }).sort();
      const interval = s.within(() => {
        const out = s.room(24);
        expect(s.call('bootstrap', s.put(values), 79, 0, 0, 50, 95, seed, out)).toBe(0);
        return [...s.floats(out, 2)];
      });
      expect(interval).toEqual([0.025, 0.975].map((p) => quantileModel(means, p, 7)));
    }
  });

  test('a series that all agree on removes nobody, one lone outlier goes', () => {
    s.within(() => {
      const values = Float64Array.from({ length: 40 }, (_, i) => 100 + (i % 7));
      values[13] = 1e6;
      const keep = s.room(40);
      expect(s.call('tukeyKeep', s.put(values), 40, 1, 1.5, keep)).toBe(39);
      expect(s.bytes(keep, 40).indexOf(0)).toBe(13);
      expect(s.call('tukeyKeep', s.put(new Float64Array(40).fill(3)), 40, 1, 1.5, keep)).toBe(40);
    });
  });
});

test('ten million samples, in any order and all equal, have their quantiles', () => {
  const n = 10_000_000;
  const s = openScratch('simd', 330 << 20);
  const at = s.room(8 * n);
  const ps = s.put(Float64Array.of(0.5, 0.99));
  const out = s.room(16);
  const view = s.floats(at, n);
  // A permutation of 1 .. n: the step has no factor in common with n.
  for (let i = 0, v = 0; i < n; i += 1, v = (v + 7_654_321) % n) view[i] = v + 1;
  expect(s.call('quantiles', at, n, ps, 2, NEAREST_RANK, out)).toBe(0);
  expect([...s.floats(out, 2)]).toEqual([n * 0.5, n * 0.99]);
  view.fill(42);
  expect(s.call('quantiles', at, n, ps, 2, R7, out)).toBe(0);
  expect([...s.floats(out, 2)]).toEqual([42, 42]);
});

test('a workspace that does not fit is NO_MEMORY, and all scratch is free again', () => {
  const s = openScratch('simd', 1 << 20);
  const at = s.put(new Float64Array(100_000).map((_, i) => -i));
  const out = s.room(120);
  const mark = s.call('scratchMark');
  for (const call of [
    () => s.call('summarize', at, 100_000, out),
    () => s.call('quantiles', at, 100_000, out, 1, HARRELL_DAVIS, out),
    () => s.call('violin', at, 100_000, 2, out, out),
    () => s.call('bootstrap', at, 100_000, 0, 0.5, 100, 95, 1n, out),
    () => s.call('tukeyFences', at, 100_000, 1.5, out),
  ]) {
    expect(call()).toBe(-4);
    expect(s.call('scratchMark')).toBe(mark);
  }
});

test('memory that nobody has taken is refused, so that no call can be derailed', () => {
  const s = openScratch('simd', 1 << 20);
  const taken = s.put(Float64Array.of(1, 2, 3));
  const free = s.call('scratchMark');
  expect(s.call('summarize', free, 3, taken)).toBe(-6);
  expect(s.call('summarize', taken, 3, free)).toBe(-6);
  expect(s.call('summarize', taken, 3, 1024)).toBe(-6);
  expect(s.call('sortSamples', taken, 3, taken)).toBe(0);
});
