// Zstandard in one piece, never into more than it is told: Node 20 and browsers have no decoder of their own.
import { Decompress } from 'fzstd';

/** Steps of the input: a block holds at most 128 KiB (RFC 8878 3.1.1.2), so memory grows step by step too. */
const STEP_BYTES = 1 << 16;

/** Throws what `tooLarge` makes once there are more than `most` bytes, and fzstd's own error for damaged ones. */
export function unzstd(bytes: Uint8Array, most: number, tooLarge: () => Error): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const decoder = new Decompress((piece) => {
    length += piece.length;
    if (length > most) throw tooLarge();
    pieces.push(piece);
  });
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    decoder.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
  return joinedPieces(pieces, length);
}

export function joinedPieces(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
