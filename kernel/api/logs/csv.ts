// CSV text from chunks of bytes: records with their line numbers. It knows quotes, line ends and a byte order mark, and no column.
import { LogError } from './problems.ts';

/**
 * Longest record we read. The reference's rows have about 200 characters; a line of a gigabyte is not
 * a log, and holding it would take the machine down before anyone could say so.
 */
export const MAX_RECORD_CHARS = 1_048_576;

export interface CsvRecord {
  /** From 1, of the record's first character. */
  readonly line: number;
  readonly fields: readonly string[];
  /** False for a last record without a line end. */
  readonly ended: boolean;
}

/** Feeds chunks, calls back whole records. A quoted field may hold commas, quotes and line ends. */
export class CsvReader {
  readonly #file: string;
  readonly #take: (record: CsvRecord) => void;
  // Streaming: a character split between two chunks is put together again. The BOM is removed by default.
  readonly #decoder = new TextDecoder('utf-8');
  #rest = '';
  #line = 1;

  constructor(file: string, take: (record: CsvRecord) => void) {
    this.#file = file;
    this.#take = take;
  }

  push(chunk: Uint8Array): void {
    this.#text(this.#decoder.decode(chunk, { stream: true }));
  }

  end(): void {
    this.#text(this.#decoder.decode());
    // What an unclosed quote has swallowed may end in a line end.
    if (this.#rest !== '') this.#emit(this.#rest.replace(/\n$/, ''), false);
    this.#rest = '';
  }

  #text(text: string): void {
    const all = this.#rest + text;
    let start = 0;
    for (;;) {
      const end = recordEnd(all, start);
      if (end < 0) break;
      this.#limit(end - start);
      this.#emit(all.slice(start, end), true);
      start = end + 1;
    }
    this.#rest = all.slice(start);
    this.#limit(this.#rest.length);
  }

  #limit(length: number): void {
    if (length <= MAX_RECORD_CHARS) return;
    const what = `a line of more than ${MAX_RECORD_CHARS} characters is not a row of a log`;
    throw new LogError('line-too-long', this.#file, this.#line, what);
  }

  #emit(raw: string, ended: boolean): void {
    const record = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const line = this.#line;
    this.#line += 1;
    if (record === '') return;
    if (!record.includes('"')) {
      this.#take({ line, fields: record.split(','), ended });
      return;
    }
    this.#line += countOf(record, '\n');
    this.#take({ line, fields: quotedFields(record), ended });
  }
}

/** Index of the line end that ends the record starting at `start`, or -1. */
function recordEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  if (end < 0) return -1;
  // Looking for a quote in the line only: looking in the whole rest made a million rows quadratic.
  return text.slice(start, end).includes('"') ? quotedEnd(text, start, end) : end;
}

/** A line end inside quotes is text: a record ends only after an even number of quotes. */
function quotedEnd(text: string, start: number, firstEnd: number): number {
  let from = start;
  let end = firstEnd;
  let quotes = 0;
  while (end >= 0) {
    quotes += countOf(text.slice(from, end), '"');
    if (quotes % 2 === 0 || end - start > MAX_RECORD_CHARS) return end;
    from = end;
    end = text.indexOf('\n', end + 1);
  }
  return -1;
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
