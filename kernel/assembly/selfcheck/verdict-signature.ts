// The part of the signature that verdicts make: families of unlike cases, in runs and in blocks, and the run effect. Expects no number.
import { fold, foldBytes } from './fold';
import { nextPcg64, seedPcg64 } from '../random/pcg64';
import { PRACTICE, PRACTICE_BYTES } from './practice';
import { lend } from '../stats/inputs';
import { EFFECT_BYTES, runEffect } from '../stats/run-effect';
import { blockVerdicts } from '../stats/verdict-blocks';
import * as record from '../stats/verdict-record';
import { comparisonVerdicts } from '../stats/verdict-runs';

const CASES: u32 = 12;
// From 8 cases and 8 blocks on the noise of a block is fitted.
const BLOCKS: u32 = 10;
const CASES_AT: usize = memory.data(768, 8);
const COUNTS: usize = memory.data(256, 8);
const RUNS: usize = memory.data(64, 8);
const VALUES: usize = memory.data(4096, 8);
const OUT_BYTES: u32 = 1600;
const OUT: usize = memory.data(1600, 8);
const CHANGES: usize = memory.data<f64>([1, 1.02, 0.7, 1.3, 1.06, 1.12]);

/** How many runs and values have been drawn. */
let runs: u32 = 0;
let values: u32 = 0;

/** Folds a status and what the call wrote, and gives the next call a fresh workspace and output. */
function take(word: u64, status: i32, bytes: u32): u64 {
  const sum = foldBytes(fold(word, u64(status)), OUT, bytes);
  memory.fill(OUT, 0, usize(OUT_BYTES));
  lend(PRACTICE, PRACTICE_BYTES);
  return sum;
}

/** Draws n values within `spread` of a level. */
function drawValues(n: u32, level: f64, spread: f64): void {
  for (let i: u32 = 0; i < n; i++) {
    const unit = f64(nextPcg64() >> 11) * 1.1102230246251565e-16;
    store<f64>(VALUES + (usize(values++) << 3), level * (1.0 + spread * (unit - 0.5)));
  }
}

/** A case of either kind; every third knows its clock's step, every fifth a state, the last is only noise. */
function writeCase(i: u32, base: u32, changed: u32): void {
  const at = record.caseAt(CASES_AT, i);
  store<u32>(at, base);
  store<u32>(at, changed, record.CASE_NEW_RUNS);
  store<i32>(at, i32(i % 3) - 1, record.CASE_BETTER);
  store<u32>(at, u32(i + 1 == CASES), record.CASE_ROLE);
  store<f64>(at, 0.05 * f64(i & 3), record.CASE_THRESHOLD);
  store<f64>(at, i % 3 == 2 ? f64(i * i) : 0.0, record.CASE_STEP);
  store<f64>(at, i % 5 == 3 ? 0.75 : 1.0, record.CASE_STATE_LOW);
  store<f64>(at, i % 5 == 3 ? 1.25 : 1.0, record.CASE_STATE_HIGH);
  store<f64>(at, 0.01 * f64(i & 3), record.CASE_RUN_EFFECT);
  store<f64>(at, f64(i & 1) * 4.0, record.CASE_RUN_DEGREES);
}

/** Draws one side of a case: runs that differ a little, of unequal length. */
function drawSide(i: u32, count: u32, level: f64): void {
  for (let run: u32 = 0; run < count; run++) {
    const units: u32 = i == 7 ? 1 : 3 + ((i + run) & 3);
    store<u32>(COUNTS + (usize(runs++) << 2), units);
    drawValues(units, level * (1.0 + 0.01 * f64(run)), 0.02 + 0.03 * f64(i & 3));
  }
}

/** One run a side, or up to three. */
function drawRuns(most: u32): void {
  runs = 0;
  values = 0;
  for (let i: u32 = 0; i < CASES; i++) {
    const base = 1 + (i % most);
    const changed = 1 + ((i >> 1) % most);
    writeCase(i, base, changed);
    drawSide(i, base, 100);
    drawSide(i, changed, 100.0 * load<f64>(CHANGES + (usize(i % 6) << 3)));
  }
}

/** Blocks that grow noisy; in one case a block lies apart, in one both sides are the same. */
function drawBlocks(n: u32): void {
  values = 0;
  for (let i: u32 = 0; i < CASES; i++) {
    writeCase(i, n, n);
    const at = VALUES + (usize(values) << 3);
    const side = usize(n) << 3;
    for (let block: u32 = 0; block < n; block++) drawValues(1, 100, 0.01 * f64(1 + block));
    drawValues(n, 100.0 * load<f64>(CHANGES + (usize(i % 6) << 3)), 0.02);
    if (i == 4) store<f64>(at, load<f64>(at) * 3.0);
    if (i == 6) memory.copy(at + side, at, side);
  }
}

function signRuns(word: u64): u64 {
  let sum = word;
  for (let most: u32 = 1; most < 4; most++) {
    drawRuns(most);
    const status = comparisonVerdicts(CASES_AT, CASES, COUNTS, runs, VALUES, values, 0.05, OUT);
    sum = take(sum, status, OUT_BYTES);
  }
  for (let i: usize = 0; i < usize(CASES); i++) {
    const at = CASES_AT + i * record.CASE_BYTES;
    store<u32>(RUNS + (i << 2), load<u32>(at) + load<u32>(at, record.CASE_NEW_RUNS));
  }
  const status = runEffect(RUNS, CASES, COUNTS, runs, VALUES, values, OUT);
  return take(sum, status, u32(EFFECT_BYTES));
}

function signBlocks(word: u64): u64 {
  let sum = word;
  for (let n: u32 = 2; n <= BLOCKS; n += 4) {
    drawBlocks(n);
    sum = take(sum, blockVerdicts(CASES_AT, CASES, VALUES, values, 0.01, OUT), OUT_BYTES);
  }
  // A family of one, and a rate that is none.
  sum = take(sum, blockVerdicts(CASES_AT, 1, VALUES, BLOCKS << 1, 0.2, OUT), 192);
  return take(sum, blockVerdicts(CASES_AT, 1, VALUES, BLOCKS << 1, 1, OUT), 0);
}

/** Folds the verdicts into the word; works before configure(), on memory of its own. */
export function verdictSignature(word: u64): u64 {
  seedPcg64(20261201);
  lend(PRACTICE, PRACTICE_BYTES);
  const sum = signBlocks(signRuns(word));
  lend(0, 0);
  return sum;
}
