// A run's folder as one file (docs/data-format.md): a zip of it. It writes nothing to a disk.
import { zipSync } from 'fflate';

/** The zip format's first day: the same folder gives the same bytes. */
const TIME = new Date(1980, 0, 1);

export function packRun(folder: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const packed = zipSync(Object.fromEntries(folder), { level: 6, mtime: TIME });
  return new Uint8Array(packed);
}
