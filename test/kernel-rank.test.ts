// The pair statistics against brute force over all pairs, long samples, and published numbers. Vectors are elsewhere.
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { BUILDS, freshKernel } from './fixtures/kernels.ts';

const SCRATCH_BYTES = 64 << 20;
type Values = ArrayLike<number>;
type Numbers = (Values | number | bigint)[];

/** Calls exports with samples as address and length; answers the status and the f64 that were written. */
class Caller {
  readonly #kernel;
  constructor(build: (typeof BUILDS)[number]) {
    this.#kernel = freshKernel(build);
    this.#kernel.openScratch(SCRATCH_BYTES);
  }

  call(name: string, given: Numbers, outs: number): { status: number; out: number[] } {
    const { raw } = this.#kernel;
    const mark = raw.call('scratchMark')();
    const copies: [number, Float64Array][] = [];
    const args = given.flatMap((value) => {
      if (typeof value === 'number' || typeof value === 'bigint') return [value];
      const at = raw.call('scratchAlloc')(8 * value.length) >>> 0;
      copies.push([at, Float64Array.from(value)]);
      new Float64Array(raw.memory.buffer, at, value.length).set(value);
      return [at, value.length];
    });
    const outAt = raw.call('scratchAlloc')(8 * outs) >>> 0;
    const status = raw.call(name)(...args, outAt);
    for (const [at, copy] of copies) {
      // Bytes, not toEqual: that takes minutes for long samples.
      const now = Buffer.from(raw.memory.buffer, at, 8 * copy.length);
      expect(now.equals(Buffer.from(copy.buffer))).toBe(true);
    }
    const out = Array.from(new Float64Array(raw.memory.buffer, outAt, outs));
    raw.call('scratchReset')(mark);
    return { status, out };
  }
}

function ascending(values: number[]): number[] {
  return values.sort((a, b) => a - b);
}

function middleOf(sorted: readonly number[]): number {
  const low = sorted[(sorted.length - 1) >> 1] ?? NaN;
  const high = sorted[sorted.length >> 1] ?? NaN;
  return low === high ? low : 0.5 * low + 0.5 * high;
}

/** The specification halves both neighbors even when they are equal, which rounds the last bit of a subnormal number. */
function interpolated(sorted: readonly number[]): number {
  const middle = sorted[sorted.length >> 1] ?? NaN;
  const below = sorted[(sorted.length >> 1) - 1] ?? NaN;
  return sorted.length % 2 === 1 ? middle : 0.5 * below + 0.5 * middle;
}

function pairsOf(
  x: readonly number[],
  least: 0 | 1,
  of: (a: number, b: number) => number,
): number[] {
  return x.flatMap((a, i) => x.slice(i + least).map((b) => of(a, b)));
}

// Few distinct values make ties, fractions make roundings; 180 values are far more pairs than the selection gathers at once.
const value = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const sample = fc.array(value, { minLength: 2, maxLength: 180 });

