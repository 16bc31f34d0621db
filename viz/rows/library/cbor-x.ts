// cbor-x: fast CBOR with an optional native addon. Integers above 2^32 are written as float64, which is its choice, not ours.
import type { Row, StreamCodec } from '../row.ts';
import { domainOf, instancesOf, plainCodec } from '../row.ts';

interface CborX {
  readonly Encoder: new (options: object) => {
    encode(value: unknown): Uint8Array;
    decode(bytes: Uint8Array): unknown;
  };
  readonly isNativeAccelerationEnabled?: boolean;
  encodeIter(items: Iterable<unknown>, options: object): Iterable<Uint8Array>;
  decodeIter(chunks: Iterable<Uint8Array>, options: object): Iterable<unknown>;
}

const options = { useRecords: false, mapsAsObjects: true, variableMapSize: true };

// Encodes into a pool and gives views of it; the row owns what it returns.
const owned = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

const iterators = (library: CborX, instances: number): StreamCodec => ({
  mode: 'native',
  write: (domain) =>
    Promise.resolve(Array.from(library.encodeIter(instancesOf(domain, instances), options), owned)),
  read: (chunks) => Promise.resolve(domainOf([...library.decodeIter(chunks, options)], instances)),
});

export const cborXRow: Row = {
  id: 'cbor-x (variableMapSize)',
  library: 'cbor-x',
  format: 'CBOR',
  kind: 'binary',
  counterpart: 'SwiftCbor',
  reuse: 'instance',
  schemaDriven: false,
  ranked: true,
  async load() {
    const library = (await import('cbor-x')) as unknown as CborX;
    const codec = new library.Encoder(options);
    return {
      addon: library.isNativeAccelerationEnabled === true ? 'active' : 'inactive',
      prepare: () =>
        plainCodec(
          (value) => owned(codec.encode(value)),
          (bytes) => codec.decode(bytes),
        ),
      stream: (_, instances) => iterators(library, instances),
    };
  },
};
