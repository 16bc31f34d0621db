// A byte ring in shared memory for one producer and one consumer, in different threads. It knows no frame and no lane.
//
// head counts bytes put in, tail bytes taken out, both modulo 2^32, so that head - tail is what waits. Each side writes its
// own counter and then wakes who waits for it; a counter has a cache line of its own.
//
//   0 head i32 ... 64 tail i32 ... 128 closed i32 ... 192 bytes (a power of two)

const HEAD = 0;
const TAIL = 16;
const CLOSED = 32;
const CONTROL_BYTES = 192;

/** A part of a large payload that is worth waking the consumer for. */
const STEP_BYTES = 131_072;

/** What of Atomics.waitAsync (ECMAScript 2024) is used: the promise settles when the word was woken. */
type WaitAsync = (
  words: Int32Array,
  index: number,
  value: number,
) => { readonly async: false } | { readonly async: true; readonly value: Promise<unknown> };

const { waitAsync } = Atomics as unknown as { readonly waitAsync?: WaitAsync };

/** False in engines that are older than Atomics.waitAsync: a thread that must not block has no way to wait there. */
export const canWaitAsync = waitAsync !== undefined;

export class Ring {
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #mask: number;
  /** The producer's own count; it runs ahead of `head` until publish(). */
  #written: number;

  /** `capacity` is a power of two; `at` a multiple of 64. */
  constructor(memory: SharedArrayBuffer, at: number, capacity: number) {
    this.#words = new Int32Array(memory, at, CONTROL_BYTES / 4);
    this.#bytes = new Uint8Array(memory, at + CONTROL_BYTES, capacity);
    this.#mask = capacity - 1;
    this.#written = Atomics.load(this.#words, HEAD);
  }

  static bytesFor(capacity: number): number {
    return CONTROL_BYTES + capacity;
  }

  /** Bytes that can be taken out now. */
  available(): number {
    return (Atomics.load(this.#words, HEAD) - Atomics.load(this.#words, TAIL)) | 0;
  }

  isClosed(): boolean {
    return Atomics.load(this.#words, CLOSED) !== 0;
  }

  /** No byte follows; both sides are woken. What is in the ring can still be taken out. */
  close(): void {
    Atomics.store(this.#words, CLOSED, 1);
    // A waiter compares its counter and not `closed`: it is woken, and looks again.
    Atomics.notify(this.#words, HEAD);
    Atomics.notify(this.#words, TAIL);
  }

  /** Takes out what is there and fits; 0 when nothing is there. */
  pull(target: Uint8Array): number {
    const tail = Atomics.load(this.#words, TAIL);
    const count = Math.min(target.length, (Atomics.load(this.#words, HEAD) - tail) | 0);
    if (count === 0) return 0;
    const start = tail & this.#mask;
    const first = Math.min(count, this.#bytes.length - start);
    target.set(this.#bytes.subarray(start, start + first));
    if (first < count) target.set(this.#bytes.subarray(0, count - first), first);
    Atomics.store(this.#words, TAIL, (tail + count) | 0);
    Atomics.notify(this.#words, TAIL);
    return count;
  }

  /**
   * Puts in what fits of source from `from` on, and says how much that was. The consumer sees it after publish(): several small
   * parts wake it once. A long one is published on the way, so that both sides copy at the same time.
   */
  push(source: Uint8Array, from: number): number {
    const room = this.#bytes.length - ((this.#written - Atomics.load(this.#words, TAIL)) | 0);
    const end = from + Math.min(source.length - from, room);
    let at = from;
    while (at < end) {
      const start = this.#written & this.#mask;
      const step = Math.min(end - at, STEP_BYTES, this.#bytes.length - start);
      this.#bytes.set(source.subarray(at, at + step), start);
      this.#written = (this.#written + step) | 0;
      at += step;
      if (step === STEP_BYTES) this.publish();
    }
    return end - from;
  }

  publish(): void {
    Atomics.store(this.#words, HEAD, this.#written);
    Atomics.notify(this.#words, HEAD);
  }

  /** Blocks this thread until there is something to take out; false when the ring is closed and empty. */
  awaitBytes(): boolean {
    for (;;) {
      const head = Atomics.load(this.#words, HEAD);
      if (((head - Atomics.load(this.#words, TAIL)) | 0) !== 0) return true;
      if (this.isClosed()) return false;
      Atomics.wait(this.#words, HEAD, head, LOST_WAKE_MS);
    }
  }

  /** Blocks this thread until there is room; false when the ring is closed. */
  awaitRoom(): boolean {
    for (;;) {
      if (this.isClosed()) return false;
      const tail = Atomics.load(this.#words, TAIL);
      const used = (Atomics.load(this.#words, HEAD) - tail) | 0;
      if (used < this.#bytes.length) return true;
      Atomics.wait(this.#words, TAIL, tail, LOST_WAKE_MS);
    }
  }

  /** Null when there is something to take out or the ring is closed; else a promise of looking again. */
  whenBytes(): Promise<unknown> | null {
    const head = Atomics.load(this.#words, HEAD);
    if (((head - Atomics.load(this.#words, TAIL)) | 0) !== 0 || this.isClosed()) return null;
    return this.#whenWoken(HEAD, head);
  }

  whenRoom(): Promise<unknown> | null {
    const tail = Atomics.load(this.#words, TAIL);
    const used = (Atomics.load(this.#words, HEAD) - tail) | 0;
    if (used < this.#bytes.length || this.isClosed()) return null;
    return this.#whenWoken(TAIL, tail);
  }

  #whenWoken(index: number, value: number): Promise<unknown> | null {
    // As a method of Atomics: engines differ in whether they look at the receiver.
    const wait = waitAsync?.call(Atomics, this.#words, index, value);
    return wait?.async === true ? wait.value : null;
  }
}

/** close() may come between a look at `closed` and the wait; then the wait ends by itself. */
const LOST_WAKE_MS = 200;

/** The two rings of a channel in one piece of memory. */
export interface RingPair {
  readonly memory: SharedArrayBuffer;
  readonly capacity: number;
}

/** Holds what a bulk credit lets travel at once, so that neither side waits for the other within a burst. */
const CAPACITY_BYTES = 4_194_304;

export function makeRingPair(capacity: number = CAPACITY_BYTES): RingPair {
  return { memory: new SharedArrayBuffer(2 * Ring.bytesFor(capacity)), capacity };
}

export function ringToWorker({ memory, capacity }: RingPair): Ring {
  return new Ring(memory, 0, capacity);
}

export function ringToHost({ memory, capacity }: RingPair): Ring {
  return new Ring(memory, Ring.bytesFor(capacity), capacity);
}
