// Slot files: memory that host and worker both map, so that a payload crosses without the channel (docs/protocol.md,
// section 3). It makes, maps, reads and writes them; which slot a frame uses is the kernel's business.
import {
  closeSync,
  constants,
  openSync,
  readSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingError, reasonOf } from '../errors.ts';
import type { LibC } from './libc.ts';

/** Where slot files may live, best first: memory, then the temporary folder (the only one on macOS). */
const FOLDERS: readonly string[] =
  process.platform === 'linux' ? ['/dev/shm', tmpdir()] : [tmpdir()];

const FILL_BYTES = 1 << 20;

export class SlotFile {
  readonly fd: number;
  readonly bytes: number;
  #open = true;

  /** Throws NO_SLOT_ROOM when none of the folders has room. */
  constructor(bytes: number, folders: readonly string[] = FOLDERS) {
    this.bytes = bytes;
    this.fd = createFull(bytes, folders);
  }

  /** Puts the file over `[at, at + bytes)` of the kernel's memory and proves it in place; false leaves it unmapped. */
  mapOver(libc: LibC, memory: Uint8Array, at: number): boolean {
    if (
      at % 4096 !== 0 ||
      !libc.mapOver(libc.addressOf(memory) + BigInt(at), this.bytes, this.fd)
    ) {
      return false;
    }
    const probe = Uint8Array.of(0);
    writeSync(this.fd, Uint8Array.of(0xa5), 0, 1, 0);
    const seen = memory[at] === 0xa5;
    memory[at] = 0x5a;
    readSync(this.fd, probe, 0, 1, 0);
    memory[at] = 0;
    return seen && probe[0] === 0x5a;
  }

  /** Without a mapping: one payload from kernel memory into its slot (pwrite costs what a copy costs). */
  store(payload: Uint8Array, offset: number): void {
    let done = 0;
    while (done < payload.length) {
      done += writeSync(this.fd, payload, done, payload.length - done, offset + done);
    }
  }

  /** Without a mapping: one echo from its slot into kernel memory. */
  load(payload: Uint8Array, offset: number): void {
    let done = 0;
    while (done < payload.length) {
      const count = readSync(this.fd, payload, done, payload.length - done, offset + done);
      if (count === 0) throw new Error('a slot file ended early');
      done += count;
    }
  }

  close(): void {
    if (this.#open) closeSync(this.fd);
    this.#open = false;
  }
}

/**
 * Written full at creation: a sparse file on a full tmpfs kills its reader by SIGBUS, while a write fails with a
 * code. Unlinked at once: nothing is left behind, however host and worker end.
 */
function createFull(bytes: number, folders: readonly string[]): number {
  const reasons: string[] = [];
  for (const folder of folders) {
    try {
      return createIn(folder, bytes);
    } catch (error) {
      reasons.push(`${folder}: ${reasonOf(error)}`);
    }
  }
  throw missingError(
    'NO_SLOT_ROOM',
    folders.join(', '),
    `no room for ${bytes} bytes of slots (${reasons.join('; ')})`,
    'free some memory or space, or point TMPDIR to a folder with room',
  );
}

function createIn(folder: string, bytes: number): number {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes) throw new Error(`only ${bavail * bsize} bytes free`);
  const path = join(folder, `echometer-${randomBytes(8).toString('hex')}`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const fd = openSync(path, flags, 0o600);
  try {
    unlinkSync(path);
    const zeros = new Uint8Array(Math.min(bytes, FILL_BYTES));
    for (let at = 0; at < bytes;) {
      at += writeSync(fd, zeros, 0, Math.min(zeros.length, bytes - at), at);
    }
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
