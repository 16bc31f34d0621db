// Lines of a text from chunks of UTF-8 bytes: LF, CRLF or CR CR LF (a Windows console's copy) ends a line.
import { FormatError } from './format-error.ts';

const NEWLINE = 0x0a;
const LONGEST_LINE = 1 << 24;

export class TextLines {
  readonly #file: string;
  readonly #onLine: (text: string, line: number) => void;
  readonly #utf8 = new TextDecoder();
  #rest = '';
  #line = 1;

  constructor(file: string, onLine: (text: string, line: number) => void) {
    this.#file = file;
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
      this.#emit(this.#rest + this.#utf8.decode(chunk.subarray(at, end), { stream: true }));
      this.#rest = '';
      at = end + 1;
    }
    this.#rest += this.#utf8.decode(chunk.subarray(at), { stream: true });
    if (this.#rest.length > LONGEST_LINE)
      throw new FormatError('BAD_SYNTAX', this.#file, this.#line, 'a line is longer than 16 MiB');
  }

  /** Whether the last line had its end is told to nobody: tools end files both ways. */
  end(): void {
    this.#rest += this.#utf8.decode();
    if (this.#rest !== '') this.#emit(this.#rest);
    this.#rest = '';
  }

  #emit(text: string): void {
    this.#onLine(text.replace(/\r+$/, ''), this.#line);
    this.#line++;
  }
}
