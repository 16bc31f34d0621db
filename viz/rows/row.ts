// What a serializer row is: an adapter of one library with its options. No row imports its library before `load`, and none knows a clock or a runtime.
import type { DataType } from '../../kernel/api/facade/catalog.ts';

/** Rows are compared within a kind only: a schema format and a self-describing one solve different problems. */
export type RowKind = 'text' | 'binary' | 'schema' | 'zero-copy' | 'runtime';

/** `edge` is prepared like a data type but never timed. */
export type PreparedType = DataType | 'edge';

export type Encoded = Uint8Array | string;

/**
 * One row prepared for one data type and instance count. The four calls are the four timed phases;
 * a library that takes plain objects has the identity for both conversions, and says so by using `noConversion`.
 */
export interface Codec {
  toNative(domain: unknown): unknown;
  encode(native: unknown): Encoded;
  decode(encoded: Encoded): unknown;
  toDomain(native: unknown): unknown;
}

/**
 * native: the library reads and writes a stream; native-decode: it only reads one; framed: it writes
 * length-prefixed records that we frame; adapted: one buffer moved through a stream, which proves nothing about streaming.
 */
export type StreamMode = 'native' | 'native-decode' | 'framed' | 'adapted';

export interface StreamCodec {
  readonly mode: StreamMode;
  write(domain: unknown): Promise<readonly Uint8Array[]>;
  read(chunks: readonly Uint8Array[]): Promise<unknown>;
}

export type AddonState = 'none' | 'active' | 'inactive';

export interface LoadedRow {
  readonly addon: AddonState;
  prepare(type: PreparedType, instances: number): Codec;
  stream?(type: PreparedType, instances: number): StreamCodec;
}

export interface Row {
  /** Library plus every option that changes the wire or the meaning; unique, no commas. */
  readonly id: string;
  /** npm package, or `built-in`. */
  readonly library: string;
  readonly format: string;
  readonly kind: RowKind;
  /** The row of the reference page this one answers to; null for an extra row. */
  readonly counterpart: string | null;
  /** What lives from call to call; declared because it changes the number. */
  readonly reuse: 'instance' | 'buffer' | 'none';
  /** True when a schema decides which fields exist. */
  readonly schemaDriven: boolean;
  /** Partial rows (open without reading) are never ranked with the others. */
  readonly ranked: boolean;
  load(): Promise<LoadedRow>;
}

export const noConversion = (value: unknown): unknown => value;

/** For libraries that map plain objects to bytes and back. */
export const plainCodec = (
  encode: (value: unknown) => Encoded,
  decode: (bytes: Uint8Array) => unknown,
): Codec => ({
  toNative: noConversion,
  encode,
  decode: (encoded) => decode(asBytes(encoded)),
  toDomain: noConversion,
});

interface FastBuffer {
  from(text: string, encoding: 'utf8'): Uint8Array;
  from(bytes: ArrayBufferLike, at: number, length: number): { toString(encoding: 'utf8'): string };
}

// Node's Buffer where there is one: TextEncoder and TextDecoder cost 6 µs more a message there (measured on Node 20: JSON
// of one message 9.3 µs against 2.8 µs as a string), which would be charged to every text format.
const { Buffer: fast } = globalThis as { readonly Buffer?: FastBuffer };
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const encodeText: (source: string) => Uint8Array =
  fast === undefined ? (source) => encoder.encode(source) : (source) => fast.from(source, 'utf8');

const decodeText: (bytes: Uint8Array) => string =
  fast === undefined
    ? (bytes) => decoder.decode(bytes)
    : (bytes) => fast.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');

/** For text formats: the product is UTF-8 bytes, so that text and binary rows pay for the same thing. */
export const textCodec = (
  stringify: (value: unknown) => string,
  parse: (source: string) => unknown,
): Codec => ({
  toNative: noConversion,
  encode: (value) => encodeText(stringify(value)),
  decode: (encoded) => parse(decodeText(asBytes(encoded))),
  toDomain: noConversion,
});

function asBytes(encoded: Encoded): Uint8Array {
  if (typeof encoded === 'string') throw new TypeError('this row decodes bytes, not a string');
  return encoded;
}

/** Formats whose root must be a record hold many instances as `{items: […]}`, as the reference does. */
export const rootedCodec = (codec: Codec, instances: number): Codec =>
  instances === 1
    ? codec
    : {
        ...codec,
        toNative: (domain) => codec.toNative({ items: domain }),
        toDomain: (native) => (codec.toDomain(native) as { items: unknown }).items,
      };

export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

export const encodedBytes = (encoded: Encoded): Uint8Array =>
  typeof encoded === 'string' ? encodeText(encoded) : encoded;

/** The stream of a row that has none: one buffer in one chunk. What it wrote says whether it reads text. */
export function adaptedStream(codec: Codec): StreamCodec {
  let takesText = false;
  return {
    mode: 'adapted',
    write(domain) {
      const encoded = codec.encode(codec.toNative(domain));
      takesText = typeof encoded === 'string';
      return Promise.resolve([encodedBytes(encoded)]);
    },
    read(chunks) {
      const bytes = joinChunks(chunks);
      return Promise.resolve(codec.toDomain(codec.decode(takesText ? decodeText(bytes) : bytes)));
    },
  };
}

/** Instances as a list, whatever the count. */
export const instancesOf = (domain: unknown, instances: number): readonly unknown[] =>
  instances === 1 ? [domain] : (domain as readonly unknown[]);

export const domainOf = (items: readonly unknown[], instances: number): unknown =>
  instances === 1 ? items[0] : items;
