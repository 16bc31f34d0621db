// protobufjs by reflection on the generated .proto. int64 is read as a number: with Long objects every value would need another conversion.
import { protoText } from '../generated/schemas.ts';
import { recordName } from '../record-names.ts';
import type { Codec, Row, StreamCodec } from '../row.ts';
import { domainOf, instancesOf, joinChunks, noConversion } from '../row.ts';

interface Writer {
  finish(): Uint8Array;
}
interface Reader {
  readonly pos: number;
  readonly len: number;
}
interface MessageType {
  setup(): unknown;
  encode(value: unknown): Writer;
  encodeDelimited(value: unknown): Writer;
  decode(bytes: Uint8Array): object;
  decodeDelimited(reader: Reader): object;
}
interface Protobufjs {
  readonly util: { Long: unknown };
  readonly Reader: { create(bytes: Uint8Array): Reader };
  configure(): void;
  parse(text: string, options: object): { root: { lookupType(name: string): MessageType } };
}
type Convert = (value: unknown) => unknown;

const codecOf = (message: MessageType, plain: Convert, instances: number): Codec => ({
  toNative: instances === 1 ? noConversion : (items) => ({ items }),
  encode: (native) => message.encode(native).finish(),
  decode: (bytes) => message.decode(bytes as Uint8Array),
  toDomain:
    instances === 1 ? plain : (native) => (plain(native) as { items: readonly unknown[] }).items,
});

function framed(
  library: Protobufjs,
  message: MessageType,
  plain: Convert,
  instances: number,
): StreamCodec {
  return {
    mode: 'framed',
    write: (domain) =>
      Promise.resolve(
        instancesOf(domain, instances).map((item) => message.encodeDelimited(item).finish()),
      ),
    read(chunks) {
      const reader = library.Reader.create(joinChunks(chunks));
      const items: unknown[] = [];
      while (reader.pos < reader.len) items.push(plain(message.decodeDelimited(reader)));
      return Promise.resolve(domainOf(items, instances));
    },
  };
}

export const protobufjsRow: Row = {
  id: 'protobufjs (reflection int64=number)',
  library: 'protobufjs',
  format: 'Protobuf',
  kind: 'schema',
  counterpart: 'SwiftProtobuf',
  reuse: 'instance',
  schemaDriven: true,
  ranked: true,
  async load() {
    const module = (await import('protobufjs')) as unknown as { default: Protobufjs };
    const library = module.default;
    library.util.Long = undefined;
    library.configure();
    const { root } = library.parse(protoText, { keepCase: true });
    const converts = (await import('../generated/plain-convert.ts')) as unknown as Readonly<
      Record<string, Convert>
    >;
    const bound = (name: string): { message: MessageType; plain: Convert } => {
      const message = root.lookupType(`suite.${name}`);
      message.setup();
      const plain = converts[`plain${name}`];
      if (plain === undefined) throw new Error(`the generated code has no "${name}"`);
      return { message, plain };
    };
    return {
      addon: 'none',
      prepare(type, instances) {
        const { message, plain } = bound(recordName(type, instances));
        return codecOf(message, plain, instances);
      },
      stream(type, instances) {
        const { message, plain } = bound(recordName(type, 1));
        return framed(library, message, plain, instances);
      },
    };
  },
};
