// How a host reads the files of a source: what `open` is given beside their names. A host that has them all in memory (a
// zip, a drop) makes it with `readEntries`.

import { ResultError } from '../run/result-error.ts';

/** Both throw ResultError for what cannot be read. */
export interface Read {
  /** The whole file; throws TOO_LARGE for more than `most` bytes, before it takes the memory for them. */
  whole(name: string, most: number): Uint8Array;
  /** The same file piece by piece, of any size. A piece is only good until the next one. */
  pieces(name: string): Iterable<Uint8Array>;
  readonly unpack: Unpack;
}

export type Compression = 'gz' | 'zst';

/** Throws ResultError TOO_LARGE once there are more than `most` bytes, UNREADABLE_LOG for anything else. */
export type Unpack = (
  subject: string,
  ending: Compression,
  bytes: Uint8Array,
  most: number,
) => Uint8Array;

/** A file whose size is known before it is read. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  read(): Uint8Array;
}

export function readEntries(path: string, entries: readonly Entry[], unpack: Unpack): Read {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const whole = (name: string, most: number): Uint8Array => {
    const subject = `${path}/${name}`;
    const entry = byName.get(name);
    if (entry === undefined) throw new ResultError('NO_FILE', subject, `${path} has no ${name}`);
    if (entry.size > most) throw tooLarge(subject, most);
    return entry.read();
  };
  return { whole, pieces: (name) => [whole(name, Infinity)], unpack };
}

export function tooLarge(subject: string, most: number): ResultError {
  const what = `${subject} holds more than ${Math.round(most / 2 ** 20)} MiB: that is no file of ours`;
  return new ResultError('TOO_LARGE', subject, what);
}

/** Not what its name's ending says, or damaged. */
export function cannotUnpack(subject: string, error: unknown): ResultError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ResultError('UNREADABLE_LOG', subject, `cannot unpack ${subject} (${reason})`);
}

/** Ten times a full run with every sample; a zip can claim a thousand times its own size. */
export const MOST_IN_MEMORY = 2 ** 30;

/** Refuses before any of it is read or unpacked. */
export function requireRoom(path: string, entries: readonly Entry[], most = MOST_IN_MEMORY): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return;
  const limit = Math.round(most / 2 ** 20);
  const what = `${path} would unpack into more than ${limit} MiB: unpack it and take the folder`;
  throw new ResultError('TOO_LARGE', path, what);
}
