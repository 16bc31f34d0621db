// The functions under Pragmastat's margins: its reproducible exponential, the normal distribution, binomials. No statistic of samples.
import { NOT_FINITE, OK } from '../abi';
import { refuse } from '../status';
import { checkRange } from './inputs';

// Platform exponentials differ in the last bit and a margin selects an order statistic, so the specification fixes its own sequence of
// operations. Constants: Pragmastat 14.0.1, fitted there by tests/oracles/fit_exp.py and fit_additive_cumulative.py.
const INVERSE_LN2: f64 = 1.4426950408889634;
/** 32 significant bits, so that k times it is exact. */
const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;

/** 2^n for n in -1022 .. 1023, exactly. */
function powerOfTwo(n: i32): f64 {
  return reinterpret<f64>(u64(n + 1023) << 52);
}

/** (exp(r) - 1 - r) / r^2 on |r| <= ln 2 / 2. */
function tailOfExp(r: f64): f64 {
  let q = 1.6086622436215554e-10;
  q = q * r + 2.0918129454967065e-9;
  q = q * r + 2.5052071109214447e-8;
  q = q * r + 2.755726330147475e-7;
  q = q * r + 2.755731924720479e-6;
  q = q * r + 2.480158733642132e-5;
  q = q * r + 0.00019841269841263304;
  q = q * r + 0.0013888888888879082;
  q = q * r + 0.008333333333333333;
  q = q * r + 0.04166666666666668;
  q = q * r + 0.16666666666666666;
  return q * r + 0.5;
}

/**
 * e^y by a fixed sequence of IEEE operations: the same bits in every language that follows it, within 2 ulp of the true value.
 * Infinity above 709.79, 0 below -745.2, the canonical NaN for NaN. Source: Pragmastat 14.0.1, exp-function.
 */
export function portableExp(y: f64): f64 {
  if (y != y) return NaN;
  if (y > 709.79) return Infinity;
  if (y < -745.2) return 0;
  const k = floor<f64>(y * INVERSE_LN2 + 0.5);
  const high = y - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  // Assembled from both halves of the reduction: 1 + r + r r q would drop the low bits of r.
  const mantissa = 1.0 - (low - r * r * tailOfExp(r) - high);
  const exponent = i32(k);
  const half = exponent / 2;
  return mantissa * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/**
 * Writes portableExp of n f64 at `at` to outAt (which may be the same). Infinite where e^y exceeds binary64; NOT_FINITE for a NaN.
 * Source: Pragmastat 14.0.1, exp-function.
 */
export function exponentials(at: usize, n: u32, outAt: usize): i32 {
  let status = checkRange(at, u64(n) << 3, 0);
  if (status == OK) status = checkRange(outAt, u64(n) << 3, 2);
  if (status != OK) return status;
  for (let i: u32 = 0; i < n; i++) {
    const y = load<f64>(at + (usize(i) << 3));
    if (y != y) return refuse(NOT_FINITE, 0);
  }
  for (let i: u32 = 0; i < n; i++) {
    store<f64>(outAt + (usize(i) << 3), portableExp(load<f64>(at + (usize(i) << 3))));
  }
  return OK;
}

/** erf(t) / t in u = 8 t^2 - 1, for t < 0.5. */
function erfOverT(u: f64): f64 {
  let p = -1.2757552949301143e-19;
  p = p * u + 1.2307154179828511e-17;
  p = p * u - 1.0890239994332592e-15;
  p = p * u + 8.774530700097397e-14;
  p = p * u - 6.3744178527620835e-12;
  p = p * u + 4.1270254211564467e-10;
  p = p * u - 2.347229163519518e-8;
  p = p * u + 1.151603779513705e-6;
  p = p * u - 4.762336934468491e-5;
  p = p * u + 0.0016130716680617086;
  p = p * u - 0.04364205888669792;
  return p * u + 1.0830752376761712;
}

/** exp(t^2) erfc(t) in u = (2 t - 4.8) / 3.8, for 0.5 <= t <= 4.3. */
function scaledErfc(u: f64): f64 {
  let p = 2.403093649825437e-9;
  p = p * u - 6.533436159455495e-9;
  p = p * u + 1.334437871983186e-9;
  p = p * u - 2.5055474016226743e-9;
  p = p * u + 5.2376178949357336e-8;
  p = p * u - 1.341394638617228e-7;
  p = p * u + 2.5376572107855777e-7;
  p = p * u - 6.147631059669139e-7;
  p = p * u + 1.561533370779237e-6;
  p = p * u - 3.688982809059467e-6;
  p = p * u + 8.492013869441648e-6;
  p = p * u - 1.9344330869926753e-5;
  p = p * u + 4.3285002216779125e-5;
  p = p * u - 9.489727696113043e-5;
  p = p * u + 0.0002037912849869451;
  p = p * u - 0.0004282777524202283;
  p = p * u + 0.00087969639542425;
  p = p * u - 0.001763698443638436;
  p = p * u + 0.0034462452415540026;
  p = p * u - 0.00655166763664565;
  p = p * u + 0.012094345026186722;
  p = p * u - 0.021629099761798037;
  p = p * u + 0.037371670355588804;
  p = p * u - 0.06218492139115531;
  p = p * u + 0.09925390090168178;
  p = p * u - 0.15121195850373031;
  return p * u + 0.21849873453703333;
}

/** P(Z <= z) of a standard normal Z; z must not be NaN. Beyond 6.08 standard deviations the tail is taken as 0. */
export function normalCumulative(z: f64): f64 {
  const t = abs<f64>(z) / Math.SQRT2;
  if (t < 0.5) {
    const erf = t * erfOverT(8.0 * (t * t) - 1.0);
    return z >= 0 ? 0.5 * (1.0 + erf) : 0.5 * (1.0 - erf);
  }
  let erfc = 0.0;
  if (t <= 4.3) erfc = portableExp(-(t * t)) * scaledErfc((2.0 * t - 4.8) / 3.8);
  return z >= 0 ? 1.0 - 0.5 * erfc : 0.5 * erfc;
}

/** e^(-z^2/2) / sqrt(2 pi). */
export function normalDensity(z: f64): f64 {
  return portableExp((-z * z) / 2.0) / sqrt<f64>(2.0 * Math.PI);
}

/** C(n, k) as the specification rounds it: exact below n = 62, then one multiplication and one division a step; may be Infinity. */
export function binomialCoefficient(n: u64, k: u64): f64 {
  if (k > n) return 0;
  const steps = k < n - k ? k : n - k;
  if (n < 62) {
    let exact: u64 = 1;
    for (let i: u64 = 0; i < steps; i++) exact = (exact * (n - i)) / (i + 1);
    return f64(exact);
  }
  let product = 1.0;
  for (let i: u64 = 1; i <= steps; i++) {
    product = (product * f64(n - steps + i)) / f64(i);
    // At most some hundred steps: infinity stays infinity.
    if (product == Infinity) break;
  }
  return product;
}

/** v 2^exponent, exactly wherever it is representable. */
export function scaleByPowerOfTwo(v: f64, exponent: i64): f64 {
  let result = v;
  let rest = exponent;
  while (rest > 1023 && result != Infinity) {
    result *= powerOfTwo(1023);
    rest -= 1023;
  }
  while (rest < -1022 && result != 0) {
    result *= powerOfTwo(-1022);
    rest += 1022;
  }
  if (result == 0 || result == Infinity) return result;
  return result * powerOfTwo(i32(rest));
}
