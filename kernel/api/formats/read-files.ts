// Files of one source, whatever tool wrote them, to a Collection: decompressed, decoded, recognized and read as they stream.
import type { Collection, SourceFile } from '../collection/collection.ts';
import type { Workspace } from '../facade/workspace.ts';
import { Draft } from './draft.ts';
import { FormatError } from './format-error.ts';
import type { FileReader, Format, ReadOptions } from './format.ts';
import { HEAD_BYTES, headOf } from './head.ts';
import { plainBytes } from './plain-bytes.ts';
import { FORMATS } from './registry.ts';
import { Utf8 } from './utf8.ts';

export interface ForeignFile {
  /** With forward slashes: from the directory that is the source, or as the user named the file. */
  readonly name: string;
  /** As stored, in order. */
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface Hash {
  readonly update: (bytes: Uint8Array) => void;
  /** SHA-256 as 64 hexadecimal digits. */
  readonly end: () => string;
}

export interface ForeignOptions extends ReadOptions {
  /** The id of a format, in place of recognition. */
  readonly format?: string | null;
  readonly newHash: () => Hash;
  readonly workspace: () => Workspace;
  /** Small companions of a file, by the path from the source's directory. */
  readonly sibling?: (path: string) => Uint8Array | null;
}

/** FormatError when a file is of no known format or damaged, and when nothing was measured. */
export async function readForeign(
  files: readonly ForeignFile[],
  options: ForeignOptions,
): Promise<Collection> {
  const draft = new Draft(options);
  const read: SourceFile[] = [];
  let format = formatNamed(options.format ?? null);
  for (const file of files) {
    const reading = new FileReading(file.name, format, draft, options);
    const hash = options.newHash();
    let bytes = 0;
    const watched = watch(file.chunks, (chunk) => {
      bytes += chunk.length;
      hash.update(chunk);
    });
    for await (const chunk of plainBytes(file.name, watched)) reading.push(chunk);
    reading.end();
    ({ format } = reading);
    read.push({ name: file.name, bytes, sha256: hash.end() });
  }
  if (format === null) throw new FormatError('EMPTY', '', 0, 'there is no file to read');
  return draft.finish(format.id, format.tool, read);
}

/** The format with this id; null for null. */
function formatNamed(id: string | null): Format | null {
  if (id === null) return null;
  const found = FORMATS.find((format) => format.id === id);
  if (found !== undefined) return found;
  const known = FORMATS.map((format) => format.id).join(', ');
  throw new FormatError(
    'UNKNOWN_FORMAT',
    id,
    0,
    `there is no format of this name; known are ${known}`,
  );
}

async function* watch(
  chunks: ForeignFile['chunks'],
  see: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}

/** One file: what comes before its format is known is kept, then everything streams. */
class FileReading {
  readonly #file: string;
  readonly #draft: Draft;
  readonly #options: ForeignOptions;
  readonly #utf8 = new Utf8();
  #head: Uint8Array[] = [];
  #headBytes = 0;
  #reader: FileReader | null = null;
  format: Format | null;

  constructor(file: string, format: Format | null, draft: Draft, options: ForeignOptions) {
    this.#file = file;
    this.format = format;
    this.#draft = draft;
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    this.#take(this.#utf8.push(chunk));
  }

  end(): void {
    this.#take(this.#utf8.end());
    if (this.#reader === null) this.#recognize();
    this.#reader?.end();
  }

  #take(text: Uint8Array): void {
    if (this.#reader !== null) {
      this.#reader.push(text);
      return;
    }
    this.#head.push(text.slice());
    this.#headBytes += text.length;
    if (this.#headBytes >= HEAD_BYTES) this.#recognize();
  }

  #recognize(): void {
    const head = joined(this.#head, this.#headBytes);
    this.#head = [];
    if (head.length === 0) throw new FormatError('EMPTY', this.#file, 0, 'the file is empty');
    this.format ??= recognized(this.#file, head);
    const { sibling = () => null } = this.#options;
    const { workspace } = this.#options;
    const draft = this.#draft;
    const context = { file: this.#file, draft, sibling, options: this.#options, workspace };
    this.#reader = this.format.open(context);
    this.#reader.push(head);
  }
}

/** The one format that a file with this beginning has; null when it has none. */
export function formatOf(name: string, bytes: Uint8Array): Format | null {
  const head = headOf(name, bytes.subarray(0, HEAD_BYTES));
  return FORMATS.find((format) => format.recognizes(head)) ?? null;
}

/** The same; refused with how the file begins when it has none. */
export function recognized(name: string, bytes: Uint8Array): Format {
  const found = formatOf(name, bytes);
  if (found !== null) return found;
  const head = headOf(name, bytes.subarray(0, HEAD_BYTES));
  const kind = head.isJson ? 'JSON of no known tool' : 'no known format';
  const first =
    head.lines
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 60) ?? '';
  throw new FormatError(
    'UNKNOWN_FORMAT',
    name,
    1,
    `${kind}, which begins with ${JSON.stringify(first)}`,
  );
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
