// Quantiles, with the definition named in every call, and the warning of a tail that n cannot support.
import { refuse } from '../status';
import { BAD_ARGUMENT, DOMAIN, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { regularizedBeta } from './beta';
import { countBuckets, gather, markRank, valueAtRank } from './buckets';
import { borrow, checkRange, checkRate, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';

/** ceil(n p)-th smallest, at least the first: always a sample. The duplex tables' definition. */
export const NEAREST_RANK: i32 = 0;
/** Hyndman-Fan 6, position (n + 1) p: numpy's 'weibull'. */
export const R6: i32 = 1;
/** Hyndman-Fan 7, position (n - 1) p + 1: numpy's default, the serializer tables' definition. */
export const R7: i32 = 2;
/** Harrell-Davis: all order statistics, weighted by a beta distribution with (n + 1) p and (n + 1) (1 - p). */
export const HARRELL_DAVIS: i32 = 3;

const BILLION: u64 = 1_000_000_000;
// Below this a sorted copy is cheaper than the 48 KiB of tables.
const FEW: u32 = 8192;
// What is left out is at most this part of what was summed: far below one unit in the last place.
const NEGLIGIBLE: f64 = 1e-18;
const LEAST_SHAPE: f64 = 2.2250738585072014e-308;

/** p in billionths, so that 0.95 of 20 is rank 19 on every machine and not 20 after a rounding error of the product. */
export function billionths(p: f64): u64 {
  return u64(floor<f64>(p * 1e9 + 0.5));
}

/** Index (from 0) of the nearest-rank quantile. n > 0. */
export function nearestRank(n: u64, p: f64): u64 {
  const rank = nearestRankOf(n, billionths(p));
  return rank == 0 ? 0 : rank - 1;
}

function nearestRankOf(n: u64, parts: u64): u64 {
  // n can be a histogram's total: whole billions and the rest apart, so that no product exceeds 64 bits.
  return (n / BILLION) * parts + ((n % BILLION) * parts + BILLION - 1) / BILLION;
}

/** Position (from 0, with fraction) of a definition that interpolates, clamped to the sample; numpy's own arithmetic. */
function position(n: u32, p: f64, definition: i32): f64 {
  const count = f64(n);
  const virtual = definition == R6 ? count * p + p - 1 : (count - 1) * p;
  return max<f64>(0, min<f64>(virtual, count - 1));
}

/** numpy's linear interpolation: from the nearer end, so that the result is monotonic in t. */
export function interpolate(a: f64, b: f64, t: f64): f64 {
  const difference = b - a;
  // The difference of two finite values can exceed binary64.
  if (difference - difference != 0) return a * (1 - t) + b * t;
  return t >= 0.5 ? b - difference * (1 - t) : a + difference * t;
}

/** Values are taken at a quarter where the range of a sample exceeds binary64, else as they are. */
let part: f64 = 1;

function valueOf(sorted: usize, i: u32): f64 {
  return part * load<f64>(sorted + (usize(i) << 3));
}

/**
 * The middle value, and every step between neighbors times the weight of what lies beyond it. Summed from the middle outward every part
 * has the sign of its side and every weight its own relative error, so a far outlier has no more influence than it should.
 */
function harrellDavis(sorted: usize, n: u32, p: f64): f64 {
  const a = (f64(n) + 1) * p;
  const b = (f64(n) + 1) * (1 - p);
  const first = load<f64>(sorted);
  const last = load<f64>(sorted + (usize(n - 1) << 3));
  // Below the normal numbers the beta function's terms divide by 0, and the first value has all of the weight (found by fuzzing).
  if (a < LEAST_SHAPE) return first;
  if (b <= 0) return last;
  part = last - first < Infinity ? 1 : 0.25;
  const middle = min<u32>(n - 1, u32((f64(n) * a) / (a + b)));
  const change = above(sorted, n, middle, a, b) - below(sorted, n, middle, a, b);
  return (valueOf(sorted, middle) + change) / part;
}

/** What the values above the middle add: steps times the share beyond i / n. Stops when all that is left cannot be seen. */
function above(sorted: usize, n: u32, middle: u32, a: f64, b: f64): f64 {
  const last = valueOf(sorted, n - 1);
  let sum = 0.0;
  for (let i = middle + 1; i < n; i++) {
    const step = valueOf(sorted, i) - valueOf(sorted, i - 1);
    if (step == 0) continue;
    const share = regularizedBeta(f64(n - i) / f64(n), f64(i) / f64(n), b, a);
    sum += step * share;
    if ((last - valueOf(sorted, i)) * share <= sum * NEGLIGIBLE) break;
  }
  return sum;
}

/** What the values below the middle take away. */
function below(sorted: usize, n: u32, middle: u32, a: f64, b: f64): f64 {
  const first = valueOf(sorted, 0);
  let sum = 0.0;
  for (let i = middle; i > 0; i--) {
    const step = valueOf(sorted, i) - valueOf(sorted, i - 1);
    if (step == 0) continue;
    const share = regularizedBeta(f64(i) / f64(n), f64(n - i) / f64(n), a, b);
    sum += step * share;
    if ((valueOf(sorted, i - 1) - first) * share <= sum * NEGLIGIBLE) break;
  }
  return sum;
}

/** One quantile of an ascending, finite sample of n > 0. */
export function quantileOf(sorted: usize, n: u32, p: f64, definition: i32): f64 {
  if (definition == HARRELL_DAVIS) return harrellDavis(sorted, n, p);
  if (definition == NEAREST_RANK) {
    return load<f64>(sorted + (usize(nearestRank(n, p)) << 3));
  }
  const at = position(n, p, definition);
  const index = u32(at);
  const a = load<f64>(sorted + (usize(index) << 3));
  if (index + 1 >= n) return a;
  return interpolate(a, load<f64>(sorted + (usize(index) << 3), 8), at - f64(index));
}

/** (a + b) / 2, also where the sum exceeds binary64. */
export function middleOf(a: f64, b: f64): f64 {
  const sum = a + b;
  return sum - sum == 0 ? sum / 2 : a / 2 + b / 2;
}

/** The mean of the two middle values (numpy's median), of an ascending sample of n > 0. */
export function medianOf(sorted: usize, n: u32): f64 {
  const middle = sorted + (usize(n >> 1) << 3);
  return n & 1 ? load<f64>(middle) : middleOf(load<f64>(middle - 8), load<f64>(middle));
}

function checkCall(psAt: usize, m: u32, definition: i32, outAt: usize): i32 {
  let status = checkRange(psAt, u64(m) << 3, 2);
  if (status == OK) status = checkRange(outAt, u64(m) << 3, 5);
  if (status != OK) return status;
  if (definition < NEAREST_RANK || definition > HARRELL_DAVIS) return refuse(BAD_ARGUMENT, 4);
  for (let j: u32 = 0; j < m; j++) {
    status = checkRate(load<f64>(psAt + (usize(j) << 3)), 2);
    if (status != OK) return status;
  }
  return OK;
}

/** DOMAIN when the sample descends anywhere: a quantile of it would be a lie. */
export function checkAscending(at: usize, n: u32, subject: i32): i32 {
  for (let i: u32 = 1; i < n; i++) {
    const place = at + (usize(i) << 3);
    if (load<f64>(place) < load<f64>(place - 8)) return refuse(DOMAIN, subject);
  }
  return OK;
}

/** m quantiles of an ascending sample. */
export function quantilesSorted(
  at: usize,
  n: u32,
  psAt: usize,
  m: u32,
  definition: i32,
  outAt: usize,
): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkCall(psAt, m, definition, outAt);
  if (status == OK) status = checkAscending(at, n, 0);
  if (status != OK) return status;
  const mark = scratchMark();
  // Written at the end only: a caller whose output overlaps ps would else change them under our feet.
  const results = borrow(u64(m) << 3);
  if (results == 0) status = noRoom();
  else writeQuantiles(at, n, psAt, m, definition, results);
  if (status == OK) memory.copy(outAt, results, usize(m) << 3);
  scratchReset(mark);
  return status;
}

function writeQuantiles(
  sorted: usize,
  n: u32,
  psAt: usize,
  m: u32,
  definition: i32,
  results: usize,
): void {
  for (let j: u32 = 0; j < m; j++) {
    const offset = usize(j) << 3;
    store<f64>(results + offset, quantileOf(sorted, n, load<f64>(psAt + offset), definition));
  }
}

/** m quantiles of a sample in any order; the sample stays as it is. */
export function quantiles(
  at: usize,
  n: u32,
  psAt: usize,
  m: u32,
  definition: i32,
  outAt: usize,
): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkCall(psAt, m, definition, outAt);
  if (status != OK) return status;
  const mark = scratchMark();
  const results = borrow(u64(m) << 3);
  if (results == 0) {
    status = noRoom();
  } else if (n < FEW || definition == HARRELL_DAVIS) {
    const sorted = sortedCopy(at, n);
    if (sorted == 0) status = noRoom();
    else writeQuantiles(sorted, n, psAt, m, definition, results);
  } else {
    status = selectQuantiles(at, n, psAt, m, definition, results);
  }
  if (status == OK) memory.copy(outAt, results, usize(m) << 3);
  scratchReset(mark);
  return status;
}

