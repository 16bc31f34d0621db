// TOML by two libraries. A TOML root is a table, so many instances travel as {items: […]}.
import type { Row } from '../row.ts';
import { rootedCodec, textCodec } from '../row.ts';

interface Toml {
  readonly stringify: (value: unknown) => string;
  readonly parse: (text: string, options?: object) => unknown;
}

const base = {
  format: 'TOML',
  kind: 'text',
  reuse: 'none',
  schemaDriven: false,
  ranked: true,
} as const;

export const tomlRows: readonly Row[] = [
  {
    ...base,
    id: 'smol-toml (integersAsBigInt=asNeeded)',
    library: 'smol-toml',
    counterpart: 'TOML',
    async load() {
      const toml = (await import('smol-toml')) as unknown as Toml;
      const options = { integersAsBigInt: 'asNeeded' };
      const codec = textCodec(toml.stringify, (text) => toml.parse(text, options));
      return { addon: 'none', prepare: (_, instances) => rootedCodec(codec, instances) };
    },
  },
  {
    ...base,
    id: '@iarna/toml',
    library: '@iarna/toml',
    counterpart: null,
    async load() {
      const { default: toml } = (await import('@iarna/toml')) as unknown as { default: Toml };
      const codec = textCodec(
        (value) => toml.stringify(value),
        (text) => toml.parse(text),
      );
      return { addon: 'none', prepare: (_, instances) => rootedCodec(codec, instances) };
    },
  },
];
