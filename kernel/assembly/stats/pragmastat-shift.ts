// Pragmastat's Shift and Ratio with their bounds, from selected pairwise differences. Not the margin behind the bounds.
import { BAD_ARGUMENT, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import {
  borrow,
  checkPositive,
  checkRange,
  checkRate,
  checkSample,
  deliver,
  noRoom,
} from './inputs';
import { sortedCopy } from './order';
import { FULL, lowerSum, selectSums, upperSum } from './pairwise-select';
import { leastRateOfTwo, pairwiseMarginOf } from './pragmastat-pairwise';
import { portableExp } from './pragmastat-special';
import { logarithm } from './elementary';

/** Results of shiftOf and shiftBoundsOf; may be infinite for values near the largest double. */
export let shiftValue: f64 = 0;
export let shiftLower: f64 = 0;
export let shiftUpper: f64 = 0;

let xSorted: usize = 0;
let yNegated: usize = 0;

/** Ascending x, and -y ascending: x[i] - y[j] is the sum of the two. */
function order(xAt: usize, n: u32, yAt: usize, m: u32): bool {
  xSorted = sortedCopy(xAt, n);
  const ySorted = sortedCopy(yAt, m);
  yNegated = borrow(u64(m) << 3);
  if (xSorted == 0 || ySorted == 0 || yNegated == 0) return false;
  for (let i: u32 = 0; i < m; i++) {
    store<f64>(yNegated + (usize(i) << 3), -load<f64>(ySorted + (usize(m - 1 - i) << 3)));
  }
  return true;
}

/** The R-7 quantile p of the differences (the specification's interpolation, rank arithmetic in binary64), in shiftValue. */
function quantileOfDifferences(n: u32, m: u32, p: f64): bool {
  const total = u64(n) * m;
  const h = 1.0 + f64(total - 1) * p;
  let low = u64(floor<f64>(h));
  let high = u64(ceil<f64>(h));
  const weight = h - f64(low);
  if (low < 1) low = 1;
  if (low > total) low = total;
  if (high > total) high = total;
  const mark = scratchMark();
  const fits = selectSums(xSorted, n, yNegated, m, FULL, low, high);
  scratchReset(mark);
  shiftValue = weight == 0 ? lowerSum : (1.0 - weight) * lowerSum + weight * upperSum;
  return fits;
}

/** Sets shiftValue for two checked samples. */
export function shiftOf(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  const mark = scratchMark();
  const fits = order(xAt, n, yAt, m) && quantileOfDifferences(n, m, 0.5);
  scratchReset(mark);
  return fits ? OK : noRoom();
}

/** Checks of two samples, in the order in which violations are reported. */
export function checkPair(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  const status = checkSample(xAt, n, 1, 0);
  return status == OK ? checkSample(yAt, m, 1, 2) : status;
}

/**
 * The median of x[i] - y[j] over all pairs (Hodges and Lehmann's shift).
 * n, m >= 1 finite values; writes one f64 at outAt. O((n + m) log); borrows about 24 (n + m) bytes.
 * EMPTY for an empty sample, OVERFLOW when the difference exceeds binary64. Source: Pragmastat 14.0.1, Shift.
 */
export function shift(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkPair(xAt, n, yAt, m);
  if (status == OK) status = checkRange(outAt, 8, 4);
  if (status == OK) status = shiftOf(xAt, n, yAt, m);
  return status == OK ? deliver(shiftValue, outAt) : status;
}

/** A copy of the logarithms, or 0 when it does not fit. */
function logarithms(at: usize, n: u32): usize {
  const logs = borrow(u64(n) << 3);
  if (logs == 0) return 0;
  for (let i: u32 = 0; i < n; i++) {
    store<f64>(logs + (usize(i) << 3), logarithm(load<f64>(at + (usize(i) << 3))));
  }
  return logs;
}

function checkPositivePair(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  const status = checkPositive(xAt, n, 0);
  return status == OK ? checkPositive(yAt, m, 2) : status;
}

/** Sets shiftValue to the ratio of two checked, positive samples. */
export function ratioOf(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  const mark = scratchMark();
  const xLogs = logarithms(xAt, n);
  const yLogs = logarithms(yAt, m);
  const status = xLogs == 0 || yLogs == 0 ? noRoom() : shiftOf(xLogs, n, yLogs, m);
  scratchReset(mark);
  shiftValue = portableExp(shiftValue);
  return status;
}

/**
 * exp of the median of log x[i] - log y[j]: the typical factor between two positive samples.
 * As shift, and DOMAIN for a value that is not above 0. Approximate (within 1e-9): the logarithm is this kernel's own.
 * Source: Pragmastat 14.0.1, Ratio.
 */
export function ratio(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkPair(xAt, n, yAt, m);
  if (status == OK) status = checkPositivePair(xAt, n, yAt, m);
  if (status == OK) status = checkRange(outAt, 8, 4);
  if (status == OK) status = ratioOf(xAt, n, yAt, m);
  return status == OK ? deliver(shiftValue, outAt) : status;
}

function selectShiftBounds(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64): i32 {
  const total = u64(n) * m;
  if (!order(xAt, n, yAt, m)) return noRoom();
  if (total == 1) {
    shiftLower = load<f64>(xSorted) + load<f64>(yNegated);
    shiftUpper = shiftLower;
    return OK;
  }
  const margin = pairwiseMarginOf(n, m, misrate);
  if (margin < 0) return noRoom();
  const most = (total - 1) >> 1;
  const half = u64(margin) >> 1;
  const left = half < most ? half : most;
  const last = f64(total - 1);
  if (!quantileOfDifferences(n, m, f64(left) / last)) return noRoom();
  const first = shiftValue;
  if (!quantileOfDifferences(n, m, f64(total - 1 - left) / last)) return noRoom();
  shiftLower = min(first, shiftValue);
  shiftUpper = max(first, shiftValue);
  return OK;
}

/** Sets shiftLower and shiftUpper for two checked samples and an admissible misrate. */
export function shiftBoundsOf(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64): i32 {
  const mark = scratchMark();
  const status = selectShiftBounds(xAt, n, yAt, m, misrate);
  scratchReset(mark);
  return status;
}

function checkBounds(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64, outAt: usize): i32 {
  let status = checkPair(xAt, n, yAt, m);
  if (status == OK) status = checkRate(misrate, 4);
  if (status == OK && misrate < leastRateOfTwo(n, m)) status = refuse(BAD_ARGUMENT, 4);
  return status == OK ? checkRange(outAt, 16, 5) : status;
}

/** Writes lower and upper as finite numbers, or nothing. */
function deliverPair(lower: f64, upper: f64, outAt: usize): i32 {
  const status = deliver(upper, outAt + 8);
  return status == OK ? deliver(lower, outAt) : status;
}

/**
 * An interval that misses the shift with at most probability `misrate`: the pairwise differences at the pairwise margin.
 * n, m >= 1 finite values, misrate in [2 / C(n + m, n), 1]; writes lower and upper f64 at outAt.
 * BAD_ARGUMENT (subject 4) for a misrate that the sizes cannot reach. Source: Pragmastat 14.0.1, ShiftBounds.
 */
export function shiftBounds(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  outAt: usize,
): i32 {
  let status = checkBounds(xAt, n, yAt, m, misrate, outAt);
  if (status == OK) status = shiftBoundsOf(xAt, n, yAt, m, misrate);
  return status == OK ? deliverPair(shiftLower, shiftUpper, outAt) : status;
}

/** Sets shiftLower and shiftUpper to the bounds of the ratio. */
export function ratioBoundsOf(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64): i32 {
  const mark = scratchMark();
  const xLogs = logarithms(xAt, n);
  const yLogs = logarithms(yAt, m);
  const status = xLogs == 0 || yLogs == 0 ? noRoom() : shiftBoundsOf(xLogs, n, yLogs, m, misrate);
  scratchReset(mark);
  shiftLower = portableExp(shiftLower);
  shiftUpper = portableExp(shiftUpper);
  return status;
}

/** As shiftBounds, for the ratio of positive samples; DOMAIN for a value not above 0. Source: Pragmastat 14.0.1, RatioBounds. */
export function ratioBounds(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  outAt: usize,
): i32 {
  let status = checkBounds(xAt, n, yAt, m, misrate, outAt);
  if (status == OK) status = checkPositivePair(xAt, n, yAt, m);
  if (status == OK) status = ratioBoundsOf(xAt, n, yAt, m, misrate);
  return status == OK ? deliverPair(shiftLower, shiftUpper, outAt) : status;
}
