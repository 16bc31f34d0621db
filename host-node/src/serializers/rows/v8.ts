// V8's structured-clone bytes: exact for every JavaScript value, and readable by nothing but V8.
import { deserialize, serialize } from 'node:v8';
import type { Row } from '../../../../viz/rows/row.ts';
import { plainCodec } from '../../../../viz/rows/row.ts';

export const v8Row: Row = {
  id: 'v8.serialize',
  library: 'built-in',
  format: 'V8 structured clone',
  kind: 'runtime',
  counterpart: 'BinaryCodable',
  reuse: 'none',
  schemaDriven: false,
  ranked: true,
  load: () =>
    Promise.resolve({
      addon: 'none',
      prepare: () => plainCodec(serialize, (bytes) => deserialize(bytes) as unknown),
    }),
};
