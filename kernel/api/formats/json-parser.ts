// JSON from chunks of bytes, of any size: values with their lines, arrays of numbers as doubles, and the rows of one named
// array handed over one by one. More lenient than JSON.parse in what tools get wrong: bare NaN and Infinity, the same key
// twice, raw control characters in texts, lines of chatter around the document, and JavaScript that assigns it.
import { FormatError } from './format-error.ts';
import { findDocument } from './json-start.ts';
import { readString, stringEnd } from './json-string.ts';
import { isMissingWord, numberEnd, readNumber, textOf } from './json-number.ts';
import { JsonArray, JsonObject, type JsonValue } from './json-value.ts';

export interface JsonOptions {
  readonly file: string;
  /** The keys that lead to an array whose elements go to `onRow` in place of the tree; [] is a top-level array. */
  readonly rows: readonly string[] | null;
  readonly onRow: (value: JsonValue, line: number) => void;
  readonly onDocument: (value: JsonValue, line: number) => void;
  readonly onDuplicateKey: (key: string, line: number) => void;
  readonly onChatter: (line: number) => void;
}

interface Frame {
  readonly container: JsonObject | JsonArray;
  /** Of the object's member that is being read. */
  key: string;
  keyLine: number;
  readonly isRows: boolean;
}

type State =
  'document' | 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const DEEPEST = 200;
const LONGEST_TOKEN = 1 << 24;
const NOTHING = new Uint8Array(0);

export class JsonParser {
  readonly #options: JsonOptions;
  readonly #stack: Frame[] = [];
  #top: Frame | null = null;
  #state: State = 'document';
  #line = 1;
  #documents = 0;
  #rest: Uint8Array = NOTHING;
  #isWrapped = false;
  #isLast = false;

  constructor(options: JsonOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? chunk : joined(this.#rest, chunk);
    const used = this.#consume(bytes);
    this.#rest = bytes.slice(used);
    if (this.#rest.length > LONGEST_TOKEN) this.#fail('a text or line is longer than 16 MiB');
  }

  /** The document that is being read, as far as it came: for looking at the head of a file. Nothing can be pushed afterwards. */
  begun(): JsonValue | null {
    const [first] = this.#stack;
    while (this.#stack.length > 1) {
      const { container } = this.#stack.pop() ?? {};
      this.#top = this.#stack.at(-1) ?? null;
      if (container !== undefined) this.#add(container, container.line);
    }
    return first?.container ?? null;
  }

  end(): void {
    this.#isLast = true;
    const used = this.#consume(this.#rest);
    if (used < this.#rest.length || this.#state !== 'document') this.#truncated();
    if (this.#documents === 0) this.#refuse('EMPTY', 'there is no JSON document');
  }

  /** How many bytes were understood; the rest is a token that goes on in the next chunk. */
  #consume(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20) {
        if (byte === NEWLINE) this.#line++;
        at++;
        continue;
      }
      const next =
        this.#state === 'document' ? this.#start(bytes, at) : this.#token(bytes, at, byte);
      if (next < 0) return at;
      at = next;
    }
    return at;
  }

  #start(bytes: Uint8Array, at: number): number {
    const found = findDocument(bytes, at, { isLast: this.#isLast, isWrapped: this.#isWrapped });
    if (found.kind === 'incomplete') return -1;
    if (found.kind === 'document') {
      this.#isWrapped = found.isWrapped;
      this.#state = 'value';
    } else if (found.kind === 'chatter') this.#options.onChatter(this.#line);
    return found.end;
  }

  #token(bytes: Uint8Array, at: number, byte: number): number {
    switch (this.#state) {
      case 'value-or-end':
        if (byte === CLOSE_ARRAY) return this.#close(at);
        return this.#value(bytes, at, byte);
      case 'value':
        return this.#value(bytes, at, byte);
      case 'key-or-end':
        if (byte === CLOSE_OBJECT) return this.#close(at);
        return this.#key(bytes, at, byte);
      case 'key':
        return this.#key(bytes, at, byte);
      case 'colon':
        if (byte !== COLON) this.#unexpected(byte, 'a colon');
        this.#state = 'value';
        return at + 1;
      default:
        return this.#afterValue(at, byte);
    }
  }

  #afterValue(at: number, byte: number): number {
    const isArray = this.#top?.container instanceof JsonArray;
    if (byte === COMMA) {
      this.#state = isArray ? 'value' : 'key';
      return at + 1;
    }
    if (byte !== (isArray ? CLOSE_ARRAY : CLOSE_OBJECT))
      this.#unexpected(byte, isArray ? 'a comma or ]' : 'a comma or }');
    return this.#close(at);
  }

