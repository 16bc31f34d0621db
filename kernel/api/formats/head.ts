// The beginning of a file, as formats look at it to recognize theirs.
import { FormatError } from './format-error.ts';
import { JsonParser } from './json-parser.ts';
import { JsonArray, JsonObject, type JsonValue } from './json-value.ts';

/** So much of a file is looked at: enough for the context that some tools write before their results. */
export const HEAD_BYTES = 65_536;

export interface Head {
  /** The file's name, for the rare format whose content says too little. */
  readonly name: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** A JSON document begins in the head, perhaps behind chatter or an assignment. */
  readonly isJson: boolean;
  /** Paths of JSON that the head holds: `results[].times`; the document's own is the empty text. */
  readonly has: (...paths: readonly string[]) => boolean;
  /** The first text or number at a path, as a text; null when the head has none. */
  readonly first: (path: string) => string | null;
}

export function headOf(name: string, bytes: Uint8Array): Head {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r*\n/);
  const paths = pathsOf(name, bytes);
  return {
    name,
    text,
    lines,
    isJson: paths.size > 0,
    has: (...wanted) => wanted.every((path) => paths.has(path)),
    first: (path) => paths.get(path) ?? null,
  };
}

/** Each path of the document's beginning with its first text. What is cut off is closed as if it ended there. */
function pathsOf(name: string, bytes: Uint8Array): Map<string, string | null> {
  const paths = new Map<string, string | null>();
  const parser = new JsonParser({
    file: name,
    rows: null,
    onRow: () => undefined,
    onDocument: (value) => {
      if (paths.size === 0) note(value, '', paths);
    },
    onDuplicateKey: () => undefined,
    onChatter: () => undefined,
  });
  try {
    parser.push(bytes);
    // A whole file of one line has no end of it, and is no less a document.
    if (bytes.length < HEAD_BYTES) parser.end();
    const begun = parser.begun();
    if (paths.size === 0 && begun !== null) note(begun, '', paths);
  } catch (error) {
    // No JSON, or damaged: what was read before the damage still tells the format, whose reader names the damage.
    if (!(error instanceof FormatError)) throw error;
    const begun = parser.begun();
    if (paths.size === 0 && begun !== null) note(begun, '', paths);
  }
  return paths;
}

function note(value: JsonValue, path: string, paths: Map<string, string | null>): void {
  if (value instanceof JsonArray) {
    paths.set(path, paths.get(path) ?? null);
    for (const item of value.items.slice(0, 50)) note(item.value, `${path}[]`, paths);
  } else if (value instanceof JsonObject) {
    paths.set(path, paths.get(path) ?? null);
    for (const [key, member] of value.members)
      note(member.value, path === '' ? key : `${path}.${key}`, paths);
  } else paths.set(path, paths.get(path) ?? (value === null ? null : String(value)));
}
