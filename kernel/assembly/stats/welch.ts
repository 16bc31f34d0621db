// Welch's t test, two-sided, for samples with unequal variances. Assumes means are the question; medians have rank tests.
import { OK, OVERFLOW } from '../abi';
import { refuse } from '../status';
import { regularizedBeta } from './beta';
import { checkRange, checkSample } from './inputs';
import { constantPair, mean, momentsOf, unitOfBoth, variance } from './moments';

// Test
//   0 t f64 | 8 degrees of freedom f64 | 16 p f64
export const WELCH_BYTES: usize = 24;

/** P(|T| >= |t|) of Student's distribution. */
function studentTwoSided(t: f64, degrees: f64): f64 {
  const square = t * t;
  const whole = degrees + square;
  if (whole == Infinity) return 0;
  return min(1.0, regularizedBeta(degrees / whole, square / whole, degrees / 2.0, 0.5));
}

function deliverTest(difference: f64, xPart: f64, yPart: f64, n: u32, m: u32, outAt: usize): i32 {
  const sum = xPart + yPart;
  if (sum == 0) return constantPair();
  const t = difference / sqrt<f64>(sum);
  // Shares of the sum rather than squares of the parts: squares of small variances underflow.
  const xShare = xPart / sum;
  const yShare = yPart / sum;
  const degrees = 1.0 / ((xShare * xShare) / f64(n - 1) + (yShare * yShare) / f64(m - 1));
  if (t - t != 0 || degrees - degrees != 0) return refuse(OVERFLOW, -1);
  store<f64>(outAt, t == 0 ? 0.0 : t);
  store<f64>(outAt, degrees, 8);
  store<f64>(outAt, studentTwoSided(t, degrees), 16);
  return OK;
}

/**
 * Welch's t test: t = difference of means over its standard error, Welch-Satterthwaite degrees of freedom, two-sided p.
 * n, m >= 2 finite values; writes 24 bytes at outAt: {t f64, degrees f64, p f64}. EMPTY, TOO_FEW; DOMAIN when each sample has one
 * value only.
 * Source: Welch 1947; scipy.stats.ttest_ind(equal_var=False). Approximate: p within 1e-10 of it.
 */
export function welchTest(xAt: usize, n: u32, yAt: usize, m: u32, outAt: usize): i32 {
  let status = checkSample(xAt, n, 2, 0);
  if (status == OK) status = checkSample(yAt, m, 2, 2);
  if (status == OK) status = checkRange(outAt, WELCH_BYTES, 4);
  if (status != OK) return status;
  const unit = unitOfBoth(xAt, n, yAt, m);
  status = momentsOf(xAt, n, unit);
  if (status != OK) return status;
  const xMean = mean;
  const xPart = variance / f64(n);
  status = momentsOf(yAt, m, unit);
  if (status != OK) return status;
  return deliverTest(xMean - mean, xPart, variance / f64(m), n, m, outAt);
}
