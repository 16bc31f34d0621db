// Draws from Pragmastat's random stream: uniform numbers, integers, samples, resamples, shuffles. Each call starts the seed's stream.
import { BAD_ARGUMENT, EMPTY, NOT_FINITE, OK } from '../abi';
import { refuse } from '../status';
import { checkRange } from './inputs';
import { nextBelow, nextBits, nextUnit, seedStream } from './pragmastat-random';

/** 2^52: the widest integer range that every implementation of the specification can draw. */
const WIDEST: u64 = 1 << 52;

/** Writes n f64 in [0, 1). n = 0 writes nothing. Source: Pragmastat 14.0.1, rng. */
export function drawUnits(seed: u64, n: u32, outAt: usize): i32 {
  const status = checkRange(outAt, u64(n) << 3, 2);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < n; i++) store<f64>(outAt + (usize(i) << 3), nextUnit());
  return OK;
}

/** Writes n f64 in [least, limit), or n times `least` when the range is empty. */
export function drawRange(seed: u64, least: f64, limit: f64, n: u32, outAt: usize): i32 {
  if (least - least != 0) return refuse(NOT_FINITE, 1);
  if (limit - limit != 0) return refuse(NOT_FINITE, 2);
  if (limit - least == Infinity) return refuse(BAD_ARGUMENT, 2);
  const status = checkRange(outAt, u64(n) << 3, 4);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < n; i++) {
    store<f64>(
      outAt + (usize(i) << 3),
      least >= limit ? least : least + (limit - least) * nextUnit(),
    );
  }
  return OK;
}

/** Writes n f32 in [0, 1), 24 bits each. */
export function drawUnits32(seed: u64, n: u32, outAt: usize): i32 {
  const status = checkRange(outAt, u64(n) << 2, 2);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < n; i++)
    store<f32>(outAt + (usize(i) << 2), f32(nextBits() >> 40) * f32(5.9604644775390625e-8));
  return OK;
}

/** Writes n i64 in [least, limit), or n times `least` when the range is empty. A range above 2^52 is BAD_ARGUMENT. */
export function drawIntegers(seed: u64, least: i64, limit: i64, n: u32, outAt: usize): i32 {
  const range = u64(limit) - u64(least);
  if (least < limit && range > WIDEST) return refuse(BAD_ARGUMENT, 2);
  const status = checkRange(outAt, u64(n) << 3, 4);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < n; i++) {
    store<i64>(outAt + (usize(i) << 3), least >= limit ? least : least + i64(nextBelow(range)));
  }
  return OK;
}

/** Writes n bytes, 1 where the next unit is below one half. */
export function drawBooleans(seed: u64, n: u32, outAt: usize): i32 {
  const status = checkRange(outAt, n, 2);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < n; i++) store<u8>(outAt + i, nextUnit() < 0.5 ? 1 : 0);
  return OK;
}

function checkDraw(at: usize, n: u32, k: u32, outAt: usize, outCount: u32, outSubject: i32): i32 {
  if (n == 0) return refuse(EMPTY, 0);
  if (k == 0) return refuse(BAD_ARGUMENT, 2);
  const status = checkRange(at, u64(n) << 3, 0);
  return status == OK ? checkRange(outAt, u64(outCount) << 3, outSubject) : status;
}

/** Copies k of n 8-byte values without replacement, in their order; all of them when k >= n. Returns OK; min(k, n) are written. */
export function drawSample(at: usize, n: u32, k: u32, seed: u64, outAt: usize): i32 {
  const count = k < n ? k : n;
  const status = checkDraw(at, n, k, outAt, count, 4);
  if (status != OK) return status;
  if (k >= n) {
    memory.copy(outAt, at, usize(n) << 3);
    return OK;
  }
  seedStream(seed);
  let out = outAt;
  let wanted = k;
  for (let i: u32 = 0; i < n && wanted > 0; i++) {
    if (nextUnit() * f64(n - i) < f64(wanted)) {
      store<u64>(out, load<u64>(at + (usize(i) << 3)));
      out += 8;
      wanted--;
    }
  }
  return OK;
}

/** Copies k 8-byte values drawn with replacement from n. */
export function drawResample(at: usize, n: u32, k: u32, seed: u64, outAt: usize): i32 {
  const status = checkDraw(at, n, k, outAt, k, 4);
  if (status != OK) return status;
  seedStream(seed);
  for (let i: u32 = 0; i < k; i++) {
    store<u64>(outAt + (usize(i) << 3), load<u64>(at + (usize(nextBelow(n)) << 3)));
  }
  return OK;
}

/** Shuffles n 8-byte values in place with the running stream (Fisher-Yates from the end). */
export function shuffleInPlace(at: usize, n: u32): void {
  for (let i = n - 1; i > 0; i--) {
    const j = u32(nextBelow(u64(i) + 1));
    const swap = load<u64>(at + (usize(i) << 3));
    store<u64>(at + (usize(i) << 3), load<u64>(at + (usize(j) << 3)));
    store<u64>(at + (usize(j) << 3), swap);
  }
}

/** Writes a shuffled copy of n 8-byte values. */
export function drawShuffle(at: usize, n: u32, seed: u64, outAt: usize): i32 {
  const status = checkDraw(at, n, 1, outAt, n, 3);
  if (status != OK) return status;
  memory.copy(outAt, at, usize(n) << 3);
  seedStream(seed);
  shuffleInPlace(outAt, n);
  return OK;
}
