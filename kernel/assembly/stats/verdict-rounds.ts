// How noisy each block of a run was, learned from all cases: a load that starts in the middle makes the later blocks of every case
// noisier, and then the earlier ones tell more. It judges nothing.
import { logarithm } from './elementary';
import { sortedCopy } from './order';
import { scratchMark, scratchReset } from '../arena';
import { portableExp } from './pragmastat-special';

/** Fewer cases do not tell the noise of a block from their own luck; with fewer blocks there is no earlier and later. */
const LEAST_CASES: u32 = 8;
export const LEAST_BLOCKS: u32 = 8;
const ITERATIONS: i32 = 6;
/** A distance counts up to so many times its expected square: a state that changed within a block of one case is not the block's noise. */
const MOST_SQUARE: f64 = 6;
const LEAST_NOISE: f64 = 1e-3;
/** Variance of the logarithm of a mean of m such squares, times m (simulated). */
const LOG_NOISE: f64 = 2.2;
export const NORMAL_SCALE: f64 = 1.4826022185056018;

/** f64 a block: its noise, and the sum of all cases' squares in multiples of it. */
let noiseAt: usize = 0;
let sumsAt: usize = 0;
/** { center, scale squared } of each case. */
let scalesAt: usize = 0;
let cases: u32 = 0;
let blocks: u32 = 0;
/** Cases with any scatter. */
let told: u32 = 0;

export function middleOf(sorted: usize, n: u32): f64 {
  const low = load<f64>(sorted + (usize((n - 1) >> 1) << 3));
  return 0.5 * low + 0.5 * load<f64>(sorted + (usize(n >> 1) << 3));
}

/** Bytes that fitRounds works in, for m cases of n blocks. */
export function roundsBytes(m: u32, n: u32): u64 {
  return (u64(n) << 4) + (u64(m) << 4) + (u64(n) << 3);
}

function squareOf(differencesAt: usize, index: u32, block: u32): f64 {
  const place = (usize(index) * 2 * usize(blocks) + usize(block)) << 3;
  const distance = load<f64>(differencesAt + place) - load<f64>(scalesAt + (usize(index) << 4));
  return distance * distance;
}

/** In multiples of what this case in this block lets expect, at most MOST_SQUARE. */
function ratioOf(differencesAt: usize, index: u32, block: u32): f64 {
  const scale = load<f64>(scalesAt + (usize(index) << 4), 8);
  const expected = scale * load<f64>(noiseAt + (usize(block) << 3));
  return min(MOST_SQUARE, squareOf(differencesAt, index, block) / expected);
}

/** The scale of every case, given the noise of the blocks. False without memory. */
function fitScales(differencesAt: usize, workAt: usize): bool {
  told = 0;
  for (let i: u32 = 0; i < cases; i++) {
    for (let block: u32 = 0; block < blocks; block++) {
      const noise = load<f64>(noiseAt + (usize(block) << 3));
      store<f64>(workAt + (usize(block) << 3), squareOf(differencesAt, i, block) / noise);
    }
    const mark = scratchMark();
    const sorted = sortedCopy(workAt, blocks);
    const middle = sorted == 0 ? 0.0 : middleOf(sorted, blocks);
    scratchReset(mark);
    if (sorted == 0) return false;
    store<f64>(scalesAt + (usize(i) << 4), NORMAL_SCALE * NORMAL_SCALE * middle, 8);
    if (middle > 0) told++;
  }
  return true;
}

function sumRatios(differencesAt: usize): void {
  for (let block: u32 = 0; block < blocks; block++) {
    let sum = 0.0;
    for (let i: u32 = 0; i < cases; i++) {
      if (load<f64>(scalesAt + (usize(i) << 4), 8) > 0) sum += ratioOf(differencesAt, i, block);
    }
    store<f64>(sumsAt + (usize(block) << 3), sum);
  }
}

