// A private folder with a path short enough for a Unix socket. It makes and removes folders and nothing else.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { missingError, reasonOf } from '../errors.ts';

/** sun_path holds 104 bytes on macOS and 108 on Linux, with the final 0. */
const SUN_PATH_BYTES = 104;

/** mkdtemp adds six characters; the sockets in the folder are called `0.s`, `1.s`, ... */
const PREFIX = 'echo-';
const LONGEST_NAME = `${PREFIX}XXXXXX/999.s`;

/** The first of the temporary folder and /tmp where a socket path fits and a folder (mode 0700) can be made. */
export function makeSocketFolder(): string {
  const reasons: string[] = [];
  for (const base of new Set([tmpdir(), '/tmp'])) {
    if (Buffer.byteLength(join(base, LONGEST_NAME)) >= SUN_PATH_BYTES) {
      reasons.push(`${base} is too long for a socket path`);
      continue;
    }
    try {
      return mkdtempSync(join(base, PREFIX));
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  throw missingError(
    'NO_SOCKET_FOLDER',
    tmpdir(),
    `no temporary folder can hold a Unix socket (${reasons.join('; ')})`,
    'set TMPDIR to a short, writable path',
  );
}

export function removeSocketFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
