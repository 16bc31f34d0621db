// One segment of a series: its most different stretch, and how often shuffles of the segment have one as different.
import { OK, OVERFLOW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { advance64, mix64 } from '../random/prng';
import { refuse } from '../status';
import { CONSTANT, SCORED, scoresOf, TOO_WIDE } from './change-scores';
import { borrow, noRoom } from './inputs';

// Theory of operation. The statistic of a stretch of m values is what it explains of the squares of all n scores, in parts of what it leaves
// unexplained. Runs of one machine resemble their neighbors, and a shuffle makes them independent: with an autocorrelation of 0.3 a plain
// permutation test finds a change in a third of all flat series of 60 runs. So the statistic of the series is divided by what this
// autocorrelation adds to the variance of a difference of means, and that of a shuffle is not. With independent noise there are fewer
// false alarms than the level says.

/** More shuffles up to this length; each costs n^2 / 2 steps. */
const SHORT: u32 = 512;
const SHUFFLES_SHORT: u32 = 999;
const SHUFFLES_LONG: u32 = 199;
const AUTOCORRELATION: f64 = 0.3;
/** What a stretch leaves unexplained is at least this part of all: two constant levels leave nothing. */
const LEAST_REST: f64 = 1e-12;

/** A split is a stretch that begins at the beginning. */
export const ANY_STRETCH: bool = false;
export const SPLIT: bool = true;

/** The stretch that was found, from the beginning of the segment; and what stopped a test, or OK. */
export let foundFrom: u32 = 0;
export let foundTo: u32 = 0;
export let failure: i32 = OK;

let size: u32 = 0;
let least: u32 = 0;
let onlySplits: bool = false;
let scores: usize = 0;
let sums: usize = 0;
let weights: usize = 0;
let inflations: usize = 0;
let total: f64 = 0;
let squares: f64 = 0;

function get(at: usize, i: u32): f64 {
  return load<f64>(at + (usize(i) << 3));
}

function put(at: usize, i: u32, value: f64): void {
  store<f64>(at + (usize(i) << 3), value);
}

/** For each length m: 1 + 2 (sum over k < m of (1 - k / m) r^k), the variance of a mean of m in parts of that of independent values. */
function inflateMeans(): void {
  let power = 1.0;
  let sum = 0.0;
  let weighted = 0.0;
  for (let m: u32 = 1; m < size; m++) {
    put(inflations, m, 1.0 + 2.0 * (sum - weighted / f64(m)));
    power *= AUTOCORRELATION;
    sum += power;
    weighted += f64(m) * power;
  }
}

/** For each length m: 1 / (n m (n - m)), and how much wider autocorrelation makes the difference of its mean and that of the rest. */
function prepareLengths(): void {
  inflateMeans();
  const n = f64(size);
  for (let m: u32 = 1; m <= size >> 1; m++) {
    const a = f64(m);
    const b = n - a;
    const variance = get(inflations, m) / a + get(inflations, size - m) / b;
    const inflation = variance / (1.0 / a + 1.0 / b);
    put(inflations, m, inflation);
    put(inflations, size - m, inflation);
    put(weights, m, 1.0 / (n * a * b));
    put(weights, size - m, 1.0 / (n * a * b));
  }
}

function sumUp(): void {
  let sum = 0.0;
  put(sums, 0, 0);
  for (let i: u32 = 0; i < size; i++) {
    sum += get(scores, i);
    put(sums, i + 1, sum);
  }
}

/** The squares that the stretch [i, j) explains; sums of scores are whole, so the difference is exact. */
function explained(i: u32, j: u32): f64 {
  const m = j - i;
  const difference = f64(size) * (get(sums, j) - get(sums, i)) - f64(m) * total;
  return difference * difference * get(weights, m);
}

// Stretches [i, j): at least `least` values, and on either side of it none or at least as many. Both scans below go through them by
// ascending i, then j.
function lastBegin(): u32 {
  return onlySplits ? 0 : size - least;
}

function nextBegin(i: u32): u32 {
  return i == 0 ? least : i + 1;
}

/** The end after j: one by one to size - least, then size itself, but never all. */
function nextEnd(i: u32, j: u32): u32 {
  if (j + least < size) return j + 1;
  return i != 0 && j < size ? size : size + 1;
}

function firstEnd(i: u32): u32 {
  return nextEnd(i, i + least - 1);
}

/** Sets the stretch, and returns the squares that a shuffle must explain to reach it. */
function findStretch(): f64 {
  let best = -1.0;
  for (let i: u32 = 0; i <= lastBegin(); i = nextBegin(i)) {
    for (let j = firstEnd(i); j <= size; j = nextEnd(i, j)) {
      const part = explained(i, j);
      const rest = max<f64>(squares - part, squares * LEAST_REST);
      const ratio = part / rest / get(inflations, j - i);
      if (ratio <= best) continue;
      best = ratio;
      foundFrom = i;
      foundTo = j;
    }
  }
  return (best * squares) / (1.0 + best);
}

function reaches(limit: f64): bool {
  for (let i: u32 = 0; i <= lastBegin(); i = nextBegin(i)) {
    for (let j = firstEnd(i); j <= size; j = nextEnd(i, j)) {
      if (explained(i, j) >= limit) return true;
    }
  }
  return false;
}

/** Fisher-Yates from the end, as shuffleOrder does; the stream of one test goes on from shuffle to shuffle. */
function shuffle(state: u64): u64 {
  let next = state;
  for (let i = size - 1; i > 0; i--) {
    next = advance64(next);
    const j = u32(mix64(next) % u64(i + 1));
    const kept = get(scores, i);
    put(scores, i, get(scores, j));
    put(scores, j, kept);
  }
  return next;
}

/** How many of the shuffles reach the limit; stops at `enough`. */
function countReached(limit: f64, shuffles: u32, enough: u32): u32 {
  let state = u64(size);
  let reached: u32 = 0;
  for (let round: u32 = 0; round < shuffles && reached < enough; round++) {
    state = shuffle(state);
    sumUp();
    if (reaches(limit)) reached++;
  }
  return reached;
}

/** False when there is nothing to test: all values are equal, or `failure`. */
function prepare(at: usize, n: u32, shortest: u32, kind: bool): bool {
  size = n;
  least = shortest;
  onlySplits = kind;
  scores = borrow(u64(n) << 3);
  sums = borrow((u64(n) + 1) << 3);
  weights = borrow(u64(n) << 3);
  inflations = borrow(u64(n) << 3);
  const fits = scores != 0 && sums != 0 && weights != 0 && inflations != 0;
  const scored = fits ? scoresOf(at, n, scores) : CONSTANT;
  failure = scored == TOO_WIDE ? refuse(OVERFLOW, -1) : OK;
  if (!fits || scored < TOO_WIDE) failure = noRoom();
  if (scored != SCORED) return false;
  sumUp();
  total = get(sums, n);
  squares = 0;
  for (let i: u32 = 0; i < n; i++) squares += get(scores, i) * get(scores, i);
  squares -= (total * total) / f64(n);
  prepareLengths();
  return squares > 0;
}

/**
 * p of the most different stretch (or split) of n >= 2 shortest values, which is then foundFrom to foundTo; above `most` it is only known
 * to be above. 1 when all are equal, and when `failure` is set.
 */
export function testStretch(at: usize, n: u32, shortest: u32, kind: bool, most: f64): f64 {
  const mark = scratchMark();
  let p = 1.0;
  if (prepare(at, n, shortest, kind)) {
    const shuffles = n <= SHORT ? SHUFFLES_SHORT : SHUFFLES_LONG;
    const limit = findStretch();
    const reached = countReached(limit, shuffles, u32(most * f64(shuffles + 1)));
    p = f64(reached + 1) / f64(shuffles + 1);
  }
  scratchReset(mark);
  return p;
}

/** Where both sides of a split differ most, or `otherwise` when all values are equal. */
export function bestSplit(at: usize, n: u32, shortest: u32, otherwise: u32): u32 {
  const mark = scratchMark();
  const isPrepared = prepare(at, n, shortest, SPLIT);
  if (isPrepared) findStretch();
  scratchReset(mark);
  return isPrepared ? foundTo : otherwise;
}
