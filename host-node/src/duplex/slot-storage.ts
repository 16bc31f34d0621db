// The slot files of one channel: made before its worker starts, inherited by it, mapped over kernel memory where that
// works, else read and written. Which frames use them is the kernel's business.
import type { TrialParams } from '../../../kernel/api/cases.ts';
import type { SlotStore } from '../../../kernel/api/slot-store.ts';
import type { Inheritance } from '../lane/endpoint.ts';
import { loadLibC } from '../lane/libc.ts';
import { SlotFile } from '../lane/slots.ts';

/** A multiple of every page size that we run on, so that whole files can be mapped. */
const SLOT_STEP_BYTES = 65_536;

export interface SlotGeometry {
  readonly slotCount: number;
  readonly slotBytes: number;
}

/** A slot for every frame that the credit allows; none for inline payloads. */
export function slotGeometry(params: TrialParams): SlotGeometry {
  if (params.storage === 'inline') return { slotCount: 0, slotBytes: 0 };
  const steps = Math.max(1, Math.ceil(params.payloadBytes / SLOT_STEP_BYTES));
  return { slotCount: params.creditFrames, slotBytes: steps * SLOT_STEP_BYTES };
}

/** What mapping needs of a configured kernel. */
export interface MappableKernel {
  readonly memory: ArrayBuffer;
  readonly slotFileAt: (which: 0 | 1) => number;
}

export class SlotStorage implements SlotStore, Inheritance {
  readonly fds: readonly number[];
  readonly #slotBytes: number;
  readonly #input: SlotFile;
  readonly #output: SlotFile | null;

  constructor(params: TrialParams) {
    const { slotCount, slotBytes } = slotGeometry(params);
    const bytes = (params.sessions / params.workers) * slotCount * slotBytes;
    this.#slotBytes = slotBytes;
    this.#input = new SlotFile(bytes);
    this.#output = params.storage === 'managedDuplex' ? new SlotFile(bytes) : null;
    this.fds = this.#files().map((file) => file.fd);
  }

  readonly args = (firstFd: number): readonly string[] => {
    const input = ['--slots-in-fd', String(firstFd)];
    return this.#output === null ? input : [...input, '--slots-out-fd', String(firstFd + 1)];
  };

  /** False where koffi is missing or the system refuses; the kernel must then be configured without mapping. */
  mapOver(kernel: MappableKernel): boolean {
    const libc = loadLibC();
    if (libc === null) return false;
    const memory = new Uint8Array(kernel.memory);
    return this.#files().every((file, index) =>
      file.mapOver(libc, memory, kernel.slotFileAt(index === 0 ? 0 : 1)),
    );
  }

  store(index: number, payload: Uint8Array): void {
    this.#input.store(payload, index * this.#slotBytes);
  }

  load(index: number, payload: Uint8Array): void {
    this.#output?.load(payload, index * this.#slotBytes);
  }

  close(): void {
    for (const file of this.#files()) file.close();
  }

  #files(): readonly SlotFile[] {
    return this.#output === null ? [this.#input] : [this.#input, this.#output];
  }
}
