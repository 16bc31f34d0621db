// Pragmastat's Center (the Hodges-Lehmann estimator), from selected pairwise averages. Not its bounds.
import { OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { checkRange, checkSample, deliver, noRoom } from './inputs';
import { sortedCopy } from './order';
import { lowerSum, selectSums, UPPER, upperSum } from './pairwise-select';

// Above this a pair's sum may exceed binary64, so the values are halved first; below it halving would lose a subnormal's last bit.
const HALVE_ABOVE: f64 = 8.98846567431158e307;

/** Sorted copy, halved when sums could overflow; 0 when it does not fit. */
let halved: bool = false;
function orderedTerms(at: usize, n: u32): usize {
  const sorted = sortedCopy(at, n);
  if (sorted == 0) return 0;
  const last = load<f64>(sorted + (usize(n - 1) << 3));
  halved = load<f64>(sorted) <= -HALVE_ABOVE || last >= HALVE_ABOVE;
  if (!halved) return sorted;
  for (let i: u32 = 0; i < n; i++) {
    const place = sorted + (usize(i) << 3);
    store<f64>(place, 0.5 * load<f64>(place));
  }
  return sorted;
}

function averageOf(sum: f64): f64 {
  return halved ? sum : sum * 0.5;
}

/** The average of ranks low and high of the pairwise averages; the quarters keep the addition below the largest double. */
function middle(low: u64, high: u64): f64 {
  if (low == high) return averageOf(lowerSum);
  return halved ? 0.5 * upperSum + 0.5 * lowerSum : 0.25 * upperSum + 0.25 * lowerSum;
}

function centerInto(at: usize, n: u32, outAt: usize): i32 {
  const terms = orderedTerms(at, n);
  if (terms == 0) return noRoom();
  const pairs = (u64(n) * (u64(n) + 1)) >> 1;
  const low = (pairs + 1) >> 1;
  const high = (pairs + 2) >> 1;
  if (!selectSums(terms, n, terms, n, UPPER, low, high)) return noRoom();
  return deliver(middle(low, high), outAt);
}

/**
 * The Hodges-Lehmann estimator: the median of (x[i] + x[j]) / 2 over i <= j.
 * n >= 1 finite values at `at`; writes one f64 at outAt. O(n log n); borrows about 40 n bytes.
 * EMPTY at n = 0; n = 1 gives the value. Source: Pragmastat 14.0.1, Center; Hodges and Lehmann 1963.
 */
export function center(at: usize, n: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRange(outAt, 8, 2);
  if (status != OK) return status;
  const mark = scratchMark();
  status = centerInto(at, n, outAt);
  scratchReset(mark);
  return status;
}
