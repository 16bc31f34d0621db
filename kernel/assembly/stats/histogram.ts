// HDR histogram of u64 values: constant memory, integer arithmetic only, so that merging is exact and has no order.
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { CAPACITY, DOMAIN, EMPTY, OK, OVERFLOW, BAD_ARGUMENT } from '../abi';
import * as layout from './histogram-layout';
import { checkHistogram, COUNTS, highestOf, indexOf, LENGTH, lowestOf } from './histogram-layout';
import { HALF_MAGNITUDE, MAX, MIN, MOST, TOTAL, UNIT_MAGNITUDE } from './histogram-layout';
import { borrow, checkApart, checkRange, checkRate, noRoom } from './inputs';
import { nearestRank } from './quantile';

/** Makes an empty histogram at `at`; `capacity` bytes are there (`histogramBytes` says how many it takes). */
export function histogramInit(
  at: usize,
  capacity: u32,
  lowest: u64,
  highest: u64,
  digits: u32,
): i32 {
  const wrong = layout.wrongGeometry(lowest, highest, digits);
  if (wrong >= 0) return refuse(BAD_ARGUMENT, wrong + 2);
  const length = layout.lengthOf(lowest, highest, digits);
  const bytes = u32(COUNTS) + (length << 3);
  if (bytes > capacity) return refuse(CAPACITY, 1);
  const status = checkRange(at, bytes, 0);
  if (status != OK) return status;
  memory.fill(at, 0, bytes);
  store<u32>(at, layout.HISTOGRAM_MAGIC);
  store<u32>(at, digits, layout.HISTOGRAM_DIGITS);
  store<u64>(at, lowest, layout.HISTOGRAM_LOWEST);
  store<u64>(at, highest, layout.HISTOGRAM_HIGHEST);
  store<u32>(at, layout.unitMagnitudeOf(lowest), UNIT_MAGNITUDE);
  store<u32>(at, layout.halfMagnitudeOf(digits), HALF_MAGNITUDE);
  store<u32>(at, length, LENGTH);
  store<u64>(at, u64.MAX_VALUE, MIN);
  return OK;
}

/** Counts `value` `count` times. DOMAIN when the histogram does not cover it, OVERFLOW above 2^63 - 1 counts. */
export function histogramRecord(at: usize, value: u64, count: u64): i32 {
  const status = checkHistogram(at, 0);
  if (status != OK) return status;
  const index = indexOf(value, load<u32>(at, UNIT_MAGNITUDE), load<u32>(at, HALF_MAGNITUDE));
  if (value > MOST || index >= u64(load<u32>(at, LENGTH))) return refuse(DOMAIN, 1);
  const total = load<u64>(at, TOTAL);
  if (count > MOST || total > MOST - count) return refuse(OVERFLOW, 2);
  if (count == 0) return OK;
  const counter = at + (usize(index) << 3);
  store<u64>(counter, load<u64>(counter, COUNTS) + count, COUNTS);
  store<u64>(at, total + count, TOTAL);
  store<u64>(at, min<u64>(load<u64>(at, MIN), value), MIN);
  store<u64>(at, max<u64>(load<u64>(at, MAX), value), MAX);
  return OK;
}

/** Counts n u64 values once each; a value outside the range is DOMAIN, and then none is counted. */
export function histogramRecordBatch(at: usize, valuesAt: usize, n: u32): i32 {
  let status = checkHistogram(at, 0);
  if (status == OK) status = checkRange(valuesAt, u64(n) << 3, 1);
  if (status == OK) status = checkApart(at, layout.bytesOf(at), valuesAt, u64(n) << 3, 1);
  if (status != OK || n == 0) return status;
  const total = load<u64>(at, TOTAL);
  if (total > MOST - u64(n)) return refuse(OVERFLOW, 2);
  let low: u64 = u64.MAX_VALUE;
  let high: u64 = 0;
  const end = valuesAt + (usize(n) << 3);
  for (let p = valuesAt; p < end; p += 8) {
    const value = load<u64>(p);
    low = min<u64>(low, value);
    high = max<u64>(high, value);
  }
  const unit = u64(load<u32>(at, UNIT_MAGNITUDE));
  const half = u64(load<u32>(at, HALF_MAGNITUDE));
  if (high > MOST || indexOf(high, unit, half) >= u64(load<u32>(at, LENGTH))) {
    return refuse(DOMAIN, 1);
  }
  // indexOf, with what does not change taken out of the loop: engines do not (4.5 to 5.6 - 7.7 times hdr-histogram-js).
  const mask = layout.maskOf(unit, half);
  const base = 63 - unit - half;
  for (let p = valuesAt; p < end; p += 8) {
    const value = load<u64>(p);
    const bucket = base - clz<u64>(value | mask);
    const counter = at + (usize((bucket << half) + (value >> (bucket + unit))) << 3);
    store<u64>(counter, load<u64>(counter, COUNTS) + 1, COUNTS);
  }
  store<u64>(at, total + u64(n), TOTAL);
  store<u64>(at, min<u64>(load<u64>(at, MIN), low), MIN);
  store<u64>(at, max<u64>(load<u64>(at, MAX), high), MAX);
  return OK;
}

