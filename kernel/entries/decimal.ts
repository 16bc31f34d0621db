// Decimal text to the nearest f64, ties to even, as every strtod that is right. Reads digits; knows no separators.
//
// Up to 2^53 with a power of ten up to 22 both are exact and one division or multiplication rounds once (Clinger 1990).
// The rest goes through big integers: digits times 10^e, or shifted left and divided; what falls off is kept as one bit.

const LIMBS: i32 = 128;
// u32 limbs, least first: 800 digits and 2^1,190 of shift need 121.
const BIG: usize = memory.data(512, 8);
// More digits cannot move the result but by being there.
const MOST_DIGITS: i32 = 800;
const EXACT_POWERS: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]);

let used: i32 = 0;
let isInexact: bool = false;

function multiplyAdd(factor: u32, term: u32): void {
  let carry: u64 = term;
  for (let i = 0; i < used; i++) {
    const place = BIG + (usize(i) << 2);
    const sum = u64(load<u32>(place)) * factor + carry;
    store<u32>(place, u32(sum));
    carry = sum >> 32;
  }
  if (carry == 0 || used == LIMBS) return;
  store<u32>(BIG + (usize(used) << 2), u32(carry));
  used += 1;
}

function divide(divisor: u32): void {
  let rest: u64 = 0;
  for (let i = used - 1; i >= 0; i--) {
    const place = BIG + (usize(i) << 2);
    const part = (rest << 32) | load<u32>(place);
    store<u32>(place, u32(part / divisor));
    rest = part % divisor;
  }
  if (rest != 0) isInexact = true;
  while (used > 0 && load<u32>(BIG + (usize(used - 1) << 2)) == 0) used -= 1;
}

function bitLength(): i32 {
  return used == 0 ? 0 : (used << 5) - clz<i32>(load<u32>(BIG + (usize(used - 1) << 2)));
}

/** The `count` <= 53 bits from `from` on. */
function bitsFrom(from: i32, count: i32): u64 {
  let value: u64 = 0;
  for (let i = count - 1; i >= 0; i--) value = (value << 1) | u64(bitAt(from + i));
  return value;
}

function bitAt(index: i32): u32 {
  if (index < 0) return 0;
  return (load<u32>(BIG + (usize(index >> 5) << 2)) >> (index & 31)) & 1;
}

function anyBelow(index: i32): bool {
  for (let i = 0; i < index; i++) if (bitAt(i) != 0) return true;
  return false;
}

/** BIG times 2^-shift, rounded once; subnormals keep fewer bits. */
function roundBig(shift: i32): f64 {
  const length = bitLength();
  if (length == 0) return 0;
  const exponent = length - 1 - shift;
  if (exponent > 1023) return Infinity;
  const kept = exponent < -1022 ? 53 + (exponent + 1022) : 53;
  if (kept < 0) return 0;
  const from = length - kept;
  let mantissa = bitsFrom(from, kept);
  const isTie = !isInexact && !anyBelow(from - 1);
  if (bitAt(from - 1) != 0 && (!isTie || (mantissa & 1) != 0)) mantissa += 1;
  // A carry moves into the exponent field by itself: that is how IEEE numbers are laid out.
  const field: u64 = exponent < -1022 ? 0 : u64(exponent + 1022) << 52;
  return reinterpret<f64>(field + mantissa);
}

function slowly(from: usize, to: usize, exponent: i32): f64 {
  used = 0;
  isInexact = false;
  let taken: i32 = 0;
  let scale = exponent;
  for (let p = from; p < to; p++) {
    const digit = u32(load<u8>(p)) - 48;
    if (digit > 9) continue;
    if (taken == 0 && digit == 0) continue;
    if (taken < MOST_DIGITS) multiplyAdd(10, digit);
    else scale += 1;
    if (taken >= MOST_DIGITS && digit != 0) isInexact = true;
    taken += 1;
  }
  if (used == 0) return 0;
  if (taken + exponent > 310) return Infinity;
  if (taken + exponent < -326) return 0;
  for (; scale >= 9; scale -= 9) multiplyAdd(1_000_000_000, 0);
  for (; scale > 0; scale--) multiplyAdd(10, 0);
  if (scale == 0) return roundBig(0);
  // 10 < 2^3.34: the quotient keeps 64 bits at least.
  const shift = max<i32>(0, ((-scale * 107) >> 5) + 65 - bitLength());
  let left = shift;
  for (; left >= 31; left -= 31) multiplyAdd(0x80000000, 0);
  for (; left > 0; left--) multiplyAdd(2, 0);
  for (; scale <= -9; scale += 9) divide(1_000_000_000);
  for (; scale < 0; scale++) divide(10);
  return roundBig(shift);
}

/** Where the number that starts at `parseNumber`'s address ends; that address itself when there is none. */
export let numberEnd: usize = 0;

function isDigit(p: usize, end: usize): bool {
  return p < end && u32(load<u8>(p)) - 48 <= 9;
}

/**
 * The number at `at`, at most up to `end`: sign, digits with a point, exponent. Sets numberEnd. A number too large is infinite.
 */
export function parseNumber(at: usize, end: usize): f64 {
  numberEnd = at;
  let p = at;
  const sign: u32 = p < end ? load<u8>(p) : 0;
  if (sign == 45 || sign == 43) p += 1;
  const digitsAt = p;
  let mantissa: u64 = 0;
  let digits = 0;
  let exponent = 0;
  let isFraction = false;
  for (; p < end; p++) {
    if (!isFraction && load<u8>(p) == 46) {
      isFraction = true;
      continue;
    }
    if (!isDigit(p, end)) break;
    digits += 1;
    if (mantissa < 1_000_000_000_000_000) mantissa = mantissa * 10 + (load<u8>(p) - 48);
    else mantissa = u64.MAX_VALUE;
    if (isFraction) exponent -= 1;
  }
  if (digits == 0) return 0;
  const digitsEnd = p;
  exponent += parseExponent(p, end);
  const size = valueOf(digitsAt, digitsEnd, mantissa, exponent);
  return sign == 45 ? -size : size;
}

function valueOf(from: usize, to: usize, mantissa: u64, exponent: i32): f64 {
  const isExact = mantissa <= 9_007_199_254_740_992 && exponent >= -22 && exponent <= 22;
  if (!isExact) return slowly(from, to, exponent);
  const power = load<f64>(EXACT_POWERS + (usize(abs<i32>(exponent)) << 3));
  return exponent < 0 ? f64(mantissa) / power : f64(mantissa) * power;
}

/** The value of `e-12` at `at`, or 0; sets numberEnd. */
function parseExponent(at: usize, end: usize): i32 {
  numberEnd = at;
  if (at >= end || (load<u8>(at) | 32) != 101) return 0;
  let p = at + 1;
  const sign: u32 = p < end ? load<u8>(p) : 0;
  if (sign == 45 || sign == 43) p += 1;
  if (!isDigit(p, end)) return 0;
  let value = 0;
  for (; isDigit(p, end); p++) value = min<i32>(100_000, value * 10 + i32(load<u8>(p)) - 48);
  numberEnd = p;
  return sign == 45 ? -value : value;
}
