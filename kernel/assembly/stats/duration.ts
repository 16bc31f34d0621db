// The summary of u64 nanoseconds that the duplex tables print: nearest ranks, exact extremes, mean. Integers throughout.
//
//   0 n u32 | 4 warnings u32 (bit 0: p95, bit 1: p99: fewer than 10 samples lie beyond it)
//   8 min | 16 p50 | 24 p95 | 32 p99 | 40 max      u64
//  48 mean f64
import { BAD_ADDRESS, EMPTY, NO_MEMORY, OK, OVERFLOW } from '../abi';
import { inMemory, scratchAlloc, scratchMark, scratchReset } from '../arena';
import { sortU64 } from '../samples/sort';
import { refuse } from '../status';

const SUMMARY_BYTES: u64 = 56;
const WARNINGS: usize = 4;
const MIN: usize = 8;
const P50: usize = 16;
const P95: usize = 24;
const P99: usize = 32;
const MAX: usize = 40;
const MEAN: usize = 48;
// A tail of fewer samples is not printed: it moves with single events (facts: 10 is the usual floor).
const TAIL_SAMPLES: u64 = 10;
// A sort needs the copy and as much again.
const MOST: u32 = 1 << 27;

/** The nearest-rank quantile of a sorted column: its ceil(n p)-th value, p in thousandths. */
function nearestRank(sorted: usize, n: u32, thousandths: u64): u64 {
  const rank = (u64(n) * thousandths + 999) / 1000;
  return load<u64>(sorted + (usize(rank - 1) << 3));
}

function thinTail(n: u32, thousandths: u64): bool {
  return u64(n) * (1000 - thousandths) < TAIL_SAMPLES * 1000;
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
  store<u32>(outAt, (thinTail(n, 950) ? 1 : 0) | (thinTail(n, 990) ? 2 : 0), WARNINGS);
  store<u64>(outAt, load<u64>(sorted), MIN);
  store<u64>(outAt, nearestRank(sorted, n, 500), P50);
  store<u64>(outAt, nearestRank(sorted, n, 950), P95);
  store<u64>(outAt, nearestRank(sorted, n, 990), P99);
  store<u64>(outAt, load<u64>(sorted + (usize(n - 1) << 3)), MAX);
  store<f64>(outAt, f64(sum) / f64(n), MEAN);
}

/**
 * Writes the 56 bytes drawn above for n u64 in any order, which stay as they are. Borrows 16 n bytes of scratch.
 * EMPTY for n = 0; OVERFLOW when the sum does not fit 64 bits.
 */
export function summarizeNs(at: usize, n: u32, outAt: usize): i32 {
  if (n == 0) return refuse(EMPTY, 1);
  if (!inMemory(at, u64(n) << 3)) return refuse(BAD_ADDRESS, 0);
  if (!inMemory(outAt, SUMMARY_BYTES)) return refuse(BAD_ADDRESS, 2);
  const sum = sumOf(at, n);
  if (overflown) return refuse(OVERFLOW, 0);
  const mark = scratchMark();
  const copy: usize = n > MOST ? 0 : scratchAlloc(n << 3);
  const spare: usize = copy == 0 ? 0 : scratchAlloc(n << 3);
  if (spare == 0) {
    scratchReset(mark);
    return refuse(NO_MEMORY, -1);
  }
  memory.copy(copy, at, usize(n) << 3);
  write(sortU64(copy, n, spare), n, sum, outAt);
  scratchReset(mark);
  return OK;
}
