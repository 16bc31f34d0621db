// Checks of what a caller says of the cases of a comparison, and the part of a case's work record that comes from it. No statistic.
import { BAD_ARGUMENT, DOMAIN, EMPTY, NOT_FINITE, OK } from '../abi';
import { refuse } from '../status';
import { logarithm } from './elementary';
import { checkPositive, checkRange, checkSample } from './inputs';
import { portableExp } from './pragmastat-special';
import * as record from './verdict-record';

function isFinite(value: f64): bool {
  return value - value == 0;
}

function checkCase(at: usize): i32 {
  const threshold = load<f64>(at, record.CASE_THRESHOLD);
  const step = load<f64>(at, record.CASE_STEP);
  const low = load<f64>(at, record.CASE_STATE_LOW);
  const high = load<f64>(at, record.CASE_STATE_HIGH);
  const effect = load<f64>(at, record.CASE_RUN_EFFECT);
  const degrees = load<f64>(at, record.CASE_RUN_DEGREES);
  if (!isFinite(threshold + step + low + high + effect + degrees)) return refuse(NOT_FINITE, 0);
  const better = load<i32>(at, record.CASE_BETTER);
  const isKnown =
    better >= -1 && better <= 1 && load<u32>(at, record.CASE_ROLE) <= record.ROLE_NOISE;
  const isCounted = load<u32>(at) > 0 && load<u32>(at, record.CASE_NEW_RUNS) > 0;
  const isState = low > 0 && low <= 1 && high >= 1;
  const isEffect = effect >= 0 && (degrees == 0 || degrees >= 1);
  const isGood = isKnown && isCounted && isState && isEffect && threshold >= 0 && step >= 0;
  return isGood ? OK : refuse(BAD_ARGUMENT, 0);
}

/** EMPTY, BAD_ADDRESS, NOT_FINITE or BAD_ARGUMENT of the cases (argument 0). */
export function checkCases(at: usize, m: u32): i32 {
  if (m == 0) return refuse(EMPTY, 0);
  let status = checkRange(at, u64(m) * record.CASE_BYTES, 0);
  for (let i: u32 = 0; i < m && status == OK; i++) status = checkCase(record.caseAt(at, i));
  return status;
}

/** The values must be positive: their logarithms are compared. */
export function checkValues(at: usize, n: u32, subject: i32): i32 {
  const status = checkSample(at, n, 1, subject);
  if (status != OK) return status;
  return checkPositive(at, n, subject) == OK ? OK : refuse(DOMAIN, subject);
}

/** A rate between 0 and 1, both excluded. */
export function checkErrorRate(rate: f64, subject: i32): i32 {
  if (!isFinite(rate)) return refuse(NOT_FINITE, subject);
  return rate > 0 && rate < 1 ? OK : refuse(BAD_ARGUMENT, subject);
}

/** Room for the head and a result for each case. */
export function checkResults(at: usize, m: u32, subject: i32): i32 {
  return checkRange(at, u64(record.HEAD_BYTES) + u64(m) * record.RESULT_BYTES, subject);
}

/**
 * True when both sides hold the same n values in the same order, and a clock's step cannot hide a difference that matters: the values
 * vary, or the step is within the threshold.
 */
export function isIdentical(caseAt: usize, baseAt: usize, newAt: usize, n: u32): bool {
  const allowed = load<f64>(caseAt, record.CASE_THRESHOLD) * load<f64>(baseAt);
  let varies = load<f64>(caseAt, record.CASE_STEP) <= allowed;
  for (let i: u32 = 0; i < n; i++) {
    const place = usize(i) << 3;
    if (load<f64>(baseAt + place) != load<f64>(newAt + place)) return false;
    if (load<f64>(baseAt + place) != load<f64>(baseAt)) varies = true;
  }
  return varies;
}

/** Whether a case is judged, and if not, why; `least` is the number of units of the smaller side. */
export function putStatus(caseAt: usize, work: usize, isSame: bool, least: u32): void {
  const isNoise = load<u32>(caseAt, record.CASE_ROLE) == record.ROLE_NOISE;
  let status = least < 2 ? record.STATUS_FEW : record.STATUS_JUDGED;
  if (isSame) status = record.STATUS_IDENTICAL;
  if (isNoise) status = record.STATUS_NOISE;
  record.put(work, record.W_STATUS, status);
}

/** Threshold and slack of a case whose sides have these means of logarithms: neither is below the clock's step. */
export function putLimits(caseAt: usize, work: usize, baseMean: f64, newMean: f64): void {
  const typical = portableExp(min(baseMean, newMean));
  const step = load<f64>(caseAt, record.CASE_STEP) / typical;
  const stepLog = logarithm(1.0 + step);
  const threshold = max(load<f64>(caseAt, record.CASE_THRESHOLD), step);
  record.put(work, record.W_LIMIT, threshold);
  record.put(work, record.W_THRESHOLD, logarithm(1.0 + threshold));
  record.put(work, record.W_STEP, stepLog);
  const low = logarithm(load<f64>(caseAt, record.CASE_STATE_LOW));
  const high = logarithm(load<f64>(caseAt, record.CASE_STATE_HIGH));
  record.put(work, record.W_SLACK_LOW, low - stepLog);
  record.put(work, record.W_SLACK_HIGH, high + stepLog);
}

/** Writes the logarithms of n positive values. */
export function takeLogarithms(at: usize, n: u32, outAt: usize): void {
  for (let i: u32 = 0; i < n; i++) {
    store<f64>(outAt + (usize(i) << 3), logarithm(load<f64>(at + (usize(i) << 3))));
  }
}
