// Pragmastat's CenterBounds: pairwise averages at the signed-rank margin, by the specification's bisection. Not the margin.
import { BAD_ARGUMENT, OK, TOO_FEW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, checkRate, checkSample, deliver, noRoom } from './inputs';
import { sortedCopy } from './order';
import { leastRateOfOne, signedRankMarginOf } from './pragmastat-signed-rank';

// The specification does not select the k-th average exactly: it bisects to a relative width of 1e-14 and takes the first nearby average
// with k averages at or below it, else the middle of the bisection. Selecting exactly gave other bits in 6 of its 29 vectors.
const EPSILON: f64 = 1e-14;

let sorted: usize = 0;
let size: u32 = 0;
let candidates: usize = 0;
let found: u32 = 0;

function valueAt(i: u32): f64 {
  return load<f64>(sorted + (usize(i) << 3));
}

/** How many averages of i <= j are at most target, as the specification compares them. */
function countUpTo(target: f64): u64 {
  let count: u64 = 0;
  let end = size;
  for (let i: u32 = 0; i < size; i++) {
    const threshold = 2.0 * target - valueAt(i);
    while (end > 0 && valueAt(end - 1) > threshold) end--;
    if (end > i) count += end - i;
  }
  return count;
}

function bisect(k: u64): f64 {
  let low = valueAt(0);
  let high = valueAt(size - 1);
  while (high - low > EPSILON * max(1.0, max(abs<f64>(low), abs<f64>(high)))) {
    const middle = 0.5 * low + 0.5 * high;
    if (countUpTo(middle) >= k) high = middle;
    else low = middle;
  }
  return 0.5 * low + 0.5 * high;
}

/** First column from `row` on that is not below the threshold. */
function firstNotBelow(row: u32, threshold: f64): u32 {
  let left = row;
  let right = size;
  while (left < right) {
    const middle = left + ((right - left) >> 1);
    if (valueAt(middle) < threshold - EPSILON) left = middle + 1;
    else right = middle;
  }
  return left;
}

function offer(i: u32, j: u32): void {
  store<f64>(candidates + (usize(found) << 3), 0.5 * valueAt(i) + 0.5 * valueAt(j));
  found++;
}

/** The averages next to the target, at most two of every row. */
function gather(target: f64): void {
  found = 0;
  for (let row: u32 = 0; row < size; row++) {
    const threshold = 2.0 * target - valueAt(row);
    const column = firstNotBelow(row, threshold);
    if (
      column < size &&
      abs<f64>(valueAt(column) - threshold) < EPSILON * max(1.0, abs<f64>(threshold))
    ) {
      offer(row, column);
    }
    if (column > row && 0.5 * valueAt(row) + 0.5 * valueAt(column - 1) <= target + EPSILON)
      offer(row, column - 1);
  }
}

/** First candidate with k averages at or below it; the count grows with the candidate, so it is found by halving. */
function firstReaching(k: u64, ordered: usize, otherwise: f64): f64 {
  let left: u32 = 0;
  let right = found;
  while (left < right) {
    const middle = left + ((right - left) >> 1);
    if (countUpTo(load<f64>(ordered + (usize(middle) << 3))) >= k) right = middle;
    else left = middle + 1;
  }
  return left < found ? load<f64>(ordered + (usize(left) << 3)) : otherwise;
}

let bound: f64 = 0;

/** Sets `bound` to the k-th average (from 1) of the sorted sample; false when the candidates do not fit. */
function selectAverage(k: u64, pairs: u64): bool {
  bound = valueAt(k == pairs ? size - 1 : 0);
  if (size == 1 || k == 1 || k == pairs) return true;
  const target = bisect(k);
  candidates = borrow(u64(size) << 4);
  if (candidates == 0) return false;
  gather(target);
  if (found == 0) {
    bound = target;
    return true;
  }
  const ordered = sortedCopy(candidates, found);
  if (ordered == 0) return false;
  bound = firstReaching(k, ordered, target);
  return true;
}

function boundsInto(at: usize, n: u32, halfMargin: u64, outAt: usize): i32 {
  const pairs = (u64(n) * (u64(n) + 1)) >> 1;
  sorted = sortedCopy(at, n);
  size = n;
  if (sorted == 0 || !selectAverage(halfMargin + 1, pairs)) return noRoom();
  const first = bound;
  if (!selectAverage(pairs - halfMargin, pairs)) return noRoom();
  const status = deliver(max(first, bound), outAt + 8);
  return status == OK ? deliver(min(first, bound), outAt) : status;
}

/**
 * An interval that misses the center with at most probability `misrate`: the pairwise averages at the signed-rank margin.
 * n >= 2 finite values; misrate in [2^(1-n), 1]; writes lower and upper f64 at outAt. O(n log n); borrows up to 64 n bytes.
 * TOO_FEW at n = 1, BAD_ARGUMENT (subject 2) for a misrate that n values cannot reach. Source: Pragmastat 14.0.1, CenterBounds.
 */
export function centerBounds(at: usize, n: u32, misrate: f64, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRate(misrate, 2);
  if (status == OK && n < 2) status = refuse(TOO_FEW, 0);
  if (status == OK && misrate < leastRateOfOne(n)) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK) status = checkRange(outAt, 16, 3);
  if (status != OK) return status;
  const most = (((u64(n) * (u64(n) + 1)) >> 1) - 1) >> 1;
  const mark = scratchMark();
  const half = signedRankMarginOf(n, misrate) >> 1;
  status = boundsInto(at, n, half < most ? half : most, outAt);
  scratchReset(mark);
  return status;
}
