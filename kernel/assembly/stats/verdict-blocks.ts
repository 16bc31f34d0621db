// The comparison of two variants that were measured in blocks: the difference of logarithms within a block is the unit, so what both
// variants of a block share (the run, the hour, a scheduler state) is in no verdict.
import { BAD_ARGUMENT, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, noRoom } from './inputs';
import { sortedCopy } from './order';
import { fitPrior, priorDegrees, priorVariance } from './prior';
import { adjustFamily, putHead, putResults } from './verdict-family';
import * as check from './verdict-input';
import { MOST_TRIAL_DEGREES } from './verdict-moderate';
import * as record from './verdict-record';
import {
  fitRounds,
  LEAST_BLOCKS,
  middleOf,
  noiseOfCase,
  NORMAL_SCALE,
  roundsBytes,
} from './verdict-rounds';

/** Of five blocks one may be set aside; if more lie apart, none is odd. */
const SET_ASIDE_SHARE: u32 = 5;
/** A block lies apart beyond so many deviations (median distance, scaled to the normal's) from the median. */
const FAR: f64 = 7;

/** Results of readBlocks. */
let blockMean: f64 = 0;
let blockVariance: f64 = 0;
let keptBlocks: u32 = 0;

/** The distance of a block from the median, in deviations of its noise. */
function distanceOf(at: usize, noiseAt: usize, place: usize, center: f64): f64 {
  return abs<f64>(load<f64>(at + place) - center) / sqrt<f64>(load<f64>(noiseAt + place));
}

/** The largest distance that is kept; infinite when all blocks are, negative without memory. */
function reachOf(at: usize, noiseAt: usize, n: u32, center: f64): f64 {
  const distances = borrow(u64(n) << 3);
  if (distances == 0) return -1;
  for (let i: u32 = 0; i < n; i++) {
    const place = usize(i) << 3;
    store<f64>(distances + place, distanceOf(at, noiseAt, place, center));
  }
  const ordered = sortedCopy(distances, n);
  if (ordered == 0) return -1;
  const reach = FAR * NORMAL_SCALE * middleOf(ordered, n);
  let apart: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    if (load<f64>(ordered + (usize(i) << 3)) > reach) apart++;
  }
  return apart * SET_ASIDE_SHARE > n ? Infinity : reach;
}

/** Sets keptBlocks, blockMean and blockVariance (that of a block of noise 1). False without memory. */
function readBlocks(at: usize, noiseAt: usize, n: u32): bool {
  const mark = scratchMark();
  const sorted = sortedCopy(at, n);
  const center = sorted == 0 ? 0.0 : middleOf(sorted, n);
  let reach = Infinity;
  if (n >= LEAST_BLOCKS && sorted != 0) reach = reachOf(at, noiseAt, n, center);
  scratchReset(mark);
  if (sorted == 0 || reach < 0) return false;
  keptBlocks = 0;
  let weights = 0.0;
  let sum = 0.0;
  for (let i: u32 = 0; i < n; i++) {
    const place = usize(i) << 3;
    if (distanceOf(at, noiseAt, place, center) > reach) continue;
    const weight = 1.0 / load<f64>(noiseAt + place);
    weights += weight;
    sum += weight * (load<f64>(at + place) - center);
    keptBlocks++;
  }
  blockMean = center + sum / weights;
  let squares = 0.0;
  for (let i: u32 = 0; i < n; i++) {
    const place = usize(i) << 3;
    if (distanceOf(at, noiseAt, place, center) > reach) continue;
    const distance = load<f64>(at + place) - blockMean;
    squares += (distance * distance) / load<f64>(noiseAt + place);
  }
  // As many blocks of equal noise would have this variance of their mean.
  blockVariance =
    keptBlocks > 1 ? ((squares / f64(keptBlocks - 1)) * f64(keptBlocks)) / weights : 0.0;
  return true;
}

function meanOf(at: usize, n: u32): f64 {
  let sum = 0.0;
  for (let i: u32 = 0; i < n; i++) sum += load<f64>(at + (usize(i) << 3));
  return sum / f64(n);
}

/** What one case of n blocks says before its differences are looked at: status, limits; then differences replace its base logarithms. */
function openCase(caseAt: usize, valuesAt: usize, logsAt: usize, n: u32, work: usize): void {
  const side = usize(n) << 3;
  check.putStatus(caseAt, work, check.isIdentical(caseAt, valuesAt, valuesAt + side, n), n);
  check.putLimits(caseAt, work, meanOf(logsAt, n), meanOf(logsAt + side, n));
  for (let place: usize = 0; place < side; place += 8) {
    store<f64>(logsAt + place, load<f64>(logsAt + side + place) - load<f64>(logsAt + place));
  }
  record.put(work, record.W_UNITS, f64(n));
  record.put(work, record.W_BASE_RUNS, 0);
  record.put(work, record.W_NEW_RUNS, 0);
  record.put(work, record.W_RUN_VARIANCE, 0);
  record.put(work, record.W_RUN_PART, 0);
  record.put(work, record.W_MU, Infinity);
}

/** The case's differences are read, with the noise of its blocks at noiseAt. False without memory. */
function readCase(differencesAt: usize, noiseAt: usize, n: u32, work: usize): bool {
  if (!readBlocks(differencesAt, noiseAt, n)) return false;
  record.put(work, record.W_ESTIMATE, blockMean);
  record.put(work, record.W_UNIT_VARIANCE, blockVariance);
  record.put(work, record.W_UNIT_DEGREES, f64(keptBlocks) - 1.0);
  record.put(work, record.W_SET_ASIDE, f64(n - keptBlocks));
  return true;
}

