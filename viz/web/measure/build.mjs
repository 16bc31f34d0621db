// Makes the rest of the static site around dist/page/index.html: the workers of a measurement, the kernels, Pyodide, and
// the documents. Any server that sends the two isolation headers can host the folder.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { writeDocuments } from './documents.mjs';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const site = `${root}dist/page/`;
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const write = (name, value) => writeFileSync(`${site}measure/${name}`, JSON.stringify(value));

/** A worker's script stands alone: its policy allows no other, and a file of its own has a name that the page knows. */
async function buildWorker(entry, fileName) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // A name that one library of the rows takes for granted.
    define: { global: 'globalThis' },
    build: {
      outDir: `${site}measure`,
      emptyOutDir: false,
      minify: true,
      target: 'es2022',
      lib: { entry: `${root}viz/web/measure/${entry}`, formats: ['es'], fileName: () => fileName },
      // Only the rows have chunks: a library is loaded when its row is.
      rolldownOptions: { output: { chunkFileNames: 'rows/[name]-[hash].js' } },
    },
  });
}

function pythonSources() {
  const files = ['echometer_worker', 'echometer_pyodide'].flatMap((name) =>
    readdirSync(`${root}python/${name}`)
      .filter((file) => file.endsWith('.py'))
      .map((file) => `${name}/${file}`),
  );
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(`${root}python/${file}`, 'utf8')]),
  );
}

/** Pyodide's own five files; its consoles and types stay out. */
const PYODIDE = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
];

mkdirSync(`${site}measure`, { recursive: true });
mkdirSync(`${site}pyodide`, { recursive: true });
rmSync(`${site}measure/rows`, { recursive: true, force: true });
await buildWorker('trial-host.ts', 'trial-host.js');
await buildWorker('interpreter-worker.ts', 'interpreter.js');
await buildWorker('rows-worker.ts', 'rows-worker.js');
const pyodide = dirname(require.resolve('pyodide/pyodide.mjs'));
for (const file of PYODIDE) copyFileSync(`${pyodide}/${file}`, `${site}pyodide/${file}`);
for (const file of ['kernel.wasm', 'kernel.scalar.wasm'])
  copyFileSync(`${root}build/${file}`, `${site}measure/${file}`);
copyFileSync(`${root}kernel/api/run/cases.json`, `${site}measure/cases.json`);
write('python.json', pythonSources());
const kernels = json(`${root}build/kernels.json`);
const snapshot = `${site}pyodide/snapshot.json`;
write('manifest.json', {
  version: json(`${root}package.json`).version,
  pyodide: json(`${pyodide}/package.json`).version,
  snapshotFor: existsSync(snapshot) ? json(snapshot).version : null,
  kernels: {
    simd: kernels['kernel.wasm'],
    scalar: kernels['kernel.scalar.wasm'],
  },
});
await writeDocuments(root, `${site}docs`);
console.log('dist/page: a static site with its measuring page, kernels, Pyodide and documents');
