// The Mann-Whitney U test, two-sided: exact where the smaller sample is small, tie-corrected normal otherwise. No effect size.
import { BAD_ARGUMENT, OK } from '../abi';
import { refuse } from '../status';
import { checkRange, checkSample, noRoom } from './inputs';
import { normalTail } from './normal-tail';
import { countPairs, equal, larger, smaller, tied, tieTerm } from './pair-counts';
import { canEnumerate, tiedP, untiedP } from './rank-exact';

export const METHOD_AUTO: i32 = 0;
export const METHOD_EXACT: i32 = 1;
export const METHOD_ASYMPTOTIC: i32 = 2;

// Test
//   0 u f64 (of x) | 8 z f64 (0 when exact) | 16 p f64
export const TEST_BYTES: usize = 24;

/** scipy's automatic choice is exact up to 8 values in the smaller sample; the pairs bound keeps it below 1.2 MB and 0.3 s. */
const MOST_EXACT: u32 = 8;
const MOST_PAIRS: u64 = 8192;

/** z of the larger U with continuity correction; 0 when all values are equal. */
function zOf(n: f64, m: f64, u: f64): f64 {
  const all = n + m;
  const deviation = sqrt<f64>(((n * m) / 12.0) * (all + 1.0 - tieTerm / (all * (all - 1.0))));
  return deviation > 0 ? (u - (n * m) / 2.0 - 0.5) / deviation : 0;
}

function isExact(n: u32, m: u32, method: i32): bool {
  if (method != METHOD_AUTO) return method == METHOD_EXACT;
  return (n < m ? n : m) <= MOST_EXACT && u64(n) * m <= MOST_PAIRS;
}

function deliverTest(xAt: usize, n: u32, yAt: usize, m: u32, method: i32, outAt: usize): i32 {
  const u = f64(larger) + 0.5 * f64(equal);
  let z = 0.0;
  let p = 0.0;
  if (method == METHOD_EXACT) {
    p = tied ? tiedP(xAt, n, yAt, m) : untiedP(n, m, larger < smaller ? larger : smaller);
    if (p < 0) return noRoom();
  } else {
    z = zOf(f64(n), f64(m), max(u, f64(smaller) + 0.5 * f64(equal)));
    p = min(1.0, 2.0 * normalTail(z));
  }
  store<f64>(outAt, u);
  store<f64>(outAt, z, 8);
  store<f64>(outAt, p, 16);
  return method;
}

/**
 * Two-sided Mann-Whitney U test of two independent samples.
 * n, m >= 1 finite values; method 0 automatic, 1 exact, 2 asymptotic. Writes 24 bytes at outAt: {u of x, z, p f64}.
 * Returns the method that was used, 1 or 2, or a negative Status.
 * Automatic is exact when the smaller sample has at most 8 values and n m <= 8,192: twice the smaller tail of all ways to deal the values
 * out, ties as they are, at most 1. Asymptotic is the normal approximation with tie and continuity correction. All values equal: z = 0,
 * p = 1. EMPTY for an empty sample; BAD_ARGUMENT (subject 4) for the exact method with n m > 8,192, or with ties when
 * (s + 1) (2 s (n + m - 1) + 1) > 262,144 for the smaller size s (40 against 40 fit).
 * Source: Mann and Whitney 1947; equal to scipy.stats.mannwhitneyu (exact, asymptotic, or PermutationMethod with
 * ties). Approximate: p within 1e-12 of it, relative.
 */
export function mannWhitney(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  method: i32,
  outAt: usize,
): i32 {
  let status = checkSample(xAt, n, 1, 0);
  if (status == OK) status = checkSample(yAt, m, 1, 2);
  if (status == OK && (method < METHOD_AUTO || method > METHOD_ASYMPTOTIC))
    status = refuse(BAD_ARGUMENT, 4);
  if (status == OK && method == METHOD_EXACT && u64(n) * m > MOST_PAIRS)
    status = refuse(BAD_ARGUMENT, 4);
  if (status == OK) status = checkRange(outAt, TEST_BYTES, 5);
  if (status == OK) status = countPairs(xAt, n, yAt, m);
  if (status == OK && method == METHOD_EXACT && tied && !canEnumerate(n, m))
    status = refuse(BAD_ARGUMENT, 4);
  if (status != OK) return status;
  return deliverTest(
    xAt,
    n,
    yAt,
    m,
    isExact(n, m, method) ? METHOD_EXACT : METHOD_ASYMPTOTIC,
    outAt,
  );
}
