// The built site as the viewer's server takes it. Pyodide is served from its own package where the site has no copy of it.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { missingError } from '../../errors.ts';
import { packageRoot } from '../../package-root.ts';
import type { Site } from '../../view/server.ts';
import { pyodideVersion, snapshotFile } from '../../worker/pyodide-snapshot.ts';

const PAGE = 'index.html';
const MANIFEST = 'measure/manifest.json';
const SNAPSHOT = 'pyodide/snapshot.bin';

/** What the page's interpreters load. */
const PYODIDE = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
];

export function openSite(): Site {
  const folder = join(packageRoot(), 'dist', 'page');
  const path = join(folder, PAGE);
  if (!existsSync(path))
    throw missingError(
      'NO_PAGE',
      path,
      `the page ${path} is missing`,
      'run npm run build in a clone, or install the package again',
    );
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name !== PAGE);
  const read = (name: string): Uint8Array => readFileSync(join(folder, name));
  const site = { page: readFileSync(path), names, read };
  return names.includes('pyodide/pyodide.mjs') ? site : withPyodide(site);
}

function withPyodide(site: Site): Site {
  const folder = dirname(createRequire(import.meta.url).resolve('pyodide/pyodide.mjs'));
  const snapshot = snapshotFile();
  const read: Site['read'] = (name) => {
    if (name === SNAPSHOT && snapshot !== null) return readFileSync(snapshot);
    if (name === MANIFEST) return withSnapshot(site.read(name), snapshot !== null);
    const [room, file] = name.split('/');
    return room === 'pyodide' ? readFileSync(join(folder, file ?? '')) : site.read(name);
  };
  const added = PYODIDE.map((name) => `pyodide/${name}`);
  const names = [...site.names, ...added, ...(snapshot === null ? [] : [SNAPSHOT])];
  return { page: site.page, names, read };
}

/** Which Pyodide the snapshot is of; without one the page starts its interpreters plainly. */
function withSnapshot(manifest: Uint8Array, hasSnapshot: boolean): Uint8Array {
  const said = JSON.parse(new TextDecoder().decode(manifest)) as Record<string, unknown>;
  const snapshotFor = hasSnapshot ? pyodideVersion() : null;
  return new TextEncoder().encode(JSON.stringify({ ...said, snapshotFor }));
}
