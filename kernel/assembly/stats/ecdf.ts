// Empirical distribution: shares on a grid that several samples can share, and the exact points of the tail. Draws nothing.
import { refuse } from '../status';
import { scratchMark, scratchReset } from '../arena';
import { BAD_ARGUMENT, DOMAIN, NOT_FINITE, OK } from '../abi';
import { checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { checkAscending } from './quantile';
import { logarithm } from './elementary';
import { portableExp } from './pragmastat-special';

/** Writes m points from `low` to `high` (both exact, 0 < low < high) with equal ratios; m >= 2. */
export function logGrid(low: f64, high: f64, m: u32, outAt: usize): i32 {
  if (low - low != 0) return refuse(NOT_FINITE, 0);
  if (high - high != 0) return refuse(NOT_FINITE, 1);
  if (low <= 0) return refuse(DOMAIN, 0);
  if (high <= low) return refuse(BAD_ARGUMENT, 1);
  if (m < 2) return refuse(BAD_ARGUMENT, 2);
  const status = checkRange(outAt, u64(m) << 3, 3);
  if (status != OK) return status;
  const start = logarithm(low);
  const span = logarithm(high) - start;
  store<f64>(outAt, low);
  for (let j: u32 = 1; j < m - 1; j++) {
    const point = portableExp(start + span * (f64(j) / f64(m - 1)));
    // Rounding must not carry a point beyond the ends, or the grid would not ascend.
    store<f64>(outAt + (usize(j) << 3), max<f64>(low, min<f64>(high, point)));
  }
  store<f64>(outAt + (usize(m - 1) << 3), high);
  return OK;
}

/** Writes, for each of m ascending grid points, the share of samples at or below it. */
export function ecdf(at: usize, n: u32, gridAt: usize, m: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkSample(gridAt, m, 1, 2);
  if (status == OK) status = checkAscending(gridAt, m, 2);
  if (status == OK) status = checkRange(outAt, u64(m) << 3, 4);
  if (status != OK) return status;
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  if (sorted == 0) {
    status = noRoom();
  } else {
    let below: u32 = 0;
    for (let j: u32 = 0; j < m; j++) {
      const point = load<f64>(gridAt + (usize(j) << 3));
      while (below < n && load<f64>(sorted + (usize(below) << 3)) <= point) below++;
      store<f64>(outAt + (usize(j) << 3), f64(below) / f64(n));
    }
  }
  scratchReset(mark);
  return status;
}

/**
 * Writes the last k steps of the distribution as pairs (value, share at or below it), ascending; the share of equal values is
 * that of their last one. k from 1 to n.
 */
export function ecdfTail(at: usize, n: u32, k: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status != OK) return status;
  if (k == 0 || k > n) return refuse(BAD_ARGUMENT, 2);
  status = checkRange(outAt, u64(k) << 4, 3);
  if (status != OK) return status;
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  if (sorted == 0) status = noRoom();
  else writeTail(sorted, n, k, outAt);
  scratchReset(mark);
  return status;
}

function writeTail(sorted: usize, n: u32, k: u32, outAt: usize): void {
  let rank = n;
  for (let i = n; i > n - k; i--) {
    const value = load<f64>(sorted + (usize(i - 1) << 3));
    if (i < n && value != load<f64>(sorted + (usize(i) << 3))) rank = i;
    const pair = outAt + (usize(i - 1 - (n - k)) << 4);
    store<f64>(pair, value);
    store<f64>(pair, f64(rank) / f64(n), 8);
  }
}