/** Adds the counts of `fromAt` to `intoAt`. DOMAIN when the two were not made with the same three numbers. */
export function histogramMerge(intoAt: usize, fromAt: usize): i32 {
  let status = checkHistogram(intoAt, 0);
  if (status == OK) status = checkHistogram(fromAt, 1);
  if (status != OK) return status;
  // Everything that describes the geometry lies before the total.
  for (let offset: usize = 0; offset < TOTAL; offset += 8) {
    if (load<u64>(intoAt + offset) != load<u64>(fromAt + offset)) return refuse(DOMAIN, 1);
  }
  const total = load<u64>(intoAt, TOTAL);
  const more = load<u64>(fromAt, TOTAL);
  if (total > MOST || more > MOST - total) return refuse(OVERFLOW, 1);
  const bytes = usize(load<u32>(intoAt, LENGTH)) << 3;
  for (let offset = COUNTS; offset < COUNTS + bytes; offset += 8) {
    store<u64>(intoAt + offset, load<u64>(intoAt + offset) + load<u64>(fromAt + offset));
  }
  store<u64>(intoAt, total + more, TOTAL);
  store<u64>(intoAt, min<u64>(load<u64>(intoAt, MIN), load<u64>(fromAt, MIN)), MIN);
  store<u64>(intoAt, max<u64>(load<u64>(intoAt, MAX), load<u64>(fromAt, MAX)), MAX);
  return OK;
}

/** The nearest-rank quantiles as u64: the largest value of the rank's counter, the smallest one at p = 0 (as HDR does). */
export function histogramQuantiles(at: usize, psAt: usize, m: u32, outAt: usize): i32 {
  let status = checkHistogram(at, 0);
  if (status == OK) status = checkRange(psAt, u64(m) << 3, 1);
  if (status == OK) status = checkRange(outAt, u64(m) << 3, 3);
  if (status != OK) return status;
  if (load<u64>(at, TOTAL) == 0) return refuse(EMPTY, 0);
  for (let j: u32 = 0; j < m; j++) {
    status = checkRate(load<f64>(psAt + (usize(j) << 3)), 1);
    if (status != OK) return status;
  }
  const mark = scratchMark();
  // Written at the end only, so that an output within the histogram or ps changes neither while they are read.
  const results = borrow(u64(m) << 3);
  if (results == 0) status = noRoom();
  for (let j: u32 = 0; j < m && status == OK; j++) {
    const offset = usize(j) << 3;
    store<u64>(results + offset, valueAt(at, load<f64>(psAt + offset)));
  }
  if (status == OK) memory.copy(outAt, results, usize(m) << 3);
  scratchReset(mark);
  return status;
}

function valueAt(at: usize, p: f64): u64 {
  const rank = nearestRank(load<u64>(at, TOTAL), p);
  const length = u64(load<u32>(at, LENGTH));
  let index: u64 = 0;
  let seen: u64 = 0;
  for (; index < length; index++) {
    seen += load<u64>(at + (usize(index) << 3), COUNTS);
    if (seen > rank) break;
  }
  const unit = u64(load<u32>(at, UNIT_MAGNITUDE));
  const half = u64(load<u32>(at, HALF_MAGNITUDE));
  return p == 0 ? lowestOf(index, unit, half) : highestOf(index, unit, half);
}
