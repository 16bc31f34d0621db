// Where a paused session's frames wait: a byte ring and an entry ring of its own, so that the reader never stops.
//
// Entry: 0 length u32 | 4 inSlot u32 | 8 receiptNs u64. A payload in a slot stays there and takes no bytes here. Others may wrap in the byte ring (they are verified in two parts), so its
// capacity is exactly the credit and a full credit always fits.
import { creditFrames, parkBytes } from './settings';
import { PARK_AT, PARK_COUNT, PARK_ENTRIES_AT, PARK_FIRST, PARK_HEAD, PARK_USED } from './session';

export const ENTRY_BYTES: usize = 16;

export function parkCount(s: usize): u32 {
  return load<u32>(s, PARK_COUNT);
}

function entryAt(s: usize, index: u32): usize {
  return usize(load<u32>(s, PARK_ENTRIES_AT)) + usize(index % creditFrames) * ENTRY_BYTES;
}

/** Notes a frame whose payload is in its slot. */
export function parkSlot(s: usize, n: u32, receiptNs: u64): void {
  addEntry(s, n, 1, receiptNs);
}

function addEntry(s: usize, n: u32, inSlot: u32, receiptNs: u64): void {
  const count = parkCount(s);
  const entry = entryAt(s, load<u32>(s, PARK_FIRST) + count);
  store<u32>(entry, n);
  store<u32>(entry, inSlot, 4);
  store<u64>(entry, receiptNs, 8);
  store<u32>(s, count + 1, PARK_COUNT);
}

/** Copies a payload behind the others. The credit was checked before, and the park holds all of it. */
export function parkFrame(s: usize, at: usize, n: u32, receiptNs: u64): void {
  const base = usize(load<u32>(s, PARK_AT));
  const used = load<u32>(s, PARK_USED);
  const tail = u32((u64(load<u32>(s, PARK_HEAD)) + u64(used)) % u64(max<u32>(parkBytes, 1)));
  const run = min<u32>(n, parkBytes - tail);
  memory.copy(base + usize(tail), at, usize(run));
  memory.copy(base, at + usize(run), usize(n - run));
  store<u32>(s, used + n, PARK_USED);
  addEntry(s, n, 0, receiptNs);
}

export function parkedBytes(s: usize): u32 {
  return load<u32>(entryAt(s, load<u32>(s, PARK_FIRST)));
}

export function parkedInSlot(s: usize): bool {
  return load<u32>(entryAt(s, load<u32>(s, PARK_FIRST)), 4) != 0;
}

export function parkedReceiptNs(s: usize): u64 {
  return load<u64>(entryAt(s, load<u32>(s, PARK_FIRST)), 8);
}

/** Address of the oldest parked payload. */
export function parkedAt(s: usize): usize {
  return usize(load<u32>(s, PARK_AT)) + usize(load<u32>(s, PARK_HEAD));
}

/** How much of it lies there before the ring's end; the rest is at the region's front. */
export function parkedRun(s: usize): u32 {
  return min<u32>(parkedBytes(s), parkBytes - load<u32>(s, PARK_HEAD));
}

/** Frees the oldest parked frame. */
export function parkTake(s: usize): void {
  const n = parkedInSlot(s) ? 0 : parkedBytes(s);
  const head = u32((u64(load<u32>(s, PARK_HEAD)) + u64(n)) % u64(max<u32>(parkBytes, 1)));
  const count = parkCount(s) - 1;
  store<u32>(s, count == 0 ? 0 : head, PARK_HEAD);
  store<u32>(s, load<u32>(s, PARK_USED) - n, PARK_USED);
  store<u32>(s, (load<u32>(s, PARK_FIRST) + 1) % creditFrames, PARK_FIRST);
  store<u32>(s, count, PARK_COUNT);
}

/** Drops all of it. */
export function parkClear(s: usize): void {
  store<u32>(s, 0, PARK_HEAD);
  store<u32>(s, 0, PARK_USED);
  store<u32>(s, 0, PARK_COUNT);
}
