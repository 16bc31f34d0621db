// Where a series changes its level: cuts that shuffled series of the same values do not reach. Slow drifts are not looked for.
import { BAD_ARGUMENT, CAPACITY, NOT_FINITE, OK, TOO_FEW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import {
  ANY_STRETCH,
  bestSplit,
  failure,
  foundFrom,
  foundTo,
  SPLIT,
  testStretch,
} from './change-test';
import { borrow, checkRange, checkSample, noRoom } from './inputs';

// Theory of operation. Circular binary segmentation (Olshen, Venkatraman, Lucito and Wigler, Biostatistics 5, 2004) on robust scores
// (change-scores.ts). A segment whose most different stretch is significant (change-test.ts) is cut at both ends of it, and each part is
// tested alone. Then each change is tested as a split of its two neighbor segments only; the least significant one goes until all are
// significant. In the end each moves to where its two neighbor segments differ most.

/** The most values of a series. */
export const MOST_VALUES: u32 = 2048;
/** 199 shuffles of a long series know no smaller p. */
const LEAST_LEVEL: f64 = 0.005;
const MOST_LEVEL: f64 = 0.5;

let series: usize = 0;
let length: u32 = 0;
let least: u32 = 0;
let level: f64 = 0;
let changes: usize = 0;
let count: u32 = 0;

/** Puts a change before the one with this index. */
function insert(index: u32, position: u32): void {
  const at = changes + (usize(index) << 2);
  memory.copy(at + 4, at, usize(count - index) << 2);
  store<u32>(at, position);
  count++;
}

/** The position of a change; 0 before the first and the length after the last. */
function edge(index: i32): u32 {
  if (index < 0) return 0;
  return u32(index) < count ? load<u32>(changes + (usize(index) << 2)) : length;
}

function placeOf(position: u32): usize {
  return series + (usize(position) << 3);
}

/** Cuts the first segment until it cannot be cut, then the next: a loop, since segments can be as many as values are. */
function cut(): void {
  for (let index: u32 = 0; index <= count;) {
    const begin = edge(i32(index) - 1);
    const n = edge(i32(index)) - begin;
    const isLong = n >= 2 * least;
    const p = isLong ? testStretch(placeOf(begin), n, least, ANY_STRETCH, level) : 1;
    if (isLong && failure != OK) return;
    if (p > level) {
      index++;
      continue;
    }
    if (foundTo < n) insert(index, begin + foundTo);
    if (foundFrom > 0) insert(index, begin + foundFrom);
  }
}

/** The least significant change, by its index; `count` when all are significant. */
function weakest(): u32 {
  let found = count;
  let most = level;
  for (let index: u32 = 0; index < count && failure == OK; index++) {
    const begin = edge(i32(index) - 1);
    const n = edge(i32(index) + 1) - begin;
    const p = testStretch(placeOf(begin), n, least, SPLIT, 1);
    if (p <= most) continue;
    most = p;
    found = index;
  }
  return found;
}

function removeWeak(): void {
  for (let index = weakest(); index < count; index = weakest()) {
    const at = changes + (usize(index) << 2);
    memory.copy(at, at + 4, usize(count - index - 1) << 2);
    count--;
  }
}

/** From the first to the last, each between the moved one before it and the next. */
function moveToBest(): void {
  for (let index: u32 = 0; index < count; index++) {
    const begin = edge(i32(index) - 1);
    const n = edge(i32(index) + 1) - begin;
    const place = bestSplit(placeOf(begin), n, least, edge(i32(index)) - begin);
    store<u32>(changes + (usize(index) << 2), begin + place);
  }
}

function findChanges(): i32 {
  count = 0;
  cut();
  if (failure == OK) removeWeak();
  if (failure == OK) moveToBest();
  return failure;
}

/** changePoints for checked arguments. */
function changesInto(outAt: usize, capacity: u32): i32 {
  changes = borrow(u64(length) << 2);
  if (changes == 0) return noRoom();
  const status = findChanges();
  if (status != OK) return status;
  if (count > capacity) return refuse(CAPACITY, 5);
  memory.copy(outAt, changes, usize(count) << 2);
  return i32(count);
}

function checkLevel(rate: f64, subject: i32): i32 {
  if (rate - rate != 0) return refuse(NOT_FINITE, subject);
  return rate < LEAST_LEVEL || rate > MOST_LEVEL ? refuse(BAD_ARGUMENT, subject) : OK;
}

/**
 * Positions where a series changes its level: the u32 index of each new segment's first value, ascending. n <= 2,048 finite values in time
 * order; at least `shortest` >= 1 values a segment (from 3 on one wild value is no change); a flat series has a change with a probability
 * of at most `significance`, 0.005 to 0.5; room for `capacity` u32 at outAt. Returns their number (0: none), or EMPTY, TOO_FEW when
 * n < 2 shortest, BAD_ARGUMENT (subject 1: too long, 2: shortest 0, 3: significance), CAPACITY (nothing written), OVERFLOW. About
 * 500 n^2 steps up to 512 values, 100 n^2 above. Source: Olshen et al. 2004, differences above.
 */
export function changePoints(
  at: usize,
  n: u32,
  shortest: u32,
  significance: f64,
  outAt: usize,
  capacity: u32,
): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK && n > MOST_VALUES) status = refuse(BAD_ARGUMENT, 1);
  if (status == OK && shortest == 0) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK && u64(shortest) * 2 > n) status = refuse(TOO_FEW, 1);
  if (status == OK) status = checkLevel(significance, 3);
  if (status == OK) status = checkRange(outAt, u64(capacity) << 2, 4);
  if (status != OK) return status;
  series = at;
  length = n;
  least = shortest;
  level = significance;
  const mark = scratchMark();
  status = changesInto(outAt, capacity);
  scratchReset(mark);
  return status;
}
