// Whether a series settles: flat, warm-up, slow-down or no steady state, from its change points. Drops no sample.
import { BAD_ARGUMENT, NOT_FINITE, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { changePointsOf } from './change-point';
import { borrow, checkRange, checkSample, noRoom } from './inputs';
import { selectKth } from './order';

// After Barrett, Bolz-Tereick, Killick, Mount and Tratt, "Virtual machine warmup blows hot and cold" (OOPSLA 2017): segments between change
// points are equivalent when their levels differ by no more than a tolerance; what the last ones agree on is the steady state. Differences:
// levels are medians, not means (one late pause is no new level), and a long series is cut into at most 512 blocks whose medians are segmented.

export const FLAT: u32 = 0;
export const WARM_UP: u32 = 1;
export const SLOW_DOWN: u32 = 2;
export const NO_STEADY_STATE: u32 = 3;

// State
//   0 class u32 | 4 segments u32 | 8 steadyFrom u32 (n when there is none) | 12 block u32 (values a block)
//  16 level f64 of the last segment | 24 firstLevel f64 of the first one
export const STEADY_BYTES: usize = 32;

const MOST_BLOCKS: u32 = 512;
const LEAST_VALUES: u32 = 20;
/** A segment has at least this many blocks: a level of fewer is an episode. */
const LEAST_SEGMENT: u32 = 8;
/** The steady state must hold for the last quarter of the series. */
const STEADY_QUARTER: u32 = 4;

let medians: usize = 0;
let blocks: u32 = 0;
let work: usize = 0;
let ends: usize = 0;
let levelsAt: usize = 0;

/** Lower median of n values, through the work area, so that the input stays as it is. */
function medianOf(at: usize, n: u32): f64 {
  memory.copy(work, at, usize(n) << 3);
  return selectKth(work, n, (n - 1) >> 1);
}

function startOf(segment: u32): u32 {
  return segment == 0 ? 0 : load<u32>(ends + (usize(segment - 1) << 2));
}

function levelOf(segment: u32): f64 {
  return load<f64>(levelsAt + (usize(segment) << 3));
}

function setLevels(segments: u32): void {
  for (let segment: u32 = 0; segment < segments; segment++) {
    const from = startOf(segment);
    const to = segment + 1 == segments ? blocks : startOf(segment + 1);
    store<f64>(levelsAt + (usize(segment) << 3), medianOf(medians + (usize(from) << 3), to - from));
  }
}

/** First segment of the run that agrees with the last one. */
function steadySegment(segments: u32, tolerance: f64): u32 {
  const level = levelOf(segments - 1);
  let segment = segments - 1;
  while (segment > 0 && abs<f64>(levelOf(segment - 1) - level) <= tolerance) segment--;
  return segment;
}

function classOf(segments: u32, steady: u32, tolerance: f64): u32 {
  if (u64(blocks - startOf(steady)) * STEADY_QUARTER < blocks) return NO_STEADY_STATE;
  if (steady == 0) return FLAT;
  const level = levelOf(segments - 1);
  for (let segment: u32 = 0; segment < steady; segment++) {
    if (levelOf(segment) < level - tolerance) return SLOW_DOWN;
  }
  return WARM_UP;
}

function classify(
  n: u32,
  block: u32,
  segments: u32,
  relative: f64,
  absolute: f64,
  outAt: usize,
): void {
  setLevels(segments);
  const tolerance = max(absolute, relative * abs<f64>(levelOf(segments - 1)));
  const steady = steadySegment(segments, tolerance);
  const found = classOf(segments, steady, tolerance);
  store<u32>(outAt, found);
  store<u32>(outAt, segments, 4);
  store<u32>(outAt, found == NO_STEADY_STATE ? n : startOf(steady) * block, 8);
  store<u32>(outAt, block, 12);
  store<f64>(outAt, levelOf(segments - 1), 16);
  store<f64>(outAt, levelOf(0), 24);
}

function steadyInto(at: usize, n: u32, relative: f64, absolute: f64, outAt: usize): i32 {
  const block = u32((u64(n) + MOST_BLOCKS - 1) / MOST_BLOCKS);
  blocks = n / block;
  medians = borrow(u64(blocks) << 3);
  work = borrow(u64(max(block, blocks)) << 3);
  ends = borrow(u64(blocks) << 2);
  levelsAt = borrow(u64(blocks) << 3);
  if (medians == 0 || work == 0 || ends == 0 || levelsAt == 0) return noRoom();
  for (let i: u32 = 0; i < blocks; i++) {
    store<f64>(medians + (usize(i) << 3), medianOf(at + ((usize(i) * block) << 3), block));
  }
  const changes = changePointsOf(medians, blocks, LEAST_SEGMENT, ends, blocks);
  if (changes < 0) return changes;
  classify(n, block, u32(changes) + 1, relative, absolute, outAt);
  return OK;
}

/**
 * Classifies a series in time order (smaller is faster) and says from which value on it is steady.
 * n >= 20 finite values; two levels are the same within max(absolute, relative x last level), both >= 0.
 * Writes 32 bytes at outAt: {class u32: 0 flat, 1 warm-up, 2 slow-down, 3 no steady state; segments u32; steadyFrom u32; block u32;
 * level f64; firstLevel f64}. Fewer than `block` last values are beyond the whole blocks and not looked at. EMPTY, TOO_FEW below 20 values,
 * BAD_ARGUMENT or NOT_FINITE (subject 2, 3) for a tolerance. Source: Barrett et al. 2017, differences above.
 */
export function steadyState(at: usize, n: u32, relative: f64, absolute: f64, outAt: usize): i32 {
  let status = checkSample(at, n, LEAST_VALUES, 0);
  if (status == OK && relative - relative != 0) status = refuse(NOT_FINITE, 2);
  if (status == OK && absolute - absolute != 0) status = refuse(NOT_FINITE, 3);
  if (status == OK && relative < 0) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK && absolute < 0) status = refuse(BAD_ARGUMENT, 3);
  if (status == OK) status = checkRange(outAt, STEADY_BYTES, 4);
  if (status != OK) return status;
  const mark = scratchMark();
  status = steadyInto(at, n, relative, absolute, outAt);
  scratchReset(mark);
  return status;
}
