// Payloads in slots (docs/protocol.md, section 3): which slot, where it is, and what the lane has to move for us.
//
// Theory of operation. Mapped: the two files are kernel memory, made and verified in place. Not mapped: poll() answers
// STORE (write these bytes into that slot, then the header may go) or LOAD (read that slot here, then it is verified),
// one at a time, and goes on after slotDone(). A slot is free again when credit allows the frame that reuses it.
import {
  AT_FLAGS,
  AT_SLOT,
  FLAG_SLOT,
  LOAD,
  OK,
  STORAGE_INLINE,
  STORAGE_MANAGED_DUPLEX,
  STORE,
  WAIT,
  WRONG_STATE,
} from '../abi';
import { SLOT_FIRST } from './session';
import * as plan from './settings';

let mapped: bool = false;
let sentFileAt: usize = 0;
let echoFileAt: usize = 0;
let fileBytes: u64 = 0;
// Without mapping: where an echo is read before it is verified.
let stagingAt: usize = 0;

// What the lane was asked for last.
let asked: i32 = WAIT;
let askedRecord: usize = 0;
let askedSlot: u32 = 0;
let askedAt: usize = 0;
let isDone: bool = false;

/** Bytes of each of the two files. */
export function slotFileSize(): u64 {
  return u64(plan.sessions) * u64(plan.slotCount) * u64(plan.slotBytes);
}

/** Sets where slots are: two mapped files, or one slot of staging. */
export function slotsInit(isMapped: bool, sent: usize, echoes: usize, staging: usize): void {
  mapped = isMapped;
  sentFileAt = sent;
  echoFileAt = echoes;
  stagingAt = staging;
  fileBytes = slotFileSize();
  asked = WAIT;
}

export function sendsSlots(): bool {
  return plan.storage != STORAGE_INLINE;
}

export function receivesSlots(): bool {
  return plan.storage == STORAGE_MANAGED_DUPLEX;
}

export function slotsAreMapped(): bool {
  return mapped;
}

/** The slot of a frame of a session. */
export function slotOf(s: usize, sequence: u64): u32 {
  return load<u32>(s, SLOT_FIRST) + u32(sequence % u64(plan.slotCount));
}

/** Address of a slot that we fill. */
export function sentSlotAt(slot: u32): usize {
  return sentFileAt + usize(slot) * usize(plan.slotBytes);
}

/** Address of an echo: its slot, or the staging that LOAD has filled. */
export function echoSlotAt(slot: u32): usize {
  return mapped ? echoFileAt + usize(slot) * usize(plan.slotBytes) : stagingAt;
}

/** Is the DATA header at `at` wrong about where its payload is? */
export function slotIsWrong(s: usize, at: usize, sequence: u64): bool {
  const inSlot = u32(load<u8>(at, AT_FLAGS)) == FLAG_SLOT;
  if (inSlot != receivesSlots()) return true;
  return inSlot && u32(load<u16>(at, AT_SLOT)) != slotOf(s, sequence);
}

/** Asks the lane for one transfer; until slotDone() poll() answers this. */
export function askSlot(action: i32, s: usize, slot: u32, at: usize): void {
  asked = action;
  askedRecord = s;
  askedSlot = slot;
  askedAt = at;
  isDone = false;
}

/** The transfer that poll() has to answer, or WAIT. */
export function slotAction(): i32 {
  return isDone ? WAIT : asked;
}

/** True once the transfer that was asked for this session is done; it is then forgotten. */
export function takeDone(action: i32, s: usize): bool {
  if (asked != action || askedRecord != s || !isDone) return false;
  asked = WAIT;
  askedRecord = 0;
  return true;
}

/** True when the STORE of this session's next frame is done and not yet used. */
export function slotIsStored(s: usize): bool {
  return asked == STORE && askedRecord == s && isDone;
}

/** True while the lane owes us the STORE of this session's next frame. */
export function slotIsAwaited(s: usize): bool {
  return asked == STORE && askedRecord == s && !isDone;
}

/** Forgets what was asked for a session that has ended meanwhile. */
export function forgetSlot(s: usize): void {
  if (askedRecord != s) return;
  asked = WAIT;
  askedRecord = 0;
}

/** True while another session's transfer is under way. */
export function slotIsBusy(s: usize): bool {
  return asked != WAIT && askedRecord != s;
}

/** After LOAD or STORE: the slot's index in its file (LOAD: the echoes' file, STORE: the sent one). */
export function slotIndex(): u32 {
  return askedSlot;
}

/** After LOAD: where to put the bytes. After STORE: where they are. */
export function slotAt(): usize {
  return askedAt;
}

/** After LOAD or STORE: how many bytes. The slot begins at slotIndex() x slotBytes. */
export function slotBytesUsed(): u32 {
  return plan.payloadBytes;
}

/** The transfer is done. WRONG_STATE when none was asked for. */
export function slotDone(): i32 {
  if (slotAction() != LOAD && slotAction() != STORE) return WRONG_STATE;
  isDone = true;
  return OK;
}

/** With mapped slots: where file 0 (sent) or 1 (echoes) is to be mapped, on a 64 KiB boundary; else 0. */
export function slotFileAt(which: u32): usize {
  if (!mapped || which > 1) return 0;
  return which == 0 ? sentFileAt : echoFileAt;
}

/** Bytes of a slot file: sessions x slotCount x slotBytes; 0 when payloads are inline. */
export function slotFileBytes(): u64 {
  return sendsSlots() ? fileBytes : 0;
}
