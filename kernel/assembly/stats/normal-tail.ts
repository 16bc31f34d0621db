// The upper tail of the normal distribution with a relative error below 1e-12, for p-values. The margins have their own function.
import { portableExp } from './pragmastat-special';

// Series below, continued fraction above (Abramowitz and Stegun 7.1.6 and 7.1.14): 25 and 50 terms reach the last digits of binary64.
const CUTOFF: f64 = 1.5;
const SERIES_TERMS: i32 = 25;
const FRACTION_TERMS: i32 = 50;
const SQRT_PI: f64 = 1.7724538509055159;

function erfSeries(x: f64): f64 {
  const square = x * x;
  let sum = 0.0;
  let k = f64(SERIES_TERMS) + 0.5;
  for (let i = 0; i < SERIES_TERMS; i++) {
    sum = 2.0 + (square * sum) / k;
    k -= 1.0;
  }
  return (sum * x * portableExp(-square)) / SQRT_PI;
}

function erfcFraction(x: f64): f64 {
  const square = x * x;
  let a = 0.0;
  let step = 0.5;
  let p = 1.0;
  let pLast = 0.0;
  let q = step + square;
  let qLast = 1.0;
  for (let i = 0; i < FRACTION_TERMS; i++) {
    a += step;
    step += 2.0;
    const b = step + square;
    const pNext = b * p - a * pLast;
    pLast = p;
    p = pNext;
    const qNext = b * q - a * qLast;
    qLast = q;
    q = qNext;
  }
  return ((p / q) * x * portableExp(-square)) / SQRT_PI;
}

/** P(Z >= z) of a standard normal Z; z must be finite. */
export function normalTail(z: f64): f64 {
  const x = abs<f64>(z) / Math.SQRT2;
  // Beyond 27 the tail is below the smallest double.
  const half = x < CUTOFF ? 0.5 * (1.0 - erfSeries(x)) : x > 27 ? 0 : 0.5 * erfcFraction(x);
  return z >= 0 ? half : 1.0 - half;
}
