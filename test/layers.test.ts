// The import arrows of docs/architecture.md, read from the sources of every folder: layers, rooms, circles, loose files.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, filesIn, importGraph, importsOf, ROOT, targetOf } from './fixtures/imports.ts';
import type { ImportGraph } from './fixtures/imports.ts';

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
  // Compression that neither Node 20 nor a browser has.
  {
    folder: 'kernel/api/formats',
    folders: ['kernel/api'],
    packages: ['fflate', 'fzstd', 'unbzip2-stream'],
  },
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
  { folder: 'kernel/package', folders: ['kernel/package', 'kernel/api'], packages: ['virtual:'] },
  {
    folder: 'viz',
    folders: ['viz', 'kernel/api'],
    packages: ['node:', 'virtual:', '#pdfkit', 'uplot', 'fflate', 'vite', 'pyodide'],
  },
  {
    folder: 'host-node',
    folders: ['host-node', 'viz', 'kernel/api'],
    packages: ['node:', 'koffi', 'fflate', 'hyparquet-writer'],
  },
];

/** Rooms inside viz that must stay pure: no module of Node and no other room that does I/O. */
const PURE_ROOMS = ['viz/figures', 'viz/draw', 'viz/report', 'viz/tables', 'viz/print', 'viz/text'];

function offenses(layer: Layer, file: string, text: string): string[] {
  return importsOf(text)
    .filter((specifier) => !isAllowed(layer, file, specifier))
    .map((specifier) => `${file} imports ${specifier}`);
}

function isAllowed(layer: Layer, file: string, specifier: string): boolean {
  if (specifier.startsWith('.')) {
    const target = targetOf(file, specifier);
    return layer.folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
  }
  if (specifier.startsWith('node:')) return layer.packages.includes('node:');
  // Made by the page's own build, not a package.
  if (specifier.startsWith('virtual:')) return layer.packages.includes('virtual:');
  if (builtinModules.includes(specifier)) return false;
  return layer.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** A folder with rooms in it: a room imports itself and rooms of lower floors; rooms of one floor do not know each other. */
interface House {
  readonly folder: string;
  /** Files outside of any room, below all floors: every room may import them, and they import each other only. */
  readonly ground: readonly string[];
  /** From the lowest to the highest. `a+b` are two rooms that belong together. */
  readonly floors: readonly (readonly string[])[];
  /** Files outside of any room, above all floors: they may import everything, and nothing imports them. */
  readonly roof: readonly string[];
}

const HOUSES: readonly House[] = [
  {
    folder: 'kernel/assembly',
    ground: ['abi.ts', 'arena.ts', 'status.ts', 'identity.ts'],
    floors: [['frame', 'payload', 'random', 'samples', 'verify'], ['flow', 'stats'], ['selfcheck']],
    roof: ['configure.ts', 'index.ts'],
  },
  {
    folder: 'kernel/api',
    ground: [],
    floors: [
      ['facade'],
      ['statistics'],
      ['run', 'logs'],
      ['collection+formats'],
      ['trial', 'compare', 'conformance'],
    ],
    roof: ['open.ts'],
  },
  {
    folder: 'viz',
    ground: ['definition.ts', 'tables/table.ts', 'theme.ts'],
    floors: [
      ['tables+text+input', 'archive', 'rows'],
      ['figures', 'draw'],
      ['report', 'assets'],
      ['print'],
      ['web/dom', 'web/pyodide'],
      ['web/measure'],
      ['web/page'],
      ['web/elements'],
    ],
    roof: ['parts.ts', 'index.ts', 'browser.ts'],
  },
  {
    folder: 'host-node/src',
    ground: ['errors.ts', 'package-root.ts', 'cache-folder.ts'],
    floors: [
      ['command', 'kernel', 'observe'],
      ['lane', 'results'],
      ['worker', 'report', 'view', 'conformance'],
      ['duplex', 'serializers'],
      ['commands'],
    ],
    roof: ['cli.ts', 'main.ts'],
  },
];

/** Where a file stands: its room and its floor, 0 for the ground. Null when it stands nowhere. */
function placeOf(
  house: House,
  file: string,
): { readonly room: string; readonly floor: number } | null {
  const path = file.slice(house.folder.length + 1);
  if (house.ground.includes(path)) return { room: 'ground', floor: 0 };
  if (house.roof.includes(path)) return { room: 'roof', floor: house.floors.length + 1 };
  for (const [index, rooms] of house.floors.entries()) {
    const room = rooms.find((one) => one.split('+').some((name) => path.startsWith(`${name}/`)));
    if (room !== undefined) return { room, floor: index + 1 };
  }
  return null;
}

function strayFiles(house: House, graph: ImportGraph): string[] {
  return [...graph.keys()].filter((file) => placeOf(house, file) === null);
}

function upwardArrows(house: House, graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => {
        const [from, to] = [placeOf(house, file), placeOf(house, target)];
        return from !== null && to !== null && from.room !== to.room && from.floor <= to.floor;
      })
      .map((target) => `${file} -> ${target}`),
  );
}

