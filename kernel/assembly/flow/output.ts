// The output queue of a channel: bytes and slices in the order in which they must leave. Knows nothing of frames.
//
// Theory of operation. Small things are copied into a ring, one behind the other; large payloads are slices of memory
// that never changes (the pattern) and are not copied. A piece is a contiguous run of either. announce() freezes the
// first pieces as segments; written() is the only thing that moves the cursor, and a ring byte is free again only when
// the whole piece that holds it has been accepted. Before that the OS may still read it: overwriting early was tried,
// and 79 % of 1 MiB arrived changed. An empty ring starts at its front again, so the same warm lines are reused.
import { HEADER_BYTES, MAX_SEGMENTS, SEGMENT_BYTES } from '../abi';

// Piece: 0 address u32 | 4 bytes u32 | 8 ring bytes to free u32
const PIECE_BYTES: usize = 16;
const PIECE_RING_BYTES: usize = 8;
// Two batches of segments; a power of two.
const PIECES: u32 = 128;
// What one WRITE may announce: enough that a system call's price does not count, little enough to stay in the cache.
export const BATCH_BYTES: u32 = 1_048_576;
// Frames up to this size are copied behind their header and leave with their neighbors in one segment: a copy of 16 KiB
// costs less than a second segment in writev. Larger ones are slices.
export const COPIED_PAYLOAD_BYTES: u32 = 16_384;

export const SEGMENTS: usize = memory.data(512, 8);

let ringAt: usize = 0;
let ringBytes: u32 = 0;
let head: u32 = 0;
let tail: u32 = 0;
let used: u32 = 0;

let piecesAt: usize = 0;
let firstPiece: u32 = 0;
let pieces: u32 = 0;
let announced: u32 = 0;
let firstWritten: u32 = 0;
let unannouncedBytes: u32 = 0;
let announcedBytes: u32 = 0;
let queuedTotal: u64 = 0;
let writtenTotal: u64 = 0;

/** Bytes of memory for the pieces. */
export function outputPieceBytes(): u64 {
  return u64(PIECES) * u64(PIECE_BYTES);
}

/** Empties the queue over its two regions. */
export function outputInit(ring: usize, bytes: u32, piecesRegion: usize): void {
  ringAt = ring;
  ringBytes = bytes;
  piecesAt = piecesRegion;
  head = 0;
  tail = 0;
  used = 0;
  firstPiece = 0;
  pieces = 0;
  announced = 0;
  firstWritten = 0;
  unannouncedBytes = 0;
  announcedBytes = 0;
  queuedTotal = 0;
  writtenTotal = 0;
}

function pieceAt(index: u32): usize {
  return piecesAt + usize((firstPiece + index) & (PIECES - 1)) * PIECE_BYTES;
}

/** Ring bytes that can be had in one run. */
function longestRun(): u32 {
  if (used == 0) return ringBytes;
  if (head > tail) return max<u32>(ringBytes - head, tail);
  return tail - head;
}

/** Can `ring` bytes in one run and one slice be queued? */
export function outputFits(ring: u32): bool {
  return pieces + 3 <= PIECES && longestRun() >= ring;
}

/** Queues `n` bytes of the ring and answers where to write them. Only after outputFits(n). */
export function outputBytes(n: u32): usize {
  let skipped: u32 = 0;
  if (used == 0) {
    head = 0;
    tail = 0;
  } else if (head >= tail && ringBytes - head < n) {
    skipped = ringBytes - head;
    head = 0;
  }
  const at = ringAt + usize(head);
  head += n;
  used += n + skipped;
  if (head == ringBytes) head = 0;
  unannouncedBytes += n;
  queuedTotal += u64(n);
  if (skipped == 0 && pieces > announced) {
    const last = pieceAt(pieces - 1);
    if (
      load<u32>(last, PIECE_RING_BYTES) != 0 &&
      usize(load<u32>(last) + load<u32>(last, 4)) == at
    ) {
      store<u32>(last, load<u32>(last, 4) + n, 4);
      store<u32>(last, load<u32>(last, PIECE_RING_BYTES) + n, PIECE_RING_BYTES);
      return at;
    }
  }
  addPiece(at, n, n + skipped);
  return at;
}

/** Queues `n` bytes that stay where they are and never change. Only after outputFits. */
export function outputSlice(at: usize, n: u32): void {
  if (n == 0) return;
  unannouncedBytes += n;
  queuedTotal += u64(n);
  addPiece(at, n, 0);
}

function addPiece(at: usize, n: u32, fromRing: u32): void {
  const piece = pieceAt(pieces);
  store<u32>(piece, u32(at));
  store<u32>(piece, n, 4);
  store<u32>(piece, fromRing, PIECE_RING_BYTES);
  pieces += 1;
}

/** Is there room in the next batch for one more frame of `n` bytes? An empty batch takes any frame. */
export function outputWants(n: u32): bool {
  if (unannouncedBytes == 0) return true;
  return unannouncedBytes + n + u32(HEADER_BYTES) <= BATCH_BYTES && pieces + 2 <= MAX_SEGMENTS;
}

/** Freezes the first pieces as segments and answers how many; 0 while announced bytes are not yet written. */
export function outputAnnounce(): u32 {
  if (announcedBytes != 0) return 0;
  const count = min<u32>(pieces, MAX_SEGMENTS);
  for (let i: u32 = 0; i < count; i++) {
    const piece = pieceAt(i);
    const segment = SEGMENTS + usize(i) * SEGMENT_BYTES;
    store<u32>(segment, load<u32>(piece));
    store<u32>(segment, load<u32>(piece, 4), 4);
    announcedBytes += load<u32>(piece, 4);
  }
  announced = count;
  unannouncedBytes -= announcedBytes;
  return count;
}

/** Segments announced and not yet wholly written, counted from SEGMENTS. */
export function outputAnnounced(): u32 {
  return announced;
}

/** Announced bytes that the OS has not accepted. */
export function outputPending(): u32 {
  return announcedBytes;
}

/** All that was ever queued, and all that was ever accepted. */
export function outputQueuedTotal(): u64 {
  return queuedTotal;
}

export function outputWrittenTotal(): u64 {
  return writtenTotal;
}

/** True when nothing is queued or waiting. */
export function outputEmpty(): bool {
  return pieces == 0;
}

/** The OS has accepted `n` announced bytes. False, and nothing changes, when fewer were announced. */
export function outputAccept(n: u32): bool {
  if (n > announcedBytes) return false;
  announcedBytes -= n;
  writtenTotal += u64(n);
  firstWritten += n;
  while (announced > 0 && firstWritten >= load<u32>(pieceAt(0), 4)) {
    const piece = pieceAt(0);
    firstWritten -= load<u32>(piece, 4);
    const fromRing = load<u32>(piece, PIECE_RING_BYTES);
    used -= fromRing;
    tail += fromRing;
    if (tail >= ringBytes) tail -= ringBytes;
    firstPiece = (firstPiece + 1) & (PIECES - 1);
    pieces -= 1;
    announced -= 1;
  }
  return true;
}
