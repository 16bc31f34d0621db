// Gaussian kernel density, linear or of the logarithm, and the outline of a violin. Exact sums, no FFT.
import { refuse } from '../status';
import { scratchMark, scratchReset } from '../arena';
import { BAD_ARGUMENT, DOMAIN, NOT_FINITE, OK, OVERFLOW } from '../abi';
import { borrow, checkPositive, checkRange, checkSample, noRoom } from './inputs';
import { sortedCopy } from './order';
import { quantileOf, R7 } from './quantile';
import { isConstant, scaleInto, unitOf } from './moments';
import { meanOf, squaresOf } from './sums';
import { logarithm } from './elementary';
import { portableExp } from './pragmastat-special';

/** std x n^(-1/5) (scipy's default, seaborn's 'scott'). */
export const SCOTT: i32 = 0;
/** std x (3 n / 4)^(-1/5) (scipy's 'silverman'). */
export const SILVERMAN: i32 = 1;
/** 0.9 x min(std, IQR / 1.34) x n^(-1/5), std alone when the IQR is 0 (Silverman 1986, 3.31; R's bw.nrd0). */
export const SILVERMAN_ROBUST: i32 = 2;

export const LINEAR: i32 = 0;
/** The density of ln x, divided by x (the Jacobian), so that it integrates to 1 over x. Samples must be positive. */
export const LOGARITHMIC: i32 = 1;

const SQRT_TWO_PI: f64 = 2.5066282746310002;
// exp(-0.5 x 38.6^2) is below 5e-324: farther samples add nothing at all.
const REACH: f64 = 38.6;
// Above this, samples closer together than h / 64 are moved to their common mean: relative error below 1e-4, and the time
// is bounded by the grid instead of n x m.
const MANY: u32 = 65_536;
const MERGE: f64 = 1.0 / 64.0;

function checkScale(at: usize, n: u32, scale: i32, subject: i32): i32 {
  if (scale < LINEAR || scale > LOGARITHMIC) return refuse(BAD_ARGUMENT, subject);
  return scale == LINEAR ? OK : checkPositive(at, n, 0);
}

/** An ascending copy in the scale asked for, or 0. */
function scaledCopy(at: usize, n: u32, scale: i32): usize {
  const sorted = sortedCopy(at, n);
  if (sorted == 0 || scale == LINEAR) return sorted;
  const end = sorted + (usize(n) << 3);
  for (let p = sorted; p < end; p += 8) store<f64>(p, logarithm(load<f64>(p)));
  return sorted;
}

/** n^(-1/5). */
function fifthRoot(n: f64): f64 {
  return portableExp(-logarithm(n) / 5);
}

/** The rule's bandwidth of an ascending sample; 0 for a constant one. It is changed into its unit and back; `workAt` takes n f64. */
function bandwidthOf(sorted: usize, n: u32, rule: i32, workAt: usize): f64 {
  if (isConstant(sorted, n)) return 0;
  const unit = unitOf(sorted, n);
  scaleInto(sorted, n, unit, sorted);
  const bandwidth = unitBandwidth(sorted, n, rule, workAt);
  scaleInto(sorted, n, 1 / unit, sorted);
  return bandwidth / unit;
}

function unitBandwidth(sorted: usize, n: u32, rule: i32, workAt: usize): f64 {
  const variance = squaresOf(sorted, n, meanOf(sorted, n), workAt) / f64(n - 1);
  const std = sqrt<f64>(variance);
  if (rule == SCOTT) return std * fifthRoot(f64(n));
  if (rule == SILVERMAN) return std * fifthRoot(f64(n) * 0.75);
  const range = quantileOf(sorted, n, 0.75, R7) - quantileOf(sorted, n, 0.25, R7);
  const spread = range > 0 ? min<f64>(std, range / 1.34) : std;
  return 0.9 * spread * fifthRoot(f64(n));
}

/** Writes the bandwidth of a rule, in units of the sample (or of its logarithm). DOMAIN when all samples are equal. */
export function densityBandwidth(at: usize, n: u32, rule: i32, scale: i32, outAt: usize): i32 {
  let status = checkSample(at, n, 2, 0);
  if (status == OK) status = checkRange(outAt, 8, 4);
  if (status == OK && (rule < SCOTT || rule > SILVERMAN_ROBUST)) status = refuse(BAD_ARGUMENT, 2);
  if (status == OK) status = checkScale(at, n, scale, 3);
  if (status != OK) return status;
  const mark = scratchMark();
  const sorted = scaledCopy(at, n, scale);
  const work = borrow(u64(n) << 3);
  if (sorted == 0 || work == 0) status = noRoom();
  else status = deliverBandwidth(bandwidthOf(sorted, n, rule, work), outAt);
  scratchReset(mark);
  return status;
}

function deliverBandwidth(bandwidth: f64, outAt: usize): i32 {
  if (bandwidth - bandwidth != 0) return refuse(OVERFLOW, -1);
  if (bandwidth <= 0) return refuse(DOMAIN, 0);
  store<f64>(outAt, bandwidth);
  return OK;
}

// A weighted point: f64 position, f64 weight.
const POINT_BYTES: usize = 16;

/** Turns ascending samples into weighted points; returns how many. Above MANY, close ones become one at their mean. */
function writePoints(sorted: usize, n: u32, bandwidth: f64, pointsAt: usize): u32 {
  const reach = n > MANY ? bandwidth * MERGE : 0;
  let count: u32 = 0;
  let i: u32 = 0;
  while (i < n) {
    const first = load<f64>(sorted + (usize(i) << 3));
    let distance = 0.0;
    let weight: u32 = 0;
    while (i < n && load<f64>(sorted + (usize(i) << 3)) - first <= reach) {
      distance += load<f64>(sorted + (usize(i) << 3)) - first;
      weight++;
      i++;
    }
    const point = pointsAt + usize(count) * POINT_BYTES;
    store<f64>(point, first + distance / f64(weight));
    store<f64>(point, f64(weight), 8);
    count++;
  }
  return count;
}