function lowerRank(n: u32, p: f64, definition: i32): u32 {
  return definition == NEAREST_RANK ? u32(nearestRank(n, p)) : u32(position(n, p, definition));
}

export function selectQuantiles(
  at: usize,
  n: u32,
  psAt: usize,
  m: u32,
  definition: i32,
  outAt: usize,
): i32 {
  const tables = countBuckets(at, n);
  if (tables == 0) return noRoom();
  for (let j: u32 = 0; j < m; j++) {
    const rank = lowerRank(n, load<f64>(psAt + (usize(j) << 3)), definition);
    markRank(tables, rank);
    markRank(tables, min<u32>(rank + 1, n - 1));
  }
  if (!gather(at, n, tables)) return noRoom();
  for (let j: u32 = 0; j < m; j++) {
    const p = load<f64>(psAt + (usize(j) << 3));
    const rank = lowerRank(n, p, definition);
    let value = valueAtRank(tables, rank);
    if (definition != NEAREST_RANK && rank + 1 < n) {
      const fraction = position(n, p, definition) - f64(rank);
      value = interpolate(value, valueAtRank(tables, rank + 1), fraction);
    }
    store<f64>(outAt + (usize(j) << 3), value);
  }
  return OK;
}

/** The ascending copy of a sample; `outAt` may be `at`. */
export function sortSamples(at: usize, n: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRange(outAt, u64(n) << 3, 2);
  if (status != OK) return status;
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  if (sorted == 0) status = noRoom();
  else memory.copy(outAt, sorted, usize(n) << 3);
  scratchReset(mark);
  return status;
}

/** 1 when fewer than 10 of n samples lie beyond the quantile p (on its own side of the median), else 0. */
export function tailWarning(n: u32, p: f64): i32 {
  const status = checkRate(p, 1);
  if (status != OK) return status;
  const parts = billionths(p);
  const half = BILLION / 2;
  if (parts == half) return 0;
  const beyond = parts > half ? BILLION - parts : parts;
  return u64(n) * beyond < 10 * BILLION ? 1 : 0;
}
