// All cases of one comparison together: p-values, Holm's steps over them, intervals, verdicts. It knows no trial.
import { scratchMark, scratchReset } from '../arena';
import { adjustHolm, rankOf } from './holm';
import { borrow } from './inputs';
import { mixtureCritical, mixtureTail } from './mixture';
import { sortedCopy } from './order';
import { portableExp } from './pragmastat-special';
import * as record from './verdict-record';
import { planOf, plannedRuns, plannedUnits } from './verdict-plan';

/** A smaller p would be a statement about the tail of a model. */
const LEAST_P: f64 = 1e-10;

/** How far the estimate lies from what a state of the machine and the clock's step could make; 0 within. */
function distanceOf(work: usize): f64 {
  const estimate = record.get(work, record.W_ESTIMATE);
  const above = estimate - record.get(work, record.W_SLACK_HIGH);
  const below = record.get(work, record.W_SLACK_LOW) - estimate;
  return max(0.0, max(above, below));
}

function tailOf(work: usize, x: f64): f64 {
  const e = record.get(work, record.W_TRIAL_PART);
  const t = record.get(work, record.W_RUN_PART);
  return max(
    LEAST_P,
    mixtureTail(x, e, record.get(work, record.W_NU), t, record.get(work, record.W_MU)),
  );
}

export function criticalOf(work: usize, level: f64): f64 {
  const e = record.get(work, record.W_TRIAL_PART);
  const t = record.get(work, record.W_RUN_PART);
  return mixtureCritical(level, e, record.get(work, record.W_NU), t, record.get(work, record.W_MU));
}

export function isJudged(work: usize): bool {
  return record.get(work, record.W_STATUS) == record.STATUS_JUDGED;
}

/** Number of judged cases. Their p-values go to `psAt`, one after the other. */
function collect(worksAt: usize, m: u32, psAt: usize): u32 {
  let judged: u32 = 0;
  for (let i: u32 = 0; i < m; i++) {
    const work = record.workAt(worksAt, i);
    if (!isJudged(work)) continue;
    const p = tailOf(work, distanceOf(work));
    record.put(work, record.W_P, p);
    store<f64>(psAt + (usize(judged) << 3), p);
    judged++;
  }
  return judged;
}

/** The first of Holm's ranks that is not below its level; `judged` when all are. */
function firstKept(sorted: usize, judged: u32, errorRate: f64): u32 {
  for (let rank: u32 = 0; rank < judged; rank++) {
    if (f64(judged - rank) * load<f64>(sorted + (usize(rank) << 3)) > errorRate) return rank;
  }
  return judged;
}

/** Each judged case's step of Holm's: its adjusted p, and the level of its interval. */
function keepSteps(
  worksAt: usize,
  m: u32,
  sorted: usize,
  count: u32,
  adjusted: usize,
  errorRate: f64,
): void {
  const kept = firstKept(sorted, count, errorRate);
  for (let i: u32 = 0; i < m; i++) {
    const work = record.workAt(worksAt, i);
    if (!isJudged(work)) continue;
    const rank = rankOf(sorted, count, record.get(work, record.W_P));
    record.put(work, record.W_ADJUSTED, load<f64>(adjusted + (usize(rank) << 3)));
    record.put(work, record.W_LEVEL, errorRate / f64(count - min(rank, kept)));
  }
}

/**
 * Sets p, adjusted p and level of every judged case; returns how many there are, or -1 without memory. The level is that of Holm's
 * step: the interval at it leaves out 1 exactly when the adjusted p is at most errorRate.
 */
export function adjustFamily(worksAt: usize, m: u32, errorRate: f64): i32 {
  const mark = scratchMark();
  const psAt = borrow(u64(m) << 3);
  let judged: i32 = -1;
  if (psAt != 0) {
    const count = collect(worksAt, m, psAt);
    const sorted = sortedCopy(psAt, count);
    const adjusted = borrow(u64(count) << 3);
    if (sorted != 0 && adjusted != 0) {
      judged = i32(count);
      adjustHolm(sorted, count, adjusted);
      keepSteps(worksAt, m, sorted, count, adjusted, errorRate);
    }
  }
  scratchReset(mark);
  return judged;
}

/** Better, worse, or for a unit without a better direction larger and smaller. */
function differenceCode(estimate: f64, better: i32): i32 {
  if (better == 0) return estimate > 0 ? record.LARGER : record.SMALLER;
  return estimate > 0 == better > 0 ? record.BETTER : record.WORSE;
}

/** Why a case is unsure; the plan has been made. */
function reasonOf(work: usize, isSure: bool): i32 {
  const size = abs<f64>(record.get(work, record.W_ESTIMATE));
  const threshold = record.get(work, record.W_THRESHOLD);
  const isFar = size > threshold;
  // Without the state or the step it would be a difference.
  const isSlack = isFar && !isSure && tailOf(work, size) <= record.get(work, record.W_LEVEL);
  const step = record.get(work, record.W_STEP);
  if (isSlack) {
    const state = max(record.get(work, record.W_SLACK_HIGH), -record.get(work, record.W_SLACK_LOW));
    return state > 2.0 * step ? record.REASON_STATE : record.REASON_CLOCK;
  }
  if (!isFar && step + size >= threshold) return record.REASON_CLOCK;
  if (isSure) return record.REASON_THRESHOLD;
  return plannedUnits == 0 && plannedRuns > 0 ? record.REASON_RUNS : record.REASON_NOISE;
}

