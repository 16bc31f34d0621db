// The randomized sign margin under SpreadBounds: a cut of Binomial(n, 1/2) between two ranks. No logarithm, so the same everywhere.
import { nextUnit } from './pragmastat-random';
import { scaleByPowerOfTwo } from './pragmastat-special';

/** The running term is rescaled by 2^512 steps, so that 2^-n never underflows (Pragmastat 14.0.1). */
const SCALE_STEP: i64 = 512;

let lowRank: u32 = 0;
let fraction: f64 = 0;

/** Largest k whose distribution function does not exceed target, and the fraction of the next term that reaches it. */
function split(n: u32, target: f64): void {
  lowRank = 0;
  fraction = 0;
  // For odd n the function is exactly one half in the middle; a sum would decide by its last bit.
  if (target == 0.5 && (n & 1) == 1) {
    lowRank = (n - 1) >> 1;
    return;
  }
  const scaleUp = scaleByPowerOfTwo(1.0, SCALE_STEP);
  const scaleDown = scaleByPowerOfTwo(1.0, -SCALE_STEP);
  let term = 1.0;
  let exponent = -i64(n);
  let cumulative = 1.0;
  if (scaleByPowerOfTwo(cumulative, exponent) > target) return;
  for (let k: u32 = 1; k <= n; k++) {
    term = (term * f64(n - k + 1)) / f64(k);
    while (term > scaleUp) {
      term *= scaleDown;
      cumulative *= scaleDown;
      exponent += SCALE_STEP;
    }
    const next = cumulative + term;
    if (scaleByPowerOfTwo(next, exponent) > target) {
      const share = (scaleByPowerOfTwo(target, -exponent) - cumulative) / term;
      fraction = max(0.0, min(share, 1.0));
      return;
    }
    lowRank = k;
    cumulative = next;
  }
}

/** The number of ranks to leave out at each side; draws one unit of the running stream unless misrate is 0. */
export function signSplit(n: u32, misrate: f64): u32 {
  const target = misrate / 2.0;
  if (target <= 0) return 0;
  split(n, target);
  return nextUnit() < fraction ? lowRank + 1 : lowRank;
}
