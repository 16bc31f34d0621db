// The input buffer of a channel: where bytes land and what of them is left. Knows nothing of frames but their size.
//
// Theory of operation. Linear, not a ring, so that a payload is always one range and is verified where it landed.
// [start, end) is unread, [start, shown) may be worked off. When it is empty both go back to 0, so the same warm lines are used again; a small rest is
// moved to the front, a large one only when the tail is too short for the next read. Capacity is one largest frame
// and two reads: a rest is shorter than the frame, one read may wait unprocessed, and one more always fits.
import { AT_FLAGS, HEADER_BYTES } from '../abi';

// Below this a move costs less than touching fresh lines (a 16 KiB copy is about 0.5 us).
const SMALL_REST: u32 = 16_384;
// A frame that lacks at least this much is read to its end exactly, so that the next one starts in front.
const LARGE_REST: u32 = 65_536;

let base: usize = 0;
let capacity: u32 = 0;
let readBytes: u32 = 0;
let start: u32 = 0;
// Bytes before this belong to reads that may be worked off; those behind it have just arrived.
let shown: u32 = 0;
let end: u32 = 0;

/** Bytes of memory that a plan needs for its input. */
export function inputCapacity(largestFrame: u64, oneRead: u64): u64 {
  return largestFrame + (oneRead << 1);
}

/** Empties the buffer over its region. */
export function inputInit(at: usize, bytes: u32, oneRead: u32): void {
  base = at;
  capacity = bytes;
  readBytes = oneRead;
  start = 0;
  shown = 0;
  end = 0;
}

/** Unread bytes that may be worked off. */
export function inputHeld(): u32 {
  return shown - start;
}

/** Address of the first unread byte. */
export function inputFront(): usize {
  return base + usize(start);
}

/** Discards `n` unread bytes. */
export function inputTake(n: u32): void {
  start += n;
  if (start == end) {
    start = 0;
    shown = 0;
    end = 0;
  }
}

/** `n` bytes have arrived behind the others; they are not shown yet. */
export function inputGrow(n: u32): void {
  end += n;
}

/** What has arrived may be worked off. */
export function inputShow(): void {
  shown = end;
}

/** Moves the rest to the front when that is cheap or needed. */
export function inputCompact(): void {
  if (start == 0) return;
  const held = end - start;
  if (held > SMALL_REST && capacity - end >= wantedRead()) return;
  memory.copy(base, base + usize(start), usize(held));
  shown -= start;
  start = 0;
  end = held;
}

/** How much the next read should take: one read, or the whole rest of a large frame. */
function wantedRead(): u32 {
  const held = end - start;
  if (held < u32(HEADER_BYTES)) return readBytes;
  const at = inputFront();
  if ((load<u8>(at, AT_FLAGS) & 1) != 0) return readBytes;
  const total = u32(HEADER_BYTES) + load<u32>(at);
  if (total <= held) return readBytes;
  const missing = total - held;
  return missing >= LARGE_REST && missing <= capacity - held ? missing : readBytes;
}

/** Address for the next bytes. */
export function inputTail(): usize {
  return base + usize(end);
}

/** How many bytes may be put there; never 0 while every read is followed by work (see the theory above). */
export function inputFree(): u32 {
  return min<u32>(wantedRead(), capacity - end);
}
