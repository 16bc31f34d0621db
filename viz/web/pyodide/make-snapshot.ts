// Makes the memory snapshot of the installed Pyodide that interpreters start from (docs/decisions/0016), in a process of its own:
// `node make-snapshot.js FOLDER`. It belongs to exactly this Pyodide, and a start that it does not serve goes the plain way.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadPyodide, version } from 'pyodide';

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('usage: node make-snapshot.js FOLDER');
const wasm = readFileSync(createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm'));
const mark = { version, sha256: createHash('sha256').update(wasm).digest('hex') };

// The option has no type because it may change with any version.
const options = { _makeSnapshot: true } as Parameters<typeof loadPyodide>[0];
const python = (await loadPyodide(options)) as Awaited<ReturnType<typeof loadPyodide>> & {
  makeMemorySnapshot(): Uint8Array;
};
// What the worker imports of the standard library is in the snapshot; the worker itself is not: it must be the one that is there when a
// run begins.
python.runPython('import collections, json, platform, struct, typing; platform.python_compiler()');
const snapshot = python.makeMemorySnapshot();
mkdirSync(folder, { recursive: true });
write('snapshot.bin', snapshot);
// Last: it is what makes the snapshot one.
write('snapshot.json', `${JSON.stringify(mark, null, 2)}\n`);
// Pyodide keeps the process alive.
process.exit(0);

/** Two may make it at once: each file is whole or absent. */
function write(name: string, content: Uint8Array | string): void {
  const half = join(folder ?? '', `${name}.${process.pid}`);
  writeFileSync(half, content);
  renameSync(half, join(folder ?? '', name));
}
