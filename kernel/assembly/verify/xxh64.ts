// XXH64 of a range: the digest of payloads and folders. Detects damage; not a cryptographic hash.
import { inMemory } from '../arena';
import { BAD_ADDRESS } from '../abi';
import { refuse } from '../status';

// Constants and rounds: xxHash 0.8, doc/xxhash_spec.md.
const PRIME_1: u64 = 0x9e3779b185ebca87;
const PRIME_2: u64 = 0xc2b2ae3d27d4eb4f;
const PRIME_3: u64 = 0x165667b19e3779f9;
const PRIME_4: u64 = 0x85ebca77c2b2ae63;
const PRIME_5: u64 = 0x27d4eb2f165667c5;

function round(lane: u64, input: u64): u64 {
  return rotl<u64>(lane + input * PRIME_2, 31) * PRIME_1;
}

function merge(hash: u64, lane: u64): u64 {
  return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
}

/** Four lanes over whole blocks of 32 bytes. */
function stripes(at: usize, end: usize, seed: u64): u64 {
  let a = seed + PRIME_1 + PRIME_2;
  let b = seed + PRIME_2;
  let c = seed;
  let d = seed - PRIME_1;
  for (let p = at; p < end; p += 32) {
    a = round(a, load<u64>(p));
    b = round(b, load<u64>(p, 8));
    c = round(c, load<u64>(p, 16));
    d = round(d, load<u64>(p, 24));
  }
  const hash = rotl<u64>(a, 1) + rotl<u64>(b, 7) + rotl<u64>(c, 12) + rotl<u64>(d, 18);
  return merge(merge(merge(merge(hash, a), b), c), d);
}

function tail(hash: u64, from: usize, end: usize): u64 {
  let h = hash;
  let p = from;
  for (; p + 8 <= end; p += 8) h = rotl<u64>(h ^ round(0, load<u64>(p)), 27) * PRIME_1 + PRIME_4;
  if (p + 4 <= end) {
    h = rotl<u64>(h ^ (u64(load<u32>(p)) * PRIME_1), 23) * PRIME_2 + PRIME_3;
    p += 4;
  }
  for (; p < end; p++) h = rotl<u64>(h ^ (u64(load<u8>(p)) * PRIME_5), 11) * PRIME_1;
  return h;
}

/** XXH64 of a range that is known to lie in memory. */
export function xxh64Of(at: usize, n: u32, seed: u64): u64 {
  const whole = usize(n & ~31);
  let hash = n >= 32 ? stripes(at, at + whole, seed) : seed + PRIME_5;
  hash = tail(hash + u64(n), at + whole, at + n);
  hash = (hash ^ (hash >> 33)) * PRIME_2;
  hash = (hash ^ (hash >> 29)) * PRIME_3;
  return hash ^ (hash >> 32);
}

/**
 * Writes the XXH64 of n bytes at `at` as a u64 at outAt. n = 0 is the digest of nothing.
 * BAD_ADDRESS for a range that does not lie in memory.
 */
export function xxh64(at: usize, n: u32, seed: u64, outAt: usize): i32 {
  if (!inMemory(at, n)) return refuse(BAD_ADDRESS, 0);
  if (!inMemory(outAt, 8)) return refuse(BAD_ADDRESS, 3);
  store<u64>(outAt, xxh64Of(at, n, seed));
  return 0;
}