/** The number of blocks that all cases have; 0 when they differ. */
function commonBlocks(casesAt: usize, m: u32): u32 {
  const first = load<u32>(casesAt);
  for (let i: u32 = 1; i < m; i++) {
    if (load<u32>(record.caseAt(casesAt, i)) != first) return 0;
  }
  return first;
}

/** Reads all cases; n values in all. False without memory. */
function readAll(
  casesAt: usize,
  m: u32,
  valuesAt: usize,
  n: u32,
  logsAt: usize,
  worksAt: usize,
): bool {
  const common = commonBlocks(casesAt, m);
  const noiseAt = borrow(u64(n) << 3);
  const roundsAt = borrow(roundsBytes(m, common));
  if (noiseAt == 0 || roundsAt == 0) return false;
  let place: usize = 0;
  for (let i: u32 = 0; i < m; i++) {
    const at = record.caseAt(casesAt, i);
    openCase(at, valuesAt + place, logsAt + place, load<u32>(at), record.workAt(worksAt, i));
    place += usize(load<u32>(at)) << 4;
  }
  if (!fitRounds(logsAt, m, common, roundsAt)) return false;
  place = 0;
  for (let i: u32 = 0; i < m; i++) {
    const blocks = load<u32>(record.caseAt(casesAt, i));
    noiseOfCase(logsAt, i, blocks, noiseAt);
    if (!readCase(logsAt + place, noiseAt, blocks, record.workAt(worksAt, i))) return false;
    place += usize(blocks) << 4;
  }
  return true;
}

/** Fits the prior of all cases and moderates each variance by it. False without memory. */
function moderate(m: u32, worksAt: usize, rowsAt: usize): bool {
  const degreesAt = rowsAt + (usize(m) << 3);
  for (let i: u32 = 0; i < m; i++) {
    const work = record.workAt(worksAt, i);
    store<f64>(rowsAt + (usize(i) << 3), record.get(work, record.W_UNIT_VARIANCE));
    store<f64>(degreesAt + (usize(i) << 3), record.get(work, record.W_UNIT_DEGREES));
  }
  if (!fitPrior(rowsAt, degreesAt, m, MOST_TRIAL_DEGREES)) return false;
  for (let i: u32 = 0; i < m; i++) {
    const work = record.workAt(worksAt, i);
    const own = record.get(work, record.W_UNIT_DEGREES);
    const nu = priorDegrees + own;
    const squares = priorDegrees * priorVariance + own * record.get(work, record.W_UNIT_VARIANCE);
    const variance = nu > 0 ? squares / nu : 0.0;
    record.put(work, record.W_UNIT_VARIANCE, variance);
    record.put(work, record.W_TRIAL_PART, variance / (own + 1.0));
    record.put(work, record.W_NU, nu > 0 && variance > 0 ? nu : Infinity);
    record.put(work, record.W_PRIOR_DEGREES, priorDegrees);
  }
  return true;
}

function judgeBlocks(
  casesAt: usize,
  m: u32,
  valuesAt: usize,
  n: u32,
  errorRate: f64,
  outAt: usize,
): i32 {
  const logsAt = borrow(u64(n) << 3);
  const worksAt = borrow(u64(m) * record.WORK_BYTES);
  const rowsAt = borrow(u64(m) << 4);
  if (logsAt == 0 || worksAt == 0 || rowsAt == 0) return noRoom();
  check.takeLogarithms(valuesAt, n, logsAt);
  if (!readAll(casesAt, m, valuesAt, n, logsAt, worksAt)) return noRoom();
  if (!moderate(m, worksAt, rowsAt)) return noRoom();
  const degrees = priorDegrees;
  const variance = priorVariance;
  const judged = adjustFamily(worksAt, m, errorRate);
  if (judged < 0) return noRoom();
  putHead(outAt, judged, degrees, variance, 0, 1);
  putResults(casesAt, m, worksAt, errorRate, outAt);
  return OK;
}

function checkBlocks(casesAt: usize, m: u32, n: u32): i32 {
  let values: u64 = 0;
  for (let i: u32 = 0; i < m; i++) {
    const at = record.caseAt(casesAt, i);
    const blocks = load<u32>(at);
    if (blocks != load<u32>(at, record.CASE_NEW_RUNS)) return refuse(BAD_ARGUMENT, 0);
    values += u64(blocks) << 1;
  }
  return values == u64(n) ? OK : refuse(BAD_ARGUMENT, 3);
}

/**
 * Judges m cases of two variants measured in blocks. In a case's record both numbers of runs are its number of blocks; the run effect
 * is not read. Values are n positive f64: for each case its blocks of base, then the same blocks of new. Everything else as
 * comparisonVerdicts. From 8 blocks on up to a fifth of them are set aside when they lie apart (a state that changed within a block);
 * the result says how many. When 8 cases or more have the same number of blocks, 8 or more, in the order of time, a block counts by the
 * noise that the other cases had in it. Borrows 64 n + 240 m bytes. EMPTY (0), NOT_FINITE (0, 2, 4), DOMAIN (2), BAD_ARGUMENT (0, 3, 4).
 * Sources: Smyth 2004; Holm 1979; docs/decisions/0024.
 */
export function blockVerdicts(
  casesAt: usize,
  m: u32,
  valuesAt: usize,
  n: u32,
  errorRate: f64,
  outAt: usize,
): i32 {
  let status = check.checkCases(casesAt, m);
  if (status == OK) status = checkBlocks(casesAt, m, n);
  if (status == OK) status = check.checkValues(valuesAt, n, 2);
  if (status == OK) status = check.checkErrorRate(errorRate, 4);
  if (status == OK) status = check.checkResults(outAt, m, 5);
  if (status != OK) return status;
  const mark = scratchMark();
  status = judgeBlocks(casesAt, m, valuesAt, n, errorRate, outAt);
  scratchReset(mark);
  return status;
}
