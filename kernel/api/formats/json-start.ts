// Where a JSON document begins in a file that may hold more: lines that a program printed before or after it, JavaScript that
// assigns it to a name (github-action-benchmark's data.js), the semicolon behind it.

export type Found =
  | { readonly kind: 'document'; readonly end: number; readonly isWrapped: boolean }
  | { readonly kind: 'chatter' | 'skip'; readonly end: number }
  /** The line is not whole yet. */
  | { readonly kind: 'incomplete' };

export interface StartOptions {
  readonly isLast: boolean;
  /** The last document was wrapped in JavaScript: its closing characters are no chatter. */
  readonly isWrapped: boolean;
}

const NEWLINE = 0x0a;
/** A bracket is a document's if JSON can go on behind it: chatter like `[info] done` and `[1/3] built` cannot. */
const DOCUMENT =
  /^(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|-?\d[\d.eE+-]*\s*(?:[,\]]|$)|-Infinity|Infinity|true|false|null|NaN|$))/;
const WRAPPER =
  /^(?:export\s+default|(?:(?:var|let|const)\s+)?[\w$.]+(?:\[["'\w]+\])?\s*=|[\w$.]+\s*\()\s*(?=[[{])/;
const CLOSING = /^[)\];,\s]*$/;
/** Enough of a line to see what it is. */
const LONG = 256;
const latin1 = new TextDecoder('latin1');

/** What begins at `at`, which is no white space. `end` is the document's first byte, or what follows the chatter. */
export function findDocument(bytes: Uint8Array, at: number, options: StartOptions): Found {
  let end = bytes.indexOf(NEWLINE, at);
  if (end < 0) {
    if (!options.isLast && bytes.length - at < LONG) return { kind: 'incomplete' };
    end = bytes.length;
  }
  const line = latin1.decode(bytes.subarray(at, Math.min(end, at + LONG)));
  if (DOCUMENT.test(line)) return { kind: 'document', end: at, isWrapped: false };
  const wrapper = WRAPPER.exec(line)?.[0];
  if (wrapper !== undefined) return { kind: 'document', end: at + wrapper.length, isWrapped: true };
  if (options.isWrapped && CLOSING.test(line)) return { kind: 'skip', end };
  // A long line of chatter is skipped in pieces; the next piece begins in its middle and is chatter again.
  return { kind: 'chatter', end };
}