/** The folders, what each is described by, and the settings of tools. CITATION.cff is only found where it is. */
const TOP =
  /^(kernel|host-node|host-ios|python|viz|test|docs|examples|\.ci|[A-Z]+\.md|LICENSE|NOTICE|CITATION\.cff|\.[\w.-]+|[\w.-]+\.(json|toml|js|ts))$/;

describe('the top level', () => {
  it('has the folders of the house and settings, and nothing that a test left', () => {
    const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
    const top = new Set(names.split('\0').map((name) => name.split('/')[0] ?? ''));
    expect(top.has('kernel')).toBe(true);
    expect([...top].filter((name) => name !== '' && !TOP.test(name))).toEqual([]);
    expect(['$1', 'x', 'results'].filter((name) => TOP.test(name))).toEqual([]);
  });
});

describe('the rooms', () => {
  for (const house of HOUSES) {
    const graph = importGraph([house.folder]);

    it(`every file of ${house.folder} stands in a room`, () => {
      expect(graph.size).toBeGreaterThan(10);
      expect(strayFiles(house, graph)).toEqual([]);
    });

    it(`no room of ${house.folder} imports its own floor or a higher one`, () => {
      expect(upwardArrows(house, graph)).toEqual([]);
    });
  }

  it('no files import each other in a circle, types included', () => {
    const graph = importGraph([
      'kernel/assembly',
      'kernel/entries',
      'kernel/api',
      'viz',
      'host-node',
    ]);
    expect(graph.get('kernel/assembly/index.ts')).toContain('kernel/assembly/configure.ts');
    expect(circlesOf(graph)).toEqual([]);
  });

  it('a stray file, an arrow upwards and a circle are found', () => {
    const house: House = {
      folder: 'a',
      ground: ['base.ts'],
      floors: [['low', 'wide+wider'], ['high']],
      roof: ['in.ts'],
    };
    const graph = new Map([
      ['a/loose.ts', []],
      ['a/base.ts', ['a/low/x.ts']],
      ['a/low/x.ts', ['a/high/y.ts', 'a/wide/z.ts', 'a/low/y.ts']],
      ['a/low/y.ts', ['a/base.ts']],
      ['a/wide/z.ts', ['a/wider/z.ts', 'a/in.ts']],
      ['a/wider/z.ts', ['a/base.ts']],
      ['a/high/y.ts', ['a/low/x.ts', 'a/wide/z.ts']],
      ['a/in.ts', ['a/high/y.ts']],
    ]);
    expect(strayFiles(house, graph)).toEqual(['a/loose.ts']);
    expect(upwardArrows(house, graph)).toEqual([
      'a/base.ts -> a/low/x.ts',
      'a/low/x.ts -> a/high/y.ts',
      'a/low/x.ts -> a/wide/z.ts',
      'a/wide/z.ts -> a/in.ts',
    ]);
    expect(circlesOf(graph).join('\n')).toContain(
      'a/base.ts -> a/low/x.ts -> a/low/y.ts -> a/base.ts',
    );
    expect(
      circlesOf(
        new Map([
          ['a.ts', ['b.ts']],
          ['b.ts', []],
        ]),
      ),
    ).toEqual([]);
  });
});

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
