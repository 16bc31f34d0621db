// @bufbuild/protobuf on the compiled descriptor. Its messages are not plain objects and int64 is BigInt, so both conversions are real and timed.
import type { Codec, PreparedType, Row, StreamCodec } from '../row.ts';
import { domainOf, instancesOf } from '../row.ts';
import { recordName } from '../record-names.ts';
import { protoDescriptorHex } from '../generated/schemas.ts';

type Convert = (value: unknown) => unknown;

interface Runtime {
  create(schema: object, init: unknown): object;
  toBinary(schema: object, message: unknown): Uint8Array;
  fromBinary(schema: object, bytes: Uint8Array): object;
}
interface Wire {
  sizeDelimitedEncode(schema: object, message: unknown): Uint8Array;
  sizeDelimitedDecodeStream(
    schema: object,
    chunks: AsyncIterable<Uint8Array>,
  ): AsyncIterable<object>;
}

async function descriptors(): Promise<ReadonlyMap<string, object>> {
  const { createFileRegistry, fromBinary } = await import('@bufbuild/protobuf');
  const { FileDescriptorProtoSchema } = await import('@bufbuild/protobuf/wkt');
  const bytes = Uint8Array.from(protoDescriptorHex.match(/../g) ?? [], (pair) =>
    parseInt(pair, 16),
  );
  const registry = createFileRegistry(
    fromBinary(FileDescriptorProtoSchema, bytes),
    () => undefined,
  );
  const found = new Map<string, object>();
  for (const type of registry) if (type.kind === 'message') found.set(type.name, type);
  return found;
}

function known<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`the generated code has no "${name}"`);
  return value;
}

// The interface asks for an async iterable; there is nothing to await.
// eslint-disable-next-line @typescript-eslint/require-await
async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

interface Bound {
  readonly schema: object;
  readonly to: Convert;
  readonly from: Convert;
}

const delimited = (runtime: Runtime, wire: Wire, bound: Bound, instances: number): StreamCodec => ({
  mode: 'native',
  write: (domain) =>
    Promise.resolve(
      instancesOf(domain, instances).map((item) =>
        wire.sizeDelimitedEncode(bound.schema, runtime.create(bound.schema, bound.to(item))),
      ),
    ),
  async read(chunks) {
    const items: unknown[] = [];
    const messages = wire.sizeDelimitedDecodeStream(bound.schema, each(chunks));
    for await (const message of messages) items.push(bound.from(message));
    return domainOf(items, instances);
  },
});

const codecOf = (runtime: Runtime, { schema, to, from }: Bound): Codec => ({
  toNative: (domain) => runtime.create(schema, to(domain)),
  encode: (native) => runtime.toBinary(schema, native),
  decode: (bytes) => runtime.fromBinary(schema, bytes as Uint8Array),
  toDomain: from,
});

/** Conversions of one cell; many instances travel as the Batch message. */
function boundOf(
  schemas: ReadonlyMap<string, object>,
  converts: ReadonlyMap<string, Convert>,
  type: PreparedType,
  instances: number,
): Bound {
  const name = recordName(type, instances);
  const to = known(converts, `pbTo${name}`);
  const from = known(converts, `pbFrom${name}`);
  const schema = known(schemas, name);
  if (instances === 1) return { schema, to, from };
  return {
    schema,
    to: (items) => to({ items }),
    from: (message) => (from(message) as { items: unknown }).items,
  };
}

export const protobufEsRow: Row = {
  id: 'protobuf-es',
  library: '@bufbuild/protobuf',
  format: 'Protobuf',
  kind: 'schema',
  counterpart: 'SwiftProtobuf',
  reuse: 'none',
  schemaDriven: true,
  ranked: true,
  async load() {
    const runtime = (await import('@bufbuild/protobuf')) as unknown as Runtime;
    const wire = (await import('@bufbuild/protobuf/wire')) as unknown as Wire;
    const converts = new Map(
      Object.entries(
        (await import('../generated/protobuf-convert.ts')) as unknown as Record<string, Convert>,
      ),
    );
    const schemas = await descriptors();
    return {
      addon: 'none',
      prepare: (type, instances) => codecOf(runtime, boundOf(schemas, converts, type, instances)),
      stream: (type, instances) =>
        delimited(runtime, wire, boundOf(schemas, converts, type, 1), instances),
    };
  },
};
