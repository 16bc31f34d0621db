// ClickHouse's statistics: one result a row over the kernel's exports of the same names. Computes nothing itself.
import { NO_MEMORY, OK } from '../assembly/abi';
import { scratchAlloc } from '../assembly/arena';
import { summarizeNs as durations } from '../assembly/stats/duration';
import * as centers from '../assembly/stats/pragmastat-center';
import * as centerIntervals from '../assembly/stats/pragmastat-center-bounds';
import * as shifts from '../assembly/stats/pragmastat-shift';
import * as spreads from '../assembly/stats/pragmastat-spread';
import * as quantileRooms from '../assembly/stats/quantile';
import * as ranks from '../assembly/stats/rank-tests';
import * as summaries from '../assembly/stats/summary';
import * as buffers from './clickhouse-buffers';
import { writeError } from './clickhouse-errors';

// What a call borrows for each byte of its values.
const SORTS: u64 = 3;
const PAIRS: u64 = 9;

/** Nullable(UInt8). */
function writeWarnings(isNull: bool, warnings: u8): void {
  buffers.writeU8(isNull ? 1 : 0);
  if (!isNull) buffers.writeU8(warnings);
}

const SUMMARY_FIELDS: i32 = 13;
const WARNINGS: usize = 112;

/** Array(Float64) -> Tuple(n, mean, median, std, mad, cv, min, max, p5, p25, p50, p75, p95, p99, warnings, error). */
export function summary(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const n = buffers.readList();
    buffers.beginRow(u64(SUMMARY_FIELDS + 3) * buffers.CELL);
    const isReady = buffers.hasRoom(u64(n) << 3, SORTS);
    const out = isReady ? scratchAlloc(u32(summaries.SUMMARY_BYTES)) : 0;
    const status = isReady ? summaries.summarize(buffers.lastList(), n, out) : NO_MEMORY;
    buffers.writeU64(n);
    for (let field = 1; field <= SUMMARY_FIELDS; field++) {
      buffers.writeMaybeF64(status < OK, status < OK ? 0 : load<f64>(out + (usize(field) << 3)));
    }
    writeWarnings(status < OK, status < OK ? 0 : u8(load<f64>(out, WARNINGS)));
    writeError(status);
    buffers.endRow();
  }
  return buffers.endBlock();
}

const NS_BYTES: u32 = 56;

/** Array(UInt64) -> Tuple(n, min, p50, p95, p99, max, mean, warnings, error): nearest ranks, in integers. */
export function summaryNs(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const n = buffers.readList();
    buffers.beginRow(9 * buffers.CELL);
    const isReady = buffers.hasRoom(u64(n) << 3, SORTS);
    const out = isReady ? scratchAlloc(NS_BYTES) : 0;
    const status = isReady ? durations(buffers.lastList(), n, out) : NO_MEMORY;
    const isNull = status < OK;
    buffers.writeU64(n);
    for (let offset: usize = 8; offset < 48; offset += 8) {
      buffers.writeMaybeU64(isNull, isNull ? 0 : load<u64>(out + offset));
    }
    buffers.writeMaybeF64(isNull, isNull ? 0 : load<f64>(out, 48));
    writeWarnings(isNull, isNull ? 0 : u8(load<u32>(out, 4)));
    writeError(status);
    buffers.endRow();
  }
  return buffers.endBlock();
}

/** Array(Float64), Array(Float64), UInt8 -> Array(Nullable(Float64)): the definition is docs/statistics.md's number. */
export function quantiles(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const n = buffers.readList();
    const values = buffers.lastList();
    const m = buffers.readList();
    const ps = buffers.lastList();
    const definition = i32(buffers.readU8());
    buffers.beginRow(u64(m + 1) * buffers.CELL);
    const isReady = buffers.hasRoom((u64(n) + u64(m)) << 3, SORTS);
    const out = isReady ? scratchAlloc(m << 3) : 0;
    const status = isReady ? quantileRooms.quantiles(values, n, ps, m, definition, out) : NO_MEMORY;
    buffers.writeCount(m);
    for (let j: u32 = 0; j < m; j++) {
      buffers.writeMaybeF64(status < OK, status < OK ? 0 : load<f64>(out + (usize(j) << 3)));
    }
    buffers.endRow();
  }
  return buffers.endBlock();
}

