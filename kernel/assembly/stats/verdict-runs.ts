// The comparison of runs that were measured one after the other: better, worse, same or unsure for each case, over the whole family
// of cases. Blocks of variants are verdict-blocks.ts.
//
// A case's logarithms have a variance within a run, moderated by those of all cases (Smyth 2004), and a run effect: assumed or
// calibrated for one run a side; with several runs a side their means are the unit, and what was assumed is the prior.
import { BAD_ARGUMENT, EMPTY, OK } from '../abi';
import { scratchMark, scratchReset } from '../arena';
import { refuse } from '../status';
import { borrow, checkRange, noRoom } from './inputs';
import { adjustFamily, putHead, putResults } from './verdict-family';
import * as check from './verdict-input';
import {
  moderateRuns,
  runDegrees,
  runFactor,
  trialDegrees,
  trialVariance,
} from './verdict-moderate';
import * as record from './verdict-record';
import { readAll } from './verdict-sides';

function judgeRuns(
  casesAt: usize,
  m: u32,
  countsAt: usize,
  runs: u32,
  valuesAt: usize,
  n: u32,
  errorRate: f64,
  outAt: usize,
): i32 {
  const logsAt = borrow(u64(n) << 3);
  const worksAt = borrow(u64(m) * record.WORK_BYTES);
  const rowsAt = borrow(u64(m) << 4);
  const meansAt = borrow(u64(runs) << 3);
  if (logsAt == 0 || worksAt == 0 || rowsAt == 0 || meansAt == 0) return noRoom();
  check.takeLogarithms(valuesAt, n, logsAt);
  readAll(casesAt, m, countsAt, valuesAt, logsAt, worksAt, meansAt);
  if (!moderateRuns(casesAt, m, worksAt, rowsAt)) return noRoom();
  const judged = adjustFamily(worksAt, m, errorRate);
  if (judged < 0) return noRoom();
  putHead(outAt, judged, trialDegrees, trialVariance, runDegrees, runFactor);
  putResults(casesAt, m, worksAt, errorRate, outAt);
  return OK;
}

function checkCounts(casesAt: usize, m: u32, countsAt: usize, runs: u32, n: u32): i32 {
  let named: u64 = 0;
  for (let i: u32 = 0; i < m; i++) {
    const at = record.caseAt(casesAt, i);
    named += u64(load<u32>(at)) + u64(load<u32>(at, record.CASE_NEW_RUNS));
  }
  if (named != u64(runs)) return refuse(BAD_ARGUMENT, 3);
  const status = checkRange(countsAt, u64(runs) << 2, 2);
  if (status != OK) return status;
  let units: u64 = 0;
  for (let run: u32 = 0; run < runs; run++) {
    const count = load<u32>(countsAt + (usize(run) << 2));
    if (count == 0) return refuse(EMPTY, 2);
    units += u64(count);
  }
  return units == u64(n) ? OK : refuse(BAD_ARGUMENT, 5);
}

/**
 * Judges m cases (records at casesAt) of two sides measured one after the other. Values are n positive f64 in the order case, side
 * (base, new), run, unit; `runs` u32 at countsAt say how many units each run has. The chance of any false better or worse over all
 * cases is at most errorRate (in (0, 1)) while the true run effect is at most the stated one.
 * Writes a head of 64 bytes and 128 bytes a case (verdict-record.ts) at outAt. Borrows 8 n + 240 m + 16 runs bytes.
 * EMPTY (0, 2), NOT_FINITE (0, 4, 6), DOMAIN (4) for a value that is not positive, BAD_ARGUMENT (0 a field, 3 and 5 counts that do
 * not add up, 6). Sources: Smyth 2004; Holm 1979; docs/decisions/0023.
 */
export function comparisonVerdicts(
  casesAt: usize,
  m: u32,
  countsAt: usize,
  runs: u32,
  valuesAt: usize,
  n: u32,
  errorRate: f64,
  outAt: usize,
): i32 {
  let status = check.checkCases(casesAt, m);
  if (status == OK) status = checkCounts(casesAt, m, countsAt, runs, n);
  if (status == OK) status = check.checkValues(valuesAt, n, 4);
  if (status == OK) status = check.checkErrorRate(errorRate, 6);
  if (status == OK) status = check.checkResults(outAt, m, 7);
  if (status != OK) return status;
  const mark = scratchMark();
  status = judgeRuns(casesAt, m, countsAt, runs, valuesAt, n, errorRate, outAt);
  scratchReset(mark);
  return status;
}
