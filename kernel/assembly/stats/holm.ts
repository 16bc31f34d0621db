// Holm's step-down adjustment of p-values for several comparisons. Runs no test.
import { DOMAIN, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';

/** Writes the adjusted ones of n ascending p-values to outAt: the running maximum of min(1, (n - rank) p). */
export function adjustHolm(sorted: usize, n: u32, outAt: usize): void {
  let running = 0.0;
  for (let rank: u32 = 0; rank < n; rank++) {
    const scaled = min(1.0, f64(n - rank) * load<f64>(sorted + (usize(rank) << 3)));
    running = max(running, scaled);
    store<f64>(outAt + (usize(rank) << 3), running);
  }
}

/** First rank of a value; ties share the first rank's adjusted value, because the running maximum does not fall. */
export function rankOf(sorted: usize, n: u32, value: f64): u32 {
  let left: u32 = 0;
  let right = n;
  while (left < right) {
    const middle = left + ((right - left) >> 1);
    if (load<f64>(sorted + (usize(middle) << 3)) < value) left = middle + 1;
    else right = middle;
  }
  return left;
}

/**
 * Adjusts n p-values so that the chance of any false finding stays below the level they are compared with.
 * Values in [0, 1] at `at`; writes n f64 at outAt (not overlapping), in the order of the input. EMPTY at n = 0, DOMAIN outside [0, 1].
 * Source: Holm 1979; statsmodels' multipletests(method='holm').
 */
export function holm(at: usize, n: u32, outAt: usize): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRange(outAt, u64(n) << 3, 2);
  if (status != OK) return status;
  for (let i: u32 = 0; i < n; i++) {
    const p = load<f64>(at + (usize(i) << 3));
    if (p < 0 || p > 1) return refuse(DOMAIN, 0);
  }
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  const adjusted = sortedCopy(at, n);
  if (sorted != 0 && adjusted != 0) {
    adjustHolm(sorted, n, adjusted);
    for (let i: u32 = 0; i < n; i++) {
      const rank = rankOf(sorted, n, load<f64>(at + (usize(i) << 3)));
      store<f64>(outAt + (usize(i) << 3), load<f64>(adjusted + (usize(rank) << 3)));
    }
  } else {
    status = noRoom();
  }
  scratchReset(mark);
  return status;
}
