// Pragmastat's AvgSpread and Disparity with their bounds: spreads of two samples weighted by size, and the shift in units of them.
import { BAD_ARGUMENT, OK, OVERFLOW, TOO_FEW } from '../abi';
import { refuse } from '../status';
import { checkRange, checkRate, deliver } from './inputs';
import { leastRateOfTwo } from './pragmastat-pairwise';
import {
  checkPair,
  shiftBoundsOf,
  shiftLower,
  shiftOf,
  shiftUpper,
  shiftValue,
} from './pragmastat-shift';
import { leastRateOfOne } from './pragmastat-signed-rank';
import {
  spreadBoundsOf,
  spreadLower,
  spreadOf,
  spreadUpper,
  spreadValue,
} from './pragmastat-spread';

/** Results of avgSpreadOf, averageBoundsOf and disparityBoundsOf. */
let average: f64 = 0;
let averageLower: f64 = 0;
let averageUpper: f64 = 0;
export let disparityValue: f64 = 0;
export let disparityLower: f64 = 0;
export let disparityUpper: f64 = 0;

function avgSpreadOf(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  let status = spreadOf(xAt, n, 0);
  if (status != OK) return status;
  const xSpread = spreadValue;
  status = spreadOf(yAt, m, 2);
  average = (f64(n) * xSpread + f64(m) * spreadValue) / f64(u64(n) + m);
  return status;
}

/**
 * The spreads of two samples, weighted by their sizes.
 * n, m >= 2 finite values; writes one f64 at outAt. EMPTY, TOO_FEW and DOMAIN as spread, the subject naming the sample.
 * Source: Pragmastat 14.0.1, AvgSpread.
 */
export function avgSpread(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkPair(xAt, n, yAt, m);
  if (status == OK) status = checkRange(outAt, 8, 4);
  if (status == OK) status = avgSpreadOf(xAt, n, yAt, m);
  return status == OK ? deliver(average, outAt) : status;
}

/** Sets disparityValue for two checked samples. */
export function disparityOf(xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  let status = avgSpreadOf(xAt, n, yAt, m);
  if (status == OK) status = shiftOf(xAt, n, yAt, m);
  disparityValue = shiftValue / average;
  return status;
}

/**
 * The shift divided by the average spread: an effect size without a unit.
 * As avgSpread; OVERFLOW when the quotient exceeds binary64. Source: Pragmastat 14.0.1, Disparity.
 */
export function disparity(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkPair(xAt, n, yAt, m);
  if (status == OK) status = checkRange(outAt, 8, 4);
  if (status == OK) status = disparityOf(xAt, n, yAt, m);
  return status == OK ? deliver(disparityValue, outAt) : status;
}

/** Sets averageLower and averageUpper: half the misrate for each sample, both with the seed's stream. */
function averageBoundsOf(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64, seed: u64): i32 {
  let status = OK;
  if (n < 2) return refuse(TOO_FEW, 0);
  if (m < 2) return refuse(TOO_FEW, 2);
  const each = misrate / 2.0;
  if (each < leastRateOfOne(n >> 1) || each < leastRateOfOne(m >> 1))
    return refuse(BAD_ARGUMENT, 4);
  status = avgSpreadOf(xAt, n, yAt, m);
  if (status == OK) status = spreadBoundsOf(xAt, n, each, seed);
  if (status != OK) return status;
  const lower = spreadLower;
  const upper = spreadUpper;
  status = spreadBoundsOf(yAt, m, each, seed);
  const xWeight = f64(n) / f64(u64(n) + m);
  const yWeight = f64(m) / f64(u64(n) + m);
  averageLower = xWeight * lower + yWeight * spreadLower;
  averageUpper = xWeight * upper + yWeight * spreadUpper;
  return status;
}

function checkBounds(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64, outAt: usize): i32 {
  let status = checkPair(xAt, n, yAt, m);
  if (status == OK) status = checkRate(misrate, 4);
  return status == OK ? checkRange(outAt, 16, 6) : status;
}

/**
 * An interval for the average spread, from seeded sign tests on disjoint pairs of each sample.
 * n, m >= 2 finite values, misrate in [2 max(2^(1 - floor(n/2)), 2^(1 - floor(m/2))), 1]; writes lower and upper f64 at outAt.
 * Source: Pragmastat 14.0.1, AvgSpreadBounds.
 */
export function avgSpreadBounds(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  seed: u64,
  outAt: usize,
): i32 {
  let status = checkBounds(xAt, n, yAt, m, misrate, outAt);
  if (status == OK) status = averageBoundsOf(xAt, n, yAt, m, misrate, seed);
  if (status != OK) return status;
  status = deliver(averageUpper, outAt + 8);
  return status == OK ? deliver(averageLower, outAt) : status;
}

function set(lower: f64, upper: f64): void {
  disparityLower = lower;
  disparityUpper = upper;
}

/** The quotient of two intervals; the divisor's lower end may be 0, then a side is unbounded. */
function divide(lower: f64, upper: f64, least: f64, most: f64): void {
  if (least > 0) {
    const a = lower / least;
    const b = lower / most;
    const c = upper / least;
    const d = upper / most;
    return set(min(min(min(a, b), c), d), max(max(max(a, b), c), d));
  }
  if (lower == 0 && upper == 0) return set(0, 0);
  if (most <= 0) return set(lower >= 0 ? 0 : -Infinity, upper <= 0 ? 0 : Infinity);
  if (lower > 0) return set(lower / most, Infinity);
  if (upper < 0) return set(-Infinity, upper / most);
  set(lower == 0 ? 0 : -Infinity, upper == 0 ? 0 : Infinity);
}

/** Sets disparityLower and disparityUpper: the misrate is split between shift and average spread. */
export function disparityBoundsOf(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  seed: u64,
): i32 {
  if (n < 2) return refuse(TOO_FEW, 0);
  if (m < 2) return refuse(TOO_FEW, 2);
  const leastOfShift = leastRateOfTwo(n, m);
  const leastOfAverage = 2.0 * max(leastRateOfOne(n >> 1), leastRateOfOne(m >> 1));
  if (misrate < leastOfShift + leastOfAverage) return refuse(BAD_ARGUMENT, 4);
  const extra = misrate - (leastOfShift + leastOfAverage);
  let status = averageBoundsOf(xAt, n, yAt, m, leastOfAverage + extra / 2.0, seed);
  if (status == OK) status = shiftBoundsOf(xAt, n, yAt, m, leastOfShift + extra / 2.0);
  if (status != OK) return status;
  divide(shiftLower, shiftUpper, averageLower, averageUpper);
  return disparityLower == disparityLower && disparityUpper == disparityUpper
    ? OK
    : refuse(OVERFLOW, -1);
}

/**
 * An interval for the disparity. n, m >= 2 finite values; writes lower and upper f64 at outAt.
 * A side without a bound is -Infinity or Infinity: the average spread may be 0 within its interval. Never NaN.
 * BAD_ARGUMENT (subject 4) for a misrate that the sizes cannot reach. Source: Pragmastat 14.0.1, DisparityBounds.
 */
export function disparityBounds(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  seed: u64,
  outAt: usize,
): i32 {
  let status = checkBounds(xAt, n, yAt, m, misrate, outAt);
  if (status == OK) status = disparityBoundsOf(xAt, n, yAt, m, misrate, seed);
  if (status != OK) return status;
  store<f64>(outAt, disparityLower == 0 ? 0.0 : disparityLower);
  store<f64>(outAt, disparityUpper == 0 ? 0.0 : disparityUpper, 8);
  return OK;
}
