// Codecs for JavaScript values rather than for a wire format: the counterparts of a runtime's own binary coding that also run in a browser.
import type { Row } from '../row.ts';
import { textCodec } from '../row.ts';

interface Pair {
  readonly stringify: (value: unknown) => string;
  readonly parse: (text: string) => unknown;
}
interface Seroval {
  toJSON(value: unknown): unknown;
  fromJSON(value: unknown): unknown;
}

const base = { kind: 'runtime', reuse: 'none', schemaDriven: false, ranked: true } as const;

export const valueRows: readonly Row[] = [
  {
    ...base,
    id: 'devalue',
    library: 'devalue',
    format: 'devalue text',
    counterpart: 'BinaryCodable',
    async load() {
      const library = (await import('devalue')) as unknown as Pair;
      return { addon: 'none', prepare: () => textCodec(library.stringify, library.parse) };
    },
  },
  {
    ...base,
    id: 'superjson',
    library: 'superjson',
    format: 'JSON + type notes',
    counterpart: null,
    async load() {
      const { default: library } = (await import('superjson')) as unknown as { default: Pair };
      return {
        addon: 'none',
        prepare: () =>
          textCodec(
            (value) => library.stringify(value),
            (text) => library.parse(text),
          ),
      };
    },
  },
  {
    ...base,
    id: 'seroval (JSON)',
    library: 'seroval',
    format: 'JSON syntax tree',
    counterpart: null,
    async load() {
      const library = (await import('seroval')) as unknown as Seroval;
      return {
        addon: 'none',
        prepare: () =>
          textCodec(
            (value) => JSON.stringify(library.toJSON(value)),
            (text) => library.fromJSON(JSON.parse(text)),
          ),
      };
    },
  },
];
