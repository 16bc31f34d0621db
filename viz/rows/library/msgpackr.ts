// msgpackr as plain MessagePack, and with its record extension as a row of its own: records share field names between instances, which is another format.
import type { LoadedRow, Row, StreamCodec } from '../row.ts';
import { domainOf, instancesOf, plainCodec } from '../row.ts';

interface Packer {
  pack(value: unknown): Uint8Array;
  unpack(bytes: Uint8Array): unknown;
}
interface Msgpackr {
  readonly Packr: new (options: Readonly<Record<string, unknown>>) => Packer;
  readonly isNativeAccelerationEnabled?: boolean;
  encodeIter(items: Iterable<unknown>, options: object): Iterable<Uint8Array>;
  decodeIter(chunks: Iterable<Uint8Array>, options: object): Iterable<unknown>;
}

// Without variableMapSize every map has a 16-bit header and the size column is unfair.
const plain = { useRecords: false, variableMapSize: true };

// The library encodes into a pool and gives views of it; the row owns what it returns.
const owned = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

const iterators = (library: Msgpackr, instances: number): StreamCodec => ({
  mode: 'native',
  write: (domain) =>
    Promise.resolve(Array.from(library.encodeIter(instancesOf(domain, instances), plain), owned)),
  read: (chunks) => Promise.resolve(domainOf([...library.decodeIter(chunks, plain)], instances)),
});

async function load(options: Readonly<Record<string, unknown>>): Promise<LoadedRow> {
  const library = (await import('msgpackr')) as unknown as Msgpackr;
  const packer = new library.Packr(options);
  const loaded: LoadedRow = {
    addon: library.isNativeAccelerationEnabled === true ? 'active' : 'inactive',
    prepare: () =>
      plainCodec(
        (value) => owned(packer.pack(value)),
        (bytes) => packer.unpack(bytes),
      ),
  };
  return options === plain ? { ...loaded, stream: (_, n) => iterators(library, n) } : loaded;
}

const base = {
  library: 'msgpackr',
  kind: 'binary',
  reuse: 'instance',
  schemaDriven: false,
  ranked: true,
} as const;

export const msgpackrRows: readonly Row[] = [
  {
    ...base,
    id: 'msgpackr (variableMapSize)',
    format: 'MessagePack',
    counterpart: 'SwiftMsgpack',
    load: () => load(plain),
  },
  {
    ...base,
    id: 'msgpackr (records)',
    format: 'MessagePack + records',
    counterpart: null,
    load: () => load({ useRecords: true }),
  },
  {
    ...base,
    id: 'msgpackr (variableMapSize moreTypes structuredClone)',
    format: 'MessagePack + extensions',
    counterpart: null,
    load: () => load({ ...plain, moreTypes: true, structuredClone: true, int64AsType: 'auto' }),
  },
];
