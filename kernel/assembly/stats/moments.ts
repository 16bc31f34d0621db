// Mean and variance of one sample, in the summation order of sums.ts, for the tests that need both. Not the summary.
import { scratchMark, scratchReset } from '../arena';
import { DOMAIN, OK, OVERFLOW } from '../abi';
import { refuse } from '../status';
import { borrow, noRoom } from './inputs';
import { meanOf, squaresOf } from './sums';

/** Results of momentsOf; the variance has n - 1 in its denominator. */
export let mean: f64 = 0;
export let variance: f64 = 0;

/** Sets mean and variance of a checked sample of n >= 2 values; OVERFLOW when they exceed binary64. */
export function momentsOf(at: usize, n: u32, subject: i32): i32 {
  const mark = scratchMark();
  const work = borrow(u64(n) << 3);
  if (work != 0) {
    mean = meanOf(at, n);
    variance = squaresOf(at, n, mean, work) / f64(n - 1);
  }
  scratchReset(mark);
  if (work == 0) return noRoom();
  return variance - variance == 0 ? OK : refuse(OVERFLOW, subject);
}

/** DOMAIN about both samples: neither varies, so nothing can be scaled by their deviation. */
export function constantPair(): i32 {
  return refuse(DOMAIN, 0);
}
