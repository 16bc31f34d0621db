// Order statistics of all pairwise sums p[i] + q[j] in O((rows + columns) log pairs), without building them. Knows no estimator.
import { advance64, mix64 } from '../random/prng';
import { borrow } from './inputs';
import { selectKth } from './order';

// Theory of operation (after Monahan, "Algorithm 616: fast computation of the Hodges-Lehmann location estimator", ACM TOMS 10, 1984;
// pivots by sampling after Floyd and Rivest, "Expected time bounds for selection", CACM 18, 1975).
// p and q ascend, so the sums form a matrix with ascending rows and columns. A row's columns still in question are [left, right).
// One pass down a staircase finds, for a pivot, the boundary of every row and the number of sums below. Each pass moves either all
// left ends or all right ends to these boundaries. The pivot is a rank of a stratified sample of the sums in question, chosen a
// little beyond the target, so that the larger part falls away: about 8 passes for 5e9 pairs. The rest is gathered and selected.
//
// Sums are compared as they are rounded; rounding is monotone, so the selected element is the one that sorting all sums would give.

/** All rows use all columns (differences of two samples). */
export const FULL: i32 = 0;
/** Row i uses columns i, i + 1, ... (averages of one sample, each value with itself too). */
export const UPPER: i32 = 1;
/** Row i uses columns rows - i, ...: rows are reversed, columns j > i of the original order (spreads of one sample). */
export const REVERSED: i32 = 2;

const LARGE_SAMPLE: u32 = 1024;
const SMALL_SAMPLE: u32 = 64;
/** 1.5 standard deviations of the sampled rank: the pivot is on the intended side about 14 times of 15. */
const MARGIN: f64 = 1.5;

let shape: i32 = FULL;
let rows: u32 = 0;
let columns: u32 = 0;
let pAt: usize = 0;
let qAt: usize = 0;
let leftAt: usize = 0;
let rightAt: usize = 0;
let boundaryAt: usize = 0;
let poolAt: usize = 0;
let poolRoom: u32 = 0;
let draws: u64 = 0;

/** Results of selectSums. */
export let lowerSum: f64 = 0;
export let upperSum: f64 = 0;

function firstColumn(row: u32): u32 {
  return shape == FULL ? 0 : shape == UPPER ? row : rows - row;
}

function sumOf(row: u32, column: u32): f64 {
  return load<f64>(pAt + (usize(row) << 3)) + load<f64>(qAt + (usize(column) << 3));
}

function cell(at: usize, row: u32): u32 {
  return load<u32>(at + (usize(row) << 2));
}

/** The number of sums that the shape has. Up to 2^63: u64, because 65,537 values already have more than 2^31 pairs. */
function pairsOfShape(): u64 {
  if (shape == FULL) return u64(rows) * columns;
  return shape == UPPER ? (u64(rows) * (u64(rows) + 1)) >> 1 : (u64(rows) * (u64(rows) - 1)) >> 1;
}

/** Writes each row's boundary for the pivot and returns how many sums are below it (or not above it). */
function partition(pivot: f64, orEqual: bool): u64 {
  let column = columns;
  let count: u64 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const p = load<f64>(pAt + (usize(row) << 3));
    if (orEqual) {
      while (column > 0 && p + load<f64>(qAt + (usize(column - 1) << 3)) > pivot) column--;
    } else {
      while (column > 0 && p + load<f64>(qAt + (usize(column - 1) << 3)) >= pivot) column--;
    }
    const first = firstColumn(row);
    const boundary = column > first ? column : first;
    store<u32>(boundaryAt + (usize(row) << 2), boundary);
    count += boundary - first;
  }
  return count;
}

/** The largest sum before the boundaries and the smallest one behind them. */
function neighbors(): void {
  let low = -Infinity;
  let high = Infinity;
  for (let row: u32 = 0; row < rows; row++) {
    const boundary = cell(boundaryAt, row);
    if (boundary > firstColumn(row)) low = max(low, sumOf(row, boundary - 1));
    if (boundary < columns) high = min(high, sumOf(row, boundary));
  }
  lowerSum = low;
  upperSum = high;
}

