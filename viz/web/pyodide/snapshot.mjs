// A build step: the snapshot of the pinned Pyodide for the static site, unless it is there already.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { version } from 'pyodide';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('../../../dist/page/pyodide/', import.meta.url));
const made = [`${folder}snapshot.bin`, `${folder}snapshot.json`];
const wasm = readFileSync(require.resolve('pyodide/pyodide.asm.wasm'));
const sha256 = createHash('sha256').update(wasm).digest('hex');
const mark = `${JSON.stringify({ version, sha256 }, null, 2)}\n`;

if (made.every(existsSync) && readFileSync(made[1], 'utf8') === mark) {
  console.log(`dist/page/pyodide/snapshot.bin is that of Pyodide ${version}`);
} else {
  const script = fileURLToPath(
    new URL('../../../dist/viz/web/pyodide/make-snapshot.js', import.meta.url),
  );
  const { status } = spawnSync(process.execPath, [script, folder], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  console.log(`dist/page/pyodide/snapshot.bin of Pyodide ${version}`);
}
