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

/**
 * How many bytes, in whole blocks of 128, are equal. One test for eight vectors: it costs as much as two loads (4 KiB: 124 ns, with
 * blocks of 64 145; blocks of 256 need more registers than there are: 180).
 */
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

/** What is compared with the pattern itself: the first whole blocks that hold a period. */
const HEAD: usize = 256;

/**
 * Offset of the first byte of [at, at + n) that is not pattern[(phase + i) mod 251], or -1. `pattern` is phase 0 and at least
 * 250 + min(n, 256) bytes long. The first 256 bytes are compared with the pattern, then the range with itself one
 * period before: the data's first touch is the only one that misses the cache, and the first difference is the same.
 */
export function patternDifference(at: usize, n: usize, pattern: usize, phase: u32): i32 {
  const head = min<usize>(n, HEAD);
  const first = firstDifference(at, pattern + usize(phase), head);
  if (first != head) return i32(first);
  if (n == head) return -1;
  const rest = firstDifference(at + HEAD, at + HEAD - usize(PERIOD), n - HEAD);
  return rest == n - HEAD ? -1 : i32(HEAD + rest);
}
