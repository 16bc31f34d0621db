// What the command says about a column: summary, intervals, Pragmastat's estimators, histogram. Reads the column, writes JSON.
import { NO_MEMORY, OK } from '../assembly/abi';
import { scratchAlloc, scratchMark, scratchReset } from '../assembly/arena';
import { kernelId, selfSignature } from '../assembly/selfcheck/selfcheck';
import { bootstrap } from '../assembly/stats/bootstrap';
import { ecdf } from '../assembly/stats/ecdf';
import { center } from '../assembly/stats/pragmastat-center';
import { shamosSpread } from '../assembly/stats/pragmastat-spread';
import { summarize } from '../assembly/stats/summary';
import { valueCount, valuesAt } from './column';
import {
  closeArray,
  closeObject,
  endLine,
  key,
  nothing,
  number,
  openArray,
  openObject,
  text,
  word,
} from './json';
import * as t from './texts';

const SUMMARY_BYTES: u32 = 120;
const WARNINGS: usize = 112;
const BARS: u32 = 20;
const RESAMPLES: u32 = 1000;
const LEVEL_PERCENT: f64 = 95;
// The published analysis' seed.
const SEED: u64 = 42;
// 65 million draws take about half a second; more would seem to hang in an interpreter.
const MOST_RESAMPLED: u32 = 65_536;

function field(name: usize, at: usize, offset: usize): void {
  key(name);
  number(load<f64>(at + offset));
}

function writeWarnings(bits: u32): void {
  key(t.WARNINGS);
  openArray();
  if (bits & 1) text(t.ONE);
  if (bits & 2) text(t.ZERO_MEAN);
  if (bits & 4) text(t.THIN_5);
  if (bits & 8) text(t.THIN_99);
  closeArray();
}

function writeSummary(at: usize): void {
  field(t.N, at, 0);
  field(t.MEAN, at, 8);
  field(t.MEDIAN, at, 16);
  field(t.STD, at, 24);
  field(t.MAD, at, 32);
  field(t.CV, at, 40);
  field(t.MIN, at, 48);
  field(t.MAX, at, 56);
  key(t.QUANTILES);
  openObject();
  key(t.DEFINITION);
  text(t.R7);
  field(t.P5, at, 64);
  field(t.P25, at, 72);
  field(t.P50, at, 80);
  field(t.P75, at, 88);
  field(t.P95, at, 96);
  field(t.P99, at, 104);
  closeObject();
  writeWarnings(u32(load<f64>(at + WARNINGS)));
}

/** One percentile interval of the bootstrap, or null with the reason. */
function writeInterval(statistic: i32, name: usize, out: usize): void {
  openObject();
  key(t.STATISTIC);
  text(name);
  const isSmall = valueCount <= MOST_RESAMPLED;
  const status = isSmall
    ? bootstrap(valuesAt, valueCount, statistic, 0.5, RESAMPLES, LEVEL_PERCENT, SEED, out)
    : -1;
  key(t.LOW);
  if (status == OK) number(load<f64>(out));
  else nothing();
  key(t.HIGH);
  if (status == OK) number(load<f64>(out + 8));
  else nothing();
  if (!isSmall) {
    key(t.REASON);
    text(t.TOO_MANY);
  }
  key(t.LEVEL);
  number(LEVEL_PERCENT / 100);
  key(t.RESAMPLES);
  number(f64(RESAMPLES));
  key(t.SEED);
  number(f64(SEED));
  closeObject();
}

/** The largest f64 below a finite one. */
function before(value: f64): f64 {
  const bits = reinterpret<i64>(value);
  if (value == 0) return -5e-324;
  return reinterpret<f64>(value > 0 ? bits - 1 : bits + 1);
}

/** Counts between 21 equally spaced edges; a bar holds its lower edge, the last its upper edge too. One value: the first holds all. */
function writeHistogram(summary: usize, out: usize): bool {
  const low = load<f64>(summary + 48);
  const high = load<f64>(summary + 56);
  // Two quotients: the difference of two finite values can exceed binary64.
  const width = high / f64(BARS) - low / f64(BARS);
  const shares = out + (usize(BARS) << 3);
  for (let i: u32 = 0; i < BARS; i++) {
    // Rounding of a narrow range must not lift an edge above the last one.
    const edge = i + 1 == BARS ? high : min<f64>(high, low + width * f64(i + 1));
    store<f64>(out + (usize(i) << 3), edge);
  }
  key(t.HISTOGRAM);
  openObject();
  key(t.EDGES);
  openArray();
  number(low);
  for (let i: u32 = 0; i < BARS; i++) number(load<f64>(out + (usize(i) << 3)));
  closeArray();
  for (let i: u32 = 0; i + 1 < BARS && low < high; i++) {
    const edge = out + (usize(i) << 3);
    store<f64>(edge, before(load<f64>(edge)));
  }
  if (ecdf(valuesAt, valueCount, out, BARS, shares) != OK) return false;
  key(t.COUNTS);
  openArray();
  let sum = 0.0;
  for (let i: u32 = 0; i < BARS; i++) {
    const upTo = floor<f64>(load<f64>(shares + (usize(i) << 3)) * f64(valueCount) + 0.5);
    number(upTo - sum);
    sum = upTo;
  }
  closeArray();
  closeObject();
  return true;
}

/** An estimator that a sample may not have (half of all pairs tied: no spread) is null. */
function writeEstimator(name: usize, status: i32, out: usize): void {
  key(name);
  if (status == OK) number(load<f64>(out));
  else nothing();
}

/** Writes the line; NO_MEMORY, or OVERFLOW when a sum of the values exceeds binary64. */
export function report(): i32 {
  const mark = scratchMark();
  const summary = scratchAlloc(SUMMARY_BYTES);
  const out = scratchAlloc(BARS << 4);
  if (out == 0) return NO_MEMORY;
  const status = summarize(valuesAt, valueCount, summary);
  if (status != OK) return status;
  openObject();
  key(t.KERNEL_ID);
  word(kernelId());
  key(t.SELF_SIGNATURE);
  word(selfSignature());
  writeSummary(summary);
  writeEstimator(t.CENTER, center(valuesAt, valueCount, out), out);
  writeEstimator(t.SPREAD, shamosSpread(valuesAt, valueCount, out), out);
  key(t.INTERVALS);
  openArray();
  writeInterval(0, t.MEAN_TEXT, out);
  writeInterval(1, t.MEDIAN_TEXT, out);
  closeArray();
  const isDone = writeHistogram(summary, out);
  closeObject();
  endLine();
  scratchReset(mark);
  return isDone ? OK : NO_MEMORY;
}