describe.each(BUILDS)('in the %s build', (build) => {
  const caller = new Caller(build);

  test('center is the median of all pairwise averages', () => {
    fc.assert(
      fc.property(sample, (x) => {
        const sums = ascending(pairsOf(x, 0, (a, b) => a + b));
        const { status, out } = caller.call('center', [x], 1);
        expect(status).toBe(0);
        const [low = NaN, high = NaN] = [sums[(sums.length - 1) >> 1], sums[sums.length >> 1]];
        // The specification quarters both sums when there are two: near 0 that loses a subnormal's last bit.
        expect(out[0]).toBe((sums.length % 2 === 1 ? low / 2 : 0.25 * high + 0.25 * low) + 0);
      }),
    );
  });

  test('the spread is the median of all pairwise distances, or refused when that is 0', () => {
    fc.assert(
      fc.property(sample, (x) => {
        const median = middleOf(ascending(pairsOf(x, 1, (a, b) => Math.abs(a - b))));
        const { status, out } = caller.call('shamosSpread', [x], 1);
        expect(status).toBe(median > 0 ? 0 : -13);
        if (status === 0) expect(out[0]).toBe(median);
      }),
    );
  });

  test('the shift is the median of all pairwise differences', () => {
    fc.assert(
      fc.property(sample, sample, (x, y) => {
        const differences = ascending(x.flatMap((a) => y.map((b) => a - b)));
        const { status, out } = caller.call('shift', [x, y], 1);
        expect(status).toBe(0);
        expect(out[0]).toBe(interpolated(differences) + 0);
      }),
      {
        examples: [
          [
            [0, 0, 0, 0],
            [1, 0, 4.4e-323],
          ],
        ],
      },
    );
  });

  test('bounds hold their estimate', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 20, maxLength: 90 }), (x) => {
        const center = caller.call('center', [x], 1).out[0] ?? NaN;
        const [lower = NaN, upper = NaN] = caller.call('centerBounds', [x, 0.01], 2).out;
        const slack = 1e-9 * Math.max(1, Math.abs(center));
        expect(lower).toBeLessThanOrEqual(center + slack);
        expect(upper).toBeGreaterThanOrEqual(center - slack);
      }),
    );
  });

  test('65,537 values have more pairs than 32 bits can count', () => {
    const n = 65_537;
    const x = Float64Array.from({ length: n }, (_, i) => (i * 40_503) % n);
    const y = x.map((v) => v + 7);
    expect(caller.call('center', [x], 1)).toEqual({ status: 0, out: [(n - 1) / 2] });
    expect(caller.call('shift', [x, y], 1)).toEqual({ status: 0, out: [-7] });
    // Distance d occurs n - d times; the median is where half of the n (n - 1) / 2 distances are reached.
    let distance = 0;
    for (let seen = 0; 4 * seen < n * (n - 1); distance += 1) seen += n - distance - 1;
    expect(caller.call('shamosSpread', [x], 1)).toEqual({ status: 0, out: [distance] });
  });

  test('constant and two-valued samples of 100,000 values end quickly and exactly', () => {
    const flat = new Float64Array(100_000).fill(5);
    expect(caller.call('center', [flat], 1)).toEqual({ status: 0, out: [5] });
    expect(caller.call('shamosSpread', [flat], 1).status).toBe(-13);
    const two = flat.map((v, i) => (i % 3 === 0 ? 1 : v));
    expect(caller.call('center', [two], 1)).toEqual({ status: 0, out: [3] });
  });

  test('a huge sample does not overflow where its statistic does not', () => {
    expect(caller.call('center', [[1e308, 1.5e308, 1.7e308]], 1).out[0]).toBe(1.425e308);
    expect(caller.call('center', [[5e-324]], 1).out[0]).toBe(5e-324);
    expect(caller.call('shamosSpread', [[-1.7e308, 0, 1.7e308]], 1).out[0]).toBe(1.7e308);
  });

  test("Cliff's delta of the published log is 0.4554", () => {
    const [ikiga, foundation] = keptTotals(caller);
    expect([ikiga?.length, foundation?.length]).toEqual([79, 81]);
    const { status, out } = caller.call('cliffsDelta', [foundation ?? [], ikiga ?? []], 4);
    expect(status).toBe(2);
    expect(out[0]?.toFixed(4)).toBe('0.4554');
  });

  test('no scratch memory is a status, never a trap', () => {
    const x = Float64Array.from({ length: 3_000_000 }, (_, i) => (i * 7) % 1_000_003);
    expect(caller.call('center', [x], 1).status).toBe(-4);
    expect(caller.call('shamosSpread', [x], 1).status).toBe(-4);
    expect(caller.call('centerBounds', [x, 0.5], 2).status).toBe(-4);
  });
});

interface Published {
  readonly groups: readonly { readonly rows: readonly (readonly [number, number, number?])[] }[];
}

/** Total times of both groups after the paired Tukey rule: a row stays when all its series lie inside their fences. */
function keptTotals(caller: Caller): number[][] {
  const file = new URL('../kernel/vectors/generators/published-totals.json', import.meta.url);
  const { groups } = JSON.parse(readFileSync(file, 'utf8')) as Published;
  return groups.map(({ rows }) => {
    const series = [0, 1, 2].map((i) => rows.map((row) => row[i] ?? row[0] + row[1]));
    const fences = series.map((values) => caller.call('tukeyFences', [values, 1.5], 4).out);
    return (series[2] ?? []).filter((_, row) =>
      series.every((values, i) => {
        const [, , low = NaN, high = NaN] = fences[i] ?? [];
        const here = values[row] ?? NaN;
        return here >= low && here <= high;
      }),
    );
  });
}
