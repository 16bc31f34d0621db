// Pragmastat's Compare1 and Compare2: an estimate, its bounds and a verdict against a practical threshold. One threshold a call.
import { BAD_ARGUMENT, DOMAIN, NOT_FINITE, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { center } from './pragmastat-center';
import { centerBounds } from './pragmastat-center-bounds';
import { borrow, checkRange, noRoom } from './inputs';
import { disparity, disparityBounds } from './pragmastat-disparity';
import { ratio, ratioBounds, shift, shiftBounds } from './pragmastat-shift';
import { shamosSpread, spreadBounds } from './pragmastat-spread';

export const METRIC_CENTER: i32 = 0;
export const METRIC_SPREAD: i32 = 1;
export const METRIC_SHIFT: i32 = 2;
export const METRIC_RATIO: i32 = 3;
export const METRIC_DISPARITY: i32 = 4;

/** Where the projection grows: borrowed, because the estimators write to held memory only and a refusal must leave outAt alone. */
let projectionAt: usize = 0;

// Projection
//   0 estimate f64 | 8 lower f64 | 16 upper f64 | 24 verdict f64 (-1 less, 0 inconclusive, 1 greater)
export const PROJECTION_BYTES: usize = 32;

function checkThreshold(threshold: f64, misrate: f64, first: i32): i32 {
  if (threshold - threshold != 0) return refuse(NOT_FINITE, first);
  if (misrate - misrate != 0) return refuse(NOT_FINITE, first + 1);
  return misrate > 0 && misrate <= 1 ? OK : refuse(BAD_ARGUMENT, first + 1);
}

/** The estimators count their own arguments; here a refused misrate is at another index. */
function withMisrateAt(status: i32, subject: i32): i32 {
  return status == BAD_ARGUMENT ? refuse(status, subject) : status;
}

function deliverProjection(threshold: f64, outAt: usize): i32 {
  const lower = load<f64>(projectionAt, 8);
  const upper = load<f64>(projectionAt, 16);
  memory.copy(outAt, projectionAt, 24);
  store<f64>(outAt, lower > threshold ? 1.0 : upper < threshold ? -1.0 : 0.0, 24);
  return OK;
}

function project1(at: usize, n: u32, metric: i32, misrate: f64, seed: u64): i32 {
  projectionAt = borrow(24);
  if (projectionAt == 0) return noRoom();
  const isCenter = metric == METRIC_CENTER;
  const status = isCenter ? center(at, n, projectionAt) : shamosSpread(at, n, projectionAt);
  if (status != OK) return status;
  const bounds = isCenter
    ? centerBounds(at, n, misrate, projectionAt + 8)
    : spreadBounds(at, n, misrate, seed, projectionAt + 8);
  return withMisrateAt(bounds, 4);
}

/**
 * Compares center (metric 0) or spread (1) of n values with a threshold in their unit; `seed` serves the spread's bounds.
 * Writes a projection of 32 bytes at outAt: {estimate, lower, upper, verdict f64}. misrate in (0, 1].
 * BAD_ARGUMENT: subject 2 for another metric, 4 for a misrate out of reach; else as the estimator. Source: Pragmastat 14.0.1, Compare1.
 */
export function compare1(
  at: usize,
  n: u32,
  metric: i32,
  threshold: f64,
  misrate: f64,
  seed: u64,
  outAt: usize,
): i32 {
  if (metric != METRIC_CENTER && metric != METRIC_SPREAD) return refuse(BAD_ARGUMENT, 2);
  let status = checkThreshold(threshold, misrate, 3);
  if (status == OK) status = checkRange(outAt, PROJECTION_BYTES, 6);
  if (status != OK) return status;
  const mark = scratchMark();
  status = project1(at, n, metric, misrate, seed);
  if (status == OK) status = deliverProjection(threshold, outAt);
  scratchReset(mark);
  return status;
}

function estimate2(metric: i32, xAt: usize, n: u32, yAt: usize, m: u32): i32 {
  if (metric == METRIC_SHIFT) return shift(xAt, n, yAt, m, projectionAt);
  if (metric == METRIC_RATIO) return ratio(xAt, n, yAt, m, projectionAt);
  return disparity(xAt, n, yAt, m, projectionAt);
}

function bounds2(
  metric: i32,
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  seed: u64,
): i32 {
  const outAt = projectionAt + 8;
  if (metric == METRIC_SHIFT) return shiftBounds(xAt, n, yAt, m, misrate, outAt);
  if (metric == METRIC_RATIO) return ratioBounds(xAt, n, yAt, m, misrate, outAt);
  return disparityBounds(xAt, n, yAt, m, misrate, seed, outAt);
}

function project2(
  metric: i32,
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  misrate: f64,
  seed: u64,
): i32 {
  projectionAt = borrow(24);
  if (projectionAt == 0) return noRoom();
  const status = estimate2(metric, xAt, n, yAt, m);
  if (status != OK) return status;
  return withMisrateAt(bounds2(metric, xAt, n, yAt, m, misrate, seed), 6);
}

/**
 * Compares shift (metric 2), ratio (3) or disparity (4) of two samples with a threshold; `seed` serves the disparity's bounds.
 * Writes a projection as compare1. BAD_ARGUMENT: subject 4 for another metric, 6 for a misrate out of reach;
 * DOMAIN (subject 5) for a ratio threshold not above 0; else as the estimator. Source: Pragmastat 14.0.1, Compare2.
 */
export function compare2(
  xAt: usize,
  n: u32,
  yAt: usize,
  m: u32,
  metric: i32,
  threshold: f64,
  misrate: f64,
  seed: u64,
  outAt: usize,
): i32 {
  if (metric < METRIC_SHIFT || metric > METRIC_DISPARITY) return refuse(BAD_ARGUMENT, 4);
  let status = checkThreshold(threshold, misrate, 5);
  if (status == OK && metric == METRIC_RATIO && threshold <= 0) status = refuse(DOMAIN, 5);
  if (status == OK) status = checkRange(outAt, PROJECTION_BYTES, 8);
  if (status != OK) return status;
  const mark = scratchMark();
  status = project2(metric, xAt, n, yAt, m, misrate, seed);
  if (status == OK) status = deliverProjection(threshold, outAt);
  scratchReset(mark);
  return status;
}
