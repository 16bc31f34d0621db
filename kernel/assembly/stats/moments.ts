// Mean and variance of samples in a common unit, and whether they vary at all, for the statistics that need both. Not the summary.
import { scratchMark, scratchReset } from '../arena';
import { DOMAIN, OK } from '../abi';
import { refuse } from '../status';
import { borrow, noRoom } from './inputs';
import { meanOf, squaresOf } from './sums';

// The unit is a power of two: no digit changes, and squares of 1e-163 or 1e163 stay within binary64. That a sample is constant is read off
// its values: the mean of 0.1, 0.1, 0.1 rounds to something else, and their variance is not 0 then.

/** Results of momentsOf, in the unit; the variance has n - 1 in its denominator and is 0 only for a constant sample. */
export let mean: f64 = 0;
export let variance: f64 = 0;

// Beyond 2^1000 the factor itself would leave binary64; what remains (subnormal values) still has its squares within it.
const MOST_SHIFT: i32 = 1000;

/** Binary exponent of the largest absolute value. */
function exponentOf(at: usize, n: u32): i32 {
  let most = 0.0;
  for (let i: u32 = 0; i < n; i++) most = max<f64>(most, abs<f64>(load<f64>(at + (usize(i) << 3))));
  return i32(reinterpret<u64>(most) >> 52) - 1023;
}

/** The power of two that brings the values to about 1 when they are multiplied by it. */
export function unitOf(at: usize, n: u32): f64 {
  const shift = max(-MOST_SHIFT, min(MOST_SHIFT, -exponentOf(at, n)));
  return reinterpret<f64>(u64(shift + 1023) << 52);
}

/** The unit of two samples together. */
export function unitOfBoth(xAt: usize, n: u32, yAt: usize, m: u32): f64 {
  return min<f64>(unitOf(xAt, n), unitOf(yAt, m));
}

/** Whether a sample of n > 0 has one value only. */
export function isConstant(at: usize, n: u32): bool {
  const first = load<f64>(at);
  for (let i: u32 = 1; i < n; i++) {
    if (load<f64>(at + (usize(i) << 3)) != first) return false;
  }
  return true;
}

/** Writes the sample in the unit. */
export function scaleInto(at: usize, n: u32, unit: f64, outAt: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const offset = usize(i) << 3;
    store<f64>(outAt + offset, load<f64>(at + offset) * unit);
  }
}

/** Sets mean and variance of a checked sample of n >= 2 values. */
export function momentsOf(at: usize, n: u32, unit: f64): i32 {
  const mark = scratchMark();
  const scaled = borrow(u64(n) << 3);
  const work: usize = scaled == 0 ? 0 : borrow(u64(n) << 3);
  if (work != 0 && isConstant(at, n)) {
    mean = load<f64>(at) * unit;
    variance = 0;
  } else if (work != 0) {
    scaleInto(at, n, unit, scaled);
    mean = meanOf(scaled, n);
    variance = squaresOf(scaled, n, mean, work) / f64(n - 1);
  }
  scratchReset(mark);
  return work == 0 ? noRoom() : OK;
}

/** DOMAIN about both samples: neither varies, so nothing can be scaled by their deviation. */
export function constantPair(): i32 {
  return refuse(DOMAIN, 0);
}
