// Property lists, binary and XML.
import type { Row } from '../row.ts';
import { plainCodec, textCodec } from '../row.ts';

interface Plist {
  readonly build: (value: unknown) => string;
  readonly parse: (text: string) => unknown;
  readonly buildBinary: (value: unknown) => Uint8Array;
  readonly parseBinary: (bytes: Uint8Array) => unknown;
}

const library = async (): Promise<Plist> => (await import('plist')) as unknown as Plist;

const base = { library: 'plist', reuse: 'none', schemaDriven: false, ranked: true } as const;

export const plistRows: readonly Row[] = [
  {
    ...base,
    id: 'plist (binary)',
    format: 'binary property list',
    kind: 'binary',
    counterpart: 'Foundation.PropertyListEncoder',
    async load() {
      const plist = await library();
      return {
        addon: 'none',
        prepare: () => plainCodec(plist.buildBinary, plist.parseBinary),
      };
    },
  },
  {
    ...base,
    id: 'plist (XML)',
    format: 'XML property list',
    kind: 'text',
    counterpart: null,
    async load() {
      const plist = await library();
      return { addon: 'none', prepare: () => textCodec(plist.build, plist.parse) };
    },
  },
];
