// The channel's own record and its few states. What moves through it is receive.ts and send.ts.
import { CHANNEL_BYTES, CHANNEL_STATE } from '../abi';

export const CHANNEL: usize = memory.data(64, 8);

export const CHANNEL_IDLE: u32 = 0;
export const CHANNEL_GREETING: u32 = 1;
export const CHANNEL_LIVE: u32 = 2;

// The peer has closed its side.
export let peerClosed: bool = false;
// start() was called, and when.
export let measuring: bool = false;
export let measuringFromNs: u64 = 0;
// finish() was called.
export let finishing: bool = false;
// When the lane should poll next although nothing has arrived; 0 = no need.
export let wakeAtNs: u64 = 0;

export function channelInit(): void {
  memory.fill(CHANNEL, 0, CHANNEL_BYTES);
  peerClosed = false;
  measuring = false;
  measuringFromNs = 0;
  finishing = false;
  wakeAtNs = 0;
}

export function channelState(): u32 {
  return load<u32>(CHANNEL, CHANNEL_STATE);
}

export function setChannelState(state: u32): void {
  store<u32>(CHANNEL, state, CHANNEL_STATE);
}

/** Adds to one of the channel's counters. */
export function count(offset: usize, n: u64): void {
  store<u64>(CHANNEL + offset, load<u64>(CHANNEL + offset) + n);
}

/** Writes one of the channel's stamps. */
export function stampChannel(offset: usize, ns: u64): void {
  store<u64>(CHANNEL + offset, ns);
}

export function markPeerClosed(): void {
  peerClosed = true;
}

export function markMeasuring(nowNs: u64): void {
  measuring = true;
  measuringFromNs = nowNs;
}

export function markFinishing(): void {
  finishing = true;
}

/** The next wake-up; the earliest wins until forgetWake(). */
export function wakeBy(ns: u64): void {
  if (wakeAtNs == 0 || ns < wakeAtNs) wakeAtNs = ns;
}

export function forgetWake(): void {
  wakeAtNs = 0;
}
