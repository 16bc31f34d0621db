// What a table prints of several trials: the median of their statistic and its observed range. Not an interval.
//
//   0 median f64 | 8 min f64 | 16 max f64 | 24 n u32
import { EMPTY, NOT_FINITE, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, noRoom } from './inputs';
import { medianOf } from './quantile';

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

/** Writes median, min, max and n of n finite f64 in any order. Negative zero is written as zero. */
export function spread(at: usize, n: u32, outAt: usize): i32 {
  if (n == 0) return refuse(EMPTY, 1);
  let status = checkRange(at, u64(n) << 3, 0);
  if (status == OK) status = checkRange(outAt, SPREAD_BYTES, 2);
  if (status != OK) return status;
  const mark = scratchMark();
  const sorted: usize = n > MOST ? 0 : borrow(u64(n) << 3);
  if (sorted == 0) {
    scratchReset(mark);
    return noRoom();
  }
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
