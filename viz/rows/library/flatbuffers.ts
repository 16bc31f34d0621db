// FlatBuffers, read in full into the domain object; opening without reading is a row of its own that is never ranked.
import { recordName } from '../record-names.ts';
import type { Codec, LoadedRow, Row } from '../row.ts';
import { noConversion } from '../row.ts';

interface Builder {
  clear(): void;
  finish(offset: number): void;
  asUint8Array(): Uint8Array;
}
interface FlatBuffers {
  readonly Builder: new (bytes: number) => Builder;
  readonly ByteBuffer: new (bytes: Uint8Array) => object;
}
type Root = Readonly<Record<string, ((buffer: object) => unknown) | undefined>>;
type Converts = Readonly<Record<string, ((a: unknown, b?: unknown) => unknown) | undefined>>;

interface Generated {
  readonly library: FlatBuffers;
  readonly roots: Readonly<Record<string, Root | undefined>>;
  readonly converts: Converts;
}

async function generated(): Promise<Generated> {
  return {
    library: (await import('flatbuffers')) as unknown as FlatBuffers,
    roots: (await import('../generated/flatbuffers-suite.ts')) as unknown as Generated['roots'],
    converts: (await import('../generated/flatbuffers-convert.ts')) as unknown as Converts,
  };
}

/** Building and encoding are one step in this library, so `toNative` has nothing to do and encode pays for all. */
function codecOf({ library, roots, converts }: Generated, name: string, instances: number): Codec {
  const build = converts[`fbTo${name}`];
  const read = converts[`fbFrom${name}`];
  const open = roots[name]?.[`getRootAs${name}`];
  if (build === undefined || read === undefined || open === undefined)
    throw new Error(`the generated code has no "${name}"`);
  const builder = new library.Builder(16_384);
  return {
    toNative: instances === 1 ? noConversion : (items) => ({ items }),
    encode(native) {
      builder.clear();
      builder.finish(build(builder, native) as number);
      return builder.asUint8Array().slice();
    },
    decode: (bytes) => open(new library.ByteBuffer(bytes as Uint8Array)),
    toDomain: instances === 1 ? read : (native) => (read(native) as { items: unknown }).items,
  };
}

async function load(reads: boolean): Promise<LoadedRow> {
  const code = await generated();
  return {
    addon: 'none',
    prepare(type, instances) {
      const codec = codecOf(code, recordName(type, instances), instances);
      return reads ? codec : { ...codec, toDomain: noConversion };
    },
  };
}

const base = {
  library: 'flatbuffers',
  format: 'FlatBuffers',
  kind: 'zero-copy',
  reuse: 'buffer',
  schemaDriven: true,
} as const;

export const flatbuffersRows: readonly Row[] = [
  {
    ...base,
    id: 'flatbuffers',
    counterpart: 'FlatBuffers',
    ranked: true,
    load: () => load(true),
  },
  {
    ...base,
    id: 'flatbuffers (access)',
    counterpart: null,
    ranked: false,
    load: () => load(false),
  },
];
