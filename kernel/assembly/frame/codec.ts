// The frame codec as exports for tests and tools; the channel reads headers in place instead. Pure: no state.
import {
  AT_FLAGS,
  AT_KIND,
  AT_SEQUENCE,
  AT_SESSION,
  AT_SLOT,
  BAD_ADDRESS,
  BAD_ARGUMENT,
  CAPACITY,
  EVENT_BYTES,
  HEADER_BYTES,
} from '../abi';
import { inMemory } from '../arena';
import { frameBytes, headerFault, writeHeader } from './header';

// frameDecode answers a fault as -(100 + code), apart from every Status.
const FAULT_BASE: i32 = 100;

/**
 * Writes a header and answers 16. CAPACITY when `capacity` is below 16; a header that would be a fault is
 * BAD_ARGUMENT; nothing is written then. The payload is the caller's, from `at + 16`.
 */
export function frameEncode(
  at: usize,
  capacity: u32,
  length: u32,
  kind: u32,
  flags: u32,
  slot: u32,
  session: u32,
  sequence: u32,
): i32 {
  if (capacity < u32(HEADER_BYTES)) return CAPACITY;
  if (!inMemory(at, HEADER_BYTES)) return BAD_ADDRESS;
  if (kind > 255 || flags > 255 || slot > 65_535) return BAD_ARGUMENT;
  writeHeader(SPARE, length, kind, flags, slot, session, sequence);
  if (headerFault(SPARE) != 0) return BAD_ARGUMENT;
  memory.copy(at, SPARE, HEADER_BYTES);
  return i32(HEADER_BYTES);
}

const SPARE: usize = memory.data(16, 8);

/**
 * Looks for one whole frame at `at`: 0 = more bytes are needed, 1 = the event is written, -(100 + fault code).
 * A faulty header is named as soon as its 16 bytes are there. Consumes nothing; `totalBytes` says how much to discard.
 */
export function frameDecode(at: usize, available: u32, eventAt: usize): i32 {
  if (!inMemory(at, available) || !inMemory(eventAt, EVENT_BYTES)) return BAD_ADDRESS;
  if (available < u32(HEADER_BYTES)) return 0;
  const fault = headerFault(at);
  if (fault != 0) return -(FAULT_BASE + fault);
  const total = frameBytes(at);
  if (available < total) return 0;
  store<u32>(eventAt, load<u32>(at));
  store<u32>(eventAt, load<u8>(at, AT_KIND), 4);
  store<u32>(eventAt, load<u8>(at, AT_FLAGS), 8);
  store<u32>(eventAt, load<u16>(at, AT_SLOT), 12);
  store<u32>(eventAt, load<u32>(at, AT_SESSION), 16);
  store<u32>(eventAt, load<u32>(at, AT_SEQUENCE), 20);
  store<u32>(eventAt, total, 24);
  return 1;
}
