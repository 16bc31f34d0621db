// What the values of a case say of both sides: means of logarithms over runs, scatter within runs and between them. Moderates nothing.
import * as check from './verdict-input';
import * as record from './verdict-record';

/** Results of readSide. */
let sideMean: f64 = 0;
let sideUnits: u32 = 0;
let squaresWithin: f64 = 0;
let degreesWithin: f64 = 0;
let squaresBetween: f64 = 0;
/** Sum of 1 / units over the runs, divided by the square of their number. */
let sideShare: f64 = 0;

/** The mean of n logarithms; distances to the first keep equal values equal. */
export function meanOfLogs(at: usize, n: u32): f64 {
  const first = load<f64>(at);
  let sum = 0.0;
  for (let i: u32 = 1; i < n; i++) sum += load<f64>(at + (usize(i) << 3)) - first;
  return first + sum / f64(n);
}

export function squaresAround(at: usize, n: u32, mean: f64): f64 {
  let sum = 0.0;
  for (let i: u32 = 0; i < n; i++) {
    const distance = load<f64>(at + (usize(i) << 3)) - mean;
    sum += distance * distance;
  }
  return sum;
}

/** One side of a case: `runs` counts at countsAt, their logarithms at logsAt; run means go to meansAt. */
function readSide(countsAt: usize, runs: u32, logsAt: usize, meansAt: usize): void {
  sideUnits = 0;
  squaresWithin = 0;
  degreesWithin = 0;
  sideShare = 0;
  for (let run: u32 = 0; run < runs; run++) {
    const n = load<u32>(countsAt + (usize(run) << 2));
    const at = logsAt + (usize(sideUnits) << 3);
    const mean = meanOfLogs(at, n);
    store<f64>(meansAt + (usize(run) << 3), mean);
    squaresWithin += squaresAround(at, n, mean);
    degreesWithin += f64(n - 1);
    sideShare += 1.0 / f64(n);
    sideUnits += n;
  }
  sideMean = meanOfLogs(meansAt, runs);
  squaresBetween = squaresAround(meansAt, runs, sideMean);
  sideShare /= f64(runs) * f64(runs);
}

/** Reads a case into its work record; returns how many values it has. */
function readCase(
  caseAt: usize,
  countsAt: usize,
  valuesAt: usize,
  logsAt: usize,
  meansAt: usize,
  work: usize,
): u32 {
  const baseRuns = load<u32>(caseAt);
  const newRuns = load<u32>(caseAt, record.CASE_NEW_RUNS);
  readSide(countsAt, baseRuns, logsAt, meansAt);
  const baseMean = sideMean;
  const baseUnits = sideUnits;
  const newAt = usize(baseUnits) << 3;
  let within = squaresWithin;
  let degrees = degreesWithin;
  let between = squaresBetween;
  let share = sideShare;
  readSide(countsAt + (usize(baseRuns) << 2), newRuns, logsAt + newAt, meansAt);
  within += squaresWithin;
  degrees += degreesWithin;
  between += squaresBetween;
  share += sideShare;
  const runs = f64(baseRuns) + f64(newRuns);
  record.put(work, record.W_ESTIMATE, sideMean - baseMean);
  record.put(work, record.W_TRIAL_PART, share);
  record.put(work, record.W_UNIT_VARIANCE, degrees > 0 ? within / degrees : 0.0);
  record.put(work, record.W_UNIT_DEGREES, degrees);
  record.put(work, record.W_RUN_VARIANCE, runs > 2 ? between / (runs - 2.0) : 0.0);
  record.put(work, record.W_RUN_DEGREES, runs - 2.0);
  record.put(work, record.W_BASE_RUNS, f64(baseRuns));
  record.put(work, record.W_NEW_RUNS, f64(newRuns));
  record.put(work, record.W_UNITS, ceil<f64>(f64(baseUnits + sideUnits) / runs));
  record.put(work, record.W_SET_ASIDE, 0);
  const isSame =
    baseUnits == sideUnits && check.isIdentical(caseAt, valuesAt, valuesAt + newAt, baseUnits);
  check.putStatus(caseAt, work, isSame, min(baseUnits, sideUnits));
  check.putLimits(caseAt, work, baseMean, sideMean);
  return baseUnits + sideUnits;
}

/** Reads all cases; their values, logarithms and counts lie one after the other. */
export function readAll(
  casesAt: usize,
  m: u32,
  countsAt: usize,
  valuesAt: usize,
  logsAt: usize,
  worksAt: usize,
  meansAt: usize,
): void {
  let run: usize = 0;
  let value: usize = 0;
  for (let i: u32 = 0; i < m; i++) {
    const at = record.caseAt(casesAt, i);
    const place = value << 3;
    value += usize(
      readCase(
        at,
        countsAt + (run << 2),
        valuesAt + place,
        logsAt + place,
        meansAt,
        record.workAt(worksAt, i),
      ),
    );
    run += usize(load<u32>(at)) + usize(load<u32>(at, record.CASE_NEW_RUNS));
  }
}
