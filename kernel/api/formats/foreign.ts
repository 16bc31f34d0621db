// Whether a source is of another tool, by its files and how they begin.
import type { OpenSource } from '../collection/open.ts';
import { KERNEL_FILE, trialOrderOf } from '../collection/source-names.ts';
import { HEAD_BYTES } from './head.ts';
import { plainBytes } from './plain-bytes.ts';
import { Utf8 } from './utf8.ts';

/** Neither a run nor a log: files that are called .csv are logs only where the header of one stands in them. */
export async function isOfOtherTools(source: OpenSource): Promise<boolean> {
  if (source.kind === 'other') return !isPartOfRun(source.names);
  if (source.kind !== 'logs') return false;
  for (const name of source.logNames()) if (await beginsAsLog(source, name)) return false;
  return true;
}

/** A run whose run.json is missing is no result of another tool. */
const isPartOfRun = (names: readonly string[]): boolean =>
  names.includes(KERNEL_FILE) || names.some((name) => trialOrderOf(name) !== null);

async function beginsAsLog(source: OpenSource, name: string): Promise<boolean> {
  const begin = await beginningOf(name, source.pieces(name));
  // Damaged: the reader of logs says what is wrong with it.
  return begin === null || new TextDecoder().decode(begin).includes('SerializerName');
}

/** The first bytes of a file as UTF-8, unpacked; null when it is empty or damaged. */
export async function beginningOf(
  name: string,
  pieces: Iterable<Uint8Array>,
): Promise<Uint8Array | null> {
  try {
    for await (const bytes of plainBytes(name, firstOf(pieces))) {
      const text = new Utf8();
      return joined(text.push(bytes.subarray(0, HEAD_BYTES)), text.end());
    }
  } catch {
    return null;
  }
  return null;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The first piece of a file; what a piece holds is only good until the next one. */
// eslint-disable-next-line @typescript-eslint/require-await -- plainBytes takes what streams
async function* firstOf(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield piece.slice(0, HEAD_BYTES);
    return;
  }
}