const CENTER: i32 = 0;
const SPREAD: i32 = 1;
const SHIFT: i32 = 2;
const RATIO: i32 = 3;
const CENTER_BOUNDS: i32 = 4;
const SHIFT_BOUNDS: i32 = 5;
const RATIO_BOUNDS: i32 = 6;

function estimate(what: i32, x: usize, n: u32, y: usize, m: u32, misrate: f64, out: usize): i32 {
  if (what == CENTER) return centers.center(x, n, out);
  if (what == SPREAD) return spreads.shamosSpread(x, n, out);
  if (what == SHIFT) return shifts.shift(x, n, y, m, out);
  if (what == RATIO) return shifts.ratio(x, n, y, m, out);
  if (what == CENTER_BOUNDS) return centerIntervals.centerBounds(x, n, misrate, out);
  if (what == SHIFT_BOUNDS) return shifts.shiftBounds(x, n, y, m, misrate, out);
  return shifts.ratioBounds(x, n, y, m, misrate, out);
}

/** One sample or two, a misrate when bounds are asked for -> Nullable(Float64), or Tuple(lower, upper, error). */
function estimates(input: usize, rows: u32, what: i32): usize {
  const isPair = what != CENTER && what != SPREAD && what != CENTER_BOUNDS;
  const isBounds = what >= CENTER_BOUNDS;
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const n = buffers.readList();
    const x = buffers.lastList();
    const m = isPair ? buffers.readList() : 0;
    const y = buffers.lastList();
    const misrate = isBounds ? buffers.readF64() : 0;
    buffers.beginRow(3 * buffers.CELL);
    const isReady = buffers.hasRoom((u64(n) + u64(m)) << 3, PAIRS);
    const out = isReady ? scratchAlloc(16) : 0;
    const status = isReady ? estimate(what, x, n, y, m, misrate, out) : NO_MEMORY;
    const isNull = status < OK;
    buffers.writeMaybeF64(isNull, isNull ? 0 : load<f64>(out));
    if (isBounds) {
      buffers.writeMaybeF64(isNull, isNull ? 0 : load<f64>(out, 8));
      writeError(status);
    }
    buffers.endRow();
  }
  return buffers.endBlock();
}

export function center(input: usize, rows: u32): usize {
  return estimates(input, rows, CENTER);
}

export function spread(input: usize, rows: u32): usize {
  return estimates(input, rows, SPREAD);
}

export function shift(input: usize, rows: u32): usize {
  return estimates(input, rows, SHIFT);
}

export function ratio(input: usize, rows: u32): usize {
  return estimates(input, rows, RATIO);
}

export function centerBounds(input: usize, rows: u32): usize {
  return estimates(input, rows, CENTER_BOUNDS);
}

export function shiftBounds(input: usize, rows: u32): usize {
  return estimates(input, rows, SHIFT_BOUNDS);
}

export function ratioBounds(input: usize, rows: u32): usize {
  return estimates(input, rows, RATIO_BOUNDS);
}

/** Array(Float64), Array(Float64) -> Tuple(u, z, p, error); z is 0 for the exact test. */
export function mannWhitney(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const n = buffers.readList();
    const x = buffers.lastList();
    const m = buffers.readList();
    const y = buffers.lastList();
    buffers.beginRow(4 * buffers.CELL);
    const isReady = buffers.hasRoom((u64(n) + u64(m)) << 3, PAIRS);
    const out = isReady ? scratchAlloc(u32(ranks.TEST_BYTES)) : 0;
    const status = isReady ? ranks.mannWhitney(x, n, y, m, ranks.METHOD_AUTO, out) : NO_MEMORY;
    for (let offset: usize = 0; offset < ranks.TEST_BYTES; offset += 8) {
      buffers.writeMaybeF64(status < OK, status < OK ? 0 : load<f64>(out + offset));
    }
    writeError(status);
    buffers.endRow();
  }
  return buffers.endBlock();
}
