// One text of a JSON file from its bytes.

/** Where `readString` stopped: behind the closing quote. */
export let stringEnd = 0;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const utf8 = new TextDecoder();

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** A text that holds raw line ends (older JMH writes them), or whose escapes are wrong (null). */
interface OddText {
  readonly text: string | null;
  readonly lines: number;
}

/** The text whose first byte is at `at`, behind the opening quote; null when the bytes end before it does. */
export function readString(bytes: Uint8Array, at: number): string | OddText | null {
  let end = at;
  let isEscaped = false;
  let isAscii = true;
  let lines = 0;
  for (; bytes[end] !== QUOTE; end++) {
    const byte = bytes[end];
    if (byte === undefined) return null;
    if (byte === BACKSLASH) {
      isEscaped = true;
      end++;
    } else if (byte >= 0x80) isAscii = false;
    else if (byte === NEWLINE) lines++;
  }
  stringEnd = end + 1;
  const raw =
    isAscii && end - at < 32 ? short(bytes, at, end) : utf8.decode(bytes.subarray(at, end));
  const text = isEscaped ? unescaped(raw) : raw;
  return text !== null && lines === 0 ? text : { text, lines };
}

function short(bytes: Uint8Array, at: number, end: number): string {
  let text = '';
  for (let i = at; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0);
  return text;
}

function unescaped(raw: string): string | null {
  const state = { isRight: true };
  const text = raw.replace(/\\(?:u([0-9a-f]{4})|([^]))/gi, (_, hex?: string, letter?: string) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    const known = ESCAPES[letter ?? ''];
    if (known === undefined) state.isRight = false;
    return known ?? '';
  });
  return state.isRight ? text : null;
}
