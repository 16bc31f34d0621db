// The shortest decimal that reads back as the same f64 (Schubfach, Giulietti 2020). Digits and exponent only, no text.
import { multiplyHigh } from '../random/pcg64';
import { powerHigh, powerLow, powerOfTen } from './text-powers';

const HIDDEN: u64 = 1 << 52;
const FRACTION: u64 = HIDDEN - 1;

/** value = decimalDigits x 10^decimalExponent, of the last call. No trailing zeros; 0 for zero. */
export let decimalDigits: u64 = 0;
export let decimalExponent: i32 = 0;

// floor(e log10 2), floor(e log10 2 + log10 3/4) and floor(e log2 10), exact for the exponents of binary64 (Schubfach, 9).
function floorLog10Pow2(e: i32, threeQuarters: bool): i32 {
  return (e * 1262611 - (threeQuarters ? 524031 : 0)) >> 22;
}

function floorLog2Pow10(e: i32): i32 {
  return (e * 1741647) >> 19;
}

/** The product with the power of ten, its last bit sticky ("round to odd"). */
function roundToOdd(factor: u64): u64 {
  const carry = multiplyHigh(powerLow, factor);
  const low = powerHigh * factor;
  const middle = low + carry;
  const high = multiplyHigh(powerHigh, factor) + u64(middle < low);
  return high | u64(middle > 1);
}

/** Decomposes a finite value without its sign. */
export function shortestDecimal(value: f64): void {
  const bits = reinterpret<u64>(value);
  const fraction = bits & FRACTION;
  const exponent = i32((bits >> 52) & 0x7ff);
  const mantissa = exponent == 0 ? fraction : fraction | HIDDEN;
  const power = (exponent == 0 ? 1 : exponent) - 1075;
  if (mantissa == 0) {
    deliverDigits(0, 0);
  } else if (power <= 0 && power > -53 && ctz<u64>(mantissa) >= u64(-power)) {
    deliverDigits(mantissa >> u64(-power), 0);
  } else {
    search(mantissa, power, fraction == 0 && exponent > 1);
  }
}

/** The interval that rounds to the value, scaled so that its decimals are integers; then the shortest in it. */
function search(mantissa: u64, power: i32, isLowerCloser: bool): void {
  const isOdd = mantissa & 1;
  const k = floorLog10Pow2(power, isLowerCloser);
  const shift = u64(power + floorLog2Pow10(-k) + 1);
  powerOfTen(-k);
  const center = roundToOdd((4 * mantissa) << shift);
  const lower = roundToOdd((4 * mantissa - 2 + u64(isLowerCloser)) << shift) + isOdd;
  const upper = roundToOdd((4 * mantissa + 2) << shift) - isOdd;
  const floor4 = center / 4;
  if (floor4 >= 10) {
    const tens = floor4 / 10;
    const isDownInside = lower <= 40 * tens;
    const isUpInside = 40 * tens + 40 <= upper;
    if (isDownInside != isUpInside) return deliverDigits(tens + u64(isUpInside), k + 1);
  }
  const isDownInside = lower <= 4 * floor4;
  const isUpInside = 4 * floor4 + 4 <= upper;
  if (isDownInside != isUpInside) return deliverDigits(floor4 + u64(isUpInside), k);
  // Both or neither: the nearer one, the even one of a tie.
  const middle = 4 * floor4 + 2;
  const isUp = center > middle || (center == middle && (floor4 & 1) != 0);
  deliverDigits(floor4 + u64(isUp), k);
}

function deliverDigits(digits: u64, exponent: i32): void {
  let rest = digits;
  let power = exponent;
  while (rest != 0 && rest % 10 == 0) {
    rest /= 10;
    power++;
  }
  decimalDigits = rest;
  decimalExponent = power;
}
