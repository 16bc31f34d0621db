// How much runs of one machine differ beyond what their trials show, from several runs of the same set-up. It compares nothing.
import { BAD_ARGUMENT, EMPTY, OK, TOO_FEW } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, noRoom } from './inputs';
import { checkValues, takeLogarithms } from './verdict-input';
import { meanOfLogs, squaresAround } from './verdict-sides';

// Effect, all f64: 0 deviation | 8 degrees | 16 deviation of a unit (root of the mean variance) | 24 cases that told
export const EFFECT_BYTES: usize = 32;

// What a case says: 0 variance of run means | 8 its degrees | 16 the part that its units explain
const ROW_BYTES: usize = 24;
const BISECTIONS: i32 = 200;

/** Of all cases: the most runs, the sum of the units' variances, how many have two runs. */
let mostRuns: u32 = 0;
let variances: f64 = 0;
let told: u32 = 0;

/** One case of `runs` runs: its row, if it has at least two. Returns its number of units. */
function readCase(countsAt: usize, runs: u32, logsAt: usize, meansAt: usize, row: usize): u32 {
  let units: u32 = 0;
  let squares = 0.0;
  let shares = 0.0;
  for (let run: u32 = 0; run < runs; run++) {
    const n = load<u32>(countsAt + (usize(run) << 2));
    const at = logsAt + (usize(units) << 3);
    const mean = meanOfLogs(at, n);
    store<f64>(meansAt + (usize(run) << 3), mean);
    squares += squaresAround(at, n, mean);
    shares += 1.0 / f64(n);
    units += n;
  }
  if (runs < 2) return units;
  const variance = units > runs ? squares / f64(units - runs) : 0.0;
  const center = meanOfLogs(meansAt, runs);
  store<f64>(row, squaresAround(meansAt, runs, center) / f64(runs - 1));
  store<f64>(row, f64(runs - 1), 8);
  store<f64>(row, (variance * shares) / f64(runs), 16);
  variances += variance;
  mostRuns = max(mostRuns, runs);
  told++;
  return units;
}

/** Sum over the cases of degrees x variance of run means in multiples of what units and `effect` explain, less the degrees. */
function excess(rowsAt: usize, effect: f64): f64 {
  let sum = 0.0;
  for (let i: u32 = 0; i < told; i++) {
    const row = rowsAt + usize(i) * ROW_BYTES;
    const explained = load<f64>(row, 16) + effect;
    const variance = load<f64>(row);
    // Without any scatter a case agrees with every effect.
    if (variance > 0) sum += load<f64>(row, 8) * (variance / explained - 1.0);
    else sum -= explained > 0 ? load<f64>(row, 8) : 0.0;
  }
  return sum;
}

/** The effect's variance at which nothing is in excess (Paule and Mandel 1982); 0 when the units explain everything. */
function solve(rowsAt: usize): f64 {
  let high = 0.0;
  for (let i: u32 = 0; i < told; i++) high = max(high, load<f64>(rowsAt + usize(i) * ROW_BYTES));
  if (high == 0 || !(excess(rowsAt, 0) > 0)) return 0;
  let low = 0.0;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    if (excess(rowsAt, middle) > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

function checkCounts(runsAt: usize, m: u32, countsAt: usize, runs: u32, n: u32): i32 {
  if (m == 0) return refuse(EMPTY, 0);
  let status = checkRange(runsAt, u64(m) << 2, 0);
  if (status == OK) status = checkRange(countsAt, u64(runs) << 2, 2);
  if (status != OK) return status;
  let named: u64 = 0;
  for (let i: u32 = 0; i < m; i++) named += u64(load<u32>(runsAt + (usize(i) << 2)));
  if (named != u64(runs)) return refuse(BAD_ARGUMENT, 3);
  let units: u64 = 0;
  for (let run: u32 = 0; run < runs; run++) {
    const count = load<u32>(countsAt + (usize(run) << 2));
    if (count == 0) return refuse(EMPTY, 2);
    units += u64(count);
  }
  return units == u64(n) ? OK : refuse(BAD_ARGUMENT, 5);
}

function measure(
  runsAt: usize,
  m: u32,
  countsAt: usize,
  runs: u32,
  valuesAt: usize,
  n: u32,
  outAt: usize,
): i32 {
  const logsAt = borrow(u64(n) << 3);
  const meansAt = borrow(u64(runs) << 3);
  const rowsAt = borrow(u64(m) * ROW_BYTES);
  if (logsAt == 0 || meansAt == 0 || rowsAt == 0) return noRoom();
  takeLogarithms(valuesAt, n, logsAt);
  mostRuns = 0;
  variances = 0;
  told = 0;
  let run: usize = 0;
  let value: usize = 0;
  for (let i: u32 = 0; i < m; i++) {
    const count = load<u32>(runsAt + (usize(i) << 2));
    const row = rowsAt + usize(told) * ROW_BYTES;
    const units = readCase(countsAt + (run << 2), count, logsAt + (value << 3), meansAt, row);
    run += usize(count);
    value += usize(units);
  }
  if (told == 0) return refuse(TOO_FEW, 0);
  store<f64>(outAt, sqrt<f64>(solve(rowsAt)));
  store<f64>(outAt, f64(mostRuns - 1), 8);
  store<f64>(outAt, sqrt<f64>(variances / f64(told)), 16);
  store<f64>(outAt, f64(told), 24);
  return OK;
}

/**
 * The run effect of a machine: the standard deviation of logarithms between runs beyond what the units of a run explain, over m cases of one
 * set-up. `runsAt` has m u32, the runs of each case; `countsAt` the units of each of the `runs` runs; values are n positive f64 in that
 * order. Writes 32 bytes: deviation, degrees (the most runs less 1: cases share their runs), deviation of a unit, cases with two runs.
 * Borrows 8 n + 8 runs + 24 m bytes. EMPTY (0, 2), TOO_FEW 0 when no case has two runs, BAD_ARGUMENT (3, 5), NOT_FINITE and DOMAIN 4.
 * Source: Paule and Mandel 1982.
 */
export function runEffect(
  runsAt: usize,
  m: u32,
  countsAt: usize,
  runs: u32,
  valuesAt: usize,
  n: u32,
  outAt: usize,
): i32 {
  let status = checkCounts(runsAt, m, countsAt, runs, n);
  if (status == OK) status = checkValues(valuesAt, n, 4);
  if (status == OK) status = checkRange(outAt, EFFECT_BYTES, 6);
  if (status != OK) return status;
  const mark = scratchMark();
  status = measure(runsAt, m, countsAt, runs, valuesAt, n, outAt);
  scratchReset(mark);
  return status;
}
