// What viz asks of the kernel's statistics. An interface only: viz computes no statistic of its own.

export interface Density {
  readonly xs: readonly number[];
  /** Per unit of x, at each of xs. */
  readonly densities: readonly number[];
}

export interface Statistics {
  /** Nearest rank, as in every duplex table. */
  quantilesNs(samples: BigUint64Array, fractions: readonly number[]): readonly number[];
  /** The fraction of samples at or below each grid point. */
  ecdf(samples: BigUint64Array, gridNs: readonly number[]): readonly number[];
  /** A kernel density estimate between the smallest and the largest value. */
  density(values: Float64Array, points: number): Density;
}

/** One trial's samples, warm-up already cut off. */
export interface TrialSamples {
  readonly series: number;
  readonly device: string;
  readonly trial: number;
  readonly samples: BigUint64Array;
}
