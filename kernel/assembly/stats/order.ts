// Order of f64 samples: a sorted copy, and the k-th value of a pool. The input of a sorted copy is never touched.
import { advance64, mix64 } from '../random/prng';
import { borrow } from './inputs';

// 11 bits a pass, 6 passes: 1e6 values in 19-34 ms, Float64Array.sort needs 134-250 (one machine, one run).
const DIGIT_BITS: u32 = 11;
const DIGITS: u32 = 1 << DIGIT_BITS;
const PASSES: u32 = 6;
const COUNTERS: usize = memory.data(49152);
// Below this the counters cost more to clear (8 us) than an insertion sort takes.
const SMALL: u32 = 192;

/** Bits of an f64 as an unsigned key with the order of the numbers; -0 sorts before +0. */
export function keyOf(bits: u64): u64 {
  return bits ^ (u64(i64(bits) >> 63) | 0x8000000000000000);
}

function bitsOf(key: u64): u64 {
  return key ^ (u64(~(i64(key) >> 63)) | 0x8000000000000000);
}

function insertionSort(at: usize, n: u32): void {
  for (let i: u32 = 1; i < n; i++) {
    const key = load<u64>(at + (usize(i) << 3));
    let j = i;
    while (j > 0 && load<u64>(at + (usize(j - 1) << 3)) > key) {
      store<u64>(at + (usize(j) << 3), load<u64>(at + (usize(j - 1) << 3)));
      j--;
    }
    store<u64>(at + (usize(j) << 3), key);
  }
}

function countDigits(at: usize, n: u32): void {
  memory.fill(COUNTERS, 0, 49152);
  for (let i: u32 = 0; i < n; i++) {
    let key = load<u64>(at + (usize(i) << 3));
    for (let pass: usize = 0; pass < PASSES; pass++) {
      const counter = COUNTERS + (pass << 13) + (usize(key & (DIGITS - 1)) << 2);
      store<u32>(counter, load<u32>(counter) + 1);
      key >>= DIGIT_BITS;
    }
  }
}

/** One stable pass; false when all keys share the digit and nothing was moved. */
function scatter(from: usize, to: usize, n: u32, pass: usize): bool {
  const counters = COUNTERS + (pass << 13);
  const shift = u64(pass) * DIGIT_BITS;
  const shared = usize((load<u64>(from) >> shift) & (DIGITS - 1));
  if (load<u32>(counters + (shared << 2)) == n) return false;
  let next: u32 = 0;
  for (let digit: usize = 0; digit < DIGITS; digit++) {
    const count = load<u32>(counters + (digit << 2));
    store<u32>(counters + (digit << 2), next);
    next += count;
  }
  for (let i: u32 = 0; i < n; i++) {
    const key = load<u64>(from + (usize(i) << 3));
    const counter = counters + (usize((key >> shift) & (DIGITS - 1)) << 2);
    const place = load<u32>(counter);
    store<u32>(counter, place + 1);
    store<u64>(to + (usize(place) << 3), key);
  }
  return true;
}

/** An ascending copy of n f64 in borrowed memory (twice 8 n bytes when n is large), or 0 when it does not fit. */
export function sortedCopy(at: usize, n: u32): usize {
  const bytes = u64(n) << 3;
  let keys = borrow(bytes);
  if (keys == 0) return 0;
  let sorted = true;
  let previous: u64 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const key = keyOf(load<u64>(at + (usize(i) << 3)));
    if (key < previous) sorted = false;
    previous = key;
    store<u64>(keys + (usize(i) << 3), key);
  }
  if (!sorted && n < SMALL) {
    insertionSort(keys, n);
  } else if (!sorted) {
    let other = borrow(bytes);
    if (other == 0) return 0;
    countDigits(keys, n);
    for (let pass: usize = 0; pass < PASSES; pass++) {
      if (scatter(keys, other, n, pass)) {
        const swap = keys;
        keys = other;
        other = swap;
      }
    }
  }
  for (let i: u32 = 0; i < n; i++) {
    const place = keys + (usize(i) << 3);
    store<u64>(place, bitsOf(load<u64>(place)));
  }
  return keys;
}

/**
 * The k-th smallest (from 0) of n finite f64; permutes them so that none before k is larger and none after it smaller.
 * Pivots are pseudo-random, because median-of-three has a quadratic input.
 */
export function selectKth(at: usize, n: u32, k: u32): f64 {
  let left: i64 = 0;
  let right = i64(n) - 1;
  let draws: u64 = u64(n);
  while (left < right) {
    draws = advance64(draws);
    const pivotIndex = left + i64(mix64(draws) % u64(right - left + 1));
    const pivot = load<f64>(at + (usize(pivotIndex) << 3));
    let i = left - 1;
    let j = right + 1;
    while (true) {
      do i++;
      while (load<f64>(at + (usize(i) << 3)) < pivot);
      do j--;
      while (load<f64>(at + (usize(j) << 3)) > pivot);
      if (i >= j) break;
      const swap = load<f64>(at + (usize(i) << 3));
      store<f64>(at + (usize(i) << 3), load<f64>(at + (usize(j) << 3)));
      store<f64>(at + (usize(j) << 3), swap);
    }
    // With the pivot at the right end Hoare's j may equal it: then only the end is settled.
    if (j == right) j--;
    if (i64(k) <= j) right = j;
    else left = j + 1;
  }
  return load<f64>(at + (usize(k) << 3));
}
