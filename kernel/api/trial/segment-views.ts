// Views of kernel memory for the segments that the kernel announces, made once per place and then reused: a new
// Uint8Array costs 100 to 200 ns, and the places repeat (251 payload phases, a ring of headers). It writes nothing.

/** More places than one trial uses; a bound, so that an odd plan cannot grow the cache without end. */
const CACHED_VIEWS = 4096;

/** `SEGMENTS` entries are `{address u32, bytes u32}` (docs/abi.md). */
const WORDS_PER_SEGMENT = 2;

export class SegmentViews {
  /** The sum over the last announced() call. */
  announcedBytes = 0;
  readonly #buffer: ArrayBuffer;
  readonly #words: Uint32Array;
  readonly #firstWord: number;
  readonly #cache = new Map<number, Uint8Array>();
  readonly #segments: Uint8Array[] = [];

  constructor(buffer: ArrayBuffer, segmentsAt: number) {
    this.#buffer = buffer;
    this.#words = new Uint32Array(buffer);
    this.#firstWord = segmentsAt >>> 2;
  }

  /** The announced segments, in order; only the first `count` entries of the result are meant. */
  announced(count: number): readonly Uint8Array[] {
    let bytes = 0;
    for (let index = 0; index < count; index += 1) {
      const word = this.#firstWord + index * WORDS_PER_SEGMENT;
      const view = this.view(this.#words[word] ?? 0, this.#words[word + 1] ?? 0);
      this.#segments[index] = view;
      bytes += view.length;
    }
    this.announcedBytes = bytes;
    return this.#segments;
  }

  view(address: number, bytes: number): Uint8Array {
    const cached = this.#cache.get(address);
    if (cached?.length === bytes) return cached;
    const view = new Uint8Array(this.#buffer, address, bytes);
    if (this.#cache.size >= CACHED_VIEWS) this.#cache.clear();
    this.#cache.set(address, view);
    return view;
  }
}
