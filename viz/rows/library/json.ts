// The runtime's own JSON, as UTF-8 bytes and as a string. Two rows, because turning a string into bytes costs as much as small messages do.
import type { Row } from '../row.ts';
import { noConversion, textCodec } from '../row.ts';

const base = {
  library: 'built-in',
  format: 'JSON',
  kind: 'text',
  reuse: 'none',
  schemaDriven: false,
  ranked: true,
} as const;

export const jsonRows: readonly Row[] = [
  {
    ...base,
    id: 'JSON',
    counterpart: 'Foundation.JSONEncoder',
    load: () =>
      Promise.resolve({
        addon: 'none',
        prepare: () => textCodec(JSON.stringify, (text) => JSON.parse(text) as unknown),
      }),
  },
  {
    ...base,
    id: 'JSON (string)',
    counterpart: null,
    load: () =>
      Promise.resolve({
        addon: 'none',
        prepare: () => ({
          toNative: noConversion,
          encode: (value) => JSON.stringify(value),
          decode: (encoded) => JSON.parse(encoded as string) as unknown,
          toDomain: noConversion,
        }),
      }),
  },
];
