// The parts of unbzip2-stream that need no stream of Node; the package has types for its stream only.
declare module 'unbzip2-stream/lib/bzip2.js' {
  export type BitReader = ((bits: number | null) => number) & { readonly bytesRead: number };

  interface Bzip2 {
    /** Reads a stream's header; the size of its blocks in units of 100,000 bytes. */
    readonly header: (bits: BitReader) => number;
    /** Reads a block; its running checksum, or null behind the last one of the stream. */
    readonly decompress: (
      bits: BitReader,
      onByte: (byte: number) => void,
      buffer: Int32Array,
      bufferSize: number,
      checksum: number | null,
    ) => number | null;
  }

  const bzip2: Bzip2;
  export default bzip2;
}

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  import type { BitReader } from 'unbzip2-stream/lib/bzip2.js';

  const bitIterator: (next: () => Uint8Array) => BitReader;
  export default bitIterator;
}
