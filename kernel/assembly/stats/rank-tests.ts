// The Mann-Whitney U test, two-sided: exact for small samples without ties, tie-corrected normal otherwise. No effect size.
import { BAD_ARGUMENT, DOMAIN, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, checkSample, noRoom } from './inputs';
import { normalTail } from './normal-tail';
import { countPairs, equal, larger, smaller, tied, tieTerm } from './pair-counts';

export const METHOD_AUTO: i32 = 0;
export const METHOD_EXACT: i32 = 1;
export const METHOD_ASYMPTOTIC: i32 = 2;

// Test
//   0 u f64 (of x) | 8 z f64 (0 when exact) | 16 p f64
export const TEST_BYTES: usize = 24;

/** scipy's automatic choice is exact up to 8 values in the smaller sample; the pairs bound keeps it below 1 MB and 0.1 s. */
const MOST_EXACT: u32 = 8;
const MOST_PAIRS: u64 = 8192;

function place(row: u32, width: u32, u: u32, at: usize): usize {
  return at + ((usize(row) * usize(width) + usize(u)) << 3);
}

/**
 * P(U <= u) of `few` against `many` values without ties. Row i holds the number of orders of i against j values for every U,
 * and grows with j: N(i, j, u) = N(i - 1, j, u - j) + N(i, j - 1, u). Only additions, exact up to 2^53.
 */
function cumulative(few: u32, many: u32, u: u64, at: usize): f64 {
  const width = few * many + 1;
  memory.fill(at, 0, (usize(few) + 1) * (usize(width) << 3));
  for (let row: u32 = 0; row <= few; row++) store<f64>(place(row, width, 0, at), 1);
  for (let j: u32 = 1; j <= many; j++) {
    for (let row: u32 = 1; row <= few; row++) {
      const end = row * j;
      for (let v = j; v <= end; v++) {
        const cell = place(row, width, v, at);
        store<f64>(cell, load<f64>(cell) + load<f64>(place(row - 1, width, v - j, at)));
      }
    }
  }
  let upTo = 0.0;
  let total = 0.0;
  for (let v: u32 = 0; v < width; v++) {
    total += load<f64>(place(few, width, v, at));
    if (v == u32(u)) upTo = total;
  }
  return upTo / total;
}

function exactP(n: u32, m: u32, u: u64): f64 {
  const few = n < m ? n : m;
  const many = n < m ? m : n;
  const mark = scratchMark();
  const at = borrow((u64(few) + 1) * (u64(few) * many + 1) * 8);
  const p = at == 0 ? -1.0 : min(1.0, 2.0 * cumulative(few, many, u, at));
  scratchReset(mark);
  return p;
}

/** z of the larger U with continuity correction; 0 when all values are equal. */
function zOf(n: f64, m: f64, u: f64): f64 {
  const all = n + m;
  const deviation = sqrt<f64>(((n * m) / 12.0) * (all + 1.0 - tieTerm / (all * (all - 1.0))));
  return deviation > 0 ? (u - (n * m) / 2.0 - 0.5) / deviation : 0;
}

function isExact(n: u32, m: u32, method: i32): bool {
  if (method != METHOD_AUTO) return method == METHOD_EXACT;
  return !tied && (n < m ? n : m) <= MOST_EXACT && u64(n) * m <= MOST_PAIRS;
}

function deliverTest(n: u32, m: u32, method: i32, outAt: usize): i32 {
  const u = f64(larger) + 0.5 * f64(equal);
  let z = 0.0;
  let p = 0.0;
  if (method == METHOD_EXACT) {
    p = exactP(n, m, larger < smaller ? larger : smaller);
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
 * Automatic is exact without ties when the smaller sample has at most 8 values and n m <= 8,192; asymptotic is the normal
 * approximation with tie and continuity correction. All values equal: z = 0, p = 1. EMPTY for an empty sample;
 * DOMAIN for the exact method with ties, BAD_ARGUMENT (subject 4) for it with n m > 8,192.
 * Source: Mann and Whitney 1947; equal to scipy.stats.mannwhitneyu. Approximate: p within 1e-12 of it, relative.
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
  if (status == OK && method == METHOD_EXACT && tied) status = refuse(DOMAIN, 4);
  if (status != OK) return status;
  return deliverTest(n, m, isExact(n, m, method) ? METHOD_EXACT : METHOD_ASYMPTOTIC, outAt);
}
