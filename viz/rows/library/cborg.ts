// cborg: strict, deterministic CBOR. It sorts map keys, so key order does not survive.
import type { Row } from '../row.ts';
import { plainCodec } from '../row.ts';

export const cborgRow: Row = {
  id: 'cborg',
  library: 'cborg',
  format: 'CBOR',
  kind: 'binary',
  counterpart: 'SwiftCbor',
  reuse: 'none',
  schemaDriven: false,
  ranked: true,
  async load() {
    const { encode, decode } = await import('cborg');
    return {
      addon: 'none',
      prepare: () => plainCodec(encode, (bytes) => decode(bytes) as unknown),
    };
  },
};