/** One step: every block's noise by what its squares say, with a geometric mean of 1 over the blocks. */
function stepNoise(differencesAt: usize): void {
  sumRatios(differencesAt);
  let logs = 0.0;
  for (let block: u32 = 0; block < blocks; block++) {
    const place = usize(block) << 3;
    const growth = max(LEAST_NOISE, load<f64>(sumsAt + place) / f64(told));
    const noise = load<f64>(noiseAt + place) * growth;
    store<f64>(noiseAt + place, noise);
    logs += logarithm(noise);
  }
  const level = portableExp(logs / f64(blocks));
  for (let block: u32 = 0; block < blocks; block++) {
    const place = usize(block) << 3;
    store<f64>(noiseAt + place, load<f64>(noiseAt + place) / level);
  }
}

function fitCenters(differencesAt: usize): bool {
  for (let i: u32 = 0; i < cases; i++) {
    const mark = scratchMark();
    const sorted = sortedCopy(differencesAt + ((usize(i) * 2 * usize(blocks)) << 3), blocks);
    const center = sorted == 0 ? 0.0 : middleOf(sorted, blocks);
    scratchReset(mark);
    if (sorted == 0) return false;
    store<f64>(scalesAt + (usize(i) << 4), center);
  }
  return true;
}

/**
 * Fits the noise of n blocks, in the order of time, from the differences of m cases (every second row of n f64 at differencesAt).
 * `workAt` has roundsBytes. False without memory. With too few of either all blocks are alike.
 */
export function fitRounds(differencesAt: usize, m: u32, n: u32, workAt: usize): bool {
  cases = m;
  blocks = n;
  told = 0;
  if (m < LEAST_CASES || n < LEAST_BLOCKS) return true;
  noiseAt = workAt;
  sumsAt = workAt + (usize(n) << 3);
  scalesAt = sumsAt + (usize(n) << 3);
  const rowAt = scalesAt + (usize(m) << 4);
  if (!fitCenters(differencesAt)) return false;
  for (let block: u32 = 0; block < n; block++) store<f64>(noiseAt + (usize(block) << 3), 1);
  for (let i = 0; i < ITERATIONS; i++) {
    if (!fitScales(differencesAt, rowAt)) return false;
    if (told < LEAST_CASES) return true;
    stepNoise(differencesAt);
  }
  if (!fitScales(differencesAt, rowAt)) return false;
  sumRatios(differencesAt);
  return true;
}

/** What the other cases say of a block's noise, as a logarithm. */
function othersSay(differencesAt: usize, index: u32, block: u32): f64 {
  const place = usize(block) << 3;
  const isTold = load<f64>(scalesAt + (usize(index) << 4), 8) > 0;
  const own = isTold ? ratioOf(differencesAt, index, block) : 0.0;
  const others = (load<f64>(sumsAt + place) - own) / f64(isTold ? told - 1 : told);
  return logarithm(max(LEAST_NOISE, others * load<f64>(noiseAt + place)));
}

/**
 * Writes the noise (a factor of the variance) of every block for one case to outAt: what the others say, smoothed over three
 * neighbors and drawn towards no difference by as much as luck could make. All 1 where nothing was fitted.
 */
export function noiseOfCase(differencesAt: usize, index: u32, n: u32, outAt: usize): void {
  for (let block: u32 = 0; block < n; block++) store<f64>(outAt + (usize(block) << 3), 1);
  if (told < LEAST_CASES) return;
  let mean = 0.0;
  for (let block: u32 = 0; block < n; block++) {
    const before = othersSay(differencesAt, index, block == 0 ? 0 : block - 1);
    const after = othersSay(differencesAt, index, block + 1 == n ? block : block + 1);
    const smooth = (before + othersSay(differencesAt, index, block) + after) / 3.0;
    store<f64>(outAt + (usize(block) << 3), smooth);
    mean += smooth;
  }
  mean /= f64(n);
  let squares = 0.0;
  for (let block: u32 = 0; block < n; block++) {
    const distance = load<f64>(outAt + (usize(block) << 3)) - mean;
    squares += distance * distance;
  }
  const luck = LOG_NOISE / f64(told - 1) / 3.0;
  const variance = squares / f64(n - 1);
  const believed = variance > luck ? 1.0 - luck / variance : 0.0;
  for (let block: u32 = 0; block < n; block++) {
    const place = usize(block) << 3;
    const log = believed * (load<f64>(outAt + place) - mean);
    store<f64>(outAt + place, portableExp(log));
  }
}
