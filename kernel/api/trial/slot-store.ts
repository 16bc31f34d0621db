// Where payloads in slots are when the kernel cannot see them: an interface only. With mapped slots nobody calls it,
// because the slots are kernel memory.

/** Indexes count slots of the plan's `slotBytes` from the start of a file; views are kernel memory. */
export interface SlotStore {
  /** Puts a payload into a slot of the file that the worker reads. */
  store(index: number, payload: Uint8Array): void;
  /** Fetches an echo from a slot of the file that the worker writes. */
  load(index: number, payload: Uint8Array): void;
}
