// Where a value goes in an HDR histogram, and the record that holds one. Counts nothing and encodes nothing.
// The bucket arithmetic is HdrHistogram's (Gil Tene, public domain), so that its logs can be read and written.
import { refuse } from '../status';
import { BAD_ARGUMENT, CORRUPT, OK } from '../abi';
import { checkRange } from './inputs';

// Histogram, in the caller's memory:
//   0 magic u32 | 4 digits u32 | 8 lowest u64 | 16 highest u64 | 24 unitMagnitude u32 | 28 halfMagnitude u32
//  32 length u32 | 36 0 u32 | 40 total u64 | 48 min u64 (2^64 - 1 when empty) | 56 max u64 | 64 counts u64 x length
export const HISTOGRAM_DIGITS: usize = 4;
export const HISTOGRAM_LOWEST: usize = 8;
export const HISTOGRAM_HIGHEST: usize = 16;
export const UNIT_MAGNITUDE: usize = 24;
export const HALF_MAGNITUDE: usize = 28;
export const LENGTH: usize = 32;
export const TOTAL: usize = 40;
export const MIN: usize = 48;
export const MAX: usize = 56;
export const COUNTS: usize = 64;
// "EHDR", so that a call with the address of something else is refused.
export const HISTOGRAM_MAGIC: u32 = 0x52444845;

// Values and counts are signed 64-bit in HdrHistogram's logs.
export const MOST: u64 = 0x7fffffffffffffff;

/** log2 of the number of sub-buckets: 2 x 10^digits, rounded up to a power of two. */
function subBucketMagnitude(digits: u32): u32 {
  let resolution: u32 = 2;
  for (let i: u32 = 0; i < digits; i++) resolution *= 10;
  return 32 - u32(clz<u32>(resolution - 1));
}

export function unitMagnitudeOf(lowest: u64): u32 {
  return 63 - u32(clz<u64>(lowest));
}

export function halfMagnitudeOf(digits: u32): u32 {
  return max<u32>(1, subBucketMagnitude(digits)) - 1;
}

/** Index of the argument (0 lowest, 1 highest, 2 digits) that describes no histogram, or -1. */
export function wrongGeometry(lowest: u64, highest: u64, digits: u32): i32 {
  if (digits > 5) return 2;
  if (lowest == 0 || lowest > MOST / 2) return 0;
  if (highest > MOST || highest < 2 * lowest) return 1;
  return unitMagnitudeOf(lowest) + halfMagnitudeOf(digits) > 61 ? 0 : -1;
}

/** Counters that cover `highest`; the geometry must be right. */
export function lengthOf(lowest: u64, highest: u64, digits: u32): u32 {
  const half = halfMagnitudeOf(digits);
  let untrackable = u64(1) << (half + 1 + unitMagnitudeOf(lowest));
  let buckets: u32 = 1;
  while (untrackable <= highest) {
    buckets++;
    if (untrackable > MOST / 2) break;
    untrackable <<= 1;
  }
  return (buckets + 1) << half;
}

/** Bytes of a histogram from `lowest` to `highest` with `digits` significant digits, or BAD_ARGUMENT. */
export function histogramBytes(lowest: u64, highest: u64, digits: u32): i32 {
  const wrong = wrongGeometry(lowest, highest, digits);
  if (wrong >= 0) return refuse(BAD_ARGUMENT, wrong);
  return i32(COUNTS) + (i32(lengthOf(lowest, highest, digits)) << 3);
}

/** OK when a histogram is at `at`; a caller can forge one, but not reach beyond memory with it. */
export function checkHistogram(at: usize, subject: i32): i32 {
  const status = checkRange(at, COUNTS, subject);
  if (status != OK) return status;
  if (load<u32>(at) != HISTOGRAM_MAGIC) return refuse(CORRUPT, subject);
  if (u64(load<u32>(at, HALF_MAGNITUDE)) + u64(load<u32>(at, UNIT_MAGNITUDE)) > 61) {
    return refuse(CORRUPT, subject);
  }
  return checkRange(at, bytesOf(at), subject);
}

/** Bytes of the histogram at `at`, which `checkHistogram` has seen. */
export function bytesOf(at: usize): u64 {
  return u64(COUNTS) + (u64(load<u32>(at, LENGTH)) << 3);
}

/** Counter of a value; at or above `length` when the histogram does not cover it. */
export function indexOf(value: u64, unit: u64, half: u64): u64 {
  const bucket = 63 - unit - half - clz<u64>(value | maskOf(unit, half));
  return (bucket << half) + (value >> (bucket + unit));
}

/** The bits of values in the first bucket, which is twice as long as the others. */
export function maskOf(unit: u64, half: u64): u64 {
  return ((u64(2) << half) - 1) << unit;
}

/** log2 of how many values share the counter. */
function rangeMagnitude(index: u64, unit: u64, half: u64): u64 {
  const bucket = index >> half;
  return unit + (bucket == 0 ? 0 : bucket - 1);
}

/** Smallest value of a counter. */
export function lowestOf(index: u64, unit: u64, half: u64): u64 {
  const halfCount = u64(1) << half;
  const subBucket = index < halfCount ? index : (index & (halfCount - 1)) + halfCount;
  return subBucket << rangeMagnitude(index, unit, half);
}

/** Largest value of a counter. */
export function highestOf(index: u64, unit: u64, half: u64): u64 {
  return lowestOf(index, unit, half) + (u64(1) << rangeMagnitude(index, unit, half)) - 1;
}
