// Unpacks with Node's own zlib, never into more than it is told: what a source's reader needs of this host.

import { gunzipSync, inflateRawSync } from 'node:zlib';

import { cannotUnpack, tooLarge } from '../../../kernel/api/collection/read.ts';
import type { Unpack } from '../../../kernel/api/collection/read.ts';
import type { InflateRaw } from '../../../kernel/api/collection/zip.ts';
import { unzstd } from '../../../kernel/api/formats/unzstd.ts';
import { ResultError } from '../../../kernel/api/run/result-error.ts';
import { systemCode } from '../errors.ts';

/** One byte more than it should have is an error of zlib. */
export const inflateRaw: InflateRaw = (bytes, size) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });

export const unpack: Unpack = (subject, ending, bytes, most) => {
  const refused = (): Error => tooLarge(subject, most);
  try {
    return ending === 'zst'
      ? unzstd(bytes, most, refused)
      : gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof ResultError) throw error;
    throw systemCode(error) === 'ERR_BUFFER_TOO_LARGE' ? refused() : cannotUnpack(subject, error);
  }
};
