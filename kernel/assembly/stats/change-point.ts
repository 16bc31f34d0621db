// Change points of a series by its empirical distribution, whatever its shape. Finds positions; judges no steady state.
import { BAD_ARGUMENT, CAPACITY, OK, TOO_FEW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { logarithm } from './elementary';
import { portableExp } from './pragmastat-special';

// Theory of operation. Cost of a segment: the nonparametric likelihood of Haynes, Fearnhead and Eckley, "A computationally efficient
// nonparametric approach for changepoint detection" (Statistics and Computing 27, 2017), at K = 4 log n quantiles that are dense in the
// tails; penalty 3 log n a change, as Perfolizer's ED-PELT. The segmentation is the exact optimum by dynamic programming (Jackson et al.
// 2005), not PELT's pruned one: with a least segment length pruning can lose the optimum, and 2,048 values take well under a second.
// Nothing is drawn at random: the same series gives the same positions (E-divisive's permutations do not).
//
// Counts are doubled (2 below, 1 equal), so that ties stay integers. With L(i) = i log i a segment of N values with c below a quantile
// costs N F log F + N (1 - F) log (1 - F) = (L(2c) + L(2N - 2c) - L(2N)) / 2: logarithms are taken once, for the table of L.

/** The most values of a series; longer ones are reduced to block medians first (steady-state.ts does). */
export const MOST_VALUES: u32 = 2048;
const PENALTY: f64 = 3;

let size: u32 = 0;
let levels: u32 = 0;
let countsAt: usize = 0;
let tableAt: usize = 0;
let bestAt: usize = 0;
let previousAt: usize = 0;

function logTimes(i: u32): f64 {
  return load<f64>(tableAt + (usize(i) << 3));
}

/** The value below which a share of about 1 / (1 + (2 n - 1)^-z) lies, z from -1 to 1 in `levels` steps. */
function levelValue(sorted: usize, level: u32): f64 {
  const z = -1.0 + (2.0 * f64(level) + 1.0) / f64(levels);
  const share = 1.0 / (1.0 + portableExp(-z * logarithm(2.0 * f64(size) - 1.0)));
  return load<f64>(sorted + (usize(u32(f64(size - 1) * share)) << 3));
}

/** Row t holds, for every level, the doubled count of the first t values below it. */
function countBelow(at: usize, sorted: usize): void {
  memory.fill(countsAt, 0, usize(levels) << 2);
  for (let level: u32 = 0; level < levels; level++) {
    const limit = levelValue(sorted, level);
    for (let t: u32 = 0; t < size; t++) {
      const value = load<f64>(at + (usize(t) << 3));
      const cell = countsAt + ((usize(t) * levels + level) << 2);
      const weight: u32 = value < limit ? 2 : value == limit ? 1 : 0;
      store<u32>(cell + (usize(levels) << 2), load<u32>(cell) + weight);
    }
  }
}

/** Cost of the values from `from` up to, not including, `to`; at least 0. */
function costOf(from: u32, to: u32): f64 {
  const row = usize(levels) << 2;
  const fromAt = countsAt + usize(from) * row;
  const toAt = countsAt + usize(to) * row;
  const whole = (to - from) << 1;
  let sum = 0.0;
  for (let k: usize = 0; k < row; k += 4) {
    const below = load<u32>(toAt + k) - load<u32>(fromAt + k);
    sum += logTimes(below) + logTimes(whole - below);
  }
  return f64(levels) * logTimes(whole) - sum;
}

/** Fills best and previous for every end; a segment has at least `least` values. */
function optimize(least: u32): void {
  // 2 log(2 n - 1) / K scales the sum to the likelihood; the half of the doubled counts is in it too.
  const scale = logarithm(2.0 * f64(size) - 1.0) / f64(levels);
  const penalty = PENALTY * logarithm(f64(size));
  for (let t = least; t <= size; t++) {
    let best = scale * costOf(0, t);
    let previous: u32 = 0;
    for (let s = least; s + least <= t; s++) {
      const cost = load<f64>(bestAt + (usize(s) << 3)) + scale * costOf(s, t) + penalty;
      if (cost < best) {
        best = cost;
        previous = s;
      }
    }
    store<f64>(bestAt + (usize(t) << 3), best);
    store<u32>(previousAt + (usize(t) << 2), previous);
  }
}

function prepare(at: usize, n: u32): bool {
  size = n;
  levels = max(1, min(n, u32(ceil<f64>(4.0 * logarithm(f64(n))))));
  const sorted = sortedCopy(at, n);
  countsAt = borrow((u64(n) + 1) * levels * 4);
  tableAt = borrow((u64(n) * 2 + 1) << 3);
  bestAt = borrow((u64(n) + 1) << 3);
  previousAt = borrow((u64(n) + 1) << 2);
  if (sorted == 0 || countsAt == 0 || tableAt == 0 || bestAt == 0 || previousAt == 0) return false;
  store<f64>(tableAt, 0);
  for (let i: u32 = 1; i <= n << 1; i++)
    store<f64>(tableAt + (usize(i) << 3), f64(i) * logarithm(f64(i)));
  countBelow(at, sorted);
  return true;
}

/** Writes the change points in ascending order and returns their number, or CAPACITY. */
function writeChanges(outAt: usize, capacity: u32): i32 {
  let count: u32 = 0;
  for (let t = size; load<u32>(previousAt + (usize(t) << 2)) != 0; count++)
    t = load<u32>(previousAt + (usize(t) << 2));
  if (count > capacity) return refuse(CAPACITY, 4);
  let slot = count;
  for (let t = size; slot > 0;) {
    t = load<u32>(previousAt + (usize(t) << 2));
    slot--;
    store<u32>(outAt + (usize(slot) << 2), t);
  }
  return i32(count);
}

/** changePoints for checked arguments with n >= 2 least. */
export function changePointsOf(at: usize, n: u32, least: u32, outAt: usize, capacity: u32): i32 {
  const mark = scratchMark();
  let result = noRoom();
  if (prepare(at, n)) {
    optimize(least);
    result = writeChanges(outAt, capacity);
  }
  scratchReset(mark);
  return result;
}

/**
 * Positions where the distribution of a series changes: the u32 index of each new segment's first value, ascending.
 * n <= 2,048 finite values in time order; least >= 1 values a segment; room for `capacity` u32 at outAt.
 * Returns their number (0: none), or EMPTY, TOO_FEW when n < 2 least, BAD_ARGUMENT (subject 1: too long, 2: least 0),
 * CAPACITY (nothing written). O(n^2 log n). Source: Haynes et al. 2017, exact segmentation.
 */
export function changePoints(at: usize, n: u32, least: u32, outAt: usize, capacity: u32): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK && n > MOST_VALUES) status = refuse(BAD_ARGUMENT, 1);
  if (status == OK && least == 0) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK && u64(least) * 2 > n) status = refuse(TOO_FEW, 1);
  if (status == OK) status = checkRange(outAt, u64(capacity) << 2, 3);
  return status == OK ? changePointsOf(at, n, least, outAt, capacity) : status;
}
