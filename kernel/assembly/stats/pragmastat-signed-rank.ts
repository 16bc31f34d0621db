// Pragmastat's SignedRankMargin: how many extreme pairwise averages an interval may leave out. Not the interval itself.
import { BAD_ARGUMENT, EMPTY, OK } from '../abi';
import { refuse } from '../status';
import { checkRange, checkRate } from './inputs';
import { normalCumulative, normalDensity } from './pragmastat-special';

/** Up to here the counts of the exact distribution fit u64. */
const MOST_EXACT: u32 = 63;
/** Counts of rank sums 0 .. 63 x 64 / 2. */
const COUNTS: usize = memory.data(16136, 8);

/** 2^(1-n): the smallest misrate that n values can promise. */
export function leastRateOfOne(n: u32): f64 {
  let rate = 1.0;
  for (let i: u32 = 1; i < n && rate > 0; i++) rate /= 2.0;
  return rate;
}

function exactMargin(n: u32, p: f64): u64 {
  const most = (n * (n + 1)) >> 1;
  memory.fill(COUNTS, 0, (usize(most) + 1) << 3);
  store<u64>(COUNTS, 1);
  for (let rank: u32 = 1; rank <= n; rank++) {
    for (let w = (rank * (rank + 1)) >> 1; w >= rank; w--) {
      const place = COUNTS + (usize(w) << 3);
      store<u64>(place, load<u64>(place) + load<u64>(place - (usize(rank) << 3)));
    }
  }
  const total = f64(u64(1) << n);
  let seen: u64 = 0;
  for (let w: u32 = 0; w <= most; w++) {
    seen += load<u64>(COUNTS + (usize(w) << 3));
    if (f64(seen) / total >= p) return w;
  }
  return most;
}

/** Edgeworth expansion of P(W <= w); a fixed sequence of operations (Pragmastat 14.0.1). */
function edgeworth(n: f64, w: u64): f64 {
  const mean = (n * (n + 1.0)) / 4.0;
  const variance = (n * (n + 1.0) * (2.0 * n + 1.0)) / 24.0;
  const z = (f64(w) - mean + 0.5) / sqrt<f64>(variance);
  const kappa4 = (-n * (n + 1.0) * (2.0 * n + 1.0) * (3.0 * n * n + 3.0 * n - 1.0)) / 240.0;
  const e3 = kappa4 / (24.0 * variance * variance);
  const z2 = z * z;
  const z3 = z2 * z;
  const f3 = -normalDensity(z) * (z3 - 3.0 * z);
  return max(0.0, min(normalCumulative(z) + e3 * f3, 1.0));
}

function approximateMargin(n: u32, p: f64): u64 {
  const size = f64(n);
  let below: u64 = 0;
  let above: u64 = (u64(n) * (u64(n) + 1)) >> 1;
  while (below < above - 1) {
    const middle = below + ((above - below) >> 1);
    if (edgeworth(size, middle) < p) below = middle;
    else above = middle;
  }
  return edgeworth(size, above) < p ? above : below;
}

/** The margin (both sides together) for arguments that signedRankMargin would accept. */
export function signedRankMarginOf(n: u32, misrate: f64): u64 {
  return (
    (n <= MOST_EXACT ? exactMargin(n, misrate / 2.0) : approximateMargin(n, misrate / 2.0)) << 1
  );
}

/**
 * The number of extreme pairwise averages, both sides together, that an interval of n values may leave out at this misrate.
 * n >= 1, misrate in [2^(1-n), 1]; writes a u64 at outAt. Exact distribution up to n = 63, Edgeworth expansion above.
 * EMPTY at n = 0; BAD_ARGUMENT (subject 1) for a misrate that n values cannot reach. Source: Pragmastat 14.0.1, SignedRankMargin.
 */
export function signedRankMargin(n: u32, misrate: f64, outAt: usize): i32 {
  if (n == 0) return refuse(EMPTY, 0);
  let status = checkRate(misrate, 1);
  if (status == OK && misrate < leastRateOfOne(n)) status = refuse(BAD_ARGUMENT, 1);
  if (status == OK) status = checkRange(outAt, 8, 2);
  if (status != OK) return status;
  store<u64>(outAt, signedRankMarginOf(n, misrate));
  return OK;
}
