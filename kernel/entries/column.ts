// A column of numbers as it arrives in pieces: text in, f64 out. One number a line: 12,5 and 1,234 are two for some and one
// for others, so a second one is refused. LF, CR LF and CR end a line, `#` starts a comment, a UTF-8 mark is passed over.
// Owns its memory behind the arena's.
import { numberEnd, parseNumber } from './decimal';

// What is read at once, and the longest number that may be split between two reads.
export const READ_BYTES: usize = 65_536;
const CARRY_BYTES: usize = 1_024;
const BUFFER: usize = memory.data(66560, 16);
const PAGE_BITS: usize = 16;

export const COLUMN_OK: i32 = 0;
export const COLUMN_NOT_A_NUMBER: i32 = 1;
export const COLUMN_NO_MEMORY: i32 = 2;
export const COLUMN_SECOND_NUMBER: i32 = 3;
export const COLUMN_UTF16: i32 = 4;

/** Address and number of the values read so far. */
export let valuesAt: usize = 0;
export let valueCount: u32 = 0;
/** The line of the last value or of what is no number, from 1. */
export let line: u32 = 1;
let carried: usize = 0;
let isComment: bool = false;
/** The line has a number already. */
let isTaken: bool = false;
/** The byte before was CR: an LF behind it ends the same line. */
let isAfterReturn: bool = false;
let isBegun: bool = false;

/** Where the next bytes go. */
export function columnTail(): usize {
  return BUFFER + carried;
}

function grow(): bool {
  const end = valuesAt + (usize(valueCount) << 3) + 8;
  if (valuesAt == 0) {
    const first = memory.grow(1);
    if (first < 0) return false;
    valuesAt = usize(first) << PAGE_BITS;
    return true;
  }
  return end <= usize(memory.size()) << PAGE_BITS || memory.grow(16) >= 0;
}

function isSeparator(byte: u32): bool {
  return byte <= 32 || byte == 44 || byte == 59;
}

/** Where the token that starts at `p` ends. */
function tokenEnd(p: usize, end: usize): usize {
  let q = p;
  while (q < end && !isSeparator(load<u8>(q)) && load<u8>(q) != 35) q += 1;
  return q;
}

function keep(p: usize, end: usize): i32 {
  const value = parseNumber(p, end);
  if (numberEnd != end || value - value != 0) return COLUMN_NOT_A_NUMBER;
  if (!grow()) return COLUMN_NO_MEMORY;
  store<f64>(valuesAt + (usize(valueCount) << 3), value);
  valueCount += 1;
  return COLUMN_OK;
}

const MARK_BYTES: usize = 3;

/** Behind a UTF-8 byte order mark; 0 for one of UTF-16. */
function afterMark(p: usize, end: usize): usize {
  if (end - p < 2) return p;
  const two: u32 = load<u16>(p);
  if (two == 0xfeff || two == 0xfffe) return 0;
  return two == 0xbbef && end - p >= MARK_BYTES && load<u8>(p + 2) == 0xbf ? p + MARK_BYTES : p;
}

/** Takes `bytes` new bytes; `isLast` when nothing follows them. A token at the end waits for the next piece. */
export function columnTake(bytes: usize, isLast: bool): i32 {
  const end = BUFFER + carried + bytes;
  let p = BUFFER;
  if (!isBegun && !isLast && end - p < MARK_BYTES) {
    carried = end - p;
    return COLUMN_OK;
  }
  if (!isBegun) {
    p = afterMark(p, end);
    if (p == 0) return COLUMN_UTF16;
  }
  isBegun = true;
  carried = 0;
  while (p < end) {
    const byte: u32 = load<u8>(p);
    if (byte == 13 || (byte == 10 && !isAfterReturn)) {
      line += 1;
      isComment = false;
      isTaken = false;
    }
    isAfterReturn = byte == 13;
    if (byte == 0) return COLUMN_UTF16;
    if (byte == 35) isComment = true;
    if (isComment || isSeparator(byte)) {
      p += 1;
      continue;
    }
    const stop = tokenEnd(p, end);
    if (stop == end && !isLast) {
      carried = stop - p;
      if (carried > CARRY_BYTES) return COLUMN_NOT_A_NUMBER;
      memory.copy(BUFFER, p, carried);
      return COLUMN_OK;
    }
    if (isTaken) return COLUMN_SECOND_NUMBER;
    isTaken = true;
    const status = keep(p, stop);
    if (status != COLUMN_OK) return status;
    p = stop;
  }
  return COLUMN_OK;
}
