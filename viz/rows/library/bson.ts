// bson with the two options without which int64 and bytes come back as other types.
import type { Row } from '../row.ts';
import { plainCodec, rootedCodec } from '../row.ts';

interface Bson {
  serialize(value: unknown, options: object): Uint8Array;
  deserialize(bytes: Uint8Array, options: object): unknown;
}

const reading = { useBigInt64: true, promoteBuffers: true };

// useBigInt64 returns every int64 as a BigInt; the domain has numbers where they are safe.
function safe(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(safe);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(inner)]));
}

export const bsonRow: Row = {
  id: 'bson (useBigInt64 promoteBuffers)',
  library: 'bson',
  format: 'BSON',
  kind: 'binary',
  counterpart: 'SwiftBSON',
  reuse: 'none',
  schemaDriven: false,
  ranked: true,
  async load() {
    const { BSON } = (await import('bson')) as unknown as { BSON: Bson };
    const codec = plainCodec(
      (value) => new Uint8Array(BSON.serialize(value, { ignoreUndefined: false })),
      (bytes) => BSON.deserialize(bytes, reading),
    );
    return {
      addon: 'none',
      prepare: (_, instances) => rootedCodec({ ...codec, toDomain: safe }, instances),
    };
  },
};
