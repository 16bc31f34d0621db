// ClickHouse's verdicts: a whole comparison is one row, because its cases are corrected for each other. Judges nothing itself.
import { NO_MEMORY, OK } from '../assembly/abi';
import * as records from '../assembly/stats/verdict-record';
import { comparisonVerdicts } from '../assembly/stats/verdict-runs';
import * as buffers from './clickhouse-buffers';
import { writeError } from './clickhouse-errors';

// What a comparison borrows for each byte of its values, and for each case.
const FOR_VALUES: u64 = 3;
const FOR_CASE: u64 = 1024;

let runs: u32 = 0;
let units: u32 = 0;

/** A side of a case: runs, each a list of units. Copies both when the addresses are not 0; returns the runs. */
function readSide(countsAt: usize, valuesAt: usize): u32 {
  const count = buffers.readCount();
  for (let run: u32 = 0; run < count; run++) {
    const n = buffers.readList();
    if (valuesAt != 0) {
      store<u32>(countsAt + (usize(runs) << 2), n);
      memory.copy(valuesAt + (usize(units) << 3), buffers.lastList(), usize(n) << 3);
    }
    runs += 1;
    units += n;
  }
  return count;
}

/** Tuple(base, new, better, threshold, step, run_effect). */
function readCase(at: usize, countsAt: usize, valuesAt: usize): void {
  const base = readSide(countsAt, valuesAt);
  const other = readSide(countsAt, valuesAt);
  const better = buffers.readI8();
  const threshold = buffers.readF64();
  const step = buffers.readF64();
  const effect = buffers.readF64();
  if (at == 0) return;
  memory.fill(at, 0, records.CASE_BYTES);
  store<u32>(at, base);
  store<u32>(at, other, records.CASE_NEW_RUNS);
  store<i32>(at, i32(better), records.CASE_BETTER);
  store<f64>(at, threshold, records.CASE_THRESHOLD);
  store<f64>(at, step, records.CASE_STEP);
  store<f64>(at, 1, records.CASE_STATE_LOW);
  store<f64>(at, 1, records.CASE_STATE_HIGH);
  store<f64>(at, effect, records.CASE_RUN_EFFECT);
}

function readCases(m: u32, at: usize, countsAt: usize, valuesAt: usize): void {
  runs = 0;
  units = 0;
  for (let i: u32 = 0; i < m; i++) {
    readCase(at == 0 ? 0 : records.caseAt(at, i), countsAt, valuesAt);
  }
}

// The order is the kernel's (verdict-record.ts), the words are docs/statistics.md's.
function verdictOf(code: i32): string {
  if (code == records.SAME) return 'same';
  if (code == records.BETTER) return 'better';
  if (code == records.WORSE) return 'worse';
  if (code == records.SMALLER) return 'smaller';
  return code == records.LARGER ? 'larger' : 'unsure';
}

function reasonOf(code: i32): string {
  if (code == records.REASON_FEW) return 'TOO_FEW';
  if (code == records.REASON_NOISE) return 'NOISE';
  if (code == records.REASON_RUNS) return 'RUN_EFFECT';
  if (code == records.REASON_STATE) return 'STATE';
  if (code == records.REASON_CLOCK) return 'CLOCK';
  return code == records.REASON_THRESHOLD ? 'THRESHOLD' : 'IDENTICAL';
}

const LOW: usize = 8;
const HIGH: usize = 16;
const P: usize = 48;
const ADJUSTED_P: usize = 56;
const VERDICT: usize = 64;
const REASON: usize = 72;

function writeCase(at: usize): void {
  const reason = i32(load<f64>(at, REASON));
  buffers.writeText(verdictOf(i32(load<f64>(at, VERDICT))));
  buffers.writeU8(reason == records.REASON_NONE ? 1 : 0);
  if (reason != records.REASON_NONE) buffers.writeText(reasonOf(reason));
  buffers.writeF64(load<f64>(at));
  buffers.writeF64(load<f64>(at, LOW));
  buffers.writeF64(load<f64>(at, HIGH));
  buffers.writeF64(load<f64>(at, P));
  buffers.writeF64(load<f64>(at, ADJUSTED_P));
}

let status: i32 = OK;

/** Address of the results; `status` says whether they are there. */
function judged(m: u32, place: usize, errorRate: f64): usize {
  const bytes = u64(units) << 3;
  const cases = buffers.takeValues(u64(m) * records.CASE_BYTES);
  const counts = buffers.takeValues(u64(runs) << 2);
  const values = buffers.takeValues(bytes);
  const out = buffers.takeValues(records.HEAD_BYTES + u64(m) * records.RESULT_BYTES);
  status = NO_MEMORY;
  if (cases == 0 || counts == 0 || values == 0 || out == 0) return 0;
  if (!buffers.hasRoom(bytes + u64(runs) * 8 + u64(m) * FOR_CASE, FOR_VALUES)) return 0;
  buffers.readAgainFrom(place);
  readCases(m, cases, counts, values);
  status = comparisonVerdicts(cases, m, counts, runs, values, units, errorRate, out);
  return out;
}

/**
 * Array(Tuple(base Array(Array(Float64)), new …, better Int8, threshold, step, run_effect Float64)), Float64 error rate ->
 * Tuple(cases Array(Tuple(verdict, reason, ratio, low, high, p, adjusted_p)), error). No cases when it was refused.
 */
export function verdicts(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const m = buffers.readCount();
    const place = buffers.inputPlace();
    readCases(m, 0, 0, 0);
    const errorRate = buffers.readF64();
    const end = buffers.inputPlace();
    buffers.beginRow(u64(m + 1) * 7 * buffers.CELL);
    const results = judged(m, place, errorRate);
    buffers.writeCount(status == OK ? m : 0);
    for (let i: u32 = 0; i < m && status == OK; i++) {
      writeCase(results + records.HEAD_BYTES + usize(i) * records.RESULT_BYTES);
    }
    writeError(status);
    buffers.readAgainFrom(end);
    buffers.endRow();
  }
  return buffers.endBlock();
}
