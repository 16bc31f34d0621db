// Runs the statistics command (kernel/entries/command.ts) on bytes that are already there: three WASI functions over two buffers.
// Opens no file and touches no process; the host reads the input and prints the answer.

import type { LinearMemory, ModuleInstance } from './wasm-objects.ts';

export interface CommandResult {
  /** 0 done, 2 unreadable input, 3 too little memory. */
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

// errno of WASI preview 1 for a descriptor that is not open.
const BADF = 8;

/** Gives `input` to the command as its stdin. `instantiate` makes an instance with these imports (synchronously). */
export function runCommand(
  instantiate: (imports: Record<string, Record<string, unknown>>) => ModuleInstance,
  input: Uint8Array,
): CommandResult {
  const written: string[] = ['', '', ''];
  let taken = 0;
  // The imports exist before the instance whose memory they read.
  const late: { memory: LinearMemory | null } = { memory: null };
  const view = (): DataView => new DataView(late.memory?.buffer ?? new ArrayBuffer(0));
  const range = (iovec: number): Uint8Array => {
    const data = view();
    const at = data.getUint32(iovec, true);
    return new Uint8Array(data.buffer, at, data.getUint32(iovec + 4, true));
  };
  const imports = {
    fd_read: (descriptor: number, iovec: number, _count: number, readAt: number): number => {
      if (descriptor !== 0) return BADF;
      const room = range(iovec);
      const piece = input.subarray(taken, taken + room.length);
      room.set(piece);
      taken += piece.length;
      view().setUint32(readAt, piece.length, true);
      return 0;
    },
    fd_write: (descriptor: number, iovec: number, _count: number, writtenAt: number): number => {
      if (descriptor !== 1 && descriptor !== 2) return BADF;
      const bytes = range(iovec);
      // The command writes ASCII only.
      written[descriptor] = (written[descriptor] ?? '') + String.fromCharCode(...bytes);
      view().setUint32(writtenAt, bytes.length, true);
      return 0;
    },
    proc_exit: (code: number): never => {
      throw new Exit(code);
    },
  };
  const instance = instantiate({ wasi_snapshot_preview1: imports });
  late.memory = instance.exports['memory'] as LinearMemory;
  const exit = runToExit(instance.exports['_start'] as () => void);
  return { exit, stdout: written[1] ?? '', stderr: written[2] ?? '' };
}

function runToExit(start: () => void): number {
  try {
    start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}
