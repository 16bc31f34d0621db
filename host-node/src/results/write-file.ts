// Writes one file so that a reader sees all of it or nothing: a temporary name, synced, renamed, the folder synced.
// It knows nothing of what is written.

import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { systemCode } from '../errors.ts';

export const TEMPORARY_SUFFIX = '.tmp';

export function writeFileWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}${TEMPORARY_SUFFIX}`;
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  try {
    // What stands there may be a link to another file: it goes, and only a file of our own is opened.
    discard(temporary);
    const file = openSync(temporary, 'wx');
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    discard(temporary);
    throw writeError(path, error);
  }
}

/** What is left of a file that did not fit takes the room of those that would. */
function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // It was never made, or cannot be removed; a reader ignores it.
  }
}

/** A rename is only durable once its folder is. */
function syncFolder(folder: string): void {
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What kept `path` from being written, as an error of the command line. */
export function writeError(path: string, error: unknown): EchometerError {
  const code = systemCode(error);
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new EchometerError(
    {
      code: full ? 'DISK_FULL' : 'CANNOT_WRITE',
      subject: path,
      what: full
        ? `the disk is full: ${path} was not written`
        : `cannot write ${path} (${code ?? 'unknown'})`,
      next: full
        ? 'free some space or choose another folder with --out'
        : 'choose a writable folder with --out',
      outcome: 'missing',
    },
    { cause: error },
  );
}
