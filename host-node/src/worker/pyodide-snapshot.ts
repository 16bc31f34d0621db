// The memory snapshot that interpreters start from: a clone's build has made it; an installed package makes it at the first use and keeps
// it in the user's cache.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { cacheFolder } from '../cache-folder.ts';
import { packageRoot } from '../package-root.ts';

const MAKER = ['dist', 'viz', 'web', 'pyodide', 'make-snapshot.js'];
const NAMES = ['snapshot.bin', 'snapshot.json'] as const;
/** A plain start takes 7 to 12 s on a busy machine. */
const LIMIT_MS = 120_000;

const require = createRequire(import.meta.url);

export const pyodideVersion = (): string =>
  (require('pyodide/package.json') as { version: string }).version;

const folders = (): readonly string[] => [
  join(packageRoot(), 'dist', 'page', 'pyodide'),
  cacheFolder(`pyodide-${pyodideVersion()}`),
];

/** Null where nobody has made one yet. */
export function snapshotFile(): string | null {
  const found = folders().find((folder) => NAMES.every((name) => existsSync(join(folder, name))));
  return found === undefined ? null : join(found, NAMES[0]);
}

/** Before a run: makes one where there is none. A machine that cannot (no room, no folder) starts interpreters plainly. */
export function ensureSnapshot(): void {
  const folder = folders().at(-1);
  if (snapshotFile() !== null || folder === undefined) return;
  const args = [join(packageRoot(), ...MAKER), folder];
  spawnSync(process.execPath, args, { stdio: 'ignore', timeout: LIMIT_MS });
}
