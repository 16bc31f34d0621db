// Pragmastat's random stream: xoshiro256++ seeded by SplitMix64, string seeds by FNV-1a. Not the numpy stream of the bootstrap.
import { OK } from '../abi';
import { advance64, mix64 } from '../random/prng';
import { checkRange } from './inputs';

const FNV_OFFSET: u64 = 0xcbf29ce484222325;
const FNV_PRIME: u64 = 0x100000001b3;

let s0: u64 = 0;
let s1: u64 = 0;
let s2: u64 = 0;
let s3: u64 = 0;

/** Starts the stream of a seed; every exported draw starts its own, so calls never depend on each other. */
export function seedStream(seed: u64): void {
  const first = advance64(seed);
  const second = advance64(first);
  const third = advance64(second);
  s0 = mix64(first);
  s1 = mix64(second);
  s2 = mix64(third);
  s3 = mix64(advance64(third));
}

/** The next 64 bits (Blackman and Vigna, xoshiro256++ 1.0). */
export function nextBits(): u64 {
  const result = rotl<u64>(s0 + s3, 23) + s0;
  const t = s1 << 17;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= t;
  s3 = rotl<u64>(s3, 45);
  return result;
}

/** The next f64 in [0, 1), 53 bits. */
export function nextUnit(): f64 {
  return f64(nextBits() >> 11) * 1.1102230246251565e-16;
}

/** The next integer below `range` >= 1, by remainder (the specification's choice; biased by range / 2^64). */
export function nextBelow(range: u64): u64 {
  return nextBits() % range;
}

/**
 * Writes FNV-1a, 64 bits, of n bytes as a u64 at outAt: the seed that a string stands for (its UTF-8 bytes).
 * n = 0 gives the offset basis. Source: Pragmastat 14.0.1, rng.
 */
export function fnv1a(at: usize, n: u32, outAt: usize): i32 {
  let status = checkRange(at, n, 0);
  if (status == OK) status = checkRange(outAt, 8, 2);
  if (status != OK) return status;
  let hash = FNV_OFFSET;
  for (let i: u32 = 0; i < n; i++) hash = (hash ^ u64(load<u8>(at + i))) * FNV_PRIME;
  store<u64>(outAt, hash);
  return OK;
}
