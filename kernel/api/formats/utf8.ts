// Bytes of a text file in any encoding that tools write, as UTF-8 without a byte order mark. UTF-16 is what PowerShell's `>`
// makes of a tool's output.

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export class Utf8 {
  #head: Uint8Array | null = new Uint8Array(0);
  #decoder: TextDecoder | null = null;
  readonly #encoder = new TextEncoder();

  push(chunk: Uint8Array): Uint8Array {
    if (this.#head === null) return this.#plain(chunk);
    const head = new Uint8Array(this.#head.length + chunk.length);
    head.set(this.#head);
    head.set(chunk, this.#head.length);
    this.#head = head;
    return head.length < 4 ? new Uint8Array(0) : this.#begin(head);
  }

  end(): Uint8Array {
    const rest = this.#head === null ? new Uint8Array(0) : this.#begin(this.#head);
    if (this.#decoder === null) return rest;
    const last = this.#encoder.encode(this.#decoder.decode());
    const all = new Uint8Array(rest.length + last.length);
    all.set(rest);
    all.set(last, rest.length);
    return all;
  }

  #begin(head: Uint8Array): Uint8Array {
    this.#head = null;
    const { encoding, markBytes } = encodingOf(head);
    if (encoding !== 'utf-8') this.#decoder = new TextDecoder(encoding);
    return this.#plain(head.subarray(markBytes));
  }

  #plain(chunk: Uint8Array): Uint8Array {
    if (this.#decoder === null) return chunk;
    return this.#encoder.encode(this.#decoder.decode(chunk, { stream: true }));
  }
}

function encodingOf(head: Uint8Array): { readonly encoding: Encoding; readonly markBytes: number } {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markBytes: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  // Without a mark: the first character of every format here is ASCII.
  if (a !== 0 && b === 0) return { encoding: 'utf-16le', markBytes: 0 };
  if (a === 0 && b !== undefined && b !== 0) return { encoding: 'utf-16be', markBytes: 0 };
  return { encoding: 'utf-8', markBytes: 0 };
}
