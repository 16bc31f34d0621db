// numpy's SeedSequence (NEP 19, after O'Neill's seed_seq): a seed spread over as many words as asked for. No spawning.

const INIT_A: u32 = 0x43b0d7e5;
const MULT_A: u32 = 0x931e8875;
const INIT_B: u32 = 0x8b51f9dd;
const MULT_B: u32 = 0x58f38ded;
const MIX_LEFT: u32 = 0xca01f9dd;
const MIX_RIGHT: u32 = 0x4973f715;
const POOL_WORDS: usize = 4;

const POOL: usize = memory.data(16, 8);
let constant: u32 = 0;

function hashWord(word: u32, multiplier: u32): u32 {
  let value = word ^ constant;
  constant *= multiplier;
  value *= constant;
  return value ^ (value >> 16);
}

function mixWords(left: u32, right: u32): u32 {
  const value = MIX_LEFT * left - MIX_RIGHT * right;
  return value ^ (value >> 16);
}

function fillPool(seed: u64): void {
  constant = INIT_A;
  // numpy takes an integer as its 32-bit words, lowest first, without leading zeros; missing words hash like zeros.
  store<u32>(POOL, hashWord(u32(seed), MULT_A));
  store<u32>(POOL, hashWord(u32(seed >> 32), MULT_A), 4);
  store<u32>(POOL, hashWord(0, MULT_A), 8);
  store<u32>(POOL, hashWord(0, MULT_A), 12);
  for (let from: usize = 0; from < POOL_WORDS; from++) {
    for (let to: usize = 0; to < POOL_WORDS; to++) {
      if (from == to) continue;
      const place = POOL + (to << 2);
      const hashed = hashWord(load<u32>(POOL + (from << 2)), MULT_A);
      store<u32>(place, mixWords(load<u32>(place), hashed));
    }
  }
}

/** Writes `SeedSequence(seed).generate_state(words)` as u32. */
export function seedWords(seed: u64, words: u32, outAt: usize): void {
  fillPool(seed);
  constant = INIT_B;
  for (let i: u32 = 0; i < words; i++) {
    const word = load<u32>(POOL + (usize(i & 3) << 2));
    store<u32>(outAt + (usize(i) << 2), hashWord(word, MULT_B));
  }
}
