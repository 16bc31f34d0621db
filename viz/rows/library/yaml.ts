// YAML by two libraries, block style, references off: repeated strings must not become anchors.
import type { Row } from '../row.ts';
import { textCodec } from '../row.ts';

interface JsYaml {
  dump(value: unknown, options: object): string;
  load(text: string): unknown;
}
interface Yaml {
  stringify(value: unknown, options: object): string;
  parse(text: string, options: object): unknown;
}

const base = {
  format: 'YAML',
  kind: 'text',
  reuse: 'none',
  schemaDriven: false,
  ranked: true,
} as const;

export const yamlRows: readonly Row[] = [
  {
    ...base,
    id: 'js-yaml (noRefs)',
    library: 'js-yaml',
    counterpart: 'Yams',
    async load() {
      const yaml = (await import('js-yaml')) as unknown as JsYaml;
      const options = { lineWidth: -1, noRefs: true };
      return {
        addon: 'none',
        prepare: () =>
          textCodec(
            (value) => yaml.dump(value, options),
            (text) => yaml.load(text),
          ),
      };
    },
  },
  {
    ...base,
    id: 'yaml (uniqueKeys=false)',
    library: 'yaml',
    counterpart: 'Yams',
    async load() {
      const yaml = (await import('yaml')) as unknown as Yaml;
      const writing = { lineWidth: 0, aliasDuplicateObjects: false };
      return {
        addon: 'none',
        prepare: () =>
          textCodec(
            (value) => yaml.stringify(value, writing),
            // Checking keys for duplicates is quadratic: 87 ms instead of 56 ms on 65 KB.
            (text) => yaml.parse(text, { uniqueKeys: false }),
          ),
      };
    },
  },
];
