// @msgpack/msgpack, the reference implementation: smallest encodings, decodes streams.
import type { Row, StreamCodec } from '../row.ts';
import { domainOf, instancesOf, plainCodec } from '../row.ts';

interface Msgpack {
  readonly Encoder: new (options?: object) => { encode(value: unknown): Uint8Array };
  readonly Decoder: new (options?: object) => { decode(bytes: Uint8Array): unknown };
  decodeMultiStream(chunks: AsyncIterable<Uint8Array>, options?: object): AsyncIterable<unknown>;
}

// The interface asks for an async iterable; there is nothing to await.
// eslint-disable-next-line @typescript-eslint/require-await
async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function streamOf(library: Msgpack, instances: number, options: object): StreamCodec {
  const encoder = new library.Encoder(options);
  return {
    mode: 'native-decode',
    write: (domain) =>
      Promise.resolve(instancesOf(domain, instances).map((item) => encoder.encode(item))),
    read: async (chunks) =>
      domainOf(await collect(library.decodeMultiStream(each(chunks), options)), instances),
  };
}

const row = (id: string, counterpart: string | null, options: object): Row => ({
  id,
  library: '@msgpack/msgpack',
  format: 'MessagePack',
  kind: 'binary',
  counterpart,
  reuse: 'instance',
  schemaDriven: false,
  ranked: true,
  async load() {
    const library = (await import('@msgpack/msgpack')) as unknown as Msgpack;
    const encoder = new library.Encoder(options);
    const decoder = new library.Decoder(options);
    return {
      addon: 'none',
      prepare: () =>
        plainCodec(
          (value) => encoder.encode(value),
          (bytes) => decoder.decode(bytes),
        ),
      stream: (_, instances) => streamOf(library, instances, options),
    };
  },
});

export const msgpackRows: readonly Row[] = [
  row('@msgpack/msgpack', 'SwiftMsgpack', {}),
  row('@msgpack/msgpack (useBigInt64)', null, { useBigInt64: true }),
];
