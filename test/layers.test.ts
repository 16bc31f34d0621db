// The import arrows of docs/architecture.md, read from the sources of every folder. It checks who imports whom and
// nothing about what is done with it.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

interface Layer {
  readonly folder: string;
  /** Folders whose files it may import, itself included. */
  readonly folders: readonly string[];
  /** Packages it may import; `node:` stands for Node's own modules. */
  readonly packages: readonly string[];
}

/** The rows' libraries: optional, so nothing else may need one. */
const ROW_LIBRARIES = Object.keys(
  (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    }
  ).optionalDependencies,
).filter((name) => name !== 'koffi');

/** Rooms with a rule of their own inside a folder that has another. */
const ROOMS: readonly Layer[] = [
  // No `node:`: the browser runs these rows too.
  { folder: 'viz/rows', folders: ['viz/rows', 'kernel/api'], packages: ROW_LIBRARIES },
  {
    folder: 'host-node/src/serializers',
    folders: ['host-node', 'viz', 'kernel/api'],
    packages: ['node:', 'avsc', '@bokuweb/zstd-wasm'],
  },
];

const inRoom = (file: string): boolean => ROOMS.some(({ folder }) => file.startsWith(`${folder}/`));

const LAYERS: readonly Layer[] = [
  { folder: 'kernel/assembly', folders: ['kernel/assembly'], packages: [] },
  { folder: 'kernel/api', folders: ['kernel/api'], packages: [] },
  {
    folder: 'viz',
    folders: ['viz', 'kernel/api'],
    packages: ['node:', 'virtual:', 'uplot', 'pdfkit', 'fflate', 'vite', 'pyodide'],
  },
  {
    folder: 'host-node',
    folders: ['host-node', 'viz', 'kernel/api'],
    packages: ['node:', 'koffi', 'fflate'],
  },
];

/** Rooms inside viz that must stay pure: no module of Node and no other room that does I/O. */
const PURE_ROOMS = ['viz/figures', 'viz/draw', 'viz/report', 'viz/tables', 'viz/print', 'viz/text'];

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
const SIDE_EFFECT_IMPORT = /^\s*import\s*['"]([^'"]+)['"]/gm;

function filesIn(folder: string, ext: string): string[] {
  const path = join(ROOT, folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ext) && !name.endsWith('.d.ts'))
    .filter((name) => !name.split('/').includes('node_modules'))
    .map((name) => join(folder, name));
}

function importsOf(text: string): string[] {
  const found = [...text.matchAll(IMPORT), ...text.matchAll(SIDE_EFFECT_IMPORT)];
  return found.map((match) => match[1] ?? match[2] ?? '');
}

function offenses(layer: Layer, file: string, text: string): string[] {
  return importsOf(text)
    .filter((specifier) => !isAllowed(layer, file, specifier))
    .map((specifier) => `${file} imports ${specifier}`);
}

function isAllowed(layer: Layer, file: string, specifier: string): boolean {
  if (specifier.startsWith('.')) {
    const target = relative(ROOT, resolve(ROOT, dirname(file), specifier));
    return layer.folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
  }
  if (specifier.startsWith('node:')) return layer.packages.includes('node:');
  // Made by the page's own build, not a package.
  if (specifier.startsWith('virtual:')) return layer.packages.includes('virtual:');
  if (builtinModules.includes(specifier)) return false;
  return layer.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

describe('the import arrows', () => {
  for (const layer of [...LAYERS, ...ROOMS]) {
    const files = filesIn(layer.folder, '.ts').filter(
      (file) => !file.endsWith('vite.config.ts') && (ROOMS.includes(layer) || !inRoom(file)),
    );
    it(`${layer.folder} imports only what its layer allows`, () => {
      expect(files.length).toBeGreaterThan(0);
      const found = files.flatMap((file) =>
        offenses(layer, file, readFileSync(join(ROOT, file), 'utf8')),
      );
      expect(found).toEqual([]);
    });
  }

  it('the pure rooms of viz import no module of Node', () => {
    const files = PURE_ROOMS.flatMap((room) => filesIn(room, '.ts'));
    expect(files.length).toBeGreaterThan(0);
    const found = files.flatMap((file) =>
      importsOf(readFileSync(join(ROOT, file), 'utf8'))
        .filter((specifier) => specifier.startsWith('node:'))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(found).toEqual([]);
  });

  it('the Python worker imports the standard library and itself', () => {
    const allowed = new Set(
      (
        '__future__ argparse asyncio collections dataclasses enum io itertools mmap os select socket ' +
        'stat struct sys time types typing array'
      ).split(' '),
    );
    const files = filesIn('python/echometer_worker', '.py');
    const found = files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm)]
        .map((match) => match[1] ?? '')
        .filter((name) => !name.startsWith('.') && !allowed.has(name.split('.')[0] ?? ''))
        .map((name) => `${file} imports ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('an arrow that is not allowed is found', () => {
    const [, api] = LAYERS;
    expect(api).toBeDefined();
    if (api === undefined) return;
    const file = 'kernel/api/example.ts';
    expect(offenses(api, file, "import { readFileSync } from 'node:fs';\n")).toHaveLength(1);
    expect(
      offenses(api, file, "import type { A } from '../../host-node/src/a.ts';\n"),
    ).toHaveLength(1);
    expect(offenses(api, file, "const a = await import('koffi');\n")).toHaveLength(1);
    expect(
      offenses(api, file, "import {\n  a,\n  b,\n} from '../../viz/tables/terminal.ts';\n"),
    ).toHaveLength(1);
    expect(offenses(api, file, "import { a } from './trial/lane.ts';\n")).toEqual([]);
  });
});
