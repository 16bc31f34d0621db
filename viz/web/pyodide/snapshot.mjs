// Makes the memory snapshot of the pinned Pyodide that interpreters start from (docs/decisions/0016). It is a build step:
// the snapshot belongs to exactly this version, and a start that it does not serve goes the plain way.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadPyodide, version } from 'pyodide';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../../../dist/page/pyodide/', import.meta.url));

const wasm = readFileSync(require.resolve('pyodide/pyodide.asm.wasm'));
const sha256 = createHash('sha256').update(wasm).digest('hex');
const mark = `${JSON.stringify({ version, sha256 }, null, 2)}\n`;
const made = [`${folder}snapshot.bin`, `${folder}snapshot.json`];
if (made.every(existsSync) && readFileSync(made[1], 'utf8') === mark) {
  console.log(`dist/page/pyodide/snapshot.bin is that of Pyodide ${version}`);
  process.exit(0);
}

const python = await loadPyodide({ _makeSnapshot: true });
// What the worker imports of the standard library is in the snapshot; the worker itself is not: it must be the one that is
// there when a run begins.
python.runPython('import collections, json, platform, struct, typing; platform.python_compiler()');
const snapshot = python.makeMemorySnapshot();
mkdirSync(folder, { recursive: true });
writeFileSync(made[0], snapshot);
// Last: it is what makes the snapshot one.
writeFileSync(made[1], mark);
console.log(`dist/page/pyodide/snapshot.bin ${snapshot.length} B, Pyodide ${version}`);
process.exit(0);
