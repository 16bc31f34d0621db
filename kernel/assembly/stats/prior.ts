// What many variances say about one of them: a scaled inverse chi square prior, fitted by moments of their logarithms. It moderates
// nothing itself.
import { scratchMark, scratchReset } from '../arena';
import { logarithm } from './elementary';
import { digamma, trigamma } from './gamma';
import { borrow } from './inputs';
import { portableExp } from './pragmastat-special';

/** Results of fitPrior: how many degrees of freedom the prior is worth, and its variance; 0 and 0 when there is none. */
export let priorDegrees: f64 = 0;
export let priorVariance: f64 = 0;

const BISECTIONS: i32 = 80;
/** Half the fewest degrees that are told from none. */
const LEAST_HALF: f64 = 0.05;

/** The y with trigamma(y) = value between LEAST_HALF and `most`. */
function trigammaInverse(value: f64, most: f64): f64 {
  let low = LEAST_HALF;
  let high = most;
  if (value <= trigamma(high)) return high;
  if (value >= trigamma(low)) return low;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = 0.5 * (low + high);
    if (trigamma(middle) > value) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** The logarithm of a variance, less its bias, in `at`; returns how many variances are above 0, or -1 without memory. */
function unbiasedLogs(variancesAt: usize, degreesAt: usize, m: u32, at: usize): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < m; i++) {
    const variance = load<f64>(variancesAt + (usize(i) << 3));
    const half = 0.5 * load<f64>(degreesAt + (usize(i) << 3));
    if (variance <= 0 || half <= 0) continue;
    const value = logarithm(variance) - digamma(half) + logarithm(half);
    store<f64>(at + (usize(count) << 4), value);
    store<f64>(at + (usize(count) << 4), trigamma(half), 8);
    count++;
  }
  return count;
}

/**
 * Sets priorDegrees and priorVariance from m variances with their degrees of freedom; those that are 0 say nothing. Fewer than two
 * say nothing of each other: then the prior has 0 degrees. At most `most` degrees are believed, and of those (k - 1) / (k + 1) when
 * k variances were there: few variances look alike by chance (0.5 of 3, 0.875 of 15; decision 0023). False without memory.
 * Source: Smyth 2004, "Linear models and empirical Bayes methods", section 6.2.
 */
export function fitPrior(variancesAt: usize, degreesAt: usize, m: u32, most: f64): bool {
  priorDegrees = 0;
  priorVariance = 0;
  const mark = scratchMark();
  const at = borrow(u64(m) << 4);
  if (at == 0) return false;
  const count = unbiasedLogs(variancesAt, degreesAt, m, at);
  if (count > 1) fitLogs(at, count, most);
  scratchReset(mark);
  return true;
}

function fitLogs(at: usize, count: u32, most: f64): void {
  const k = f64(count);
  let sum = 0.0;
  let expected = 0.0;
  for (let i: u32 = 0; i < count; i++) {
    sum += load<f64>(at + (usize(i) << 4));
    expected += load<f64>(at + (usize(i) << 4), 8);
  }
  const mean = sum / k;
  let squares = 0.0;
  for (let i: u32 = 0; i < count; i++) {
    const distance = load<f64>(at + (usize(i) << 4)) - mean;
    squares += distance * distance;
  }
  const half = trigammaInverse(squares / (k - 1.0) - expected / k, 0.5 * most);
  priorDegrees = (2.0 * half * (k - 1.0)) / (k + 1.0);
  priorVariance = portableExp(mean + digamma(half) - logarithm(half));
}
