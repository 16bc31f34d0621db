// All of stdin. Terminals, editors and ssh hand over one that does not block: reading it says EAGAIN until there is more.

import { readSync } from 'node:fs';

import { systemCode } from '../errors.ts';

const STDIN = 0;
const CHUNK_BYTES = 1 << 16;
const WAIT_MS = 5;

export function readStdin(): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const n = readOrWait(chunk);
    if (n === 0) return Buffer.concat(pieces);
    pieces.push(chunk.subarray(0, n));
  }
}

function readOrWait(chunk: Uint8Array): number {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return readSync(STDIN, chunk);
    } catch (error) {
      const code = systemCode(error);
      // What a closed pipe is on Windows.
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(sleeper, 0, 0, WAIT_MS);
    }
  }
}
