// Checks received bytes against the pattern without an expected copy. Reads; never writes.
import { PERIOD } from '../abi';

/** Offset of the first byte in which two ranges differ, or `n` when they are equal. */
export function firstDifference(a: usize, b: usize, n: usize): usize {
  let i: usize = 0;
  if (ASC_FEATURE_SIMD) {
    i = equalBlocks(a, b, n);
    while (i + 16 <= n) {
      const mask = i8x16.bitmask(i8x16.ne(v128.load(a + i), v128.load(b + i)));
      if (mask != 0) return i + usize(ctz(mask));
      i += 16;
    }
    if (i < n && n >= 16) {
      // The last 16 bytes again, whole: all before `i` are equal, so the first difference is behind it. No loop over the tail.
      const last = i8x16.bitmask(i8x16.ne(v128.load(a + n - 16), v128.load(b + n - 16)));
      return last != 0 ? n - 16 + usize(ctz(last)) : n;
    }
  } else {
    i = equalWords(a, b, n);
  }
  while (i + 8 <= n) {
    const x = load<u64>(a + i) ^ load<u64>(b + i);
    if (x != 0) return i + usize(ctz(x) >> 3);
    i += 8;
  }
  while (i < n) {
    if (load<u8>(a + i) != load<u8>(b + i)) return i;
    i++;
  }
  return n;
}

/** How many bytes, in whole blocks of 128, are equal. One test for eight vectors: it costs as much as two loads. */
function equalBlocks(a: usize, b: usize, n: usize): usize {
  let i: usize = 0;
  while (i + 128 <= n) {
    const x0 = v128.xor(v128.load(a + i, 0), v128.load(b + i, 0));
    const x1 = v128.xor(v128.load(a + i, 16), v128.load(b + i, 16));
    const x2 = v128.xor(v128.load(a + i, 32), v128.load(b + i, 32));
    const x3 = v128.xor(v128.load(a + i, 48), v128.load(b + i, 48));
    const x4 = v128.xor(v128.load(a + i, 64), v128.load(b + i, 64));
    const x5 = v128.xor(v128.load(a + i, 80), v128.load(b + i, 80));
    const x6 = v128.xor(v128.load(a + i, 96), v128.load(b + i, 96));
    const x7 = v128.xor(v128.load(a + i, 112), v128.load(b + i, 112));
    const low = v128.or(v128.or(x0, x1), v128.or(x2, x3));
    const high = v128.or(v128.or(x4, x5), v128.or(x6, x7));
    if (v128.any_true(v128.or(low, high))) break;
    i += 128;
  }
  return i;
}

/** The same in blocks of 32 without SIMD. */
function equalWords(a: usize, b: usize, n: usize): usize {
  let i: usize = 0;
  while (i + 32 <= n) {
    const x0 = load<u64>(a + i) ^ load<u64>(b + i);
    const x1 = load<u64>(a + i, 8) ^ load<u64>(b + i, 8);
    const x2 = load<u64>(a + i, 16) ^ load<u64>(b + i, 16);
    const x3 = load<u64>(a + i, 24) ^ load<u64>(b + i, 24);
    if ((x0 | x1 | x2 | x3) != 0) break;
    i += 32;
  }
  return i;
}

// A column is 16 bytes wide and the same in every period, so 16 columns are a period and 5 bytes of the next one.
const COLUMN: usize = 16;
const COLUMNS_BYTES: usize = 256;
const ROW: usize = usize(PERIOD);
const BLOCK: usize = 8 * ROW;

/**
 * True when eight periods at `at`, and 5 bytes, are `row`, the pattern from their phase on. Down the columns: a vector of the pattern
 * is loaded once for eight of the data, where a walk along the rows needs two loads a vector, one of them across cache lines
 * (4 KiB in 132 ns; so 93, with four rows 104, with sixteen 111: registers; with a test in each turn 98).
 */
function periodsMatch(at: usize, row: usize): bool {
  let wrong = i64x2.splat(0);
  for (let column: usize = 0; column < COLUMNS_BYTES; column += COLUMN) {
    const p = at + column;
    const right = v128.load(row + column);
    const x0 = v128.xor(right, v128.load(p, 0));
    const x1 = v128.xor(right, v128.load(p, ROW));
    const x2 = v128.xor(right, v128.load(p, 2 * ROW));
    const x3 = v128.xor(right, v128.load(p, 3 * ROW));
    const x4 = v128.xor(right, v128.load(p, 4 * ROW));
    const x5 = v128.xor(right, v128.load(p, 5 * ROW));
    const x6 = v128.xor(right, v128.load(p, 6 * ROW));
    const x7 = v128.xor(right, v128.load(p, 7 * ROW));
    const low = v128.or(v128.or(x0, x1), v128.or(x2, x3));
    const high = v128.or(v128.or(x4, x5), v128.or(x6, x7));
    wrong = v128.or(wrong, v128.or(low, high));
  }
  return !v128.any_true(wrong);
}

/** How many bytes, in whole blocks of eight periods, are the pattern from `row` on. */
function matchingBlocks(at: usize, n: usize, row: usize): usize {
  const seen = BLOCK - ROW + COLUMNS_BYTES;
  let i: usize = 0;
  while (i + seen <= n && periodsMatch(at + i, row)) i += BLOCK;
  return i;
}

/**
 * Offset of the first byte of [at, at + n) that is not pattern[(phase + i) mod 251], or -1. `pattern` is phase 0 and at least
 * 250 + min(n, 256) bytes long. With SIMD blocks of periods come first; a block with a difference is searched as the rest is.
 */
export function patternDifference(at: usize, n: usize, pattern: usize, phase: u32): i32 {
  const row = pattern + usize(phase);
  const i = ASC_FEATURE_SIMD ? matchingBlocks(at, n, row) : 0;
  const rest = rowDifference(at + i, n - i, row);
  return rest < 0 ? -1 : i32(i) + rest;
}

/**
 * The same along the row. The first 256 bytes are compared with the pattern, then the range with itself one period before: the data's
 * first touch is the only one that misses the cache, and the first difference is the same.
 */
function rowDifference(at: usize, n: usize, row: usize): i32 {
  const head = min<usize>(n, COLUMNS_BYTES);
  const first = firstDifference(at, row, head);
  if (first != head) return i32(first);
  if (n == head) return -1;
  const from = at + COLUMNS_BYTES;
  const rest = firstDifference(from, from - ROW, n - COLUMNS_BYTES);
  return rest == n - COLUMNS_BYTES ? -1 : i32(COLUMNS_BYTES + rest);
}
