// Outlier policies: Tukey fences (one series, or several that must all agree) and winsorizing. Decides, never deletes.
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { BAD_ARGUMENT, NOT_FINITE, OK, OVERFLOW } from '../abi';
import { borrow, checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { quantileOf, R7 } from './quantile';

// Fewer samples say too little about their quartiles: nothing is removed (the reference's rule).
const FEWEST: u32 = 10;

// Fences, f64: 0 first quartile | 8 third quartile | 16 low fence | 24 high fence
export const FENCES_BYTES: usize = 32;

/** Writes Q1, Q3, Q1 - k IQR and Q3 + k IQR. Values on a fence are inside. */
export function tukeyFences(at: usize, n: u32, k: f64, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkFactor(k, 2);
  if (status == OK) status = checkRange(outAt, FENCES_BYTES, 3);
  if (status != OK) return status;
  const mark = scratchMark();
  status = writeFences(at, n, k, outAt);
  scratchReset(mark);
  return status;
}

function checkFactor(k: f64, subject: i32): i32 {
  if (k - k != 0) return refuse(NOT_FINITE, subject);
  return k < 0 ? refuse(BAD_ARGUMENT, subject) : OK;
}

function writeFences(at: usize, n: u32, k: f64, outAt: usize): i32 {
  const sorted = sortedCopy(at, n);
  if (sorted == 0) return noRoom();
  const q1 = quantileOf(sorted, n, 0.25, R7);
  const q3 = quantileOf(sorted, n, 0.75, R7);
  const range = q3 - q1;
  const low = q1 - k * range;
  const high = q3 + k * range;
  if (range - range != 0 || low - low != 0 || high - high != 0) return refuse(OVERFLOW, -1);
  store<f64>(outAt, q1);
  store<f64>(outAt, q3, 8);
  store<f64>(outAt, low, 16);
  store<f64>(outAt, high, 24);
  return OK;
}

/**
 * Which of n rows to keep: `at` has `series` series of n f64, one after the other; a row stays when it lies within the
 * fences of every series. Writes n bytes, 1 = keep, and returns how many are kept. All are kept when n < 10 and when no
 * row would be; a series with IQR = 0 removes nobody.
 */
export function tukeyKeep(at: usize, n: u32, series: u32, k: f64, keepAt: usize): i32 {
  let status = checkSeries(at, n, series);
  if (status == OK) status = checkFactor(k, 3);
  if (status == OK) status = checkRange(keepAt, n, 4);
  if (status != OK) return status;
  const mark = scratchMark();
  const fences = borrow(u64(series) * FENCES_BYTES);
  if (fences == 0) status = noRoom();
  for (let s: u32 = 0; s < series && status == OK && n >= FEWEST; s++) {
    const inner = scratchMark();
    const offset = usize(s) * FENCES_BYTES;
    status = writeFences(at + ((usize(s) * usize(n)) << 3), n, k, fences + offset);
    scratchReset(inner);
  }
  const kept = status == OK ? markKept(at, n, series, fences, keepAt) : status;
  scratchReset(mark);
  return kept;
}

function checkSeries(at: usize, n: u32, series: u32): i32 {
  if (series == 0 || series > 65_536) return refuse(BAD_ARGUMENT, 2);
  const status = checkRange(at, (u64(n) * series) << 3, 0);
  if (status != OK) return status;
  for (let s: u32 = 0; s < series; s++) {
    const each = checkSample(at + ((usize(s) * usize(n)) << 3), n, 1, 0);
    if (each != OK) return each;
  }
  return OK;
}

function isInside(value: f64, fences: usize): bool {
  if (load<f64>(fences, 8) - load<f64>(fences) <= 0) return true;
  return value >= load<f64>(fences, 16) && value <= load<f64>(fences, 24);
}

function markKept(at: usize, n: u32, series: u32, fences: usize, keepAt: usize): i32 {
  if (n < FEWEST) {
    memory.fill(keepAt, 1, n);
    return i32(n);
  }
  let kept: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    let inside: bool = true;
    for (let s: usize = 0; s < usize(series) && inside; s++) {
      const value = load<f64>(at + ((s * usize(n) + usize(i)) << 3));
      inside = isInside(value, fences + s * FENCES_BYTES);
    }
    store<u8>(keepAt + usize(i), u8(inside));
    kept += u32(inside);
  }
  if (kept > 0) return i32(kept);
  memory.fill(keepAt, 1, n);
  return i32(n);
}

/**
 * Clips each of `series` series of n f64 at its own p5 and p95 and writes them to `outAt` (which may be `at`).
 * Returns how many rows were touched in any series.
 */
export function winsorize(at: usize, n: u32, series: u32, outAt: usize): i32 {
  let status = checkSeries(at, n, series);
  if (status == OK) status = checkRange(outAt, (u64(n) * series) << 3, 3);
  if (status != OK) return status;
  const mark = scratchMark();
  const limits = borrow(u64(series) << 4);
  if (limits == 0) status = noRoom();
  for (let s: u32 = 0; s < series && status == OK; s++) {
    const inner = scratchMark();
    const sorted = sortedCopy(at + ((usize(s) * usize(n)) << 3), n);
    const limit = limits + (usize(s) << 4);
    if (sorted == 0) {
      status = noRoom();
    } else {
      store<f64>(limit, quantileOf(sorted, n, 0.05, R7));
      store<f64>(limit, quantileOf(sorted, n, 0.95, R7), 8);
    }
    scratchReset(inner);
  }
  const touched = status == OK ? clip(at, n, series, limits, outAt) : status;
  scratchReset(mark);
  return touched;
}

function clip(at: usize, n: u32, series: u32, limits: usize, outAt: usize): i32 {
  let touched: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    let isTouched = false;
    for (let s: usize = 0; s < usize(series); s++) {
      const offset = (s * usize(n) + usize(i)) << 3;
      const limit = limits + (s << 4);
      const value = load<f64>(at + offset);
      const clipped = max<f64>(load<f64>(limit), min<f64>(load<f64>(limit, 8), value));
      if (clipped != value) isTouched = true;
      store<f64>(outAt + offset, clipped);
    }
    touched += u32(isTouched);
  }
  return i32(touched);
}
