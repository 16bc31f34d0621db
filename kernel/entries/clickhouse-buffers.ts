// How ClickHouse's calls meet the kernel (its ABI BUFFERED_V1, format RowBinary): a block of rows comes in one buffer, the results go out
// in another. Both lie in the kernel's arena, which is empty again when the server holds no buffer any more. Knows no statistic.
import { arenaReserve, arenaSeal, arenaTake, scratchMark, scratchReset } from '../assembly/arena';

// A handle points to { data u32, bytes u32 }. ClickHouse refuses a data pointer of 0, so a buffer starts behind its handle.
const HANDLE_BYTES: usize = 64;
// What a statistic may borrow for its tables, whatever its input.
const TABLES: u64 = 1_048_576;

let base: usize = 0;
let held: u32 = 0;

/** Memory for `bytes`; traps when the server's limit (webassembly_udf_max_memory) is reached: the ABI has no other answer. */
function take(bytes: u64): usize {
  if (!arenaReserve(bytes + 128)) unreachable();
  const at = arenaTake(bytes);
  if (at == 0) unreachable();
  return at;
}

export function clickhouse_create_buffer(bytes: u32): usize {
  if (base == 0) {
    arenaReserve(0);
    arenaSeal();
    base = scratchMark();
  }
  held += 1;
  const at = take(u64(HANDLE_BYTES) + u64(bytes));
  store<u32>(at, u32(at + HANDLE_BYTES));
  store<u32>(at, bytes, 4);
  return at;
}

/** The server destroys every buffer that it created or was given. The last one frees all of them. */
export function clickhouse_destroy_buffer(_handle: usize): void {
  if (held > 0) held -= 1;
  if (held == 0) scratchReset(base);
}

let cursor: usize = 0;
let inputEnd: usize = 0;
let handle: usize = 0;
let outputAt: usize = 0;
let rowMark: usize = 0;

/** Begins the block of `input`: rows are read from it, results go into a new buffer. */
export function beginBlock(input: usize): void {
  cursor = load<u32>(input);
  inputEnd = cursor + load<u32>(input, 4);
  handle = clickhouse_create_buffer(0);
  outputAt = load<u32>(handle);
}

/** The handle of the results. */
export function endBlock(): usize {
  store<u32>(handle, u32(outputAt - load<u32>(handle)), 4);
  return handle;
}

/** Makes room for the results of one row, before the row borrows anything: the output ends where free memory begins. */
export function beginRow(bytes: u64): void {
  const end = scratchMark();
  const wanted = u64(outputAt) + bytes;
  if (wanted > u64(end) && take(wanted - u64(end)) != end) unreachable();
  rowMark = scratchMark();
}

/** Frees what a row has borrowed. */
export function endRow(): void {
  scratchReset(rowMark);
}

/** Memory of a row's own; 0 at the limit. */
export function takeValues(bytes: u64): usize {
  return arenaReserve(bytes + 64) ? arenaTake(bytes) : 0;
}

/** Room for what a statistic borrows for `bytes` of input. False when memory is at its limit. */
export function hasRoom(bytes: u64, perByte: u64): bool {
  return arenaReserve(bytes * perByte + TABLES);
}

// Reading. ClickHouse wrote the block: a length beyond its end is a defect there, and ends the query.

function advance(bytes: u64): usize {
  const at = cursor;
  if (u64(at) + bytes > u64(inputEnd)) unreachable();
  cursor = at + usize(bytes);
  return at;
}

/** LEB128. */
export function readCount(): u32 {
  let value: u64 = 0;
  let shift: u64 = 0;
  while (shift < 63) {
    const byte = u64(load<u8>(advance(1)));
    value |= (byte & 127) << shift;
    if (byte < 128) break;
    shift += 7;
  }
  if (value > u64(u32.MAX_VALUE)) unreachable();
  return u32(value);
}

export function readF64(): f64 {
  return load<f64>(advance(8));
}

export function readU64(): u64 {
  return load<u64>(advance(8));
}

export function readI8(): i8 {
  return load<i8>(advance(1));
}

export function readU8(): u8 {
  return load<u8>(advance(1));
}

let listAt: usize = 0;

/** The count of an array of 8-byte values, which stay where they are: lastList() is their address. */
export function readList(): u32 {
  const count = readCount();
  listAt = advance(u64(count) << 3);
  return count;
}

/** As readList, for a String: its bytes. */
export function readBytes(): u32 {
  const count = readCount();
  listAt = advance(count);
  return count;
}

export function lastList(): usize {
  return listAt;
}

/** Where the next value is read: a list of cases is read twice, once for its size. */
export function inputPlace(): usize {
  return cursor;
}

export function readAgainFrom(place: usize): void {
  cursor = place;
}

// Writing, into the room that beginRow has made.

export function writeU8(value: u8): void {
  store<u8>(outputAt, value);
  outputAt += 1;
}

export function writeU64(value: u64): void {
  store<u64>(outputAt, value);
  outputAt += 8;
}

export function writeF64(value: f64): void {
  store<f64>(outputAt, value);
  outputAt += 8;
}

/** Nullable(Float64): NULL when the call was refused. */
export function writeMaybeF64(isNull: bool, value: f64): void {
  writeU8(isNull ? 1 : 0);
  if (!isNull) writeF64(value);
}

export function writeMaybeU64(isNull: bool, value: u64): void {
  writeU8(isNull ? 1 : 0);
  if (!isNull) writeU64(value);
}

export function writeCount(count: u32): void {
  let rest = count;
  while (rest > 127) {
    writeU8(u8(rest & 127) | 128);
    rest >>= 7;
  }
  writeU8(u8(rest));
}

export function writeBytes(at: usize, count: u32): void {
  writeCount(count);
  memory.copy(outputAt, at, count);
  outputAt += count;
}

/** A String of ASCII. A literal lies in static memory as UTF-16. */
export function writeText(text: string): void {
  writeCount(u32(text.length));
  for (let i = 0; i < text.length; i++) {
    writeU8(u8(load<u16>(changetype<usize>(text) + (usize(i) << 1))));
  }
}

/** Room for a text and its length, and for any Nullable scalar. */
export const CELL: u64 = 24;
