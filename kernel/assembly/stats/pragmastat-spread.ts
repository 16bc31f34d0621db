// Pragmastat's Spread (Shamos) and SpreadBounds, and their averages over two samples. Not the shift that disparity divides by them.
import { BAD_ARGUMENT, DOMAIN, OK, TOO_FEW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, checkRate, checkSample, deliver, noRoom } from './inputs';
import { sortedCopy } from './order';
import { lowerSum, REVERSED, selectSums, upperSum } from './pairwise-select';
import { shuffleInPlace } from './pragmastat-draws';
import { seedStream } from './pragmastat-random';
import { leastRateOfOne } from './pragmastat-signed-rank';
import { signSplit } from './pragmastat-sign';

/** Results of spreadOf and spreadBoundsOf. */
export let spreadValue: f64 = 0;
export let spreadLower: f64 = 0;
export let spreadUpper: f64 = 0;

function selectSpread(at: usize, n: u32): i32 {
  const sorted = sortedCopy(at, n);
  const negated = borrow(u64(n) << 3);
  if (sorted == 0 || negated == 0) return noRoom();
  for (let i: u32 = 0; i < n; i++) {
    store<f64>(negated + (usize(i) << 3), -load<f64>(sorted + (usize(n - 1 - i) << 3)));
  }
  const pairs = (u64(n) * (u64(n) - 1)) >> 1;
  const low = (pairs + 1) >> 1;
  const high = (pairs + 2) >> 1;
  if (!selectSums(negated, n, sorted, n, REVERSED, low, high)) return noRoom();
  spreadValue = low == high ? lowerSum : 0.5 * lowerSum + 0.5 * upperSum;
  return OK;
}

/** Sets spreadValue, which may be infinite. TOO_FEW below two values and DOMAIN when the spread is 0, both about `subject`. */
export function spreadOf(at: usize, n: u32, subject: i32): i32 {
  if (n < 2) return refuse(TOO_FEW, subject);
  const mark = scratchMark();
  const status = selectSpread(at, n);
  scratchReset(mark);
  if (status != OK) return status;
  return spreadValue > 0 ? OK : refuse(DOMAIN, subject);
}

/**
 * The Shamos estimator: the median of |x[i] - x[j]| over i < j.
 * n >= 2 finite values at `at`; writes one f64 > 0 at outAt. O(n log n); borrows about 52 n bytes.
 * EMPTY at n = 0, TOO_FEW at n = 1, DOMAIN when the median is 0 (half of all pairs are ties). Source: Pragmastat 14.0.1, Spread.
 */
export function shamosSpread(at: usize, n: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRange(outAt, 8, 2);
  if (status == OK) status = spreadOf(at, n, 0);
  return status == OK ? deliver(spreadValue, outAt) : status;
}

/** Differences of disjoint, randomly matched pairs, and their order statistics at the randomized sign margin. */
function selectBounds(at: usize, n: u32, misrate: f64): i32 {
  const copy = borrow(u64(n) << 3);
  if (copy == 0) return noRoom();
  memory.copy(copy, at, usize(n) << 3);
  const pairs = n >> 1;
  const most = (pairs - 1) >> 1;
  const split = signSplit(pairs, misrate);
  const half = split < most ? split : most;
  shuffleInPlace(copy, n);
  for (let i: u32 = 0; i < pairs; i++) {
    const pair = copy + (usize(i) << 4);
    store<f64>(copy + (usize(i) << 3), abs<f64>(load<f64>(pair) - load<f64>(pair, 8)));
  }
  const sorted = sortedCopy(copy, pairs);
  if (sorted == 0) return noRoom();
  spreadLower = load<f64>(sorted + (usize(half) << 3));
  spreadUpper = load<f64>(sorted + (usize(pairs - half - 1) << 3));
  return OK;
}

/** Sets spreadLower and spreadUpper for a checked sample of at least two values and an admissible misrate. */
export function spreadBoundsOf(at: usize, n: u32, misrate: f64, seed: u64): i32 {
  seedStream(seed);
  const mark = scratchMark();
  const status = selectBounds(at, n, misrate);
  scratchReset(mark);
  return status;
}

/**
 * An interval that misses the spread with probability `misrate`: a seeded sign test on n / 2 disjoint pairs.
 * n >= 2 finite values, misrate in [2^(1 - floor(n/2)), 1]; writes lower and upper f64 at outAt.
 * TOO_FEW at n = 1, DOMAIN when the spread is 0, BAD_ARGUMENT (subject 2) for a misrate out of reach. Source: Pragmastat 14.0.1.
 */
export function spreadBounds(at: usize, n: u32, misrate: f64, seed: u64, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRate(misrate, 2);
  if (status == OK && n < 2) status = refuse(TOO_FEW, 0);
  if (status == OK && misrate < leastRateOfOne(n >> 1)) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK) status = checkRange(outAt, 16, 4);
  if (status == OK) status = spreadOf(at, n, 0);
  if (status == OK) status = spreadBoundsOf(at, n, misrate, seed);
  if (status != OK) return status;
  status = deliver(spreadUpper, outAt + 8);
  return status == OK ? deliver(spreadLower, outAt) : status;
}
