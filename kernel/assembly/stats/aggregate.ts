// What a table prints of several trials: the median of their statistic and its observed range. Not an interval.
//
//   0 median f64 | 8 min f64 | 16 max f64 | 24 n u32
import { BAD_ADDRESS, EMPTY, NO_MEMORY, NOT_FINITE, OK } from '../abi';
import { inMemory, scratchAlloc, scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';

const SPREAD_BYTES: u64 = 32;
// Trials are few: an insertion sort is the whole algorithm, and more values than this are not trials.
const MOST: u32 = 1 << 16;

function insert(sorted: usize, count: u32, value: f64): void {
  let i = count;
  while (i > 0 && load<f64>(sorted + (usize(i - 1) << 3)) > value) {
    store<f64>(sorted + (usize(i) << 3), load<f64>(sorted + (usize(i - 1) << 3)));
    i -= 1;
  }
  store<f64>(sorted + (usize(i) << 3), value);
}

/** The middle value, or the mean of the two middle ones (R-7 at one half), rounded once. */
function medianOf(sorted: usize, n: u32): f64 {
  const upper = load<f64>(sorted + (usize(n >> 1) << 3));
  if ((n & 1) == 1) return upper;
  const lower = load<f64>(sorted + (usize((n >> 1) - 1) << 3));
  const sum = lower + upper;
  if (sum - sum != 0) return lower * 0.5 + upper * 0.5; // the sum of two finite values can exceed binary64
  return sum * 0.5;
}

/** Writes median, min, max and n of n finite f64 in any order. Negative zero is written as zero. */
export function spread(at: usize, n: u32, outAt: usize): i32 {
  if (n == 0) return refuse(EMPTY, 1);
  if (!inMemory(at, u64(n) << 3)) return refuse(BAD_ADDRESS, 0);
  if (!inMemory(outAt, SPREAD_BYTES)) return refuse(BAD_ADDRESS, 2);
  const mark = scratchMark();
  const sorted: usize = n > MOST ? 0 : scratchAlloc(n << 3);
  if (sorted == 0) return refuse(NO_MEMORY, -1);
  for (let i: u32 = 0; i < n; i++) {
    const value = load<f64>(at + (usize(i) << 3));
    if (value - value != 0) {
      scratchReset(mark);
      return refuse(NOT_FINITE, 0);
    }
    insert(sorted, i, value + 0.0);
  }
  store<f64>(outAt, medianOf(sorted, n));
  store<f64>(outAt, load<f64>(sorted), 8);
  store<f64>(outAt, load<f64>(sorted + (usize(n - 1) << 3)), 16);
  store<u32>(outAt, n, 24);
  store<u32>(outAt, 0, 28);
  scratchReset(mark);
  return OK;
}
