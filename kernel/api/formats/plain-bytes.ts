// Bytes of a file as they were before gzip, bzip2 or Zstandard, found by their first bytes and not by the name.
import { Decompress } from 'fzstd';
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js';
import bzip2, { type BitReader } from 'unbzip2-stream/lib/bzip2.js';
import { FormatError } from './format-error.ts';

type Chunks = AsyncIterable<Uint8Array>;

export async function* plainBytes(file: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let head = new Uint8Array(0);
  while (head.length < 4) {
    const next = await iterator.next();
    if (next.done === true) break;
    const longer = new Uint8Array(head.length + next.value.length);
    longer.set(head);
    longer.set(next.value, head.length);
    head = longer;
  }
  const all = prefixed(head, iterator);
  const [a, b, c, d] = head;
  if (a === 0x1f && b === 0x8b) yield* gunzipped(file, all);
  else if (a === 0x42 && b === 0x5a && c === 0x68) yield* bunzipped(file, all);
  else if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) yield* unzstd(file, all);
  else yield* all;
}

async function* prefixed(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

const damaged = (file: string, kind: string, error: unknown): FormatError =>
  new FormatError(
    'BAD_SYNTAX',
    file,
    0,
    `the ${kind} data is damaged: ${error instanceof Error ? error.message : String(error)}`,
  );

/** The engine's own: it checks the CRC. */
async function* gunzipped(file: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const { writable, readable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const writing = (async () => {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })();
  // The reading side tells the same error.
  writing.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value !== undefined) yield value;
    }
    await writing;
  } catch (error) {
    throw damaged(file, 'gzip', error);
  }
}

/** Block by block, each with its checksum; the compressed bytes are kept whole, since the decoder pulls. */
async function* bunzipped(file: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  let next = 0;
  const bits = bitIterator(() => {
    const part = parts[next++];
    if (part === undefined) throw new Error('the file ends too early');
    return part;
  });
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  try {
    while (bits.bytesRead < size) {
      const blockBytes = 100_000 * bzip2.header(bits);
      yield* blocksOf(bits, blockBytes);
    }
  } catch (error) {
    throw damaged(file, 'bzip2', error);
  }
}

function* blocksOf(bits: BitReader, blockBytes: number): Generator<Uint8Array> {
  const buffer = new Int32Array(blockBytes);
  for (let checksum: number | null = 0; checksum !== null;) {
    const bytes: number[] = [];
    checksum = bzip2.decompress(bits, (byte) => bytes.push(byte), buffer, blockBytes, checksum);
    yield Uint8Array.from(bytes);
  }
}

async function* unzstd(file: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => {
    ready.push(chunk);
  });
  try {
    for await (const chunk of chunks) {
      decoder.push(chunk);
      yield* ready.splice(0);
    }
    decoder.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  } catch (error) {
    throw damaged(file, 'Zstandard', error);
  }
}
