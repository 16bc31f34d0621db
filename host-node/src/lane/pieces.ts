// Pieces of kernel memory as the system wants them for one gathered write: an array of struct iovec, and the struct msghdr
// that names it. It writes nothing.
import type { LibC } from './libc.ts';

/** One call takes no more: IOV_MAX on Linux and macOS. */
const MOST_PIECES = 1024;
/** struct iovec: address and length, each a 64-bit word. */
const WORDS_PER_PIECE = 4;
const TWO_32 = 2 ** 32;

/**
 * struct msghdr in 32-bit words: name 0-1, its length 2 (and padding), vector 4-5, count 6-7, control 8-9, its length 10-11, flags
 * 12. The count is 64 bits on Linux, 32 bits and padding on macOS; the control length likewise.
 */
const MESSAGE_WORDS = 14;
const VECTOR_WORD = 4;
const COUNT_WORD = 6;

export class Pieces {
  /** Addresses of the struct msghdr and of the array of struct iovec. */
  readonly messageAt: bigint;
  readonly vectorAt: bigint;
  count = 0;
  /** Of all pieces, what is already written left out. */
  bytes = 0;
  readonly #message = new Uint32Array(MESSAGE_WORDS);
  readonly #vector = new Uint32Array(MOST_PIECES * WORDS_PER_PIECE);

  constructor(libc: LibC) {
    this.messageAt = libc.addressOf(this.#message);
    this.vectorAt = libc.addressOf(this.#vector);
    putAddress(this.#message, VECTOR_WORD, Number(this.vectorAt));
  }

  /**
   * The first `count` segments without their first `skipped` bytes. `base` is the address of the memory that they are views of;
   * an address has at most 48 bits, which a number holds exactly.
   */
  set(base: number, segments: readonly Uint8Array[], count: number, skipped: number): void {
    let left = skipped;
    this.count = 0;
    this.bytes = 0;
    for (let index = 0; index < count && this.count < MOST_PIECES; index += 1) {
      const segment = segments[index];
      if (segment === undefined) continue;
      if (left >= segment.length) left -= segment.length;
      else {
        this.#add(base + segment.byteOffset + left, segment.length - left);
        left = 0;
      }
    }
    this.#message[COUNT_WORD] = this.count;
  }

  #add(address: number, bytes: number): void {
    const word = this.count * WORDS_PER_PIECE;
    putAddress(this.#vector, word, address);
    this.#vector[word + 2] = bytes;
    this.count += 1;
    this.bytes += bytes;
  }
}

function putAddress(words: Uint32Array, at: number, address: number): void {
  words[at] = address % TWO_32;
  words[at + 1] = Math.floor(address / TWO_32);
}
