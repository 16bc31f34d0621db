// Why a file of another tool is refused, and the counting of what is wrong but can be read past.
import { EchometerError } from '../facade/echometer-error.ts';
import type { LossCode, Note, ProblemCode } from '../collection/collection.ts';

export type FormatErrorCode =
  /** The text breaks the rules of its own syntax: JSON, a line, a compression. */
  | 'BAD_SYNTAX'
  /** The syntax is right, but a value is not what the tool writes there. */
  | 'BAD_VALUE'
  /** The file ends where the tool would have gone on. */
  | 'TRUNCATED'
  /** The version of the format, or a part of it, is not one that can be read. */
  | 'UNSUPPORTED'
  /** No format was recognized. */
  | 'UNKNOWN_FORMAT'
  /** There is nothing to read: no byte, or no case with a value. */
  | 'EMPTY';

const DAMAGED = 'take the file from where the tool wrote it';

const NEXT: Readonly<Record<FormatErrorCode, string>> = {
  BAD_SYNTAX: DAMAGED,
  BAD_VALUE: DAMAGED,
  TRUNCATED: 'take the whole file from where the tool wrote it',
  UNSUPPORTED: 'see docs/formats.md for what can be read',
  UNKNOWN_FORMAT: 'name the format with --format, or see docs/formats.md for what can be read',
  EMPTY: 'give a file with results',
};

/** A refusal names the file, the line (from 1; 0 where a file has none) and the cause. */
export class FormatError extends EchometerError {
  declare readonly code: FormatErrorCode;
  readonly file: string;
  readonly line: number;
  override readonly cause: string;

  constructor(code: FormatErrorCode, file: string, line: number, cause: string) {
    const subject = line > 0 ? `${file}:${line}` : file;
    super({ code, subject, what: `${subject}: ${cause}`, next: NEXT[code], outcome: 'usage' });
    this.file = file;
    this.line = line;
    this.cause = cause;
  }
}

/** Counts notes of one code and subject as one, with the place of the first. */
export class Notes<Code extends ProblemCode | LossCode> {
  readonly #notes = new Map<string, { note: Note<Code>; count: number }>();

  add(code: Code, subject: string, place: Place = NOWHERE, count = 1): void {
    const key = `${code} ${subject}`;
    const known = this.#notes.get(key);
    if (known !== undefined) known.count += count;
    else this.#notes.set(key, { note: { code, subject, count, ...place }, count });
  }

  list(): Note<Code>[] {
    return [...this.#notes.values()].map(({ note, count }) => ({ ...note, count }));
  }
}

export interface Place {
  readonly file: string | null;
  readonly line: number | null;
}

const NOWHERE: Place = { file: null, line: null };
