// Seeded draws from Pragmastat's five distributions. Approximate by specification: log, cos and exp are this kernel's own.
import { BAD_ARGUMENT, NOT_FINITE, OK, OVERFLOW } from '../abi';
import { refuse } from '../status';
import { checkRange } from './inputs';
import { nextUnit, seedStream } from './pragmastat-random';
import { portableExp } from './pragmastat-special';
import { logarithm } from './elementary';

export const UNIFORM: i32 = 0;
export const ADDITIVE: i32 = 1;
export const MULTIPLICATIVE: i32 = 2;
export const EXPONENTIAL: i32 = 3;
export const POWER: i32 = 4;

/** 1 - x^2 / (a b) (1 - ...): the nested series of cos (first = 1) and of sin(x) / x (first = 2), for |x| <= pi / 4. */
function nested(x: f64, first: i32): f64 {
  let sum = 1.0;
  for (let k = 16; k >= 0; k -= 2) sum = 1.0 - (x * x * sum) / f64((first + k) * (first + k + 1));
  return sum;
}

/** cos(2 pi u) for u in [0, 1): quarter turns are exact, so no table of pi is needed (Math.cos brings 2 KB of it). */
function cosOfTurns(u: f64): f64 {
  const quarter = floor<f64>(u * 4.0 + 0.5);
  const x = (u * 4.0 - quarter) * (Math.PI / 2.0);
  const turn = i32(quarter) & 3;
  if (turn == 0) return nested(x, 1);
  if (turn == 2) return -nested(x, 1);
  return turn == 1 ? -x * nested(x, 2) : x * nested(x, 2);
}

/** Box-Muller; both units are always drawn, so that the stream does not depend on their values. */
function normal(mean: f64, deviation: f64): f64 {
  const first = nextUnit();
  const second = nextUnit();
  const radius = sqrt<f64>(-2.0 * logarithm(first == 0 ? 5e-324 : first));
  return mean + radius * cosOfTurns(second) * deviation;
}

function drawOne(kind: i32, a: f64, b: f64): f64 {
  if (kind == UNIFORM) return a + nextUnit() * (b - a);
  if (kind == ADDITIVE) return normal(a, b);
  if (kind == MULTIPLICATIVE) return portableExp(normal(a, b));
  if (kind == EXPONENTIAL) return -logarithm(1.0 - nextUnit()) / a;
  // (1 - u)^(-1/b) by exp and log: pow alone would add 6 KB of tables to the kernel.
  return a * portableExp(-logarithm(1.0 - nextUnit()) / b);
}

function parametersFit(kind: i32, a: f64, b: f64): bool {
  if (kind == UNIFORM) return a < b;
  if (kind == ADDITIVE || kind == MULTIPLICATIVE) return b > 0;
  if (kind == EXPONENTIAL) return a > 0;
  return a > 0 && b > 0;
}

/**
 * Writes n seeded draws. kind 0 uniform(a = least, b = limit), 1 additive(a = mean, b = deviation), 2 multiplicative(a, b of the log),
 * 3 exponential(a = rate), 4 power(a = least, b = shape). BAD_ARGUMENT (subject 0 or 2) for a kind or parameters without a
 * distribution; OVERFLOW when a draw exceeds binary64. Source: Pragmastat 14.0.1, distributions.
 */
export function drawDistribution(kind: i32, seed: u64, a: f64, b: f64, n: u32, outAt: usize): i32 {
  if (kind < UNIFORM || kind > POWER) return refuse(BAD_ARGUMENT, 0);
  if (a - a != 0) return refuse(NOT_FINITE, 2);
  if (b - b != 0) return refuse(NOT_FINITE, 3);
  if (!parametersFit(kind, a, b)) return refuse(BAD_ARGUMENT, 2);
  const status = checkRange(outAt, u64(n) << 3, 5);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < n; i++) {
    const value = drawOne(kind, a, b);
    if (value - value != 0) return refuse(OVERFLOW, 5);
    store<f64>(outAt + (usize(i) << 3), value);
  }
  return OK;
}
