// Logarithm and cosine by fixed sequences of IEEE operations (fdlibm, Sun Microsystems 1993); the exponential is portableExp.
// Not the standard library's: its results depend on the compiler's shrink level, and its tables cost 7 KB.

const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const TWO_PI: f64 = 6.283185307179586;
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

/** cos(2 pi turns) for turns in [0, 1]: the nearest quarter is taken off exactly, before pi comes in. */
export function cosineOfTurns(turns: f64): f64 {
  const quarter = floor<f64>(4 * turns + 0.5);
  const x = (turns - quarter * 0.25) * TWO_PI;
  const z = x * x;
  const which = i32(quarter) & 3;
  const value = which & 1 ? sine(x, z) : cosine(z);
  return which == 1 || which == 2 ? -value : value;
}

/** cos x on |x| <= pi / 4, of z = x x. */
function cosine(z: f64): f64 {
  let r = 2.0875723212981748279e-9 + z * -1.13596475577881948265e-11;
  r = 2.48015872894767294178e-5 + z * (-2.75573143513906633035e-7 + z * r);
  r = z * (4.16666666666666019037e-2 + z * (-1.38888888888741095749e-3 + z * r));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + z * r);
}

/** sin x on |x| <= pi / 4. */
function sine(x: f64, z: f64): f64 {
  let r = -2.50507602534068634195e-8 + z * 1.58969099521155010221e-10;
  r = -1.98412698298579493134e-4 + z * (2.75573137070700676789e-6 + z * r);
  r = 8.33333333332248946124e-3 + z * r;
  return x + z * x * (-1.66666666666666324348e-1 + z * r);
}
