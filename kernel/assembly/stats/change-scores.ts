// The values of a series as scores for change-point.ts: in units of its noise, wild values replaced, clipped, whole numbers.
import { scratchMark, scratchReset } from '../arena';
import { borrow } from './inputs';
import { sortedCopy } from './order';
import { medianOf } from './quantile';

// Noise is measured by the steps between neighbors, which one change of level does not widen. Whole numbers make sums exact: what is equal
// in theory is equal in the comparison of a permutation with the series, on every machine.

/** The standard deviation of normal noise is this times the median of |x[i + 1] - x[i]|: 1 / (sqrt(2) 0.67449). */
const OF_MEDIAN_STEP: f64 = 1.0483;
/** And this times their mean (sqrt(pi) / 2), where more than half of the steps are 0: a clock with coarse ticks. */
const OF_MEAN_STEP: f64 = 0.8862269254527579;
/** A value this far on one side of both neighbors is wild: one in 4,000 of normal noise. */
const WILD: f64 = 4;
/** Two noises beyond normal: a level far away counts as one that is clearly apart. */
const CLIP: f64 = 3;
/** Scores per unit of noise. */
const UNIT: f64 = 65536;

function at64(at: usize, i: u32): f64 {
  return load<f64>(at + (usize(i) << 3));
}

/** Noise of n >= 2 values; 0 when all are equal, not finite beyond binary64. `work` takes n f64. */
function noiseOf(at: usize, n: u32, work: usize): f64 {
  let sum = 0.0;
  for (let i: u32 = 1; i < n; i++) {
    const step = abs<f64>(at64(at, i) - at64(at, i - 1));
    sum += step;
    store<f64>(work + (usize(i - 1) << 3), step);
  }
  const sorted = sortedCopy(work, n - 1);
  if (sorted == 0) return NaN;
  const noise = OF_MEDIAN_STEP * medianOf(sorted, n - 1);
  return noise > 0 ? noise : (OF_MEAN_STEP * sum) / f64(n - 1);
}

/** The value, or the nearer of two neighbors when it is wild. */
function tamed(value: f64, a: f64, b: f64, limit: f64): f64 {
  const fromA = value - a;
  const fromB = value - b;
  if (min(abs<f64>(fromA), abs<f64>(fromB)) <= limit || fromA > 0 != fromB > 0) return value;
  return abs<f64>(fromA) < abs<f64>(fromB) ? a : b;
}

/** Value i without wildness; at the ends both neighbors are on one side. */
function tamedAt(at: usize, n: u32, i: u32, limit: f64): f64 {
  if (n < 3) return at64(at, i);
  const a = i == 0 ? 1 : i - 1;
  const b = i == 0 ? 2 : i + 1 == n ? i - 2 : i + 1;
  return tamed(at64(at, i), at64(at, a), at64(at, b), limit);
}

function writeScores(at: usize, n: u32, noise: f64, center: f64, outAt: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const distance = (tamedAt(at, n, i, WILD * noise) - center) / noise;
    const clipped = max<f64>(-CLIP, min<f64>(CLIP, distance));
    store<f64>(outAt + (usize(i) << 3), floor<f64>(UNIT * clipped + 0.5));
  }
}

export const SCORED: i32 = 1;
export const CONSTANT: i32 = 0;
/** A difference of values exceeds binary64. */
export const TOO_WIDE: i32 = -1;
export const NO_SPACE: i32 = -2;

/** Writes the scores of n >= 2 values as f64. SCORED, or why there are none. */
export function scoresOf(at: usize, n: u32, outAt: usize): i32 {
  const mark = scratchMark();
  const work = borrow(u64(n) << 3);
  const sorted: usize = work == 0 ? 0 : sortedCopy(at, n);
  let result = NO_SPACE;
  if (sorted != 0) {
    const center = medianOf(sorted, n);
    const range = at64(sorted, n - 1) - at64(sorted, 0);
    const noise = range - range == 0 ? noiseOf(at, n, work) : Infinity;
    if (noise > 0 && noise - noise == 0) writeScores(at, n, noise, center, outAt);
    result = noise == 0 ? CONSTANT : noise - noise == 0 ? SCORED : TOO_WIDE;
    if (noise != noise) result = NO_SPACE;
  }
  scratchReset(mark);
  return result;
}
