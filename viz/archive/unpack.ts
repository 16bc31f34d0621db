// A packed run (.echometer, a zip of the run's folder) -> its files in memory, for the page and for Node. A file that
// would unpack into more than a machine has is refused before any of it is unpacked.

import { unzipSync } from 'fflate';
import { ResultError } from '../../kernel/api/run/results-read.ts';

/** Ten times a full run with every sample; a zip can claim a thousand times its own size. */
const LARGEST_UNPACKED_BYTES = 2 ** 30;

/** The files that `isWanted` takes; throws ResultError TOO_LARGE, or what fflate says of a damaged zip. */
export function unpackFiles(
  name: string,
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
  largestBytes = LARGEST_UNPACKED_BYTES,
): Record<string, Uint8Array> {
  let totalBytes = 0;
  return unzipSync(bytes, {
    // The directory's own sizes: fflate gives each file a buffer of that size and never a larger one.
    filter: (file) => {
      if (!isWanted(file.name)) return false;
      totalBytes += file.originalSize;
      if (totalBytes <= largestBytes) return true;
      const limit = Math.round(largestBytes / 2 ** 20);
      throw new ResultError(
        'TOO_LARGE',
        name,
        `${name} would unpack into more than ${limit} MiB: unpack it and take the folder`,
      );
    },
  });
}
