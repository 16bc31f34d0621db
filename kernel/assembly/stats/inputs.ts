// Checks of statistic arguments, and the workspace they borrow: ranges, finiteness, misrates. Computes no statistic.
import { inMemory, scratchAlloc, scratchMark } from '../arena';
import {
  BAD_ADDRESS,
  BAD_ARGUMENT,
  DOMAIN,
  EMPTY,
  NOT_FINITE,
  NO_MEMORY,
  OK,
  OVERFLOW,
  TOO_FEW,
} from '../abi';
import { refuse } from '../status';

/**
 * OK when the caller holds `[at, at + bytes)`: memory that the arena has given out. Else BAD_ADDRESS with the argument's index.
 * Static memory (tables of log and exp) and scratch that nobody has taken (a call borrows it) would be changed while it is read.
 */
export function checkRange(at: usize, bytes: u64, subject: i32): i32 {
  const isHeld = at >= __heap_base && u64(at) + bytes <= u64(scratchMark());
  // The signature runs on static memory of its own.
  return isHeld || (lentEnd != 0 && inMemory(at, bytes)) ? OK : refuse(BAD_ADDRESS, subject);
}

/** BAD_ARGUMENT when two ranges share bytes: one would be overwritten while the other is read. */
export function checkApart(a: usize, aBytes: u64, b: usize, bBytes: u64, subject: i32): i32 {
  const isApart = u64(a) + aBytes <= u64(b) || u64(b) + bBytes <= u64(a);
  return isApart ? OK : refuse(BAD_ARGUMENT, subject);
}

/** EMPTY, BAD_ADDRESS, NOT_FINITE or TOO_FEW of the f64 sample at argument `subject`, in this order. */
export function checkSample(at: usize, n: u32, minimum: u32, subject: i32): i32 {
  if (n == 0) return refuse(EMPTY, subject);
  const range = checkRange(at, u64(n) << 3, subject);
  if (range != OK) return range;
  for (let i: u32 = 0; i < n; i++) {
    const value = load<f64>(at + (usize(i) << 3));
    // x - x is NaN for NaN and for both infinities, 0 for everything else.
    if (value - value != 0) return refuse(NOT_FINITE, subject);
  }
  return n < minimum ? refuse(TOO_FEW, subject) : OK;
}

/** OK when every value is above zero, else DOMAIN. */
export function checkPositive(at: usize, n: u32, subject: i32): i32 {
  for (let i: u32 = 0; i < n; i++) {
    if (load<f64>(at + (usize(i) << 3)) <= 0) return refuse(DOMAIN, subject);
  }
  return OK;
}

/** OK for a rate in [0, 1], NOT_FINITE or BAD_ARGUMENT otherwise. */
export function checkRate(rate: f64, subject: i32): i32 {
  if (rate - rate != 0) return refuse(NOT_FINITE, subject);
  return rate < 0 || rate > 1 ? refuse(BAD_ARGUMENT, subject) : OK;
}

let lentTop: usize = 0;
let lentEnd: usize = 0;

/**
 * Makes borrow() take from a region of the caller until lend(0, 0): the signature runs every algorithm before configure()
 * has laid out any scratch memory. The region is never reset, so it must hold all that is borrowed in between.
 */
export function lend(at: usize, bytes: usize): void {
  lentTop = at;
  lentEnd = at + bytes;
}

/** Scratch memory for the duration of one call, or 0 when it does not fit (the caller returns NO_MEMORY). */
export function borrow(bytes: u64): usize {
  if (lentEnd == 0) return bytes > 0xffffffc0 ? 0 : scratchAlloc(u32(bytes));
  const size = (bytes + 7) & ~7;
  if (size > u64(lentEnd - lentTop)) return 0;
  const at = lentTop;
  lentTop += usize(size);
  return at;
}

/** The status of a call whose workspace did not fit. */
export function noRoom(): i32 {
  return refuse(NO_MEMORY, -1);
}

/** Writes a finite result with a positive zero, or returns OVERFLOW: differences of huge values can exceed binary64. */
export function deliver(value: f64, outAt: usize): i32 {
  if (value - value != 0) return refuse(OVERFLOW, -1);
  store<f64>(outAt, value + 0.0 == 0 ? 0.0 : value);
  return OK;
}
