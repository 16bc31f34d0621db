// The curves of the distribution are the kernel's: every build gives what naive definitions give.

import { describe, expect, it } from 'vitest';
import { trialCurves } from '../viz/figures/distribution.ts';
import { BUILDS, freshWorkspace } from './fixtures/kernels.ts';
import { LAPTOP, naiveEcdf, naiveQuantiles, syntheticSamples } from './fixtures/synthetic-run.ts';

const trials = syntheticSamples(LAPTOP, 0, 2, 3000);

describe.each(BUILDS)('the %s kernel', (build) => {
  const curves = trialCurves(freshWorkspace(build), trials);

  it('gives nearest-rank quantiles', () => {
    const fractions = [0.5, 0.9, 0.99];
    const found = curves.map(({ tail }) =>
      tail.filter(({ fraction }) => fractions.includes(fraction)).map(({ ns }) => ns),
    );
    expect(found).toEqual(trials.map(({ samples }) => naiveQuantiles(samples, fractions)));
  });

  it('gives the share of samples at or below each grid point', () => {
    const found = curves.map(({ fractions }) => fractions);
    const grid = curves[0]?.gridNs ?? [];
    expect(grid.length).toBeGreaterThan(100);
    expect(found).toEqual(trials.map(({ samples }) => naiveEcdf(samples, grid)));
  });
});
