// SHA-256 of a range, for the seeds that texts stand for. Not meant for secrets: no constant time, no wiping.
import { BAD_ADDRESS, OK } from '../abi';
import { inMemory } from '../arena';
import { refuse } from '../status';

// FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND_CONSTANTS: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
/** Section 5.3.3. */
const INITIAL: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const STATE: usize = memory.data(32, 4);
const SCHEDULE: usize = memory.data(256, 4);
const LAST: usize = memory.data(128, 8);

function word(base: usize, i: usize): u32 {
  return load<u32>(base + (i << 2));
}

function expand(block: usize): void {
  for (let i: usize = 0; i < 16; i++) {
    store<u32>(SCHEDULE + (i << 2), bswap<u32>(load<u32>(block + (i << 2))));
  }
  for (let i: usize = 16; i < 64; i++) {
    const early = word(SCHEDULE, i - 15);
    const late = word(SCHEDULE, i - 2);
    const s0 = rotr<u32>(early, 7) ^ rotr<u32>(early, 18) ^ (early >> 3);
    const s1 = rotr<u32>(late, 17) ^ rotr<u32>(late, 19) ^ (late >> 10);
    store<u32>(SCHEDULE + (i << 2), word(SCHEDULE, i - 16) + s0 + word(SCHEDULE, i - 7) + s1);
  }
}

function add(i: usize, value: u32): void {
  store<u32>(STATE + (i << 2), word(STATE, i) + value);
}

function compress(block: usize): void {
  expand(block);
  let a = word(STATE, 0);
  let b = word(STATE, 1);
  let c = word(STATE, 2);
  let d = word(STATE, 3);
  let e = word(STATE, 4);
  let f = word(STATE, 5);
  let g = word(STATE, 6);
  let h = word(STATE, 7);
  for (let i: usize = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const s1 = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
    const s0 = rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
    const t1 = h + s1 + choice + word(ROUND_CONSTANTS, i) + word(SCHEDULE, i);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + s0 + majority;
  }
  add(0, a);
  add(1, b);
  add(2, c);
  add(3, d);
  add(4, e);
  add(5, f);
  add(6, g);
  add(7, h);
}

/** Leaves the digest of a range that is known to lie in memory in STATE, as big-endian words turned little. */
function digest(at: usize, n: u32): void {
  memory.copy(STATE, INITIAL, 32);
  const whole = usize(n & ~63);
  for (let offset: usize = 0; offset < whole; offset += 64) compress(at + offset);
  const rest = usize(n) - whole;
  const lastBytes: usize = rest < 56 ? 64 : 128;
  memory.fill(LAST, 0, 128);
  memory.copy(LAST, at + whole, rest);
  store<u8>(LAST + rest, 0x80);
  store<u64>(LAST + lastBytes - 8, bswap<u64>(u64(n) << 3));
  compress(LAST);
  if (lastBytes == 128) compress(LAST + 64);
}

/** The first 8 bytes of the digest as a little-endian u64: the seed that a text stands for. */
export function seedOf(at: usize, n: u32): u64 {
  digest(at, n);
  return u64(bswap<u32>(word(STATE, 0))) | (u64(bswap<u32>(word(STATE, 1))) << 32);
}

/** Writes the 32 bytes of SHA-256 of n bytes at `at` to outAt. n = 0 is the digest of nothing. BAD_ADDRESS as usual. FIPS 180-4. */
export function sha256(at: usize, n: u32, outAt: usize): i32 {
  if (!inMemory(at, n)) return refuse(BAD_ADDRESS, 0);
  if (!inMemory(outAt, 32)) return refuse(BAD_ADDRESS, 2);
  digest(at, n);
  for (let i: usize = 0; i < 8; i++) store<u32>(outAt + (i << 2), bswap<u32>(word(STATE, i)));
  return OK;
}
