// Spearman's rank correlation with ties. No p-value: with few rows it says how two orders agree, not whether by chance.
import { DOMAIN, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';

/** Writes twice the mean rank of each value less that of the middle: whole numbers whose sum is 0. False without memory. */
function centeredRanks(at: usize, n: u32, ranks: usize): bool {
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  for (let i: u32 = 0; i < n && sorted != 0; i++) {
    const value = load<f64>(at + (usize(i) << 3));
    const below = countUpTo(sorted, n, value, false);
    const upTo = countUpTo(sorted, n, value, true);
    store<f64>(ranks + (usize(i) << 3), f64(below) + f64(upTo) - f64(n));
  }
  scratchReset(mark);
  return sorted != 0;
}

/** How many of the ascending values are below `value`, or at most it. */
function countUpTo(sorted: usize, n: u32, value: f64, isWithEqual: bool): u32 {
  let low: u32 = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = load<f64>(sorted + (usize(middle) << 3));
    if (other < value || (isWithEqual && other == value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function productSum(a: usize, b: usize, n: u32): f64 {
  let sum = 0.0;
  for (let i: u32 = 0; i < n; i++)
    sum += load<f64>(a + (usize(i) << 3)) * load<f64>(b + (usize(i) << 3));
  return sum;
}

/**
 * Spearman's rho of n >= 2 pairs (x[i], y[i]): Pearson's correlation of the ranks, ties with the mean of theirs, in [-1, 1]. Writes one f64.
 * EMPTY, TOO_FEW, NOT_FINITE; DOMAIN (subject 0 or 2) when all values of a side are equal. Borrows 24 n bytes. Source: Spearman 1904;
 * scipy.stats.spearmanr.
 */
export function spearman(xAt: usize, n: u32, yAt: usize, outAt: usize): i32 {
  let status = checkSample(xAt, n, 2, 0);
  if (status == OK) status = checkSample(yAt, n, 2, 2);
  if (status == OK) status = checkRange(outAt, 8, 3);
  if (status != OK) return status;
  const mark = scratchMark();
  const xRanks = borrow(u64(n) << 3);
  const yRanks = borrow(u64(n) << 3);
  const fits = xRanks != 0 && yRanks != 0;
  if (fits && centeredRanks(xAt, n, xRanks) && centeredRanks(yAt, n, yRanks))
    status = deliverRho(xRanks, yRanks, n, outAt);
  else status = noRoom();
  scratchReset(mark);
  return status;
}

function deliverRho(xRanks: usize, yRanks: usize, n: u32, outAt: usize): i32 {
  const xSquares = productSum(xRanks, xRanks, n);
  const ySquares = productSum(yRanks, yRanks, n);
  if (xSquares == 0) return refuse(DOMAIN, 0);
  if (ySquares == 0) return refuse(DOMAIN, 2);
  const rho = productSum(xRanks, yRanks, n) / sqrt<f64>(xSquares * ySquares);
  store<f64>(outAt, max(-1.0, min(1.0, rho)) + 0.0);
  return OK;
}