/** Fills the pool with one sum of every stratum of the active ones and returns the rank of `rank` in it, moved outwards. */
function choosePivot(rank: u64, active: u64): f64 {
  const sample = poolRoom < LARGE_SAMPLE ? SMALL_SAMPLE : LARGE_SAMPLE;
  const stride = active / sample;
  let row: u32 = 0;
  let before: u64 = 0;
  let width = u64(cell(rightAt, 0) - cell(leftAt, 0));
  for (let s: u32 = 0; s < sample; s++) {
    draws = advance64(draws);
    const target = u64(s) * stride + (mix64(draws) % stride);
    while (target >= before + width) {
      before += width;
      row++;
      width = u64(cell(rightAt, row) - cell(leftAt, row));
    }
    store<f64>(poolAt + (usize(s) << 3), sumOf(row, cell(leftAt, row) + u32(target - before)));
  }
  const share = f64(rank) / f64(active);
  const place = share * f64(sample);
  const margin = MARGIN * sqrt<f64>(f64(sample) * share * (1 - share)) + 1;
  const wanted = share < 0.5 ? place + margin : place - margin;
  return selectKth(poolAt, sample, u32(max(0.0, min(wanted, f64(sample - 1)))));
}

/** Copies the active sums into the pool and selects there. */
function finish(rank: u64, active: u32, both: bool): void {
  let filled: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const right = cell(rightAt, row);
    for (let column = cell(leftAt, row); column < right; column++) {
      store<f64>(poolAt + (usize(filled) << 3), sumOf(row, column));
      filled++;
    }
  }
  const k = u32(rank - 1);
  lowerSum = selectKth(poolAt, active, k);
  upperSum = lowerSum;
  if (!both) return;
  let next = Infinity;
  for (let i = k + 1; i < active; i++) next = min(next, load<f64>(poolAt + (usize(i) << 3)));
  upperSum = next;
}

function swapBoundaryWithLeft(): void {
  const swap = leftAt;
  leftAt = boundaryAt;
  boundaryAt = swap;
}

/** Narrows [left, right) until lowerSum and upperSum are the sums of ranks low and high (from 1; high is low or low + 1). */
function narrow(low: u64, high: u64): void {
  let below: u64 = 0;
  let notAbove = pairsOfShape();
  while (notAbove - below > poolRoom) {
    const pivot = choosePivot(low - below, notAbove - below);
    const under = partition(pivot, false);
    if (under >= high) {
      const swap = rightAt;
      rightAt = boundaryAt;
      boundaryAt = swap;
      notAbove = under;
    } else if (under == low) {
      return neighbors();
    } else if (under > below) {
      swapBoundaryWithLeft();
      below = under;
    } else {
      // The pivot is the smallest active sum: its ties are the answer, or they fall away together.
      const upTo = partition(pivot, true);
      if (upTo >= high) {
        lowerSum = pivot;
        upperSum = pivot;
        return;
      }
      if (upTo == low) return neighbors();
      swapBoundaryWithLeft();
      below = upTo;
    }
  }
  finish(low - below, u32(notAbove - below), high > low);
}

/**
 * Sets lowerSum and upperSum to the sums of ranks low and high (from 1, high = low or low + 1, both within the number of pairs) of
 * p[i] + q[j] over the shape. False when the workspace (12 bytes a row and at least 512 bytes) does not fit.
 */
export function selectSums(
  p: usize,
  rowCount: u32,
  q: usize,
  columnCount: u32,
  kind: i32,
  low: u64,
  high: u64,
): bool {
  shape = kind;
  rows = rowCount;
  columns = columnCount;
  pAt = p;
  qAt = q;
  poolRoom = u32(max((u64(rows) + columns) >> 1, u64(SMALL_SAMPLE)));
  const bounds = u64(rows) << 2;
  leftAt = borrow(bounds);
  rightAt = borrow(bounds);
  boundaryAt = borrow(bounds);
  poolAt = borrow(u64(poolRoom) << 3);
  if (leftAt == 0 || rightAt == 0 || boundaryAt == 0 || poolAt == 0) return false;
  draws = low;
  for (let row: u32 = 0; row < rows; row++) {
    store<u32>(leftAt + (usize(row) << 2), firstColumn(row));
    store<u32>(rightAt + (usize(row) << 2), columns);
  }
  narrow(low, high);
  return true;
}
