// How many units a run, or runs a side, would probably decide a case that is unsure. A plan, not a promise: it takes today's
// estimate and spread for the truth.
import { mixtureCritical } from './mixture';
import * as record from './verdict-record';

/** Results of planOf: 0 when no number would do. */
export let plannedUnits: u32 = 0;
export let plannedRuns: u32 = 0;

/** Beyond these a number is no advice. */
const MOST_UNITS: u32 = 200;
const MOST_RUNS: u32 = 40;
/** The 80 % quantile of the normal distribution: the plan succeeds four times in five. */
const POWER_QUANTILE: f64 = 0.8416212335729143;

/** True when `units` in each of `runs` a side would leave room for the verdict that the estimate is nearest to. */
function wouldDecide(work: usize, units: f64, runs: f64): bool {
  const baseRuns = max(runs, record.get(work, record.W_BASE_RUNS));
  const newRuns = max(runs, record.get(work, record.W_NEW_RUNS));
  // Blocks have no runs: their unit is a difference already.
  const samples = runs == 0 ? 1.0 : baseRuns + newRuns;
  const share = runs == 0 ? 1.0 : 1.0 / baseRuns + 1.0 / newRuns;
  const e = (record.get(work, record.W_UNIT_VARIANCE) / units) * share;
  const t = record.get(work, record.W_RUN_VARIANCE) * share;
  const nu = record.get(work, record.W_PRIOR_DEGREES) + samples * (units - 1.0);
  const deviation = sqrt<f64>(e + t);
  const size = abs<f64>(record.get(work, record.W_ESTIMATE));
  const threshold = record.get(work, record.W_THRESHOLD);
  const slack = max(record.get(work, record.W_SLACK_HIGH), -record.get(work, record.W_SLACK_LOW));
  const isFar = size > threshold;
  const room = (isFar ? size : threshold - size) - slack - POWER_QUANTILE * deviation;
  if (room <= 0) return false;
  const level = isFar ? record.get(work, record.W_LEVEL) : record.EQUIVALENCE_LEVEL;
  return mixtureCritical(level, e, max(nu, 1.0), t, record.get(work, record.W_MU)) < room;
}

/** The smallest count in (low, high] that decides, when high does. */
function smallest(work: usize, from: u32, to: u32, ofRuns: bool): u32 {
  let low = from;
  let high = to;
  const units = record.get(work, record.W_UNITS);
  const runs = max(record.get(work, record.W_BASE_RUNS), record.get(work, record.W_NEW_RUNS));
  const isEnough = ofRuns
    ? wouldDecide(work, units, f64(high))
    : wouldDecide(work, f64(high), runs);
  if (!isEnough) return 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const decides = ofRuns
      ? wouldDecide(work, units, f64(middle))
      : wouldDecide(work, f64(middle), runs);
    if (decides) high = middle;
    else low = middle;
  }
  return high;
}

/** Sets plannedUnits (a run) and plannedRuns (a side). Runs are asked for only when a run effect is in the interval. */
export function planOf(work: usize): void {
  plannedUnits = 0;
  plannedRuns = 0;
  const units = u32(record.get(work, record.W_UNITS));
  if (units < MOST_UNITS) plannedUnits = smallest(work, units, MOST_UNITS, false);
  if (plannedUnits > 0 || record.get(work, record.W_RUN_VARIANCE) == 0) return;
  const runs = u32(max(record.get(work, record.W_BASE_RUNS), record.get(work, record.W_NEW_RUNS)));
  if (runs < MOST_RUNS) plannedRuns = smallest(work, runs, MOST_RUNS, true);
}
