// The rank statistics' part of the signature: every export once, on drawn samples of 97 and 61 values. Expects no particular number.
import { fold, foldBytes } from './fold';
import { PRACTICE, PRACTICE_BYTES } from './practice';
import { lend } from '../stats/inputs';
import { cliffsDelta, hedgesG } from '../stats/effect-size';
import { changePoints } from '../stats/change-point';
import { holm } from '../stats/holm';
import { center } from '../stats/pragmastat-center';
import { centerBounds } from '../stats/pragmastat-center-bounds';
import { compare1, compare2 } from '../stats/pragmastat-compare';
import {
  avgSpread,
  avgSpreadBounds,
  disparity,
  disparityBounds,
} from '../stats/pragmastat-disparity';
import { drawDistribution } from '../stats/pragmastat-distributions';
import {
  drawBooleans,
  drawIntegers,
  drawRange,
  drawResample,
  drawSample,
  drawShuffle,
  drawUnits,
  drawUnits32,
} from '../stats/pragmastat-draws';
import { pairwiseMargin } from '../stats/pragmastat-pairwise';
import { fnv1a } from '../stats/pragmastat-random';
import { ratio, ratioBounds, shift, shiftBounds } from '../stats/pragmastat-shift';
import { signedRankMargin } from '../stats/pragmastat-signed-rank';
import { exponentials } from '../stats/pragmastat-special';
import { shamosSpread, spreadBounds } from '../stats/pragmastat-spread';
import { mannWhitney } from '../stats/rank-tests';
import { spearman } from '../stats/spearman';
import { halvesAgree, steadyState } from '../stats/steady-state';
import { welchTest } from '../stats/welch';

const N: u32 = 97;
const M: u32 = 61;
const SEED: u64 = 20260929;
const X: usize = memory.data(776, 8);
const Y: usize = memory.data(488, 8);
const OUT: usize = memory.data(776, 8);

/** Folds a status and what the call wrote, and gives the next call a fresh workspace and output. */
function take(word: u64, status: i32, bytes: u32): u64 {
  const sum = foldBytes(fold(word, u64(status)), OUT, bytes);
  memory.fill(OUT, 0, 776);
  lend(PRACTICE, PRACTICE_BYTES);
  return sum;
}

function signDraws(word: u64): u64 {
  let sum = take(word, drawUnits(SEED, N, OUT), 776);
  sum = take(sum, drawUnits32(SEED, N, OUT), 388);
  sum = take(sum, drawRange(SEED, -3.5, 1e6, N, OUT), 776);
  sum = take(sum, drawIntegers(SEED, -1000, 1 << 40, N, OUT), 776);
  sum = take(sum, drawBooleans(SEED, N, OUT), N);
  sum = take(sum, drawSample(X, N, M, SEED, OUT), 488);
  sum = take(sum, drawResample(X, N, N, SEED, OUT), 776);
  sum = take(sum, drawShuffle(X, N, SEED, OUT), 776);
  for (let kind = 0; kind < 5; kind++) {
    sum = take(sum, drawDistribution(kind, SEED, 0.5, 1.25, N, OUT), 776);
  }
  return take(sum, fnv1a(X, N, OUT), 8);
}

function signEstimators(word: u64): u64 {
  let sum = take(word, exponentials(X, N, OUT), 776);
  sum = take(sum, center(X, N, OUT), 8);
  sum = take(sum, shamosSpread(X, N, OUT), 8);
  sum = take(sum, shift(X, N, Y, M, OUT), 8);
  sum = take(sum, ratio(X, N, Y, M, OUT), 8);
  sum = take(sum, avgSpread(X, N, Y, M, OUT), 8);
  return take(sum, disparity(X, N, Y, M, OUT), 8);
}

function signBounds(word: u64): u64 {
  let sum = take(word, centerBounds(X, N, 0.01, OUT), 16);
  sum = take(sum, spreadBounds(X, N, 0.01, SEED, OUT), 16);
  sum = take(sum, shiftBounds(X, N, Y, M, 0.5, OUT), 16);
  sum = take(sum, ratioBounds(X, 9, Y, 8, 0.01, OUT), 16);
  sum = take(sum, avgSpreadBounds(X, N, Y, M, 0.01, SEED, OUT), 16);
  sum = take(sum, disparityBounds(X, 40, Y, 30, 0.2, SEED, OUT), 16);
  sum = take(sum, pairwiseMargin(5000, 7000, 1e-4, OUT), 8);
  sum = take(sum, signedRankMargin(63, 1e-4, OUT), 8);
  sum = take(sum, signedRankMargin(100000, 1e-4, OUT), 8);
  sum = take(sum, compare1(X, N, 1, 0.25, 0.01, SEED, OUT), 32);
  return take(sum, compare2(X, 20, Y, 20, 4, 0.5, 0.1, SEED, OUT), 32);
}

function signTests(word: u64): u64 {
  let sum = take(word, mannWhitney(X, N, Y, M, 0, OUT), 24);
  sum = take(sum, mannWhitney(X, 7, Y, 8, 1, OUT), 24);
  // Against itself: every value is tied.
  sum = take(sum, mannWhitney(X, 7, X, 9, 1, OUT), 24);
  sum = take(sum, spearman(X, M, Y, OUT), 8);
  sum = take(sum, cliffsDelta(X, N, Y, M, OUT), 32);
  sum = take(sum, hedgesG(X, N, Y, M, OUT), 8);
  sum = take(sum, welchTest(X, N, Y, M, OUT), 24);
  drawUnits(SEED, N, X);
  sum = take(sum, holm(X, N, OUT), 776);
  // Half of the series lies 2 higher: a change, whose test is all that 999 shuffles cost; 24 values keep it below a millisecond.
  for (let i: usize = 48; i < N; i++) store<f64>(X + (i << 3), load<f64>(X + (i << 3)) + 2.0);
  sum = take(sum, changePoints(X + 288, 24, 3, 0.05, OUT, 8), 32);
  // Any words are calls.
  sum = take(sum, steadyState(X, N, Y, OUT), 16);
  return take(sum, halvesAgree(X, N, OUT), 8);
}

/** Folds every rank statistic into the word; works before configure(), on memory of its own. */
export function rankSignature(word: u64): u64 {
  // First, because only lent memory may be static.
  lend(PRACTICE, PRACTICE_BYTES);
  drawDistribution(2, SEED, 1.0, 0.5, N, X);
  drawDistribution(4, SEED + 1, 1.0, 3.0, M, Y);
  let sum = word;
  sum = signTests(signBounds(signEstimators(signDraws(sum))));
  lend(0, 0);
  return sum;
}
