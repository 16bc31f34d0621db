// The summary of u64 nanoseconds that the duplex tables print: nearest ranks, exact extremes, mean. Integers throughout.
//
//   0 n u32 | 4 warnings u32 (bit 0: p95, bit 1: p99: fewer than 10 samples lie beyond it)
//   8 min | 16 p50 | 24 p95 | 32 p99 | 40 max      u64
//  48 mean f64
import { EMPTY, OK, OVERFLOW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { sortU64 } from '../samples/sort';
import { refuse } from '../status';
import { borrow, checkRange, noRoom } from './inputs';
import { nearestRank, tailWarning } from './quantile';

const SUMMARY_BYTES: u64 = 56;
const WARNINGS: usize = 4;
const MIN: usize = 8;
const P50: usize = 16;
const P95: usize = 24;
const P99: usize = 32;
const MAX: usize = 40;
const MEAN: usize = 48;

function rankedOf(sorted: usize, n: u32, p: f64): u64 {
  return load<u64>(sorted + (usize(nearestRank(n, p)) << 3));
}

/** The sum of n u64, or 0 with `overflown` set: a real run's sum is far below 2^64. */
let overflown: bool = false;

function sumOf(at: usize, n: u32): u64 {
  let sum: u64 = 0;
  overflown = false;
  for (let i: u32 = 0; i < n; i++) {
    const next = sum + load<u64>(at + (usize(i) << 3));
    if (next < sum) overflown = true;
    sum = next;
  }
  return sum;
}

function write(sorted: usize, n: u32, sum: u64, outAt: usize): void {
  store<u32>(outAt, n);
  store<u32>(outAt, tailWarning(n, 0.95) | (tailWarning(n, 0.99) << 1), WARNINGS);
  store<u64>(outAt, load<u64>(sorted), MIN);
  store<u64>(outAt, rankedOf(sorted, n, 0.5), P50);
  store<u64>(outAt, rankedOf(sorted, n, 0.95), P95);
  store<u64>(outAt, rankedOf(sorted, n, 0.99), P99);
  store<u64>(outAt, load<u64>(sorted + (usize(n - 1) << 3)), MAX);
  store<f64>(outAt, f64(sum) / f64(n), MEAN);
}

/**
 * Writes the 56 bytes drawn above for n u64 in any order, which stay as they are. Borrows 16 n bytes of scratch.
 * EMPTY for n = 0; OVERFLOW when the sum does not fit 64 bits.
 */
export function summarizeNs(at: usize, n: u32, outAt: usize): i32 {
  if (n == 0) return refuse(EMPTY, 1);
  let status = checkRange(at, u64(n) << 3, 0);
  if (status == OK) status = checkRange(outAt, SUMMARY_BYTES, 2);
  if (status != OK) return status;
  const sum = sumOf(at, n);
  if (overflown) return refuse(OVERFLOW, 0);
  const mark = scratchMark();
  const copy = borrow(u64(n) << 3);
  const spare: usize = copy == 0 ? 0 : borrow(u64(n) << 3);
  if (spare == 0) {
    scratchReset(mark);
    return noRoom();
  }
  memory.copy(copy, at, usize(n) << 3);
  write(sortU64(copy, n, spare), n, sum, outAt);
  scratchReset(mark);
  return OK;
}
