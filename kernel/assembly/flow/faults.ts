// The two classes of fault (docs/protocol.md, section 6): how they are recorded. What is sent for them is settle.ts.
import {
  CLASS_CHANNEL,
  CLASS_NONE,
  CLASS_SESSION,
  FAULT_AT_CLASS,
  FAULT_AT_CODE,
  FAULT_AT_EXPECTED,
  FAULT_AT_GOT,
  FAULT_AT_OFFSET,
  FAULT_AT_PEER_CODE,
  FAULT_AT_SEQUENCE,
  FAULT_AT_SESSION,
  FAULT_AT_TEXT,
  FAULT_AT_TEXT_BYTES,
  FAULT_BYTES,
  FAULT_PEER,
  MAX_ERROR_BYTES,
  OK,
  SESSION_FAULT_CODE,
  SESSION_FAULT_EXPECTED,
  SESSION_FAULT_GOT,
  SESSION_FAULT_OFFSET,
  SESSION_FAULT_SEQUENCE,
  SESSION_NUMBER,
  SESSION_PEER_CODE,
  STATE_FAULTED,
} from '../abi';
import { parkClear } from './park';
import { OWES, OWES_ERROR, QUEUED_BYTES, setState } from './session';
import { forgetSlot } from './slots';

export const FAULT: usize = memory.data(40, 8);
const PEER_TEXT: usize = memory.data(256, 8);

/** Forgets every fault. */
export function faultsInit(): void {
  memory.fill(FAULT, 0, FAULT_BYTES);
}

/** The code of the channel fault, or 0 while the channel lives. */
export function channelFaultCode(): i32 {
  return load<u32>(FAULT) == CLASS_CHANNEL ? i32(load<u32>(FAULT, FAULT_AT_CODE)) : OK;
}

function writeFault(kind: u32, code: i32, session: u32, sequence: u32): void {
  store<u32>(FAULT, kind, FAULT_AT_CLASS);
  store<u32>(FAULT, u32(code), FAULT_AT_CODE);
  store<u32>(FAULT, session, FAULT_AT_SESSION);
  store<u32>(FAULT, sequence, FAULT_AT_SEQUENCE);
}

function writeDetail(offset: u32, expected: u32, got: u32): void {
  store<u32>(FAULT, offset, FAULT_AT_OFFSET);
  store<u32>(FAULT, expected, FAULT_AT_EXPECTED);
  store<u32>(FAULT, got, FAULT_AT_GOT);
}

/** Ends the channel. The first channel fault stays; it replaces a session fault in the record. */
export function channelFault(
  code: i32,
  session: u32,
  sequence: u32,
  expected: u32,
  got: u32,
): void {
  if (channelFaultCode() != 0) return;
  faultsInit();
  writeFault(CLASS_CHANNEL, code, session, sequence);
  writeDetail(0, expected, got);
}

/** Ends a session; the others go on. Its first fault stays, and FAULT keeps the channel's first. */
export function sessionFault(
  s: usize,
  code: i32,
  sequence: u32,
  offset: u32,
  expected: u32,
  got: u32,
): void {
  setState(s, STATE_FAULTED);
  store<u32>(s, u32(code), SESSION_FAULT_CODE);
  store<u32>(s, sequence, SESSION_FAULT_SEQUENCE);
  store<u32>(s, offset, SESSION_FAULT_OFFSET);
  store<u32>(s, expected, SESSION_FAULT_EXPECTED);
  store<u32>(s, got, SESSION_FAULT_GOT);
  parkClear(s);
  forgetSlot(s);
  store<u64>(s, 0, QUEUED_BYTES);
  store<u32>(s, code == FAULT_PEER ? 0 : OWES_ERROR, OWES);
  if (load<u32>(FAULT) != CLASS_NONE) return;
  writeFault(CLASS_SESSION, code, load<u32>(s, SESSION_NUMBER), sequence);
  writeDetail(offset, expected, got);
}

/** Keeps what the peer's ERROR says beside its fault. */
export function keepPeerError(s: usize, code: u32, text: usize, textBytes: u32): void {
  if (s != 0) store<u32>(s, code, SESSION_PEER_CODE);
  if (load<u32>(FAULT, FAULT_AT_CODE) != u32(FAULT_PEER)) return;
  if (load<u32>(FAULT, FAULT_AT_TEXT) != 0) return;
  const kept = min<u32>(textBytes, MAX_ERROR_BYTES);
  memory.copy(PEER_TEXT, text, usize(kept));
  store<u32>(FAULT, code, FAULT_AT_PEER_CODE);
  store<u32>(FAULT, u32(PEER_TEXT), FAULT_AT_TEXT);
  store<u32>(FAULT, kept, FAULT_AT_TEXT_BYTES);
}
