// HdrHistogram's V2 encoding (the payload of a log line before deflate): a header and ZigZag LEB128 counts. No compression.
import { refuse } from '../status';
import { CAPACITY, CORRUPT, OK } from '../abi';
import { histogramInit } from './histogram';
import {
  bytesOf,
  checkHistogram,
  COUNTS,
  HALF_MAGNITUDE,
  highestOf,
  indexOf,
} from './histogram-layout';
import { HISTOGRAM_DIGITS, HISTOGRAM_HIGHEST, HISTOGRAM_LOWEST, LENGTH } from './histogram-layout';
import { lengthOf, lowestOf, MAX, MIN, MOST, TOTAL } from './histogram-layout';
import { UNIT_MAGNITUDE, wrongGeometry } from './histogram-layout';
import { checkApart, checkRange } from './inputs';

// V2 header, big-endian:
//   0 cookie i32 | 4 payloadBytes i32 | 8 normalizingIndexOffset i32 | 12 digits i32
//  16 lowest i64 | 24 highest i64 | 32 integerToDoubleConversionRatio f64 | 40 counts
const HEADER: u32 = 40;
const COOKIE: u32 = 0x1c849313;
const RATIO_ONE: u64 = 0x3ff0000000000000;
// hdr-histogram-js writes these two fields as integers 1; the original writes 0 and 1.0.
const JS_OFFSET: u32 = 1;
const JS_RATIO: u64 = 1;

let wordEnd: u32 = 0;

function zigzag(value: i64): u64 {
  return (u64(value) << 1) ^ u64(value >> 63);
}

/** LEB128 in at most 9 bytes, whose last carries 8 bits. Writes when `at` is not 0; returns the bytes. */
function writeWord(at: usize, value: i64): u32 {
  let rest = zigzag(value);
  let bytes: u32 = 0;
  while (bytes < 8 && rest > 0x7f) {
    if (at != 0) store<u8>(at + usize(bytes), u8(rest | 0x80));
    rest >>= 7;
    bytes++;
  }
  if (at != 0) store<u8>(at + usize(bytes), u8(rest));
  return bytes + 1;
}

/** Reads the word at `offset` of a text of `bytes`; `wordEnd` is then behind it, or 0 when it is cut off. */
function readWord(at: usize, offset: u32, bytes: u32): i64 {
  let word: u64 = 0;
  let end = offset;
  for (let shift: u64 = 0; ; shift += 7) {
    if (end >= bytes) {
      wordEnd = 0;
      return 0;
    }
    const byte = u64(load<u8>(at + usize(end)));
    end++;
    word |= (shift == 56 ? byte : byte & 0x7f) << shift;
    if (shift == 56 || byte < 0x80) break;
  }
  wordEnd = end;
  return i64(word >> 1) ^ -i64(word & 1);
}

/** The counts as words; a run of more than one zero is one negative word. Writes when `at` is not 0; returns the bytes. */
function writeCounts(histogram: usize, at: usize): u32 {
  const unit = u64(load<u32>(histogram, UNIT_MAGNITUDE));
  const half = u64(load<u32>(histogram, HALF_MAGNITUDE));
  const length = load<u32>(histogram, LENGTH);
  const limit = u32(min<u64>(u64(length), indexOf(load<u64>(histogram, MAX), unit, half) + 1));
  let bytes: u32 = 0;
  let index: u32 = 0;
  while (index < limit) {
    let word = load<i64>(histogram + (usize(index) << 3), COUNTS);
    index++;
    if (word == 0) {
      const first = index - 1;
      while (index < limit && load<u64>(histogram + (usize(index) << 3), COUNTS) == 0) index++;
      if (index - first > 1) word = -i64(index - first);
    }
    bytes += writeWord(at == 0 ? 0 : at + usize(bytes), word);
  }
  return bytes;
}

/** Writes the V2 encoding and returns its bytes; CAPACITY when it does not fit, nothing is written then. */
export function histogramEncode(at: usize, outAt: usize, capacity: u32): i32 {
  let status = checkHistogram(at, 0);
  if (status != OK) return status;
  const payload = writeCounts(at, 0);
  if (u64(payload) + HEADER > u64(capacity)) return refuse(CAPACITY, 2);
  status = checkRange(outAt, payload + HEADER, 1);
  if (status == OK) status = checkApart(at, bytesOf(at), outAt, payload + HEADER, 1);
  if (status != OK) return status;
  store<u32>(outAt, bswap<u32>(COOKIE));
  store<u32>(outAt, bswap<u32>(payload), 4);
  store<u32>(outAt, 0, 8);
  store<u32>(outAt, bswap<u32>(load<u32>(at, HISTOGRAM_DIGITS)), 12);
  store<u64>(outAt, bswap<u64>(load<u64>(at, HISTOGRAM_LOWEST)), 16);
  store<u64>(outAt, bswap<u64>(load<u64>(at, HISTOGRAM_HIGHEST)), 24);
  store<u64>(outAt, bswap<u64>(RATIO_ONE), 32);
  writeCounts(at, outAt + usize(HEADER));
  return i32(payload + HEADER);
}

