// The Statistics that figures need, computed by a kernel instance with open scratch memory.

import type { RawKernel } from '../kernel/api/facade/raw.ts';
import { takeScratch, withScratch } from '../kernel/api/facade/scratch.ts';
import { callStatistic } from '../kernel/api/facade/statistics.ts';
import type { Statistics } from './statistics.ts';

/** Numbers of the kernel's exports (docs/abi.md). */
const NEAREST_RANK = 0;
const SILVERMAN_ROBUST = 2;
const LOGARITHMIC = 1;

/** Values, their sorted copy and the sort's spare one; the rest is for grids. */
export const scratchBytesFor = (samples: number): number => samples * 8 * 4 + 1_048_576;

export function kernelStatistics(raw: RawKernel): Statistics {
  const place = (values: Float64Array): number => {
    const at = takeScratch(raw, values.byteLength);
    new Float64Array(raw.memory.buffer, at, values.length).set(values);
    return at;
  };
  const read = (at: number, count: number) => [
    ...new Float64Array(raw.memory.buffer, at, count).slice(),
  ];
  return {
    quantilesNs: (samples, fractions) =>
      withScratch(raw, () => {
        const [at, ps] = [place(toNumbers(samples)), place(Float64Array.from(fractions))];
        const out = takeScratch(raw, fractions.length * 8);
        const count = fractions.length;
        callStatistic(raw, 'quantiles', at, samples.length, ps, count, NEAREST_RANK, out);
        return read(out, count);
      }),
    ecdf: (samples, gridNs) =>
      withScratch(raw, () => {
        const [at, grid] = [place(toNumbers(samples)), place(Float64Array.from(gridNs))];
        const out = takeScratch(raw, gridNs.length * 8);
        callStatistic(raw, 'ecdf', at, samples.length, grid, gridNs.length, out);
        return read(out, gridNs.length);
      }),
    density: (values, points) =>
      withScratch(raw, () => {
        const at = place(values);
        const width = takeScratch(raw, 8);
        const n = values.length;
        callStatistic(raw, 'densityBandwidth', at, n, SILVERMAN_ROBUST, LOGARITHMIC, width);
        const xs = logGrid(values, points);
        const grid = place(xs);
        const out = takeScratch(raw, points * 8);
        const [bandwidth = 0] = read(width, 1);
        callStatistic(raw, 'density', at, n, bandwidth, LOGARITHMIC, grid, points, out);
        return { xs: [...xs], densities: read(out, points) };
      }),
  };
}

/** Nanoseconds stay below 2^53: exact. */
const toNumbers = (samples: BigUint64Array): Float64Array => Float64Array.from(samples, Number);

function logGrid(values: Float64Array, points: number): Float64Array {
  const [low, high] = [
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  ];
  return Float64Array.from({ length: points }, (_, index) =>
    Math.min(high, low * (high / low) ** (index / (points - 1))),
  );
}
