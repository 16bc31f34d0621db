// CSV text from chunks of bytes: records with their line numbers. It knows quotes and line ends, and no column.
import { LineReader, NO_TEXT, requireLine } from './lines.ts';

export interface CsvRecord {
  /** From 1, of the record's first character. */
  readonly line: number;
  readonly fields: readonly string[];
  /** False for a last record without a line end. */
  readonly ended: boolean;
  /** It holds bytes that are no text. */
  readonly isDamaged: boolean;
}

/** Feeds chunks, calls back whole records. A quoted field may hold commas, quotes and line ends. */
export class CsvReader {
  readonly #file: string;
  readonly #take: (record: CsvRecord) => void;
  readonly #lines: LineReader;
  /** A line end inside quotes is text: the lines of a record whose quotes are not even yet. */
  #open: { line: number; text: string } | null = null;

  constructor(file: string, take: (record: CsvRecord) => void) {
    this.#file = file;
    this.#take = take;
    this.#lines = new LineReader(file, (text, line, ended) => {
      this.#line(text, line, ended);
    });
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  end(): void {
    this.#lines.end();
    // What an unclosed quote has swallowed.
    if (this.#open !== null) this.#emit(this.#open.text, this.#open.line, false);
    this.#open = null;
  }

  #line(text: string, line: number, ended: boolean): void {
    const odd = text.includes('"') && countOf(text, '"') % 2 === 1;
    if (this.#open === null) {
      if (odd && ended) this.#open = { line, text };
      else this.#emit(text, line, ended);
      return;
    }
    const { line: first, text: before } = this.#open;
    const all = `${before}\n${text}`;
    requireLine(all.length, this.#file, first);
    this.#open = odd || !ended ? null : { line: first, text: all };
    if (this.#open === null) this.#emit(all, first, ended && odd);
  }

  #emit(raw: string, line: number, ended: boolean): void {
    const record = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (record === '') return;
    const fields = record.includes('"') ? quotedFields(record) : record.split(',');
    this.#take({ line, fields, ended, isDamaged: record.includes(NO_TEXT) });
  }
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

/** RFC 4180: a doubled quote inside quotes is a quote. Quotes inside an unquoted field are text. */
function quotedFields(record: string): string[] {
  const fields: string[] = [];
  let at = 0;
  while (at <= record.length) {
    const quoted = record.charAt(at) === '"';
    const end = quoted ? closingQuote(record, at + 1) : record.indexOf(',', at);
    const stop = end < 0 ? record.length : end;
    fields.push(quoted ? record.slice(at + 1, stop).replaceAll('""', '"') : record.slice(at, stop));
    const comma = quoted ? record.indexOf(',', stop) : stop;
    if (comma < 0 || comma >= record.length) return fields;
    at = comma + 1;
  }
  return fields;
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from);
  while (at >= 0 && record.charAt(at + 1) === '"') at = record.indexOf('"', at + 2);
  return at;
}

/** One field as CSV: quoted only when it must be. */
export const csvField = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