  #key(bytes: Uint8Array, at: number, byte: number): number {
    if (byte !== QUOTE) this.#unexpected(byte, 'a key in double quotes');
    const key = this.#string(bytes, at);
    const top = this.#top;
    if (key === null || top === null) return -1;
    top.key = key;
    top.keyLine = this.#line;
    this.#state = 'colon';
    return stringEnd;
  }

  #value(bytes: Uint8Array, at: number, byte: number): number {
    if (byte === OPEN_OBJECT) return this.#open(new JsonObject(this.#line), 'key-or-end', at);
    if (byte === OPEN_ARRAY) return this.#open(new JsonArray(this.#line), 'value-or-end', at);
    if (byte === QUOTE) {
      const text = this.#string(bytes, at);
      if (text === null) return -1;
      this.#add(text, this.#line);
      return stringEnd;
    }
    return this.#numberOrWord(bytes, at);
  }

  #numberOrWord(bytes: Uint8Array, at: number): number {
    const value = readNumber(bytes, at);
    const end = numberEnd < 0 ? wordEnd(bytes, at) : numberEnd;
    // At the end of a chunk the next one may go on with it.
    if (end >= bytes.length && !this.#isLast) return -1;
    if (numberEnd < 0) this.#add(this.#word(bytes, at, end), this.#line);
    else this.#add(value, this.#line);
    return end;
  }

  #word(bytes: Uint8Array, at: number, end: number): null | boolean | number {
    const word = textOf(bytes, at, Math.min(end, at + 40));
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (isMissingWord(word)) return NaN;
    if (word === '') this.#unexpected(bytes[at] ?? 0, 'a value');
    return this.#fail(`${JSON.stringify(word)} is no JSON value`);
  }

  #string(bytes: Uint8Array, at: number): string | null {
    const found = readString(bytes, at + 1);
    if (found === null) return null;
    if (typeof found === 'string') return found;
    this.#line += found.lines;
    return found.text ?? this.#fail('a text has an escape that JSON does not know');
  }

  #open(container: JsonObject | JsonArray, state: State, at: number): number {
    if (this.#stack.length >= DEEPEST) this.#fail(`values are nested more than ${DEEPEST} deep`);
    const isRows = container instanceof JsonArray && this.#isRowsPath();
    this.#top = { container, key: '', keyLine: 0, isRows };
    this.#stack.push(this.#top);
    this.#state = state;
    return at + 1;
  }

  #isRowsPath(): boolean {
    const { rows } = this.#options;
    return (
      rows?.length === this.#stack.length && rows.every((key, i) => this.#stack[i]?.key === key)
    );
  }

  #close(at: number): number {
    const closed = this.#stack.pop();
    this.#top = this.#stack.at(-1) ?? null;
    if (closed !== undefined) this.#add(closed.container, closed.container.line);
    return at + 1;
  }

  #add(value: JsonValue, line: number): void {
    const top = this.#top;
    this.#state = 'comma-or-end';
    if (top === null) {
      this.#documents++;
      this.#state = 'document';
      this.#options.onDocument(value, line);
    } else if (top.isRows) this.#options.onRow(value, line);
    else if (top.container instanceof JsonArray) top.container.push(value, line);
    else {
      const { members } = top.container;
      if (members.has(top.key)) this.#options.onDuplicateKey(top.key, top.keyLine);
      members.set(top.key, { value, line: top.keyLine });
    }
  }

  #truncated(): never {
    const opened = this.#stack.at(-1)?.container.line ?? this.#line;
    return this.#refuse('TRUNCATED', `the file ends inside of what begins in line ${opened}`);
  }

  #unexpected(byte: number, expected: string): never {
    const found = byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `byte ${byte}`;
    return this.#fail(`${found} stands where ${expected} is expected`);
  }

  #fail(cause: string): never {
    return this.#refuse('BAD_SYNTAX', cause);
  }

  #refuse(code: 'BAD_SYNTAX' | 'TRUNCATED' | 'EMPTY', cause: string): never {
    throw new FormatError(code, this.#options.file, this.#line, cause);
  }
}

/** Behind the letters, digits and signs that begin at `at`. */
function wordEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && isWordByte(bytes[end] ?? 0)) end++;
  return end;
}

function isWordByte(byte: number): boolean {
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x2b && byte <= 0x39 && byte !== COMMA);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