function putInterval(work: usize, level: f64, out: usize): void {
  const estimate = record.get(work, record.W_ESTIMATE);
  const half = criticalOf(work, level);
  store<f64>(out, portableExp(estimate - half - record.get(work, record.W_SLACK_HIGH)));
  store<f64>(out, portableExp(estimate + half - record.get(work, record.W_SLACK_LOW)), 8);
}

function degreesOf(work: usize): f64 {
  const e = record.get(work, record.W_TRIAL_PART);
  const t = record.get(work, record.W_RUN_PART);
  if (e + t == 0) return 0;
  const ofTrials = e / (e + t);
  const ofRuns = t / (e + t);
  const degrees =
    1.0 /
    ((ofTrials * ofTrials) / record.get(work, record.W_NU) +
      (ofRuns * ofRuns) / record.get(work, record.W_MU));
  return min(degrees, 1e9);
}

/** Verdict and reason of a judged case; its intervals are in the result. */
function decide(work: usize, better: i32, errorRate: f64, out: usize): void {
  const estimate = record.get(work, record.W_ESTIMATE);
  const threshold = record.get(work, record.W_THRESHOLD);
  const isSure = record.get(work, record.W_ADJUSTED) <= errorRate;
  const limit = portableExp(threshold);
  if (isSure && abs<f64>(estimate) > threshold) {
    store<f64>(out, f64(differenceCode(estimate, better)), 64);
  } else if (load<f64>(out, 24) >= 1.0 / limit && load<f64>(out, 32) <= limit) {
    store<f64>(out, f64(record.SAME), 64);
  } else {
    planOf(work);
    store<f64>(out, f64(record.UNSURE), 64);
    store<f64>(out, f64(reasonOf(work, isSure)), 72);
    store<f64>(out, f64(plannedUnits), 80);
    store<f64>(out, f64(plannedRuns), 88);
  }
}

/** Without a judgment: no interval (0 and 0), p = 1. */
function putNothing(work: usize, out: usize): void {
  store<f64>(out, 1, 48);
  store<f64>(out, 1, 56);
  const status = record.get(work, record.W_STATUS);
  if (status == record.STATUS_IDENTICAL) {
    store<f64>(out, f64(record.SAME), 64);
    store<f64>(out, f64(record.REASON_IDENTICAL), 72);
  } else if (status == record.STATUS_FEW) {
    store<f64>(out, f64(record.REASON_FEW), 72);
  }
}

/** Writes the result of one case whose family has been adjusted. */
function putResult(caseAt: usize, work: usize, errorRate: f64, out: usize): void {
  memory.fill(out, 0, record.RESULT_BYTES);
  const spread = record.get(work, record.W_TRIAL_PART) + record.get(work, record.W_RUN_PART);
  store<f64>(out, portableExp(record.get(work, record.W_ESTIMATE)));
  store<f64>(out, sqrt<f64>(record.get(work, record.W_UNIT_VARIANCE)), 96);
  store<f64>(out, sqrt<f64>(spread), 104);
  store<f64>(out, record.get(work, record.W_LIMIT), 112);
  store<f64>(out, record.get(work, record.W_SET_ASIDE), 120);
  if (!isJudged(work)) {
    putNothing(work, out);
    return;
  }
  putInterval(work, record.get(work, record.W_LEVEL), out + 8);
  putInterval(work, record.EQUIVALENCE_LEVEL, out + 24);
  store<f64>(out, degreesOf(work), 40);
  store<f64>(out, record.get(work, record.W_P), 48);
  store<f64>(out, record.get(work, record.W_ADJUSTED), 56);
  decide(work, load<i32>(caseAt, record.CASE_BETTER), errorRate, out);
}

/** Writes the head of the output: how many cases are judged, and the priors. */
export function putHead(
  outAt: usize,
  judged: i32,
  degrees: f64,
  variance: f64,
  ofRuns: f64,
  factor: f64,
): void {
  memory.fill(outAt, 0, record.HEAD_BYTES);
  store<f64>(outAt, f64(judged));
  store<f64>(outAt, degrees, 8);
  store<f64>(outAt, sqrt<f64>(variance), 16);
  store<f64>(outAt, ofRuns, 24);
  store<f64>(outAt, factor, 32);
}

/** Writes the results of all cases behind the head. */
export function putResults(
  casesAt: usize,
  m: u32,
  worksAt: usize,
  errorRate: f64,
  outAt: usize,
): void {
  for (let i: u32 = 0; i < m; i++) {
    const out = outAt + record.HEAD_BYTES + usize(i) * record.RESULT_BYTES;
    putResult(record.caseAt(casesAt, i), record.workAt(worksAt, i), errorRate, out);
  }
}
