// The distribution of a difference whose variance has two parts: one estimated from trials (Student), one of runs (normal, or
// Student when it was calibrated). Not a general distribution library.
//
// X = sqrt(e nu / chi2(nu)) Z + sqrt(t mu / chi2(mu)) Z'. Given both chi squares X is normal, so its tail is the mean of normal tails.
// That mean is taken by the trapezoidal rule in u = ln(chi2 / nu), where the integrand is analytic and falls off at both ends: it
// converges faster than any power of the step. Accuracy (against scipy's Student distribution, nu >= 1): relative error below 1e-11
// for tails above 1e-10.
import { logarithm } from './elementary';
import { normalTail } from './normal-tail';
import { portableExp } from './pragmastat-special';

/** Nodes of one chi square: { weight f64, nu / chi2 f64 }. */
const MOST_NODES: u32 = 320;
const NODE_BYTES: usize = 16;
const TRIAL_NODES: usize = memory.data(5120, 16);
const RUN_NODES: usize = memory.data(5120, 16);
/** A node whose weight is below e^-42 of the largest adds nothing that binary64 would show. */
const LEAST_EXPONENT: f64 = -42;
const SQRT_TWO_PI: f64 = 2.5066282746310002;
const MOST_STEPS: i32 = 80;

let trialNodes: u32 = 0;
let runNodes: u32 = 0;
/** Results of tailAt: P(|X| >= x), and minus its derivative. */
let tail: f64 = 0;
let slope: f64 = 0;

function putNode(at: usize, count: u32, weight: f64, factor: f64): u32 {
  const node = at + usize(count) * NODE_BYTES;
  store<f64>(node, weight);
  store<f64>(node, factor, 8);
  return count + 1;
}

/** The nodes of chi2(nu) / nu, their weights adding up to 1; a single one where nu is infinite. Returns how many. */
function layNodes(nu: f64, at: usize): u32 {
  if (nu == Infinity) return putNode(at, 0, 1, 1);
  const step = min(0.5 * sqrt<f64>(2.0 / nu), 0.3);
  let count = putNode(at, 0, 1, 1);
  let sum = 1.0;
  for (let side = 0; side < 2; side++) {
    for (let k = 1; count < MOST_NODES; k++) {
      const u = side == 0 ? step * f64(k) : -step * f64(k);
      const growth = portableExp(u);
      const exponent = 0.5 * nu * (u - growth + 1.0);
      if (exponent < LEAST_EXPONENT) break;
      const weight = portableExp(exponent);
      sum += weight;
      count = putNode(at, count, weight, 1.0 / growth);
    }
  }
  for (let i: u32 = 0; i < count; i++) {
    const node = at + usize(i) * NODE_BYTES;
    store<f64>(node, load<f64>(node) / sum);
  }
  return count;
}

/** Sets tail and slope for x > 0. */
function tailAt(x: f64, e: f64, t: f64): void {
  tail = 0;
  slope = 0;
  for (let j: u32 = 0; j < runNodes; j++) {
    const run = RUN_NODES + usize(j) * NODE_BYTES;
    const part = t * load<f64>(run, 8);
    for (let i: u32 = 0; i < trialNodes; i++) {
      const node = TRIAL_NODES + usize(i) * NODE_BYTES;
      const weight = load<f64>(run) * load<f64>(node);
      const deviation = sqrt<f64>(e * load<f64>(node, 8) + part);
      const z = x / deviation;
      tail += weight * 2.0 * normalTail(z);
      slope += (weight * 2.0 * portableExp(-0.5 * z * z)) / (SQRT_TWO_PI * deviation);
    }
  }
}

/** Chooses the distribution for the two functions below; a part that is 0 has one node. */
function choose(e: f64, nu: f64, t: f64, mu: f64): void {
  trialNodes = layNodes(e > 0 ? nu : Infinity, TRIAL_NODES);
  runNodes = layNodes(t > 0 ? mu : Infinity, RUN_NODES);
}

/** P(|X| >= x) for x >= 0; e, t >= 0, nu, mu >= 1 or infinite. Without any variance everything but 0 is impossible. */
export function mixtureTail(x: f64, e: f64, nu: f64, t: f64, mu: f64): f64 {
  if (x == 0) return 1;
  if (e + t == 0) return 0;
  choose(e, nu, t, mu);
  tailAt(x, e, t);
  return min(1.0, tail);
}

/**
 * The x with P(|X| >= x) = level, for 0 < level < 1: Newton's steps on the logarithm of the tail, which is nearly straight, kept
 * between the last values that were too small and too large.
 */
export function mixtureCritical(level: f64, e: f64, nu: f64, t: f64, mu: f64): f64 {
  if (e + t == 0) return 0;
  choose(e, nu, t, mu);
  const wanted = logarithm(level);
  let low = 0.0;
  let high = Infinity;
  let x = 2.0 * sqrt<f64>(e + t);
  for (let i = 0; i < MOST_STEPS; i++) {
    tailAt(x, e, t);
    if (tail > level) low = x;
    else high = x;
    // Where the tail has underflowed there is nothing to follow: halve.
    let next = tail > 0 && slope > 0 ? x + ((logarithm(tail) - wanted) * tail) / slope : 0.5 * x;
    if (next >= high) next = 0.5 * (x + high);
    if (next <= low) next = high == Infinity ? 2.0 * x : 0.5 * (low + high);
    if (abs<f64>(next - x) <= 1e-14 * x) return next;
    x = next;
  }
  return x;
}
