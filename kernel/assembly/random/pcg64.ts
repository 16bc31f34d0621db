// numpy's PCG64 (XSL-RR 128/64, O'Neill 2014) and its bounded integers: `default_rng(seed).integers(0, n)`, bit for bit.
// One generator at a time; it is not a source of secrets.
import { seedWords } from './seed-sequence';

const MULTIPLIER_HIGH: u64 = 2549297995355413924;
const MULTIPLIER_LOW: u64 = 4865540595714422341;

const SEEDS: usize = memory.data(32, 8);
let stateHigh: u64 = 0;
let stateLow: u64 = 0;
let incrementHigh: u64 = 0;
let incrementLow: u64 = 0;
// numpy serves 32-bit draws from the two halves of a 64-bit one, the lower first; the rest waits for the next draw.
let hasHalf: bool = false;
let half: u32 = 0;

/** High 64 bits of a 64 by 64 bit product. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const low = aLow * bLow;
  const middle = aHigh * bLow + (low >> 32);
  const cross = aLow * bHigh + (middle & 0xffffffff);
  return aHigh * bHigh + (middle >> 32) + (cross >> 32);
}

function advance(): void {
  const high =
    multiplyHigh(stateLow, MULTIPLIER_LOW) +
    stateHigh * MULTIPLIER_LOW +
    stateLow * MULTIPLIER_HIGH;
  const low = stateLow * MULTIPLIER_LOW;
  stateLow = low + incrementLow;
  stateHigh = high + incrementHigh + u64(stateLow < low);
}

/** `default_rng(seed)`. */
export function seedPcg64(seed: u64): void {
  seedWords(seed, 8, SEEDS);
  const sequenceHigh = load<u64>(SEEDS, 16);
  const sequenceLow = load<u64>(SEEDS, 24);
  incrementHigh = (sequenceHigh << 1) | (sequenceLow >> 63);
  incrementLow = (sequenceLow << 1) | 1;
  stateHigh = 0;
  stateLow = 0;
  advance();
  const low = stateLow + load<u64>(SEEDS, 8);
  stateHigh += load<u64>(SEEDS) + u64(low < stateLow);
  stateLow = low;
  advance();
  hasHalf = false;
}

/** The next 64 bits. */
export function nextPcg64(): u64 {
  advance();
  return rotr<u64>(stateHigh ^ stateLow, stateHigh >> 58);
}

function next32(): u32 {
  if (hasHalf) {
    hasHalf = false;
    return half;
  }
  const whole = nextPcg64();
  hasHalf = true;
  half = u32(whole >> 32);
  return u32(whole);
}

/** An integer in [0, bound), bound > 0, without bias (Lemire 2019, 32-bit). A bound of 1 draws nothing, as in numpy. */
export function drawBelow(bound: u32): u32 {
  if (bound == 1) return 0;
  let product = u64(next32()) * bound;
  if (u32(product) < bound) {
    const threshold: u32 = (<u32>0 - bound) % bound;
    while (u32(product) < threshold) product = u64(next32()) * bound;
  }
  return u32(product >> 32);
}
