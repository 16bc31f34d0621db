// The serializer suite's data: five types, instance by instance, as binary records that hosts decode. No serializer, no JSON.
import { BAD_ADDRESS, BAD_ARGUMENT, CAPACITY } from '../abi';
import { inMemory } from '../arena';
import { refuse } from '../status';
import {
  putBool,
  putCount,
  putDrawn,
  putF64,
  putI32,
  putI64,
  putWord,
  startInstance,
  writeAt,
} from './generator-draws';

// Records, little-endian, fields one after the other without padding; word = u16 length, then that many ASCII letters
//   message    f_bool u8, f_int32 i32, f_int64 i64, f_float64 f64, f_string word, f_bool_2 u8, f_int32_2 i32, f_string_2 word
//   document   id word, status i32, meta.region word, meta.version i32, items u32 x { sku word, qty i32, price_minor i32 }
//   telemetry  source word, ts i64, tags u32 x word, values u32 x f64
//   strings    items u32 x word
//   event      event_id word, event_type word, occurred_at i64, producer word, attrs u32 x { key word, value word }
// Fields are in the order of the published field lists; where values are drawn earlier, they wait in PART.

export const MESSAGE: i32 = 0;
export const DOCUMENT: i32 = 1;
export const TELEMETRY: i32 = 2;
export const STRINGS: i32 = 3;
export const EVENT: i32 = 4;

/** No record is longer (strings: 4 + 32 x 18). */
export const MOST_RECORD_BYTES: u32 = 580;

// 'message', 'document', 'telemetry', 'strings', 'event', each in 16 bytes.
const NAMES: usize = memory.data<u8>([
  109, 101, 115, 115, 97, 103, 101, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 111, 99, 117, 109, 101, 110,
  116, 0, 0, 0, 0, 0, 0, 0, 0, 116, 101, 108, 101, 109, 101, 116, 114, 121, 0, 0, 0, 0, 0, 0, 0,
  115, 116, 114, 105, 110, 103, 115, 0, 0, 0, 0, 0, 0, 0, 0, 0, 101, 118, 101, 110, 116, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0,
]);
const RECORD: usize = memory.data(640, 8);
const PART: usize = memory.data(320, 8);

/** 2024-01-01T00:00:00Z in milliseconds; instants are within that day. */
const DAY: u64 = 1704067200000;
const DAY_MILLISECONDS: u64 = 86400000;
const MOST_INT: u64 = 1000000;

function nameBytes(name: usize): usize {
  let n: usize = 0;
  while (load<u8>(name + n) != 0) n++;
  return n;
}

function drawMessage(): void {
  putBool();
  putI32(0, MOST_INT);
  putI64(0, MOST_INT);
  putF64(1000);
  putWord(3, 16);
  putBool();
  putI32(0, MOST_INT);
  putWord(3, 16);
}

function drawDocument(): void {
  writeAt(PART);
  for (let i = 0; i < 8; i++) {
    putWord(3, 12);
    putI32(1, 100);
    putI32(0, 100000);
  }
  const items = writeAt(RECORD) - PART;
  putWord(8, 12);
  putI32(0, 5);
  putWord(2, 4);
  putI32(1, 10);
  putCount(8);
  putDrawn(PART, items);
}

function drawTelemetry(): void {
  writeAt(PART);
  putCount(2);
  for (let i = 0; i < 2; i++) putWord(3, 10);
  putCount(32);
  for (let i = 0; i < 32; i++) putF64(100);
  const series = writeAt(RECORD) - PART;
  putWord(3, 10);
  putI64(DAY, DAY_MILLISECONDS);
  putDrawn(PART, series);
}

function drawStrings(): void {
  putCount(32);
  for (let i = 0; i < 32; i++) putWord(3, 16);
}

function drawEvent(): void {
  writeAt(PART);
  putCount(4);
  for (let i = 0; i < 8; i++) putWord(3, 12);
  const attributes = writeAt(RECORD) - PART;
  putWord(8, 12);
  putWord(3, 12);
  putI64(DAY, DAY_MILLISECONDS);
  putWord(3, 12);
  putDrawn(PART, attributes);
}

function draw(type: i32): u32 {
  writeAt(RECORD);
  if (type == MESSAGE) drawMessage();
  else if (type == DOCUMENT) drawDocument();
  else if (type == TELEMETRY) drawTelemetry();
  else if (type == STRINGS) drawStrings();
  else drawEvent();
  return u32(writeAt(RECORD) - RECORD);
}

/**
 * Writes instance `index` of a data type (0 message, 1 document, 2 telemetry, 3 strings, 4 event) and returns its bytes (at most 580).
 * The suite's seed is 42. BAD_ARGUMENT (subject 0) for another type, CAPACITY when the record is longer than `capacity`
 * (nothing is written), BAD_ADDRESS. Source: the reference suite's runner; its first three instances are vectors.
 */
export function generateRecord(type: i32, seed: u64, index: u32, outAt: usize, capacity: u32): i32 {
  if (type < MESSAGE || type > EVENT) return refuse(BAD_ARGUMENT, 0);
  if (!inMemory(outAt, capacity)) return refuse(BAD_ADDRESS, 3);
  const name = NAMES + (usize(type) << 4);
  startInstance(seed, name, nameBytes(name), u64(index));
  const bytes = draw(type);
  if (bytes > capacity) return refuse(CAPACITY, 4);
  memory.copy(outAt, RECORD, bytes);
  return i32(bytes);
}
