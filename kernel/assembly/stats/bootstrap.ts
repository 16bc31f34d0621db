// Percentile bootstrap intervals on numpy's stream, so that published intervals come out. No bias correction (BCa).
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { BAD_ARGUMENT, NOT_FINITE, OK, OVERFLOW } from '../abi';
import { drawBelow, nextPcg64, seedPcg64 } from '../random/pcg64';
import { borrow, checkRange, checkRate, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { interpolate, medianOf, middleOf, quantileOf, R7 } from './quantile';
import { meanOf } from './sums';

export const STATISTIC_MEAN: i32 = 0;
export const STATISTIC_MEDIAN: i32 = 1;
/** R-7 at `p`. */
export const STATISTIC_QUANTILE: i32 = 2;

// Interval, f64: 0 low | 8 high | 16 the statistic of the sample itself
export const INTERVAL_BYTES: usize = 24;

// Some ten seconds of draws: a call that would take longer is refused rather than seem to hang.
const MOST_DRAWS: u64 = 1 << 29;

/**
 * The interval of a statistic from `resamples` resamples with replacement: the percentiles (100 - levelPercent) / 2 and
 * its mirror of the resampled statistics. Draws are `numpy.random.default_rng(seed).integers(0, n)` in order.
 */
export function bootstrap(
  at: usize,
  n: u32,
  statistic: i32,
  p: f64,
  resamples: u32,
  levelPercent: f64,
  seed: u64,
  outAt: usize,
): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkRange(outAt, INTERVAL_BYTES, 7);
  if (status == OK) status = checkRate(p, 3);
  if (status != OK) return status;
  if (statistic < STATISTIC_MEAN || statistic > STATISTIC_QUANTILE) return refuse(BAD_ARGUMENT, 2);
  if (resamples == 0 || u64(n) * resamples > MOST_DRAWS) return refuse(BAD_ARGUMENT, 4);
  if (levelPercent - levelPercent != 0) return refuse(NOT_FINITE, 5);
  if (levelPercent <= 0 || levelPercent >= 100) return refuse(BAD_ARGUMENT, 5);
  const mark = scratchMark();
  seedPcg64(seed);
  const replicates = borrow(u64(resamples) << 3);
  if (replicates == 0) status = noRoom();
  else if (statistic == STATISTIC_MEAN) status = resampleMeans(at, n, resamples, replicates, outAt);
  else
    status = resampleRanks(at, n, statistic == STATISTIC_MEDIAN, p, resamples, replicates, outAt);
  if (status == OK) status = writeInterval(replicates, resamples, levelPercent, outAt);
  scratchReset(mark);
  return status;
}

function writeInterval(replicates: usize, resamples: u32, levelPercent: f64, outAt: usize): i32 {
  const sorted = sortedCopy(replicates, resamples);
  if (sorted == 0) return noRoom();
  const tail = (100 - levelPercent) / 2;
  store<f64>(outAt, quantileOf(sorted, resamples, tail / 100, R7));
  store<f64>(outAt, quantileOf(sorted, resamples, (100 - tail) / 100, R7), 8);
  return OK;
}

function resampleMeans(at: usize, n: u32, resamples: u32, replicates: usize, outAt: usize): i32 {
  const resample = borrow(u64(n) << 3);
  if (resample == 0) return noRoom();
  const center = meanOf(at, n);
  if (center - center != 0) return refuse(OVERFLOW, -1);
  for (let b: u32 = 0; b < resamples; b++) {
    for (let i: u32 = 0; i < n; i++) {
      const value = load<f64>(at + (usize(drawBelow(n)) << 3));
      store<f64>(resample + (usize(i) << 3), value);
    }
    const mean = meanOf(resample, n);
    if (mean - mean != 0) return refuse(OVERFLOW, -1);
    store<f64>(replicates + (usize(b) << 3), mean);
  }
  store<f64>(outAt, center, 16);
  return OK;
}

/** Rank (from 0) of the first value equal to each sample: a resample is then a count per rank, never sorted. */
function writeRanks(at: usize, n: u32, sorted: usize, ranks: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    const value = load<f64>(at + (usize(i) << 3));
    let low: u32 = 0;
    let high = n - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<f64>(sorted + (usize(middle) << 3)) < value) low = middle + 1;
      else high = middle;
    }
    store<u32>(ranks + (usize(i) << 2), low);
  }
}

function resampleRanks(
  at: usize,
  n: u32,
  isMedian: bool,
  p: f64,
  resamples: u32,
  replicates: usize,
  outAt: usize,
): i32 {
  const sorted = sortedCopy(at, n);
  const ranks = borrow(u64(n) << 2);
  const counts = borrow(u64(n) << 2);
  if (sorted == 0 || ranks == 0 || counts == 0) return noRoom();
  writeRanks(at, n, sorted, ranks);
  const position = isMedian ? f64(n - 1) / 2 : f64(n - 1) * p;
  const lower = u32(position);
  const upper = min<u32>(lower + 1, n - 1);
  const fraction = position - f64(lower);
  for (let b: u32 = 0; b < resamples; b++) {
    drawCounts(n, ranks, counts);
    const first = walk(counts, lower);
    const a = load<f64>(sorted + (usize(first) << 3));
    const second = fraction == 0 ? first : walk(counts, upper);
    const c = load<f64>(sorted + (usize(second) << 3));
    const value = isMedian ? middleOf(a, c) : interpolate(a, c, fraction);
    store<f64>(replicates + (usize(b) << 3), value);
  }
  store<f64>(outAt, isMedian ? medianOf(sorted, n) : quantileOf(sorted, n, p, R7), 16);
  return OK;
}

function drawCounts(n: u32, ranks: usize, counts: usize): void {
  memory.fill(counts, 0, usize(n) << 2);
  for (let i: u32 = 0; i < n; i++) {
    const counter = counts + (usize(load<u32>(ranks + (usize(drawBelow(n)) << 2))) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
}

/** The first rank whose cumulative count exceeds `wanted`. */
function walk(counts: usize, wanted: u32): u32 {
  let rank: u32 = 0;
  let total = load<u32>(counts);
  while (total <= wanted) {
    rank++;
    total += load<u32>(counts + (usize(rank) << 2));
  }
  return rank;
}

/** Writes `default_rng(seed).integers(0, bound, count)` as u32. */
export function numpyIntegers(seed: u64, bound: u32, count: u32, outAt: usize): i32 {
  if (bound == 0) return refuse(BAD_ARGUMENT, 1);
  const status = checkRange(outAt, u64(count) << 2, 3);
  if (status != OK) return status;
  seedPcg64(seed);
  for (let i: u32 = 0; i < count; i++) store<u32>(outAt + (usize(i) << 2), drawBelow(bound));
  return OK;
}

/** Writes `PCG64(seed).random_raw(count)` as u64. */
export function numpyRaw(seed: u64, count: u32, outAt: usize): i32 {
  const status = checkRange(outAt, u64(count) << 3, 2);
  if (status != OK) return status;
  seedPcg64(seed);
  for (let i: u32 = 0; i < count; i++) store<u64>(outAt + (usize(i) << 3), nextPcg64());
  return OK;
}
