// The slot files of one channel: made before its worker starts, inherited by it, mapped over kernel memory where that
// works, else read and written. Which frames use them is the kernel's business.
import type { TrialParams } from '../../../kernel/api/run/cases.ts';
import type { SlotStore } from '../../../kernel/api/trial/slot-store.ts';
import { slotGeometry } from '../../../kernel/api/trial/slot-geometry.ts';
import type { MappableKernel, SlotMapping } from '../../../kernel/api/trial/slot-geometry.ts';
import type { Inheritance } from '../lane/endpoint.ts';
import { loadLibC } from '../lane/libc.ts';
import { SlotFile } from '../lane/slots.ts';

export class SlotStorage implements SlotStore, SlotMapping, Inheritance {
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
