// The credit ledger of one direction of one session: arithmetic over a record, no frames and no queue.
//
// Theory of operation. Both ends keep the same three totals since OPEN: what was sent, what the receiver has released
// (its buffer is free again) and what it has reported as released. Credit is limit - (sent - reported). Totals never
// shrink, so a report that is read twice counts once. A sender knows `reported` from CREDIT; its `released` is unused.
//
//   0 limitBytes | 8 limitFrames | 16 sentBytes | 24 sentFrames | 32 releasedBytes | 40 releasedFrames
//  48 reportedBytes | 56 reportedFrames      all u64
import { BAD_ADDRESS, BAD_ARGUMENT, CAPACITY, OK } from '../abi';
import { inMemory } from '../arena';

export const LEDGER_BYTES: usize = 64;
const LIMIT_BYTES: usize = 0;
const LIMIT_FRAMES: usize = 8;
const SENT_BYTES: usize = 16;
const SENT_FRAMES: usize = 24;
export const RELEASED_BYTES: usize = 32;
export const RELEASED_FRAMES: usize = 40;
const REPORTED_BYTES: usize = 48;
const REPORTED_FRAMES: usize = 56;

// What ledgerTold answers.
export const TOLD_NOTHING: i32 = 0;
export const TOLD_GROWTH: i32 = 1;
export const TOLD_WRONG: i32 = -1;

/** An empty ledger with its limits. */
export function ledgerInit(at: usize, limitBytes: u64, limitFrames: u64): void {
  memory.fill(at, 0, LEDGER_BYTES);
  store<u64>(at, limitBytes, LIMIT_BYTES);
  store<u64>(at, limitFrames, LIMIT_FRAMES);
}

/** May one more frame of `n` bytes travel? One larger than the whole credit may when nothing is outstanding. */
export function ledgerAllows(at: usize, n: u64): bool {
  const bytes = load<u64>(at, SENT_BYTES) - load<u64>(at, REPORTED_BYTES);
  const frames = load<u64>(at, SENT_FRAMES) - load<u64>(at, REPORTED_FRAMES);
  if (frames + 1 > load<u64>(at, LIMIT_FRAMES)) return false;
  if (bytes + n <= load<u64>(at, LIMIT_BYTES)) return true;
  return bytes == 0 && frames == 0;
}

/** A frame of `n` bytes was sent (or received, in the receiver's ledger). */
export function ledgerSend(at: usize, n: u64): void {
  store<u64>(at, load<u64>(at, SENT_BYTES) + n, SENT_BYTES);
  store<u64>(at, load<u64>(at, SENT_FRAMES) + 1, SENT_FRAMES);
}

/** The receiver needs the buffer of a frame of `n` bytes no more. */
export function ledgerRelease(at: usize, n: u64): void {
  store<u64>(at, load<u64>(at, RELEASED_BYTES) + n, RELEASED_BYTES);
  store<u64>(at, load<u64>(at, RELEASED_FRAMES) + 1, RELEASED_FRAMES);
}

/** Is there anything released that was not reported? */
export function ledgerHasNews(at: usize): bool {
  return load<u64>(at, RELEASED_FRAMES) != load<u64>(at, REPORTED_FRAMES);
}

/** Must the receiver report now? Half of either credit, or less than one frame of `largest` left for the sender. */
export function ledgerMustReport(at: usize, largest: u64): bool {
  const bytes = load<u64>(at, RELEASED_BYTES) - load<u64>(at, REPORTED_BYTES);
  const frames = load<u64>(at, RELEASED_FRAMES) - load<u64>(at, REPORTED_FRAMES);
  if (frames == 0) return false;
  const limitBytes = load<u64>(at, LIMIT_BYTES);
  if (bytes >= limitBytes - (limitBytes >> 1)) return true;
  const limitFrames = load<u64>(at, LIMIT_FRAMES);
  if (frames >= limitFrames - (limitFrames >> 1)) return true;
  return bytes + largest > limitBytes;
}

/** The receiver has put its released totals into a CREDIT. */
export function ledgerReport(at: usize): void {
  store<u64>(at, load<u64>(at, RELEASED_BYTES), REPORTED_BYTES);
  store<u64>(at, load<u64>(at, RELEASED_FRAMES), REPORTED_FRAMES);
}

/** The sender reads a CREDIT: growth, nothing new, or totals that shrink or exceed what was sent (nothing changes). */
export function ledgerTold(at: usize, bytes: u64, frames: u64): i32 {
  const wasBytes = load<u64>(at, REPORTED_BYTES);
  const wasFrames = load<u64>(at, REPORTED_FRAMES);
  if (bytes < wasBytes || frames < wasFrames) return TOLD_WRONG;
  if (bytes > load<u64>(at, SENT_BYTES) || frames > load<u64>(at, SENT_FRAMES)) return TOLD_WRONG;
  store<u64>(at, bytes, REPORTED_BYTES);
  store<u64>(at, frames, REPORTED_FRAMES);
  return bytes == wasBytes && frames == wasFrames ? TOLD_NOTHING : TOLD_GROWTH;
}

// The same as exports, for vectors and tools: every call checks its address.

/** Starts a ledger of 64 bytes at `at`. A frame limit of 0 is BAD_ARGUMENT. */
export function creditStart(at: usize, limitBytes: u64, limitFrames: u32): i32 {
  if (!inMemory(at, LEDGER_BYTES)) return BAD_ADDRESS;
  if (limitFrames == 0) return BAD_ARGUMENT;
  ledgerInit(at, limitBytes, limitFrames);
  return OK;
}

/** Counts a frame of `n` bytes as sent; CAPACITY, and nothing changes, when the credit does not allow it. */
export function creditSend(at: usize, n: u32): i32 {
  if (!inMemory(at, LEDGER_BYTES)) return BAD_ADDRESS;
  if (!ledgerAllows(at, n)) return CAPACITY;
  ledgerSend(at, n);
  return OK;
}

/** Counts a frame of `n` bytes as released and answers 1 when a report is due for payloads of up to `largest` bytes. */
export function creditRelease(at: usize, n: u32, largest: u32): i32 {
  if (!inMemory(at, LEDGER_BYTES)) return BAD_ADDRESS;
  ledgerRelease(at, n);
  return ledgerMustReport(at, largest) ? 1 : 0;
}

/** Marks all that was released as reported. */
export function creditReport(at: usize): i32 {
  if (!inMemory(at, LEDGER_BYTES)) return BAD_ADDRESS;
  ledgerReport(at);
  return OK;
}

/** Reads a report: 1 = growth, 0 = nothing new, BAD_ARGUMENT = totals that shrink or exceed what was sent. */
export function creditTold(at: usize, bytes: u64, frames: u64): i32 {
  if (!inMemory(at, LEDGER_BYTES)) return BAD_ADDRESS;
  const told = ledgerTold(at, bytes, frames);
  return told == TOLD_WRONG ? BAD_ARGUMENT : told;
}
