// The exact distribution of U: how many of all ways to deal n + m values out have at most, or at least, the U that was seen.
import { scratchMark, scratchReset } from '../arena';
import { borrow } from './inputs';
import { sortedCopy } from './order';

function place(row: u32, width: u32, u: u32, at: usize): usize {
  return at + ((usize(row) * usize(width) + usize(u)) << 3);
}

/**
 * P(U <= u) of `few` against `many` values without ties. Row i holds the number of orders of i against j values for every U,
 * and grows with j: N(i, j, u) = N(i - 1, j, u - j) + N(i, j - 1, u). Only additions, exact up to 2^53.
 */
function cumulative(few: u32, many: u32, u: u64, at: usize): f64 {
  const width = few * many + 1;
  memory.fill(at, 0, (usize(few) + 1) * (usize(width) << 3));
  for (let row: u32 = 0; row <= few; row++) store<f64>(place(row, width, 0, at), 1);
  for (let j: u32 = 1; j <= many; j++) {
    for (let row: u32 = 1; row <= few; row++) {
      const end = row * j;
      for (let v = j; v <= end; v++) {
        const cell = place(row, width, v, at);
        store<f64>(cell, load<f64>(cell) + load<f64>(place(row - 1, width, v - j, at)));
      }
    }
  }
  let upTo = 0.0;
  let total = 0.0;
  for (let v: u32 = 0; v < width; v++) {
    total += load<f64>(place(few, width, v, at));
    if (v == u32(u)) upTo = total;
  }
  return upTo / total;
}

/** Two-sided p without ties, of the smaller U; -1 without memory. */
export function untiedP(n: u32, m: u32, u: u64): f64 {
  const few = n < m ? n : m;
  const many = n < m ? m : n;
  const mark = scratchMark();
  const at = borrow((u64(few) + 1) * (u64(few) * many + 1) * 8);
  const p = at == 0 ? -1.0 : min(1.0, 2.0 * cumulative(few, many, u, at));
  scratchReset(mark);
  return p;
}

/** Replaces the ascending values by twice their mean rank from 0, as u32: the rank of ties is the mean of theirs. */
function rankInPlace(sorted: usize, all: u32): void {
  for (let i: u32 = 0; i < all;) {
    const value = load<f64>(sorted + (usize(i) << 3));
    let end = i;
    while (end < all && load<f64>(sorted + (usize(end) << 3)) == value) end++;
    for (let k = i; k < end; k++) store<u32>(sorted + (usize(k) << 3), i + end - 1);
    i = end;
  }
}

/** The sum of the doubled ranks of a sample; rank of a value: values below it, and half of the others that equal it. */
function rankSum(at: usize, n: u32, sorted: usize, ranks: usize, all: u32): u32 {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const value = load<f64>(at + (usize(i) << 3));
    let low: u32 = 0;
    let high = all;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<f64>(sorted + (usize(middle) << 3)) < value) low = middle + 1;
      else high = middle;
    }
    sum += load<u32>(ranks + (usize(low) << 3));
  }
  return sum;
}

/**
 * Row i holds, for every sum of doubled ranks, how many choices of i values have it. Values come in one by one; only additions. Twice the
 * smaller tail: with ties the distribution need not be symmetric.
 */
function twoTails(ranks: usize, all: u32, few: u32, seen: u32, width: u32, at: usize): f64 {
  memory.fill(at, 0, (usize(few) + 1) * (usize(width) << 3));
  store<f64>(at, 1);
  let most: u32 = 0;
  for (let j: u32 = 0; j < all; j++) {
    const rank = load<u32>(ranks + (usize(j) << 3));
    most = min<u32>(width - 1, most + rank);
    for (let row = min<u32>(few, j + 1); row > 0; row--) {
      for (let v = rank; v <= most; v++) {
        const cell = place(row, width, v, at);
        store<f64>(cell, load<f64>(cell) + load<f64>(place(row - 1, width, v - rank, at)));
      }
    }
  }
  let total = 0.0;
  let upTo = 0.0;
  let from = 0.0;
  for (let v: u32 = 0; v < width; v++) {
    const ways = load<f64>(place(few, width, v, at));
    total += ways;
    if (v <= seen) upTo += ways;
    if (v >= seen) from += ways;
  }
  return min(1.0, (2.0 * min(upTo, from)) / total);
}

/** Cells of the table of a tied distribution; it has a row for 0 to `few` choices and a column for every sum. */
const MOST_CELLS: u64 = 262_144;

/** The sums of `few` of `all` doubled ranks, the largest of which is 2 (all - 1). */
function widthOf(few: u32, all: u32): u64 {
  return 2 * u64(few) * (all - 1) + 1;
}

/** Whether the table of a tied distribution is small enough. */
export function canEnumerate(n: u32, m: u32): bool {
  const few = n < m ? n : m;
  return (u64(few) + 1) * widthOf(few, n + m) <= MOST_CELLS;
}

/** Two-sided p of samples as they are, ties among them; -1 without memory. */
export function tiedP(xAt: usize, n: u32, yAt: usize, m: u32): f64 {
  const few = n < m ? n : m;
  const all = n + m;
  const width = u32(widthOf(few, all));
  const mark = scratchMark();
  const pool = borrow(u64(all) << 3);
  const ranks = borrow(u64(all) << 3);
  const at = borrow((u64(few) + 1) * u64(width) * 8);
  let p = -1.0;
  if (pool != 0 && ranks != 0 && at != 0) {
    memory.copy(pool, xAt, usize(n) << 3);
    memory.copy(pool + (usize(n) << 3), yAt, usize(m) << 3);
    const sorted = sortedCopy(pool, all);
    if (sorted != 0) {
      memory.copy(ranks, sorted, usize(all) << 3);
      rankInPlace(ranks, all);
      const smallAt = n < m ? xAt : yAt;
      const seen = rankSum(smallAt, few, sorted, ranks, all);
      p = twoTails(ranks, all, few, seen, width, at);
    }
  }
  scratchReset(mark);
  return p;
}
