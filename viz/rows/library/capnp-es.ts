// capnp-es, plain and packed. Setters write into the message, so building is the conversion and encoding is the copy out.
import { recordName } from '../record-names.ts';
import type { Codec, LoadedRow, Row } from '../row.ts';

interface Message {
  initRoot(struct: object): unknown;
  getRoot(struct: object): unknown;
  toArrayBuffer(): ArrayBuffer;
  toPackedArrayBuffer(): ArrayBuffer;
}
interface Capnp {
  readonly Message: new (bytes?: Uint8Array, packed?: boolean) => Message;
}
type Converts = Readonly<Record<string, ((a: unknown, b?: unknown) => unknown) | undefined>>;

interface Generated {
  readonly library: Capnp;
  readonly structs: Readonly<Record<string, object | undefined>>;
  readonly converts: Converts;
}

function codecOf(code: Generated, name: string, instances: number, packed: boolean): Codec {
  const struct = code.structs[name];
  const write = code.converts[`cpTo${name}`];
  const read = code.converts[`cpFrom${name}`];
  if (struct === undefined || write === undefined || read === undefined)
    throw new Error(`the generated code has no "${name}"`);
  return {
    toNative(domain) {
      const message = new code.library.Message();
      write(message.initRoot(struct), instances === 1 ? domain : { items: domain });
      return message;
    },
    encode(native) {
      const message = native as Message;
      return new Uint8Array(packed ? message.toPackedArrayBuffer() : message.toArrayBuffer());
    },
    decode: (bytes) => new code.library.Message(bytes as Uint8Array, packed).getRoot(struct),
    toDomain: instances === 1 ? read : (native) => (read(native) as { items: unknown }).items,
  };
}

async function load(packed: boolean): Promise<LoadedRow> {
  const code: Generated = {
    library: await import('capnp-es'),
    structs: (await import('../generated/capnp-suite.ts')) as unknown as Generated['structs'],
    converts: await import('../generated/capnp-convert.ts'),
  };
  return {
    addon: 'none',
    prepare: (type, instances) => codecOf(code, recordName(type, instances), instances, packed),
  };
}

const base = {
  library: 'capnp-es',
  format: "Cap'n Proto",
  kind: 'zero-copy',
  reuse: 'none',
  schemaDriven: true,
  ranked: true,
} as const;

export const capnpRows: readonly Row[] = [
  { ...base, id: 'capnp-es', counterpart: 'CapnProto', load: () => load(false) },
  { ...base, id: 'capnp-es (packed)', counterpart: null, load: () => load(true) },
];
