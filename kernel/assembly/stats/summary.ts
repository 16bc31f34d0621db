// The summary of one sample: what a row of a table prints. Removes no outlier and rounds nothing.
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { OK, OVERFLOW } from '../abi';
import { borrow, checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { medianOf, middleOf, quantileOf, R7, tailWarning } from './quantile';
import { meanOf, squaresOf } from './sums';

// Summary, all f64:
//   0 n | 8 mean | 16 median | 24 std (ddof 1) | 32 MAD (unscaled) | 40 CV | 48 min | 56 max
//  64 p5 | 72 p25 | 80 p50 | 88 p75 | 96 p95 | 104 p99 | 112 warnings (a sum of WARN_*)
export const SUMMARY_BYTES: usize = 120;
const MEAN: usize = 8;
const MEDIAN: usize = 16;
const STD: usize = 24;
const MAD: usize = 32;
const CV: usize = 40;
const MIN: usize = 48;
const MAX: usize = 56;
const P5: usize = 64;
const P25: usize = 72;
const P50: usize = 80;
const P75: usize = 88;
const P95: usize = 96;
const P99: usize = 104;
const WARNINGS: usize = 112;

/** n = 1: the standard deviation is not defined and given as 0. */
export const WARN_SINGLE: i32 = 1;
/** The mean is 0: the coefficient of variation is not defined and given as 0. */
export const WARN_ZERO_MEAN: i32 = 2;
/** Fewer than 10 samples lie beyond p5 and p95. */
export const WARN_TAIL_95: i32 = 4;
/** Fewer than 10 samples lie beyond p99. */
export const WARN_TAIL_99: i32 = 8;

/** Mean absolute values can exceed binary64 though every sample is finite. */
function isFinite64(value: f64): bool {
  return value - value == 0;
}

/** Median distance to the median of an ascending sample: the nearest half, walked outward from it, needs no second sort. */
function madOf(sorted: usize, n: u32, median: f64): f64 {
  let right = n >> 1;
  while (right > 0 && load<f64>(sorted + (usize(right - 1) << 3)) >= median) right--;
  let left = right;
  let previous = 0.0;
  let distance = 0.0;
  for (let rank: u32 = 0; rank <= n >> 1; rank++) {
    previous = distance;
    // Values [left, right) have been taken; an end that is used up is infinitely far.
    const below = left > 0 ? median - load<f64>(sorted + (usize(left - 1) << 3)) : Infinity;
    const above = right < n ? load<f64>(sorted + (usize(right) << 3)) - median : Infinity;
    distance = min<f64>(below, above);
    if (below < above) left--;
    else right++;
  }
  return n & 1 ? distance : middleOf(previous, distance);
}

function warningsOf(n: u32, mean: f64): i32 {
  let warnings = n == 1 ? WARN_SINGLE : 0;
  if (mean == 0) warnings |= WARN_ZERO_MEAN;
  if (tailWarning(n, 0.95)) warnings |= WARN_TAIL_95;
  if (tailWarning(n, 0.99)) warnings |= WARN_TAIL_99;
  return warnings;
}

function writeQuantiles(sorted: usize, n: u32, outAt: usize): void {
  store<f64>(outAt, load<f64>(sorted), MIN);
  store<f64>(outAt, load<f64>(sorted + (usize(n - 1) << 3)), MAX);
  store<f64>(outAt, quantileOf(sorted, n, 0.05, R7), P5);
  store<f64>(outAt, quantileOf(sorted, n, 0.25, R7), P25);
  store<f64>(outAt, quantileOf(sorted, n, 0.5, R7), P50);
  store<f64>(outAt, quantileOf(sorted, n, 0.75, R7), P75);
  store<f64>(outAt, quantileOf(sorted, n, 0.95, R7), P95);
  store<f64>(outAt, quantileOf(sorted, n, 0.99, R7), P99);
}

/** Writes the summary of n finite f64 in any order. OVERFLOW when a sum exceeds binary64. */
export function summarize(at: usize, n: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRange(outAt, SUMMARY_BYTES, 2);
  if (status != OK) return status;
  const mark = scratchMark();
  status = write(at, n, outAt);
  scratchReset(mark);
  return status;
}

function write(at: usize, n: u32, outAt: usize): i32 {
  const work = borrow(u64(n) << 3);
  if (work == 0) return noRoom();
  const sorted = sortedCopy(at, n);
  if (sorted == 0) return noRoom();
  const mean = meanOf(at, n);
  const variance = n > 1 ? squaresOf(at, n, mean, work) / f64(n - 1) : 0;
  const median = medianOf(sorted, n);
  const mad = madOf(sorted, n, median);
  const std = sqrt<f64>(variance);
  const cv = mean == 0 ? 0 : std / mean;
  if (!isFinite64(mean) || !isFinite64(variance) || !isFinite64(mad) || !isFinite64(cv)) {
    return refuse(OVERFLOW, -1);
  }
  store<f64>(outAt, f64(n));
  store<f64>(outAt, mean, MEAN);
  store<f64>(outAt, median, MEDIAN);
  store<f64>(outAt, std, STD);
  store<f64>(outAt, mad, MAD);
  store<f64>(outAt, cv, CV);
  writeQuantiles(sorted, n, outAt);
  store<f64>(outAt, f64(warningsOf(n, mean)), WARNINGS);
  return OK;
}
