// The component's histograms: bytes in, the changed bytes out, as in the typed facade. A list that is no whole histogram is refused.
import { CORRUPT, NO_MEMORY, OK } from '../assembly/abi';
import { refuse } from '../assembly/status';
import * as histograms from '../assembly/stats/histogram';
import * as layouts from '../assembly/stats/histogram-layout';
import * as logs from '../assembly/stats/histogram-log';
import { deliverList, finish, SMALL_PAYLOAD, takeOutput } from './component-area';

/** The kernel reads the histogram's length from its bytes; here it must be the list's. */
function checkList(at: usize, bytes: u32, subject: i32): i32 {
  const status = layouts.checkHistogram(at, subject);
  if (status != OK) return status;
  return layouts.bytesOf(at) == u64(bytes) ? OK : refuse(CORRUPT, subject);
}

export function createHistogram(lowest: u64, highest: u64, digits: u32): usize {
  const bytes = layouts.histogramBytes(lowest, highest, digits);
  if (bytes < 0) return finish(bytes, SMALL_PAYLOAD);
  const at = takeOutput(u64(bytes));
  if (at == 0) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const status = histograms.histogramInit(at, bytes, lowest, highest, digits);
  return deliverList(status, at, u32(bytes));
}

export function recordAll(at: usize, bytes: u32, valuesAt: usize, n: u32): usize {
  let status = checkList(at, bytes, 0);
  if (status == OK) status = histograms.histogramRecordBatch(at, valuesAt, n);
  return deliverList(status, at, bytes);
}

export function mergeHistograms(intoAt: usize, bytes: u32, fromAt: usize, fromBytes: u32): usize {
  let status = checkList(intoAt, bytes, 0);
  if (status == OK) status = checkList(fromAt, fromBytes, 1);
  if (status == OK) status = histograms.histogramMerge(intoAt, fromAt);
  return deliverList(status, intoAt, bytes);
}

export function histogramQuantiles(at: usize, bytes: u32, psAt: usize, m: u32): usize {
  let status = checkList(at, bytes, 0);
  if (status != OK) return finish(status, SMALL_PAYLOAD);
  const out = takeOutput(u64(m) << 3);
  if (out == 0) return finish(NO_MEMORY, SMALL_PAYLOAD);
  status = histograms.histogramQuantiles(at, psAt, m, out);
  return deliverList(status, out, m);
}

// The header of the V2 encoding, and the most bytes that a counter takes in it (the facade has the same numbers).
const LOG_HEADER: u32 = 40;
const MOST_PER_COUNTER: u32 = 9;

export function encodeHistogram(at: usize, bytes: u32): usize {
  const status = checkList(at, bytes, 0);
  if (status != OK) return finish(status, SMALL_PAYLOAD);
  const capacity = LOG_HEADER + (bytes >> 3) * MOST_PER_COUNTER;
  const out = takeOutput(capacity);
  if (out == 0) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const written = logs.histogramEncode(at, out, capacity);
  return deliverList(min<i32>(written, OK), out, u32(written));
}

export function decodeHistogram(at: usize, bytes: u32): usize {
  const needed = logs.histogramDecodedBytes(at, bytes);
  if (needed < 0) return finish(needed, SMALL_PAYLOAD);
  const out = takeOutput(u64(needed));
  if (out == 0) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const status = logs.histogramDecode(at, bytes, out, needed);
  return deliverList(status, out, u32(needed));
}
