// Unpacks in a page, never into more than it is told: what a source's reader needs of this host.

import { Gunzip, inflateSync } from 'fflate';
import { cannotUnpack, tooLarge } from '../../kernel/api/collection/read.ts';
import type { Unpack } from '../../kernel/api/collection/read.ts';
import type { InflateRaw } from '../../kernel/api/collection/zip.ts';
import { joinedPieces, unzstd } from '../../kernel/api/formats/unzstd.ts';
import { ResultError } from '../../kernel/api/run/result-error.ts';

/** fflate fills the room that it is given and never more. */
export const inflateRaw: InflateRaw = (bytes, size) =>
  inflateSync(bytes, { out: new Uint8Array(size) });

export const unpack: Unpack = (subject, ending, bytes, most) => {
  try {
    return ending === 'zst'
      ? unzstd(bytes, most, () => tooLarge(subject, most))
      : gunzip(subject, bytes, most);
  } catch (error) {
    throw error instanceof ResultError ? error : cannotUnpack(subject, error);
  }
};

/** A thousandfold of this is unpacked before the limit is looked at again. */
const STEP_BYTES = 1 << 16;

function gunzip(subject: string, bytes: Uint8Array, most: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Gunzip((piece) => {
    length += piece.length;
    if (length > most) throw tooLarge(subject, most);
    pieces.push(piece);
  });
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    stream.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
  return joinedPieces(pieces, length);
}
