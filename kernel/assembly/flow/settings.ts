// The plan's 128 bytes, and what configure() has read from them, for the rooms of the channel. Values only; plan.ts fills them.
import { ACK_PIGGYBACK, ACK_SEPARATE, STORAGE_INLINE } from '../abi';

export const PLAN: usize = memory.data(128, 8);

export let configured: bool = false;
export let sessions: u32 = 0;
export let firstSession: u32 = 1;
export let payloadBytes: u32 = 0;
export let warmupFrames: u64 = 0;
export let measuredFrames: u64 = 0;
export let creditBytes: u64 = 0;
export let creditFrames: u32 = 1;
export let ackEvery: u32 = 1;
export let ackPolicy: u32 = ACK_SEPARATE;
export let storage: u32 = STORAGE_INLINE;
export let slotCount: u32 = 0;
export let slotBytes: u32 = 0;
export let intervalNs: u64 = 0;
// Frames of a session between their send decision and their verification: both directions' credit full. With a credit
// of one frame it is one, so that a cycle is send, echo, ack and nothing else.
export let windowFrames: u32 = 1;
// Start stamps of a session live until their ack is accepted; a power of two.
export let stampCount: u32 = 1;
// Bytes of a session's park: its whole credit, at least one largest frame.
export let parkBytes: u32 = 0;
// The pattern, long enough that a payload of any phase is a slice of it.
export let patternAt: usize = 0;

/** Takes over the shape of the traffic. */
export function settle(count: u32, first: u32, payload: u32, warmup: u32, measured: u32): void {
  sessions = count;
  firstSession = first;
  payloadBytes = payload;
  warmupFrames = u64(warmup);
  measuredFrames = u64(measured);
}

/** Takes over credit, and derives window and park from it. */
export function settleCredit(bytes: u64, frames: u32, every: u32, policy: u32): void {
  creditBytes = bytes;
  creditFrames = frames;
  ackEvery = every;
  ackPolicy = policy;
  windowFrames = frames == 1 ? 1 : frames << 1;
  stampCount = 1;
  while (stampCount < (windowFrames << 1) + every) stampCount <<= 1;
  parkBytes = u32(max<u64>(bytes, u64(payloadBytes)));
}

/** Takes over the open loop's interval. */
export function settleTiming(interval: u64): void {
  intervalNs = interval;
}

/** Takes over where payloads are. */
export function settleStorage(where: u32, slots: u32, bytes: u32): void {
  storage = where;
  slotCount = slots;
  slotBytes = bytes;
}

/** Memory is laid out. */
export function settlePattern(at: usize): void {
  patternAt = at;
}

export function sealSettings(): void {
  configured = true;
}

/** As before configure(): a rehearsal leaves nothing behind. */
export function forgetSettings(): void {
  configured = false;
  settle(0, 1, 0, 0, 0);
  settleCredit(0, 1, 1, ACK_SEPARATE);
  settleTiming(0);
  settleStorage(STORAGE_INLINE, 0, 0);
  patternAt = 0;
}

/** True when acks wait for the next DATA. */
export function isPiggyback(): bool {
  return ackPolicy == ACK_PIGGYBACK;
}
