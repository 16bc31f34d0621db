// Effect sizes of two samples: Cliff's delta from exact pair counts and Hedges' g. No test.
import { OK } from '../abi';
import { checkRange, checkSample, deliver } from './inputs';
import { constantPair, mean, momentsOf, unitOfBoth, variance } from './moments';
import { countPairs, equal, larger, smaller } from './pair-counts';

// Dominance
//   0 delta f64 | 8 larger u64 | 16 smaller u64 | 24 equal u64
export const DOMINANCE_BYTES: usize = 32;

/** Romano et al. 2006: below these |delta| the effect is negligible, small, medium. */
const NEGLIGIBLE: f64 = 0.147;
const SMALL: f64 = 0.33;
const MEDIUM: f64 = 0.474;

function labelOf(delta: f64): i32 {
  const size = abs<f64>(delta);
  return size < NEGLIGIBLE ? 0 : size < SMALL ? 1 : size < MEDIUM ? 2 : 3;
}

/**
 * Cliff's delta: (pairs with x > y - pairs with x < y) / (n m), in [-1, 1]; positive when x tends to be larger.
 * n, m >= 1 finite values; writes 32 bytes at outAt: {delta f64, larger u64, smaller u64, equal u64}.
 * Returns 0 negligible, 1 small, 2 medium, 3 large, or a negative Status.
 * All n m pairs count (none is sampled); the counts are exact. O((n + m) log). EMPTY for an empty sample. Source: Cliff 1993.
 */
export function cliffsDelta(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkSample(xAt, n, 1, 0);
  if (status == OK) status = checkSample(yAt, m, 1, 2);
  if (status == OK) status = checkRange(outAt, DOMINANCE_BYTES, 4);
  if (status == OK) status = countPairs(xAt, n, yAt, m);
  if (status != OK) return status;
  const difference = f64(i64(larger) - i64(smaller));
  const delta = difference == 0 ? 0.0 : difference / (f64(n) * f64(m));
  store<f64>(outAt, delta);
  store<u64>(outAt, larger, 8);
  store<u64>(outAt, smaller, 16);
  store<u64>(outAt, equal, 24);
  return labelOf(delta);
}

/**
 * Hedges' g: the difference of means in pooled standard deviations, times 1 - 3 / (4 (n + m - 2) - 1); positive when x is larger.
 * n, m >= 2 finite values; writes one f64 at outAt. EMPTY, TOO_FEW; DOMAIN when each sample has one value only. Source: Hedges 1981.
 */
export function hedgesG(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkSample(xAt, n, 2, 0);
  if (status == OK) status = checkSample(yAt, m, 2, 2);
  if (status == OK) status = checkRange(outAt, 8, 4);
  if (status != OK) return status;
  const unit = unitOfBoth(xAt, n, yAt, m);
  status = momentsOf(xAt, n, unit);
  if (status != OK) return status;
  const xMean = mean;
  const xSquares = variance * f64(n - 1);
  status = momentsOf(yAt, m, unit);
  if (status != OK) return status;
  const degrees = f64(n) + f64(m) - 2.0;
  const pooled = sqrt<f64>((xSquares + variance * f64(m - 1)) / degrees);
  if (pooled == 0) return constantPair();
  return deliver(((xMean - mean) / pooled) * (1.0 - 3.0 / (4.0 * degrees - 1.0)), outAt);
}
