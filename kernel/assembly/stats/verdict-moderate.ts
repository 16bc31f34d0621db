// The variances that a comparison of runs rests on: of trials, moderated by all cases, and of runs, stated or seen. Reads no value.
import { fitPrior, priorDegrees, priorVariance } from './prior';
import * as record from './verdict-record';

/** What the cases of one comparison say of each other is believed up to so many degrees (decision 0023). */
export const MOST_TRIAL_DEGREES: f64 = 6;
const MOST_RUN_DEGREES: f64 = 20;

/** Results of moderateRuns: the prior of a unit's variance, and of a run's in multiples of what was expected. */
export let trialDegrees: f64 = 0;
export let trialVariance: f64 = 0;
export let runDegrees: f64 = 0;
export let runFactor: f64 = 0;

/** Copies a variance of every case and its degrees into two rows, and fits their prior. */
function fitCases(worksAt: usize, m: u32, rowsAt: usize, isRuns: bool, most: f64): bool {
  const degreesAt = rowsAt + (usize(m) << 3);
  for (let i: u32 = 0; i < m; i++) {
    const work = record.workAt(worksAt, i);
    let variance = record.get(work, record.W_UNIT_VARIANCE);
    let degrees = record.get(work, record.W_UNIT_DEGREES);
    if (isRuns) {
      const expected = expectedVariance(work);
      // In multiples of what trials and run effect let expect; a case that lets expect nothing is no case to learn from.
      variance = expected > 0 ? record.get(work, record.W_RUN_VARIANCE) / expected : 0.0;
      degrees = record.get(work, record.W_RUN_DEGREES);
    }
    store<f64>(rowsAt + (usize(i) << 3), variance);
    store<f64>(degreesAt + (usize(i) << 3), degrees);
  }
  return fitPrior(rowsAt, degreesAt, m, most);
}

function shareOf(work: usize): f64 {
  return 1.0 / record.get(work, record.W_BASE_RUNS) + 1.0 / record.get(work, record.W_NEW_RUNS);
}

/** Of one run's mean, when both parts are what they are said to be. */
function expectedVariance(work: usize): f64 {
  const parts = record.get(work, record.W_TRIAL_PART) + record.get(work, record.W_RUN_PART);
  return parts / shareOf(work);
}

/** The trial part, moderated, and the run part as the caller states it. */
function putParts(caseAt: usize, work: usize): void {
  const own = record.get(work, record.W_UNIT_DEGREES);
  const nu = trialDegrees + own;
  const squares = trialDegrees * trialVariance + own * record.get(work, record.W_UNIT_VARIANCE);
  const variance = nu > 0 ? squares / nu : 0.0;
  record.put(work, record.W_UNIT_VARIANCE, variance);
  record.put(work, record.W_TRIAL_PART, variance * record.get(work, record.W_TRIAL_PART));
  record.put(work, record.W_NU, variance > 0 && nu > 0 ? nu : Infinity);
  record.put(work, record.W_PRIOR_DEGREES, trialDegrees);
  const effect = load<f64>(caseAt, record.CASE_RUN_EFFECT);
  const degrees = load<f64>(caseAt, record.CASE_RUN_DEGREES);
  record.put(work, record.W_RUN_PART, effect * effect * shareOf(work));
  record.put(work, record.W_MU, degrees > 0 && effect > 0 ? degrees : Infinity);
}

/** One run a side: the run effect is what is stated. Several: their means are the unit, moderated by what is expected of them. */
function putRunLevel(caseAt: usize, work: usize): void {
  const own = record.get(work, record.W_RUN_DEGREES);
  const effect = load<f64>(caseAt, record.CASE_RUN_EFFECT);
  if (own == 0) {
    record.put(work, record.W_RUN_VARIANCE, effect * effect);
    return;
  }
  const e = record.get(work, record.W_TRIAL_PART);
  const t = record.get(work, record.W_RUN_PART);
  const expected = expectedVariance(work);
  let prior = 0.0;
  if (expected > 0) {
    const ofTrials = e / (e + t);
    const ofRuns = t / (e + t);
    const believed =
      1.0 /
      ((ofTrials * ofTrials) / record.get(work, record.W_NU) +
        (ofRuns * ofRuns) / record.get(work, record.W_MU));
    prior = min(runDegrees, believed);
  }
  const squares = prior * runFactor * expected + own * record.get(work, record.W_RUN_VARIANCE);
  const variance = squares / (prior + own);
  const share = shareOf(work);
  record.put(work, record.W_RUN_VARIANCE, max(0.0, variance - e / share));
  record.put(work, record.W_TRIAL_PART, variance * share);
  record.put(work, record.W_NU, prior + own);
  record.put(work, record.W_RUN_PART, 0);
  record.put(work, record.W_MU, Infinity);
}

/** False without memory. */
export function moderateRuns(casesAt: usize, m: u32, worksAt: usize, rowsAt: usize): bool {
  if (!fitCases(worksAt, m, rowsAt, false, MOST_TRIAL_DEGREES)) return false;
  trialDegrees = priorDegrees;
  trialVariance = priorVariance;
  for (let i: u32 = 0; i < m; i++) putParts(record.caseAt(casesAt, i), record.workAt(worksAt, i));
  if (!fitCases(worksAt, m, rowsAt, true, MOST_RUN_DEGREES)) return false;
  runDegrees = priorDegrees;
  // Runs that agree better than expected may do so by chance: they share their machine's hours.
  runFactor = runDegrees > 0 ? max(1.0, priorVariance) : 1.0;
  for (let i: u32 = 0; i < m; i++)
    putRunLevel(record.caseAt(casesAt, i), record.workAt(worksAt, i));
  return true;
}
