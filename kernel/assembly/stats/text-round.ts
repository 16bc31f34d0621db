// Decimal rounding of f64 on its exact binary value, half to even: every digit is computed, nothing is looked up.
// Slower than printing the shortest digits (about 1 us); for tables, not for raw data.

const HIDDEN: u64 = 1 << 52;
const ZERO: u8 = 0x30;
// 2^1024 has 309 digits; one more place for a carry, and the sign.
const WHOLE_PLACES: usize = 320;
// 15 significant digits of 5e-324 begin 324 places after the point.
const FRACTION_PLACES: usize = 352;
// Integer digits end at POINT_AT, fraction digits begin there.
const DIGITS: usize = memory.data(672);
const POINT_AT: usize = DIGITS + WHOLE_PLACES;
const TEXT: usize = memory.data(680);
// 1,074 bits of fraction or 1,024 bits of integer, in 32-bit limbs, lowest first.
const LIMBS: usize = memory.data(144);

/** Where the text of the last `roundDecimal` is, and its length. */
export const roundedAt: usize = TEXT;
export let roundedBytes: usize = 0;
/** Decimal place of its first digit that is not 0 (0 = units), or 0 when there is none. */
export let roundedLeading: i32 = 0;

let limbs: usize = 0;

/** LIMBS = low x 2^shift, `count` limbs. */
function placeBits(low: u64, shift: u32, count: usize): void {
  limbs = count;
  memory.fill(LIMBS, 0, 144);
  const at = LIMBS + (usize(shift >> 5) << 2);
  const bits = u64(shift & 31);
  store<u64>(at, low << bits);
  // A fraction may have fewer than three limbs left: what lies beyond is zero then.
  if (bits != 0) store<u32>(at, u32(low >> (64 - bits)), 8);
}

/** Divides by ten and returns the remainder. */
function takeUnits(): u8 {
  let rest: u64 = 0;
  for (let i = limbs; i > 0; i--) {
    const at = LIMBS + ((i - 1) << 2);
    const value = (rest << 32) | u64(load<u32>(at));
    store<u32>(at, u32(value / 10));
    rest = value % 10;
  }
  while (limbs > 0 && load<u32>(LIMBS + ((limbs - 1) << 2)) == 0) limbs--;
  return u8(rest);
}

/** Multiplies the fraction by ten and returns what has moved above the point. */
function takeTenths(): u8 {
  let carry: u64 = 0;
  for (let i: usize = 0; i < limbs; i++) {
    const at = LIMBS + (i << 2);
    const value = u64(load<u32>(at)) * 10 + carry;
    store<u32>(at, u32(value));
    carry = value >> 32;
  }
  return u8(carry);
}

/** Negative, 0 or positive: the fraction that is left against one half. */
function compareHalf(): i32 {
  if (limbs == 0) return -1;
  const top = load<u32>(LIMBS + ((limbs - 1) << 2));
  if (top != 0x80000000) return top > 0x80000000 ? 1 : -1;
  for (let i: usize = 0; i + 1 < limbs; i++) {
    if (load<u32>(LIMBS + (i << 2)) != 0) return 1;
  }
  return 0;
}

function hasFraction(): bool {
  for (let i: usize = 0; i < limbs; i++) {
    if (load<u32>(LIMBS + (i << 2)) != 0) return true;
  }
  return false;
}

/** Writes the digits of the integer part before POINT_AT; the fraction is then in LIMBS. Returns the first digit's place. */
function splitValue(value: f64): usize {
  const bits = reinterpret<u64>(value);
  const exponent = i32((bits >> 52) & 0x7ff);
  const mantissa = (bits & (HIDDEN - 1)) | (exponent == 0 ? 0 : HIDDEN);
  const power = (exponent == 0 ? 1 : exponent) - 1075;
  const isWhole = power >= 0;
  const below = isWhole ? 0 : u32(-power);
  if (isWhole) placeBits(mantissa, u32(power), 34);
  else placeBits(below > 63 ? 0 : mantissa >> u64(below), 0, 2);
  let first = POINT_AT;
  do {
    first--;
    store<u8>(first, takeUnits());
  } while (limbs > 0);
  if (isWhole) return first;
  const fraction = below > 63 ? mantissa : mantissa & ((u64(1) << u64(below)) - 1);
  const count = (below + 31) >> 5;
  placeBits(fraction, (count << 5) - below, usize(count));
  return first;
}

/** 1 when what follows the last kept digit (at `last`, negative places: dropped integer digits) rounds up. */
function roundsUp(last: usize, dropped: i32): bool {
  if (dropped <= 0) {
    const half = compareHalf();
    return half > 0 || (half == 0 && (load<u8>(last) & 1) == 1);
  }
  const next = load<u8>(last, 1);
  if (next != 5) return next > 5;
  for (let i = 2; i <= dropped; i++) {
    if (load<u8>(last + usize(i)) != 0) return true;
  }
  return hasFraction() || (load<u8>(last) & 1) == 1;
}

/** Rounds to `decimals` places after the point (-308 to 340; negative: tens, hundreds ...) and writes the text. */
export function roundDecimal(value: f64, decimals: i32): void {
  memory.fill(DIGITS, 0, WHOLE_PLACES + FRACTION_PLACES);
  let first = splitValue(value);
  for (let i = 0; i < decimals; i++) store<u8>(POINT_AT + usize(i), takeTenths());
  const last = POINT_AT + usize(decimals) - 1;
  const isUp = roundsUp(last, -decimals);
  for (let i = 0; i < -decimals; i++) store<u8>(POINT_AT - 1 - usize(i), 0);
  if (isUp) {
    let at = last;
    store<u8>(at, load<u8>(at) + 1);
    while (load<u8>(at) == 10) {
      store<u8>(at, 0);
      at--;
      store<u8>(at, load<u8>(at) + 1);
    }
    first = min<usize>(first, at);
  }
  writeText(value < 0, first, decimals);
}

function writeText(isNegative: bool, first: usize, decimals: i32): void {
  const end = POINT_AT + usize(max<i32>(0, decimals));
  let at = first;
  while (at < POINT_AT - 1 && load<u8>(at) == 0) at++;
  let leading = at;
  while (leading < end && load<u8>(leading) == 0) leading++;
  roundedLeading = leading == end ? 0 : i32(POINT_AT) - 1 - i32(leading);
  let out = TEXT;
  if (isNegative && leading < end) {
    store<u8>(out, 0x2d);
    out++;
  }
  for (; at < end; at++) {
    if (at == POINT_AT) {
      store<u8>(out, 0x2e);
      out++;
    }
    store<u8>(out, ZERO + load<u8>(at));
    out++;
  }
  roundedBytes = out - TEXT;
}
