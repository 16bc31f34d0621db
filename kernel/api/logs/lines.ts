// Lines of text from chunks of bytes, with their numbers. UTF-8, or UTF-16 where a byte order mark says so; bytes that are
// neither become U+FFFD, which a reader counts.
import { LogError } from './problems.ts';

/**
 * Longest line we read. The reference's rows have about 200 characters; a line of a gigabyte is not
 * a log, and holding it would take the machine down before anyone could say so.
 */
export const MAX_LINE_CHARS = 1_048_576;

/** What a decoder gives for bytes that are no text. */
export const NO_TEXT = '\uFFFD';

export class LineReader {
  readonly #file: string;
  readonly #take: (text: string, line: number, ended: boolean) => void;
  /** Streaming: a character split between two chunks is put together again. It takes the mark away. */
  #decoder: TextDecoder | null = null;
  #first = new Uint8Array();
  #rest = '';
  #line = 1;

  /** `ended` is false for a last line without a line end. */
  constructor(file: string, take: (text: string, line: number, ended: boolean) => void) {
    this.#file = file;
    this.#take = take;
  }

  push(chunk: Uint8Array): void {
    if (this.#decoder !== null) this.#text(this.#decoder.decode(chunk, { stream: true }));
    else {
      this.#first = joined(this.#first, chunk);
      // One byte does not tell yet.
      if (this.#first.length >= 2) this.#begin();
    }
  }

  end(): void {
    this.#begin();
    this.#text(this.#decoder?.decode() ?? '');
    if (this.#rest !== '') this.#take(this.#rest, this.#line, false);
    this.#rest = '';
  }

  /** Its first two bytes say how a file is written. */
  #begin(): void {
    if (this.#decoder !== null) return;
    this.#decoder = new TextDecoder(encodingOf(this.#first));
    this.#text(this.#decoder.decode(this.#first, { stream: true }));
    this.#first = new Uint8Array();
  }

  #text(text: string): void {
    const all = this.#rest + text;
    let start = 0;
    for (let end = all.indexOf('\n'); end >= 0; end = all.indexOf('\n', start)) {
      requireLine(end - start, this.#file, this.#line);
      this.#take(all.slice(start, end), this.#line, true);
      this.#line += 1;
      start = end + 1;
    }
    this.#rest = all.slice(start);
    requireLine(this.#rest.length, this.#file, this.#line);
  }
}

export function requireLine(length: number, file: string, line: number): void {
  if (length <= MAX_LINE_CHARS) return;
  const what = `a line of more than ${MAX_LINE_CHARS} characters is not a row of a log`;
  throw new LogError('LINE_TOO_LONG', file, line, what);
}

/** By its first two bytes. */
export function encodingOf([a, b]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
