// Which acks are on their way out: a ring of { end offset in the output stream, session, frames acknowledged }.

// Mark: 0 end u64 | 8 frames u64 | 16 record u32
const MARK_BYTES: usize = 24;
// More acks than that in an unwritten queue wait as owed and are merged; a power of two.
const MARKS: u32 = 4_096;

let at: usize = 0;
let first: u32 = 0;
let count: u32 = 0;

/** Bytes of memory for the marks. */
export function markRegionBytes(): u64 {
  return u64(MARKS) * u64(MARK_BYTES);
}

export function marksInit(region: usize): void {
  at = region;
  first = 0;
  count = 0;
}

export function marksFull(): bool {
  return count == MARKS;
}

/** The ack of `record` for `frames` is over when the output stream has passed `end`. Only while not full. */
export function markAck(record: usize, frames: u64, end: u64): void {
  const mark = at + usize((first + count) & (MARKS - 1)) * MARK_BYTES;
  store<u64>(mark, end);
  store<u64>(mark, frames, 8);
  store<u32>(mark, u32(record), 16);
  count += 1;
}

/** The oldest mark that `written` bytes of output cover, or 0. It is taken from the ring. */
export function takeMark(written: u64): usize {
  if (count == 0) return 0;
  const mark = at + usize(first) * MARK_BYTES;
  if (load<u64>(mark) > written) return 0;
  first = (first + 1) & (MARKS - 1);
  count -= 1;
  return mark;
}

export function markRecord(mark: usize): usize {
  return usize(load<u32>(mark, 16));
}

export function markFrames(mark: usize): u64 {
  return load<u64>(mark, 8);
}