/** The first point at or above `value`. */
function firstFrom(pointsAt: usize, count: u32, value: f64): u32 {
  let low: u32 = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(pointsAt + usize(middle) * POINT_BYTES) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function densityAt(pointsAt: usize, count: u32, n: u32, bandwidth: f64, x: f64): f64 {
  let sum = 0.0;
  for (let i = firstFrom(pointsAt, count, x - REACH * bandwidth); i < count; i++) {
    const point = pointsAt + usize(i) * POINT_BYTES;
    const z = (load<f64>(point) - x) / bandwidth;
    if (z > REACH) break;
    sum += load<f64>(point, 8) * portableExp(-0.5 * z * z);
  }
  return sum / f64(n) / bandwidth / SQRT_TWO_PI;
}

/**
 * Writes the density at m grid points, with a bandwidth in the scale's units. On the logarithmic scale grid points must be
 * positive too, and the density is per unit of x, not of ln x.
 */
export function density(
  at: usize,
  n: u32,
  bandwidth: f64,
  scale: i32,
  gridAt: usize,
  m: u32,
  outAt: usize,
): i32 {
  let status = checkSample(at, n, 1, 0);
  if (status == OK) status = checkSample(gridAt, m, 1, 4);
  if (status == OK) status = checkRange(outAt, u64(m) << 3, 6);
  if (status == OK) status = checkScale(at, n, scale, 3);
  if (status == OK && scale == LOGARITHMIC) status = checkPositive(gridAt, m, 4);
  if (status != OK) return status;
  if (bandwidth - bandwidth != 0) return refuse(NOT_FINITE, 2);
  if (bandwidth <= 0) return refuse(BAD_ARGUMENT, 2);
  const mark = scratchMark();
  const sorted = scaledCopy(at, n, scale);
  const points = borrow(u64(n) << 4);
  const values = borrow(u64(m) << 3);
  if (sorted == 0 || points == 0 || values == 0) status = noRoom();
  else status = writeDensity(sorted, n, bandwidth, scale, points, gridAt, m, values);
  if (status == OK) memory.copy(outAt, values, usize(m) << 3);
  scratchReset(mark);
  return status;
}

function writeDensity(
  sorted: usize,
  n: u32,
  bandwidth: f64,
  scale: i32,
  points: usize,
  gridAt: usize,
  m: u32,
  values: usize,
): i32 {
  const count = writePoints(sorted, n, bandwidth, points);
  for (let j: u32 = 0; j < m; j++) {
    const x = load<f64>(gridAt + (usize(j) << 3));
    let value = densityAt(points, count, n, bandwidth, scale == LINEAR ? x : logarithm(x));
    if (scale == LOGARITHMIC) value /= x;
    if (value - value != 0) return refuse(OVERFLOW, -1);
    store<f64>(values + (usize(j) << 3), value);
  }
  return OK;
}

/**
 * The outline of a violin: m >= 2 equally spaced points from the smallest to the largest sample ("cut 0") at `gridAt`, and at
 * `outAt` the density there with Scott's bandwidth, scaled so that its largest value is 1. DOMAIN when all samples are equal.
 */
export function violin(at: usize, n: u32, m: u32, gridAt: usize, outAt: usize): i32 {
  let status = checkSample(at, n, 2, 0);
  if (status != OK) return status;
  if (m < 2) return refuse(BAD_ARGUMENT, 2);
  status = checkRange(gridAt, u64(m) << 3, 3);
  if (status == OK) status = checkRange(outAt, u64(m) << 3, 4);
  if (status != OK) return status;
  const mark = scratchMark();
  status = writeViolin(at, n, m, gridAt, outAt);
  scratchReset(mark);
  return status;
}

function writeViolin(at: usize, n: u32, m: u32, gridAt: usize, outAt: usize): i32 {
  const sorted = sortedCopy(at, n);
  const points = borrow(u64(n) << 4);
  const grid = borrow(u64(m) << 3);
  const values = borrow(u64(m) << 3);
  if (sorted == 0 || points == 0 || grid == 0 || values == 0) return noRoom();
  if (isConstant(sorted, n)) return refuse(DOMAIN, 0);
  // In the sample's unit: the shape is the same, and no density of narrow samples exceeds binary64.
  const unit = unitOf(sorted, n);
  scaleInto(sorted, n, unit, sorted);
  const bandwidth = unitBandwidth(sorted, n, SCOTT, points);
  const low = load<f64>(sorted);
  const high = load<f64>(sorted + (usize(n - 1) << 3));
  for (let j: u32 = 0; j < m; j++) {
    const share = f64(j) / f64(m - 1);
    store<f64>(grid + (usize(j) << 3), j == m - 1 ? high : low + (high - low) * share);
  }
  const status = writeDensity(sorted, n, bandwidth, LINEAR, points, grid, m, values);
  if (status != OK) return status;
  let largest = 0.0;
  for (let j: u32 = 0; j < m; j++) largest = max<f64>(largest, load<f64>(values + (usize(j) << 3)));
  if (largest <= 0) return refuse(DOMAIN, 0);
  for (let j: u32 = 0; j < m; j++) {
    const place = values + (usize(j) << 3);
    store<f64>(place, load<f64>(place) / largest);
  }
  scaleInto(grid, m, 1 / unit, gridAt);
  memory.copy(outAt, values, usize(m) << 3);
  return OK;
}
