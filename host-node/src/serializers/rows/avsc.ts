// avsc: Avro by generated functions. In this room, not with the portable rows, because it needs Node's Buffer and streams.
import { finished } from 'node:stream/promises';
import type { Duplex } from 'node:stream';
import { avroSchemas } from '../../../../viz/rows/generated/schemas.ts';
import { recordName } from '../../../../viz/rows/record-names.ts';
import type { Codec, Row, StreamCodec } from '../../../../viz/rows/row.ts';
import { domainOf, instancesOf, noConversion } from '../../../../viz/rows/row.ts';

interface AvroType {
  toBuffer(value: unknown): Uint8Array;
  fromBuffer(bytes: Uint8Array): unknown;
}
interface Avsc {
  readonly Type: { forSchema(schema: unknown, options?: object): AvroType };
  readonly types: { readonly LongType: { __with(methods: object): AvroType } };
  readonly streams: {
    readonly RawEncoder: new (type: AvroType, options?: object) => Duplex;
    readonly RawDecoder: new (type: AvroType, options?: object) => Duplex;
  };
}

/** int64 beyond 2^53: avsc's own numbers refuse it, so the edge record reads and writes BigInt. */
const bigLong = {
  fromBuffer: (bytes: Buffer) => safe(bytes.readBigInt64LE()),
  toBuffer(value: bigint | number) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === 'bigint' || Number.isSafeInteger(value),
  compare: (a: bigint, b: bigint) => (a === b ? 0 : a < b ? -1 : 1),
};

function safe(value: bigint): bigint | number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const asBuffers = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [
      name,
      inner instanceof Uint8Array ? Buffer.from(inner) : (inner as unknown),
    ]),
  );

const codecOf = (type: AvroType): Codec => ({
  toNative: noConversion,
  encode: (native) => type.toBuffer(native),
  decode: (bytes) => type.fromBuffer(bytes as Uint8Array),
  toDomain: noConversion,
});

function schemaOf(name: string, instances: number): unknown {
  const schema = (avroSchemas as Readonly<Record<string, unknown>>)[name];
  if (schema === undefined) throw new Error(`the generated code has no "${name}"`);
  return instances === 1 ? schema : { type: 'array', items: schema };
}

async function collect<T>(stream: Duplex, feed: (stream: Duplex) => void): Promise<T[]> {
  const items: T[] = [];
  stream.on('data', (item: T) => items.push(item));
  feed(stream);
  stream.end();
  await finished(stream);
  return items;
}

const rawStream = (library: Avsc, type: AvroType, instances: number): StreamCodec => ({
  mode: 'native',
  write: (domain) =>
    collect<Uint8Array>(new library.streams.RawEncoder(type), (stream) => {
      for (const item of instancesOf(domain, instances)) stream.write(item);
    }),
  async read(chunks) {
    const items = await collect(new library.streams.RawDecoder(type), (stream) => {
      for (const chunk of chunks) stream.write(chunk);
    });
    return domainOf(items, instances);
  },
});

export const avscRow: Row = {
  id: 'avsc',
  library: 'avsc',
  format: 'Avro',
  kind: 'schema',
  counterpart: 'SwiftAvroCore',
  reuse: 'instance',
  schemaDriven: true,
  ranked: true,
  async load() {
    const { default: library } = (await import('avsc')) as unknown as { default: Avsc };
    return {
      addon: 'none',
      prepare(type, instances) {
        const schema = schemaOf(recordName(type, 1), instances);
        if (type !== 'edge') return codecOf(library.Type.forSchema(schema));
        const registry = { long: library.types.LongType.__with(bigLong) };
        return {
          ...codecOf(library.Type.forSchema(schema, { registry })),
          toNative: asBuffers,
        };
      },
      stream: (type, instances) =>
        rawStream(library, library.Type.forSchema(schemaOf(recordName(type, 1), 1)), instances),
    };
  },
};
