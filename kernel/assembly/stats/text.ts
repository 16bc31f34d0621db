// Text of f64: the shortest that reads back (ECMAScript's Number::toString), and fixed or significant digits. ASCII, no locale.
import { refuse } from '../status';
import { BAD_ARGUMENT, CAPACITY, NOT_FINITE, OK } from '../abi';
import { checkRange } from './inputs';
import { decimalDigits, decimalExponent, shortestDecimal } from './text-decimal';
import { roundDecimal, roundedAt, roundedBytes, roundedLeading } from './text-round';

const MINUS: u8 = 0x2d;
const PLUS: u8 = 0x2b;
const POINT: u8 = 0x2e;
const ZERO: u8 = 0x30;
const EXPONENT: u8 = 0x65;
// The longest shortest text has 24 characters: "-1.2345678901234567e-308".
const WORK: usize = memory.data(32);
const DIGITS: usize = memory.data(24);
const MOST_DECIMALS: u32 = 100;
// Up to 15 digits the shortest decimal shows the decade of the rounded value; with 16 it need not (1e23 is a little less).
const MOST_SIGNIFICANT: u32 = 15;
const LEAST_NORMAL: f64 = 2.2250738585072014e-308;

/** Writes the decimal digits and returns how many. */
function writeDigits(value: u64, at: usize): i32 {
  let count = 1;
  for (let rest = value / 10; rest != 0; rest /= 10) count++;
  let rest = value;
  for (let i = count - 1; i >= 0; i--) {
    store<u8>(at + usize(i), ZERO + u8(rest % 10));
    rest /= 10;
  }
  return count;
}

function writeZeros(at: usize, count: i32): usize {
  if (count <= 0) return at;
  memory.fill(at, ZERO, usize(count));
  return at + usize(count);
}

function writeExponent(at: usize, exponent: i32): usize {
  store<u8>(at, EXPONENT);
  store<u8>(at, exponent < 0 ? MINUS : PLUS, 1);
  return at + 2 + usize(writeDigits(u64(abs<i32>(exponent)), at + 2));
}

/** Copies digits with a point after the first `whole` of them. */
function writeWithPoint(at: usize, digits: usize, count: i32, whole: i32): usize {
  memory.copy(at, digits, usize(whole));
  store<u8>(at + usize(whole), POINT);
  memory.copy(at + usize(whole) + 1, digits + usize(whole), usize(count - whole));
  return at + usize(count) + 1;
}

/** ECMA-262, Number::toString(x, 10), steps 6 to 10: `point` is its n, `count` its k. */
function writeShortest(at: usize, value: f64): usize {
  let end = at;
  if (value < 0) {
    store<u8>(end, MINUS);
    end++;
  }
  shortestDecimal(value);
  const count = writeDigits(decimalDigits, DIGITS);
  const point = count + decimalExponent;
  if (point > 21 || point <= -6) {
    if (count == 1) {
      memory.copy(end, DIGITS, 1);
      end++;
    } else {
      end = writeWithPoint(end, DIGITS, count, 1);
    }
    return writeExponent(end, point - 1);
  }
  if (point >= count) {
    memory.copy(end, DIGITS, usize(count));
    return writeZeros(end + usize(count), point - count);
  }
  if (point > 0) return writeWithPoint(end, DIGITS, count, point);
  store<u8>(end, ZERO);
  store<u8>(end, POINT, 1);
  end = writeZeros(end + 2, -point);
  memory.copy(end, DIGITS, usize(count));
  return end + usize(count);
}

function deliverText(from: usize, bytes: usize, outAt: usize, capacity: u32): i32 {
  if (bytes > usize(capacity)) return refuse(CAPACITY, 2);
  const status = checkRange(outAt, bytes, 1);
  if (status != OK) return status;
  memory.copy(outAt, from, bytes);
  return i32(bytes);
}

/** Writes the shortest text that reads back as `value` (zeros as "0") and returns its bytes, at most 24. */
export function textShortest(value: f64, outAt: usize, capacity: u32): i32 {
  if (value - value != 0) return refuse(NOT_FINITE, 0);
  const end = writeShortest(WORK, value);
  return deliverText(WORK, end - WORK, outAt, capacity);
}

/**
 * Writes `value` with `decimals` digits after the point (0 to 100), rounded half to even on its exact binary value
 * (Python's format 'f'; ECMAScript's toFixed differs in exact ties only). A result of zero has no sign.
 */
export function textFixed(value: f64, decimals: u32, outAt: usize, capacity: u32): i32 {
  if (value - value != 0) return refuse(NOT_FINITE, 0);
  if (decimals > MOST_DECIMALS) return refuse(BAD_ARGUMENT, 1);
  roundDecimal(value, i32(decimals));
  return deliverFixed(outAt, capacity);
}

function deliverFixed(outAt: usize, capacity: u32): i32 {
  const bytes = roundedBytes;
  if (bytes > usize(capacity)) return refuse(CAPACITY, 3);
  const status = checkRange(outAt, bytes, 2);
  if (status != OK) return status;
  memory.copy(outAt, roundedAt, bytes);
  return i32(bytes);
}

/**
 * Writes `value` rounded to `digits` significant digits (1 to 15), never with an exponent: 12345 with 3 is "12300", 0.5 with
 * 3 is "0.500". Half to even on the exact binary value.
 */
export function textSignificant(value: f64, digits: u32, outAt: usize, capacity: u32): i32 {
  if (value - value != 0) return refuse(NOT_FINITE, 0);
  if (digits == 0 || digits > MOST_SIGNIFICANT) return refuse(BAD_ARGUMENT, 1);
  shortestDecimal(value);
  const leading = value == 0 ? 0 : writeDigits(decimalDigits, DIGITS) + decimalExponent - 1;
  // The shortest text of 9.88e-324 is 1e-323: subnormal values may lie a decade below it.
  const isBelow = value != 0 && abs<f64>(value) < LEAST_NORMAL;
  if (isBelow) roundDecimal(value, i32(digits) - leading);
  if (isBelow && roundedLeading < leading) return deliverFixed(outAt, capacity);
  roundDecimal(value, i32(digits) - 1 - leading);
  // 9.996 with 3 digits has become 10.00: one place less.
  if (roundedLeading > leading) roundDecimal(value, i32(digits) - 2 - leading);
  return deliverFixed(outAt, capacity);
}
