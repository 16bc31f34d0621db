// A session's record: what it counts and where its stamps are. Accessors only; receive, send and settle move it.
//
// The public part is drawn in abi.ts. Behind it:
// 128 send ledger | 192 receive ledger | 256 consumed | 264 ackQueued | 272 queuedBytes | 280 received      u64
// 288 stampsAt | 292 parkAt | 296 parkEntriesAt | 300 parkHead | 304 parkUsed | 308 parkFirst | 312 parkCount
// 316 paused | 320 stalled | 324 owes | 328 slotFirst      u32
import {
  SESSION_ACKED_FRAMES,
  SESSION_PUBLIC_BYTES,
  SESSION_SENT_FRAMES,
  SESSION_STATE,
  STATE_ENDED,
  STATE_FAULTED,
  STATE_WARMING,
} from '../abi';
import { LEDGER_BYTES } from './credit';
import { firstSession, measuredFrames, sessions, stampCount, warmupFrames } from './settings';

const SEND_LEDGER: usize = SESSION_PUBLIC_BYTES;
const RECEIVE_LEDGER: usize = SEND_LEDGER + LEDGER_BYTES;
export const CONSUMED: usize = RECEIVE_LEDGER + LEDGER_BYTES;
export const ACK_QUEUED: usize = CONSUMED + 8;
export const QUEUED_BYTES: usize = CONSUMED + 16;
export const RECEIVED: usize = CONSUMED + 24;
export const STAMPS_AT: usize = CONSUMED + 32;
export const PARK_AT: usize = CONSUMED + 36;
export const PARK_ENTRIES_AT: usize = CONSUMED + 40;
export const PARK_HEAD: usize = CONSUMED + 44;
export const PARK_USED: usize = CONSUMED + 48;
export const PARK_FIRST: usize = CONSUMED + 52;
export const PARK_COUNT: usize = CONSUMED + 56;
export const PAUSED: usize = CONSUMED + 60;
export const STALLED: usize = CONSUMED + 64;
export const OWES: usize = CONSUMED + 68;
export const SLOT_FIRST: usize = CONSUMED + 72;
export const SESSION_BYTES: usize = 384;

// OWES: frames that could not be queued yet.
export const OWES_ERROR: u32 = 1;
export const OWES_CANCEL: u32 = 2;

let recordsAt: usize = 0;

/** Sets where the records are. */
export function sessionsInit(at: usize): void {
  recordsAt = at;
}

/** The record of the session with this index (0 .. sessions - 1). */
export function recordOf(index: u32): usize {
  return recordsAt + usize(index) * SESSION_BYTES;
}

/** The record of a session number, or 0 when the plan has no such session. */
export function findSession(session: u32): usize {
  const index = session - firstSession;
  if (session == 0 || index >= sessions) return 0;
  return recordOf(index);
}

export function sendLedger(s: usize): usize {
  return s + SEND_LEDGER;
}

export function receiveLedger(s: usize): usize {
  return s + RECEIVE_LEDGER;
}

export function stateOf(s: usize): u32 {
  return load<u32>(s, SESSION_STATE);
}

export function setState(s: usize, state: u32): void {
  store<u32>(s, state, SESSION_STATE);
}

export function isOver(s: usize): bool {
  const state = stateOf(s);
  return state == STATE_ENDED || state == STATE_FAULTED;
}

/** Frames that the session sends up to the end of its phase, from its first. */
export function targetFrames(s: usize): u64 {
  return stateOf(s) == STATE_WARMING ? warmupFrames : warmupFrames + measuredFrames;
}

/** Where the start stamp of a frame is kept. */
export function stampOf(s: usize, sequence: u64): usize {
  return usize(load<u32>(s, STAMPS_AT)) + (usize(sequence & u64(stampCount - 1)) << 3);
}

/** Sent and not yet verified. */
export function inFlight(s: usize): u64 {
  return load<u64>(s, SESSION_SENT_FRAMES) - load<u64>(s, CONSUMED);
}

/** Sent and not yet acknowledged by bytes that the OS accepted. */
export function unacknowledged(s: usize): u64 {
  return load<u64>(s, SESSION_SENT_FRAMES) - load<u64>(s, SESSION_ACKED_FRAMES);
}

/** Verified, but in no ACK yet. */
export function unackedFrames(s: usize): u64 {
  return load<u64>(s, CONSUMED) - load<u64>(s, ACK_QUEUED);
}
