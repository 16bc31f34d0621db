// pbf: generated functions over plain objects. Numbers only (int64 beyond 2^53 is rounded), and -0 is a default it does not write.
import { recordName } from '../record-names.ts';
import type { Codec, Row } from '../row.ts';
import { noConversion } from '../row.ts';

interface Writer {
  pos: number;
  length: number;
  readonly buf: Uint8Array;
}
interface Pbf {
  readonly PbfWriter: new () => Writer;
  readonly PbfReader: new (bytes: Uint8Array) => object;
}
type Generated = Readonly<Record<string, ((a: unknown, b?: unknown) => unknown) | undefined>>;

function codecOf(pbf: Pbf, generated: Generated, name: string, instances: number): Codec {
  const write = generated[`write${name}`];
  const read = generated[`read${name}`];
  if (write === undefined || read === undefined)
    throw new Error(`the generated code has no "${name}"`);
  const writer = new pbf.PbfWriter();
  return {
    toNative: instances === 1 ? noConversion : (items) => ({ items }),
    encode(native) {
      writer.pos = 0;
      writer.length = writer.buf.length;
      write(native, writer);
      return writer.buf.slice(0, writer.pos);
    },
    decode: (bytes) => read(new pbf.PbfReader(bytes as Uint8Array)),
    toDomain: instances === 1 ? noConversion : (native) => (native as { items: unknown }).items,
  };
}

export const pbfRow: Row = {
  id: 'pbf (int64=number)',
  library: 'pbf',
  format: 'Protobuf',
  kind: 'schema',
  counterpart: 'SwiftProtobuf',
  reuse: 'buffer',
  schemaDriven: true,
  ranked: true,
  async load() {
    const pbf = (await import('pbf')) as unknown as Pbf;
    const generated = (await import('../generated/pbf-suite.ts')) as unknown as Generated;
    return {
      addon: 'none',
      prepare: (type, instances) => codecOf(pbf, generated, recordName(type, instances), instances),
    };
  },
};