/** OK, or CORRUPT with the offset of the header's first wrong field. */
function checkHeader(at: usize, bytes: u32): i32 {
  if (bytes < HEADER) return refuse(CORRUPT, i32(bytes));
  if (bswap<u32>(load<u32>(at)) != COOKIE) return refuse(CORRUPT, 0);
  if (u64(bswap<u32>(load<u32>(at, 4))) + HEADER != u64(bytes)) return refuse(CORRUPT, 4);
  const offset = bswap<u32>(load<u32>(at, 8));
  const ratio = bswap<u64>(load<u64>(at, 32));
  if (offset != 0 && !(offset == JS_OFFSET && ratio == JS_RATIO)) return refuse(CORRUPT, 8);
  const wrong = wrongGeometry(lowestIn(at), highestIn(at), digitsIn(at));
  if (wrong >= 0) return refuse(CORRUPT, wrong == 0 ? 16 : wrong == 1 ? 24 : 12);
  if (ratio != RATIO_ONE && offset != JS_OFFSET) return refuse(CORRUPT, 32);
  return OK;
}

function digitsIn(at: usize): u32 {
  return bswap<u32>(load<u32>(at, 12));
}

function lowestIn(at: usize): u64 {
  return bswap<u64>(load<u64>(at, 16));
}

function highestIn(at: usize): u64 {
  return bswap<u64>(load<u64>(at, 24));
}

/** Walks the counts; fills the histogram when `histogram` is not 0. CORRUPT with the offset of the first wrong word. */
function readCounts(at: usize, bytes: u32, length: u32, histogram: usize): i32 {
  let total: u64 = 0;
  let index: u64 = 0;
  let offset = HEADER;
  while (offset < bytes) {
    const word = readWord(at, offset, bytes);
    if (wordEnd == 0) return refuse(CORRUPT, i32(offset));
    const step = word < 0 ? u64(0) - u64(word) : 1;
    if (step > u64(length) - index) return refuse(CORRUPT, i32(offset));
    if (word > 0) {
      if (u64(word) > MOST - total) return refuse(CORRUPT, i32(offset));
      total += u64(word);
      if (histogram != 0) store<u64>(histogram + (usize(index) << 3), u64(word), COUNTS);
    }
    index += step;
    offset = wordEnd;
  }
  if (histogram != 0) store<u64>(histogram, total, TOTAL);
  return OK;
}

/** min and max are not in the encoding: they are the ends of the outermost counters that are not 0. */
function restoreEnds(at: usize): void {
  const unit = u64(load<u32>(at, UNIT_MAGNITUDE));
  const half = u64(load<u32>(at, HALF_MAGNITUDE));
  const length = load<u32>(at, LENGTH);
  for (let index: u32 = 0; index < length; index++) {
    if (load<u64>(at + (usize(index) << 3), COUNTS) == 0) continue;
    if (load<u64>(at, MIN) == u64.MAX_VALUE) store<u64>(at, lowestOf(index, unit, half), MIN);
    store<u64>(at, highestOf(index, unit, half), MAX);
  }
}

/** Bytes that the histogram of an encoding takes, or CORRUPT (the subject is an offset). */
export function histogramDecodedBytes(fromAt: usize, bytes: u32): i32 {
  let status = checkRange(fromAt, bytes, 0);
  if (status == OK) status = checkHeader(fromAt, bytes);
  if (status != OK) return status;
  const length = lengthOf(lowestIn(fromAt), highestIn(fromAt), digitsIn(fromAt));
  return i32(COUNTS) + (i32(length) << 3);
}

/** Makes the histogram of an encoding at `at`. CORRUPT (the subject is an offset) changes nothing. */
export function histogramDecode(fromAt: usize, bytes: u32, at: usize, capacity: u32): i32 {
  const needed = histogramDecodedBytes(fromAt, bytes);
  if (needed < 0) return needed;
  if (u32(needed) > capacity) return refuse(CAPACITY, 3);
  let status = checkRange(at, needed, 2);
  if (status == OK) status = checkApart(fromAt, bytes, at, needed, 2);
  const length = lengthOf(lowestIn(fromAt), highestIn(fromAt), digitsIn(fromAt));
  if (status == OK) status = readCounts(fromAt, bytes, length, 0);
  if (status != OK) return status;
  histogramInit(at, capacity, lowestIn(fromAt), highestIn(fromAt), digitsIn(fromAt));
  readCounts(fromAt, bytes, length, at);
  restoreEnds(at);
  return OK;
}
