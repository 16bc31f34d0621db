// The natural logarithm by a fixed sequence of IEEE operations (fdlibm, Sun Microsystems 1993); the exponential is portableExp.
// Not the standard library's: its results depend on the compiler's shrink level, and its tables cost 5 KB.

const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
// High word of sqrt(2) / 2: mantissas are taken between it and sqrt(2), where the series is shortest.
const SQRT_HALF_HIGH: u64 = 0x3fe6a09e;
const ONE_HIGH: u64 = 0x3ff00000;
const TWO_54: f64 = 18014398509481984;

/** ln x within 1 ulp. Minus infinity for 0, NaN below it, x for infinity and NaN. */
export function logarithm(x: f64): f64 {
  if (x == 0) return -Infinity;
  if (x < 0) return NaN;
  if (x - x != 0) return x;
  let exponent: i32 = 0;
  let value = x;
  if (x < 2.2250738585072014e-308) {
    exponent = -54;
    value = x * TWO_54;
  }
  const bits = reinterpret<u64>(value);
  const high = (bits >> 32) + (ONE_HIGH - SQRT_HALF_HIGH);
  exponent += i32(high >> 20) - 1023;
  const mantissa = (((high & 0x000fffff) + SQRT_HALF_HIGH) << 32) | (bits & 0xffffffff);
  const f = reinterpret<f64>(mantissa) - 1;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even =
    w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const last = 1.818357216161805012e-1 + w * 1.479819860511658591e-1;
  const odd = z * (6.66666666666673513e-1 + w * (2.857142874366239149e-1 + w * last));
  const k = f64(exponent);
  return s * (half + (even + odd)) + k * LN2_LOW - half + f + k * LN2_HIGH;
}
