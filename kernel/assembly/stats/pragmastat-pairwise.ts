// Pragmastat's PairwiseMargin: how many extreme pairwise differences an interval may leave out. Not the interval itself.
import { BAD_ARGUMENT, EMPTY, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, checkRate, noRoom } from './inputs';
import { binomialCoefficient, normalCumulative, normalDensity } from './pragmastat-special';

/** Up to this n + m the exact distribution is used (Pragmastat 14.0.1). */
const MOST_EXACT: u64 = 400;

/** 2 / C(n + m, n): the smallest misrate that samples of n and m values can promise; 0 when the binomial exceeds binary64. */
export function leastRateOfTwo(n: u32, m: u32): f64 {
  return 2.0 / binomialCoefficient(u64(n) + m, u64(n));
}

/** Sum of the divisors d of u among 1 .. n, minus those among m + 1 .. m + n. */
function divisorSum(u: u32, n: u32, m: u32): f64 {
  let sum: i64 = 0;
  for (let d: u32 = 1; d <= n && d <= u; d++) if (u % d == 0) sum += d;
  for (let d = m + 1; d <= m + n && d <= u; d++) if (u % d == 0) sum -= d;
  return f64(sum);
}

/** Loeffler's recurrence (1982), in the specification's order of summation: each term is a sum over all before it. */
function exactMargin(n: u32, m: u32, p: f64, termsAt: usize, sigmaAt: usize): u64 {
  const total = binomialCoefficient(u64(n) + m, u64(m));
  store<f64>(termsAt, 1.0);
  let cumulative = 1.0 / total;
  if (cumulative >= p) return 0;
  const most = n * m;
  for (let u: u32 = 1; u <= most; u++) {
    store<f64>(sigmaAt + (usize(u) << 3), divisorSum(u, n, m));
    let sum = 0.0;
    let sigma = sigmaAt + (usize(u) << 3);
    const end = termsAt + (usize(u) << 3);
    for (let term = termsAt; term < end; term += 8) {
      sum += load<f64>(term) * load<f64>(sigma);
      sigma -= 8;
    }
    sum /= f64(u);
    store<f64>(end, sum);
    cumulative += sum / total;
    if (cumulative >= p || sum == 0) return u;
  }
  return most;
}

/** Sixth central moment of the statistic, as the specification writes it. */
function sixthMoment(n: f64, m: f64): f64 {
  const n2 = n * n;
  const n3 = n2 * n;
  const n4 = n2 * n2;
  const m2 = m * m;
  const m3 = m2 * m;
  const m4 = m2 * m2;
  const polynomial =
    35.0 * m2 * n2 * (m2 + n2) +
    70.0 * m3 * n3 -
    42.0 * m * n * (m3 + n3) -
    14.0 * m2 * n2 * (n + m) +
    16.0 * (n4 + m4) -
    52.0 * n * m * (n2 + m2) -
    43.0 * n2 * m2 +
    32.0 * (m3 + n3) +
    14.0 * m * n * (n + m) +
    8.0 * (n2 + m2) +
    16.0 * n * m -
    8.0 * (n + m);
  return (n * m * (n + m + 1.0) * polynomial) / 4032.0;
}

function fourthMoment(n: f64, m: f64): f64 {
  const polynomial = 5.0 * m * n * (m + n) - 2.0 * (m * m + n * n) + 3.0 * m * n - 2.0 * (n + m);
  return (n * m * (n + m + 1.0) * polynomial) / 240.0;
}

/** Edgeworth expansion of the distribution at u; a fixed sequence of operations (Pragmastat 14.0.1). */
function edgeworth(n: f64, m: f64, u: u64): f64 {
  const variance = (n * m * (n + m + 1.0)) / 12.0;
  const z = (f64(u) - (n * m) / 2.0 - 0.5) / sqrt<f64>(variance);
  const density = normalDensity(z);
  const square = variance * variance;
  const ratio = fourthMoment(n, m) / square;
  const e3 = (ratio - 3.0) / 24.0;
  const e5 = (sixthMoment(n, m) / (square * variance) - 15.0 * ratio + 30.0) / 720.0;
  const e7 = (35.0 * (ratio - 3.0) * (ratio - 3.0)) / 40320.0;
  const z2 = z * z;
  const z3 = z2 * z;
  const z5 = z3 * z2;
  const z7 = z5 * z2;
  const f3 = -density * (z3 - 3.0 * z);
  const f5 = -density * (z5 - 10.0 * z3 + 15.0 * z);
  const f7 = -density * (z7 - 21.0 * z5 + 105.0 * z3 - 105.0 * z);
  return max(0.0, min(normalCumulative(z) + e3 * f3 + e5 * f5 + e7 * f7, 1.0));
}

function approximateMargin(n: u32, m: u32, p: f64): u64 {
  let below: u64 = 0;
  let above: u64 = u64(n) * m;
  while (below < above - 1) {
    const middle = below + ((above - below) >> 1);
    if (edgeworth(f64(n), f64(m), middle) < p) below = middle;
    else above = middle;
  }
  return edgeworth(f64(n), f64(m), above) < p ? above : below;
}

/** The margin (both sides together), or -1 when the exact distribution (up to 640 KB) does not fit the scratch memory. */
export function pairwiseMarginOf(n: u32, m: u32, misrate: f64): i64 {
  if (u64(n) + m > MOST_EXACT) return i64(approximateMargin(n, m, misrate / 2.0) << 1);
  const bytes = (u64(n) * m + 1) << 3;
  const mark = scratchMark();
  const terms = borrow(bytes);
  const sigma = borrow(bytes);
  const margin =
    terms == 0 || sigma == 0 ? i64(-1) : i64(exactMargin(n, m, misrate / 2.0, terms, sigma) << 1);
  scratchReset(mark);
  return margin;
}

/**
 * The number of extreme pairwise differences, both sides together, that an interval of n and m values may leave out.
 * n, m >= 1, misrate in [2 / C(n + m, n), 1]; writes a u64 at outAt. Exact (Loeffler) up to n + m = 400, Edgeworth above.
 * EMPTY at n or m = 0; BAD_ARGUMENT (subject 2) for a misrate that the sizes cannot reach. Source: Pragmastat 14.0.1, PairwiseMargin.
 */
export function pairwiseMargin(n: u32, m: u32, misrate: f64, outAt: usize): i32 {
  if (n == 0) return refuse(EMPTY, 0);
  if (m == 0) return refuse(EMPTY, 1);
  let status = checkRate(misrate, 2);
  if (status == OK && misrate < leastRateOfTwo(n, m)) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK) status = checkRange(outAt, 8, 3);
  if (status != OK) return status;
  const margin = pairwiseMarginOf(n, m, misrate);
  if (margin < 0) return noRoom();
  store<u64>(outAt, u64(margin));
  return OK;
}
