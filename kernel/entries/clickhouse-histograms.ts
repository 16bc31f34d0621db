// ClickHouse's histograms: a state is a String in HdrHistogram's V2 encoding, which every HDR library reads. Counts nothing itself.
import { EMPTY, NO_MEMORY, OK } from '../assembly/abi';
import { scratchMark, scratchReset } from '../assembly/arena';
import { refuse } from '../assembly/status';
import * as histograms from '../assembly/stats/histogram';
import * as layouts from '../assembly/stats/histogram-layout';
import * as logs from '../assembly/stats/histogram-log';
import * as buffers from './clickhouse-buffers';

// The header of the V2 encoding, and the most bytes that a counter takes in it (the facade has the same numbers).
const LOG_HEADER: u64 = 40;
const MOST_PER_COUNTER: u64 = 9;

/** The most bytes of a state whose histogram has `bytes`. */
function stateBytes(bytes: u64): u64 {
  return LOG_HEADER + (bytes >> 3) * MOST_PER_COUNTER + buffers.CELL;
}

/** Nullable(String). `at` is a whole histogram when the status is OK; the room is there. */
function writeState(status: i32, at: usize, bytes: u64): void {
  const capacity = stateBytes(bytes);
  const out = status == OK ? buffers.takeValues(capacity) : 0;
  const written = out == 0 ? NO_MEMORY : logs.histogramEncode(at, out, u32(capacity));
  buffers.writeU8(written < 0 ? 1 : 0);
  if (written >= 0) buffers.writeBytes(out, u32(written));
}

/** Array(UInt64), UInt64 lowest, UInt64 highest, UInt8 digits -> Nullable(String). */
export function histogram(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const n = buffers.readList();
    const values = buffers.lastList();
    const lowest = buffers.readU64();
    const highest = buffers.readU64();
    const digits = u32(buffers.readU8());
    const bytes = layouts.histogramBytes(lowest, highest, digits);
    buffers.beginRow(bytes < 0 ? buffers.CELL : stateBytes(u64(bytes)));
    const at: usize = bytes < 0 ? 0 : buffers.takeValues(u64(bytes));
    let status = at == 0 ? NO_MEMORY : histograms.histogramInit(at, bytes, lowest, highest, digits);
    if (status == OK) status = histograms.histogramRecordBatch(at, values, n);
    writeState(status, at, u64(max<i32>(0, bytes)));
    buffers.endRow();
  }
  return buffers.endBlock();
}

// Of the last decode().
let decodedAt: usize = 0;
let decodedBytes: u64 = 0;

function decode(at: usize, bytes: u32): i32 {
  const needed = logs.histogramDecodedBytes(at, bytes);
  if (needed < 0) return needed;
  decodedBytes = u64(needed);
  decodedAt = buffers.takeValues(decodedBytes);
  return decodedAt == 0 ? NO_MEMORY : logs.histogramDecode(at, bytes, decodedAt, needed);
}

// The histogram that a row's states are merged into.
let whole: usize = 0;
let wholeBytes: u64 = 0;

/** Takes the first state. The room for the result is made before anything is decoded. */
function mergeFirst(at: usize, bytes: u32): i32 {
  const needed = logs.histogramDecodedBytes(at, bytes);
  buffers.beginRow(needed < 0 ? buffers.CELL : stateBytes(u64(needed)));
  const status = decode(at, bytes);
  whole = decodedAt;
  wholeBytes = decodedBytes;
  return status;
}

function mergeNext(at: usize, bytes: u32): i32 {
  const mark = scratchMark();
  let status = decode(at, bytes);
  if (status == OK) status = histograms.histogramMerge(whole, decodedAt);
  scratchReset(mark);
  return status;
}

/** Array(String) -> Nullable(String): NULL when a state is spoiled, of another range, or when there is none. */
export function histogramMerge(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const count = buffers.readCount();
    let status = count == 0 ? refuse(EMPTY, 0) : OK;
    if (count == 0) buffers.beginRow(buffers.CELL);
    for (let i: u32 = 0; i < count; i++) {
      const bytes = buffers.readBytes();
      const at = buffers.lastList();
      if (i == 0) status = mergeFirst(at, bytes);
      else if (status == OK) status = mergeNext(at, bytes);
    }
    writeState(status, whole, wholeBytes);
    buffers.endRow();
  }
  return buffers.endBlock();
}

/** String, Array(Float64) -> Array(Nullable(UInt64)): nearest ranks, the largest value that the counter holds. */
export function histogramQuantiles(input: usize, rows: u32): usize {
  buffers.beginBlock(input);
  for (let row: u32 = 0; row < rows; row++) {
    const bytes = buffers.readBytes();
    const state = buffers.lastList();
    const m = buffers.readList();
    const ps = buffers.lastList();
    buffers.beginRow(u64(m + 1) * buffers.CELL);
    let status = decode(state, bytes);
    const out = status == OK ? buffers.takeValues(u64(m) << 3) : 0;
    if (status == OK) status = buffers.hasRoom(u64(m) << 3, 1) ? OK : NO_MEMORY;
    if (status == OK) status = histograms.histogramQuantiles(decodedAt, ps, m, out);
    buffers.writeCount(m);
    for (let j: u32 = 0; j < m; j++) {
      buffers.writeMaybeU64(status < OK, status < OK ? 0 : load<u64>(out + (usize(j) << 3)));
    }
    buffers.endRow();
  }
  return buffers.endBlock();
}
