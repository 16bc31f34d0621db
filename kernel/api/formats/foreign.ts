// Whether a source is of another tool, by its files and how they begin.
import type { OpenSource } from '../collection/open.ts';
import { plainBytes } from './plain-bytes.ts';
import { Utf8 } from './utf8.ts';

/** Neither a run nor a log: files that are called .csv are logs only where the header of one stands in them. */
export async function isOfOtherTools(source: OpenSource): Promise<boolean> {
  if (source.kind === 'other') return true;
  if (source.kind !== 'logs') return false;
  for (const name of source.logNames()) if (await beginsAsLog(source, name)) return false;
  return true;
}

const HEADER_BYTES = 4096;

async function beginsAsLog(source: OpenSource, name: string): Promise<boolean> {
  try {
    for await (const bytes of plainBytes(name, firstOf(source.pieces(name)))) {
      const text = new Utf8();
      const begin = [text.push(bytes.subarray(0, HEADER_BYTES)), text.end()];
      return begin
        .map((part) => new TextDecoder().decode(part))
        .join('')
        .includes('SerializerName');
    }
  } catch {
    // Damaged: the reader of logs says what is wrong with it.
  }
  return true;
}

/** The first piece of a file; what a piece holds is only good until the next one. */
// eslint-disable-next-line @typescript-eslint/require-await -- plainBytes takes what streams
async function* firstOf(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield piece.slice(0, FIRST_BYTES);
    return;
  }
}

/** Unpacks into more than a header. */
const FIRST_BYTES = 65_536;
