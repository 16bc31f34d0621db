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
import { squaresAround } from './verdict-sides';

/** Fewer blocks do not tell which of them are the odd ones. */
const LEAST_TO_SET_ASIDE: u32 = 8;
/** Of five blocks one may be set aside; if more lie apart, none is odd. */
const SET_ASIDE_SHARE: u32 = 5;
/** A block lies apart beyond so many deviations (median distance, scaled to the normal's) from the median. */
const FAR: f64 = 7;
const NORMAL_SCALE: f64 = 1.4826022185056018;

/** Results of readBlocks. */
let blockMean: f64 = 0;
let blockVariance: f64 = 0;
let keptBlocks: u32 = 0;

function medianOf(sorted: usize, n: u32): f64 {
  const low = load<f64>(sorted + (usize((n - 1) >> 1) << 3));
  return 0.5 * low + 0.5 * load<f64>(sorted + (usize(n >> 1) << 3));
}

/** Moves the blocks to keep to the front, in order; all of them when too many lie apart. Returns how many, 0 without memory. */
function keep(at: usize, n: u32): u32 {
  if (n < LEAST_TO_SET_ASIDE) return n;
  const sorted = sortedCopy(at, n);
  const distances = borrow(u64(n) << 3);
  if (sorted == 0 || distances == 0) return 0;
  const center = medianOf(sorted, n);
  for (let i: u32 = 0; i < n; i++) {
    const place = usize(i) << 3;
    store<f64>(distances + place, abs<f64>(load<f64>(at + place) - center));
  }
  const ordered = sortedCopy(distances, n);
  if (ordered == 0) return 0;
  const limit = FAR * NORMAL_SCALE * medianOf(ordered, n);
  let kept: u32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    if (load<f64>(distances + (usize(i) << 3)) <= limit) kept++;
  }
  if ((n - kept) * SET_ASIDE_SHARE > n) return n;
  kept = 0;
  for (let i: u32 = 0; i < n; i++) {
    if (load<f64>(distances + (usize(i) << 3)) > limit) continue;
    store<f64>(at + (usize(kept) << 3), load<f64>(at + (usize(i) << 3)));
    kept++;
  }
  return kept;
}

/** Mean and variance of n differences at `at`, which it may reorder. False without memory. */
function readBlocks(at: usize, n: u32): bool {
  const mark = scratchMark();
  keptBlocks = keep(at, n);
  scratchReset(mark);
  if (keptBlocks == 0) return false;
  const first = load<f64>(at);
  let sum = 0.0;
  for (let i: u32 = 1; i < keptBlocks; i++) sum += load<f64>(at + (usize(i) << 3)) - first;
  blockMean = first + sum / f64(keptBlocks);
  const squares = squaresAround(at, keptBlocks, blockMean);
  blockVariance = keptBlocks > 1 ? squares / f64(keptBlocks - 1) : 0.0;
  return true;
}

function meanOf(at: usize, n: u32): f64 {
  let sum = 0.0;
  for (let i: u32 = 0; i < n; i++) sum += load<f64>(at + (usize(i) << 3));
  return sum / f64(n);
}

/** One case of n blocks: n values of base, then n of new; the same as logarithms at logsAt, which are overwritten. */
function readCase(caseAt: usize, valuesAt: usize, logsAt: usize, n: u32, work: usize): bool {
  const side = usize(n) << 3;
  const baseMean = meanOf(logsAt, n);
  const newMean = meanOf(logsAt + side, n);
  for (let place: usize = 0; place < side; place += 8) {
    store<f64>(logsAt + place, load<f64>(logsAt + side + place) - load<f64>(logsAt + place));
  }
  if (!readBlocks(logsAt, n)) return false;
  const isSame = check.isIdentical(caseAt, valuesAt, valuesAt + side, n);
  check.putStatus(caseAt, work, isSame, n);
  record.put(work, record.W_ESTIMATE, blockMean);
  record.put(work, record.W_UNIT_VARIANCE, blockVariance);
  record.put(work, record.W_UNIT_DEGREES, f64(keptBlocks) - 1.0);
  record.put(work, record.W_SET_ASIDE, f64(n - keptBlocks));
  record.put(work, record.W_UNITS, f64(n));
  record.put(work, record.W_BASE_RUNS, 0);
  record.put(work, record.W_NEW_RUNS, 0);
  record.put(work, record.W_RUN_VARIANCE, 0);
  record.put(work, record.W_RUN_PART, 0);
  record.put(work, record.W_MU, Infinity);
  check.putLimits(caseAt, work, baseMean, newMean);
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
  let value: usize = 0;
  for (let i: u32 = 0; i < m; i++) {
    const at = record.caseAt(casesAt, i);
    const blocks = load<u32>(at);
    const place = value << 3;
    const work = record.workAt(worksAt, i);
    if (!readCase(at, valuesAt + place, logsAt + place, blocks, work)) return noRoom();
    value += usize(blocks) << 1;
  }
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
 * the result says how many. Borrows 32 n + 240 m bytes. EMPTY (0), NOT_FINITE (0, 2, 4), DOMAIN (2), BAD_ARGUMENT (0, 3, 4).
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
