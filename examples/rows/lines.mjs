// A row of your own in JavaScript: JSON with two spaces of indent. `npx echometer run serializers --rows lines.mjs`
export const rows = [
  {
    id: 'JSON (indent=2)',
    format: 'JSON',
    kind: 'text',
    version: '1.0',
    load: async () => ({
      // One codec for every data type and count. The four calls are the four timed phases.
      prepare: () => ({
        toNative: (value) => value,
        encode: (value) => Buffer.from(JSON.stringify(value, null, 2)),
        decode: (bytes) => JSON.parse(Buffer.from(bytes).toString()),
        toDomain: (value) => value,
      }),
    }),
  },
];
