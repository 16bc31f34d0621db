// The figures' statistics are the kernel's: the adapter gives what naive definitions give, on every build.

import { describe, expect, it } from 'vitest';
import { kernelStatistics, scratchBytesFor } from '../viz/kernel-statistics.ts';
import { BUILDS, freshKernel } from './fixtures/kernels.ts';
import { LAPTOP, naiveStatistics, syntheticSamples } from './fixtures/synthetic-run.ts';

const [{ samples } = { samples: new BigUint64Array() }] = syntheticSamples(LAPTOP, 0, 1, 3000);

describe.each(BUILDS)('the %s kernel', (build) => {
  const kernel = freshKernel(build);
  kernel.openScratch(scratchBytesFor(samples.length));
  const statistics = kernelStatistics(kernel.raw);

  it('gives nearest-rank quantiles', () => {
    const fractions = [0, 0.25, 0.5, 0.9, 0.99, 0.999, 1];
    const expected = naiveStatistics.quantilesNs(samples, fractions);
    expect(statistics.quantilesNs(samples, fractions)).toEqual(expected);
  });

  it('gives the share of samples at or below each grid point', () => {
    const grid = [1, 50_000, 60_000, Number(samples[0] ?? 0n), 1e9].sort((a, b) => a - b);
    expect(statistics.ecdf(samples, grid)).toEqual(naiveStatistics.ecdf(samples, grid));
  });

  it('gives a density of one from the smallest to the largest value', () => {
    const values = Float64Array.from(samples, Number);
    const { xs, densities } = statistics.density(values, 400);
    const area = xs.slice(1).reduce((sum, x, index) => {
      const [before = 0, here = 0] = [densities[index], densities[index + 1]];
      return sum + ((before + here) / 2) * (x - (xs[index] ?? 0));
    }, 0);
    // The estimate reaches a little beyond both ends, and the trapezoids are straight.
    expect(area).toBeGreaterThan(0.98);
    expect(area).toBeLessThan(1.005);
    expect([xs[0], xs.at(-1)]).toEqual([Math.min(...values), Math.max(...values)]);
  });

  it('leaves its scratch memory as it was', () => {
    for (let round = 0; round < 50; round += 1) statistics.quantilesNs(samples, [0.5]);
    expect(statistics.quantilesNs(samples, [0.5])).toHaveLength(1);
  });
});
