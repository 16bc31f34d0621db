// The records of a comparison: what a caller says of a case, what is known of it half-way, and what comes out. No logic but reading.

// Case
//   0 baseRuns u32 | 4 newRuns u32 | 8 better i32 (-1 lower, 1 higher, 0 not known) | 12 role u32 (0 judged, 1 only for its noise)
//  16 threshold f64 (0.1: differences up to 10 % do not matter) | 24 clock step f64 (unit of the values; 0 none)
//  32 stateLow f64 | 40 stateHigh f64 (the factors new / base that a known state of the machine could make; 1 and 1 none)
//  48 runEffect f64 (standard deviation of logarithms between runs) | 56 its degrees of freedom f64 (0: assumed, not measured)
export const CASE_BYTES: usize = 64;
export const CASE_NEW_RUNS: usize = 4;
export const CASE_BETTER: usize = 8;
export const CASE_ROLE: usize = 12;
export const CASE_THRESHOLD: usize = 16;
export const CASE_STEP: usize = 24;
export const CASE_STATE_LOW: usize = 32;
export const CASE_STATE_HIGH: usize = 40;
export const CASE_RUN_EFFECT: usize = 48;
export const CASE_RUN_DEGREES: usize = 56;

export const ROLE_JUDGED: u32 = 0;
export const ROLE_NOISE: u32 = 1;

// Head of the output, then a result for each case
//   0 judged | 8 trialDegrees | 16 trialDeviation | 24 runDegrees | 32 runFactor | 40 0 | 48 0 | 56 0      all f64
export const HEAD_BYTES: usize = 64;

// Result, all f64
//   0 ratio | 8 low | 16 high (corrected) | 24 low90 | 32 high90 | 40 degrees | 48 p | 56 adjustedP | 64 verdict | 72 reason
//  80 decidingUnits | 88 decidingRuns | 96 deviation | 104 standardError | 112 threshold | 120 setAside
export const RESULT_BYTES: usize = 128;

export const UNSURE: i32 = 0;
export const SAME: i32 = 1;
export const BETTER: i32 = 2;
export const WORSE: i32 = 3;
export const SMALLER: i32 = 4;
export const LARGER: i32 = 5;

export const REASON_NONE: i32 = 0;
/** Fewer than two units on a side. */
export const REASON_FEW: i32 = 1;
/** The units of a run scatter too much for so few of them. */
export const REASON_NOISE: i32 = 2;
/** Runs differ too much: no number of units of so few runs decides. */
export const REASON_RUNS: i32 = 3;
/** A known state of the machine could make the difference. */
export const REASON_STATE: i32 = 4;
/** The clock's step is as large as the difference. */
export const REASON_CLOCK: i32 = 5;
/** It differs for certain, but not for certain by more than the threshold. */
export const REASON_THRESHOLD: i32 = 6;
/** Both sides hold the same values in the same order. */
export const REASON_IDENTICAL: i32 = 7;

// What is known of a case before the family is looked at, all f64. Blocks have 0 runs.
//   0 estimate (log new / base) | 8 trial part e of its variance | 16 nu | 24 run part t | 32 mu | 40 slackLow <= 0 | 48 slackHigh >= 0
//  56 p | 64 level | 72 adjusted p | 80 threshold (log) | 88 unit variance | 96 its degrees | 104 run variance | 112 its degrees
// 120 base runs | 128 new runs | 136 units a run | 144 step (log) | 152 status (0 judged, 1 noise, 2 few, 3 identical) | 160 set aside
// 168 degrees of the prior that is in nu | 176 threshold (0.1)
/** "Same" is two one-sided tests at 5 %: the interval that answers both holds 90 %. */
export const EQUIVALENCE_LEVEL: f64 = 0.1;

export const WORK_BYTES: usize = 184;
export const W_ESTIMATE: usize = 0;
export const W_TRIAL_PART: usize = 8;
export const W_NU: usize = 16;
export const W_RUN_PART: usize = 24;
export const W_MU: usize = 32;
export const W_SLACK_LOW: usize = 40;
export const W_SLACK_HIGH: usize = 48;
export const W_P: usize = 56;
export const W_LEVEL: usize = 64;
export const W_ADJUSTED: usize = 72;
export const W_THRESHOLD: usize = 80;
export const W_UNIT_VARIANCE: usize = 88;
export const W_UNIT_DEGREES: usize = 96;
export const W_RUN_VARIANCE: usize = 104;
export const W_RUN_DEGREES: usize = 112;
export const W_BASE_RUNS: usize = 120;
export const W_NEW_RUNS: usize = 128;
export const W_UNITS: usize = 136;
export const W_STEP: usize = 144;
export const W_STATUS: usize = 152;
export const W_SET_ASIDE: usize = 160;
export const W_PRIOR_DEGREES: usize = 168;
export const W_LIMIT: usize = 176;

export const STATUS_JUDGED: f64 = 0;
export const STATUS_NOISE: f64 = 1;
export const STATUS_FEW: f64 = 2;
export const STATUS_IDENTICAL: f64 = 3;

export function caseAt(at: usize, index: u32): usize {
  return at + usize(index) * CASE_BYTES;
}

export function workAt(at: usize, index: u32): usize {
  return at + usize(index) * WORK_BYTES;
}

export function get(record: usize, field: usize): f64 {
  return load<f64>(record + field);
}

export function put(record: usize, field: usize, value: f64): void {
  store<f64>(record + field, value);
}
