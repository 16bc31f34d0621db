// Makes the package `echometer-kernel` in dist/echometer-kernel, ready to be packed: one file with the kernel inside, its types, both
// kernels and the vectors. Nothing in it is written by hand but the read-me; its version is the project's.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

import { madeModules } from '../../viz/web/made-modules.mjs';
import { reachedTypes } from './types.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = join(root, 'dist/echometer-kernel');

async function bundle() {
  const [result] = [
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [madeModules],
      build: {
        write: false,
        minify: true,
        target: 'es2022',
        lib: { entry: join(root, 'kernel/package/index.ts'), formats: ['es'], fileName: 'index' },
        // A library's file keeps its spaces otherwise.
        rolldownOptions: { output: { minify: true } },
      },
    }),
  ].flat();
  return result.output[0].code;
}

function writeTypes() {
  for (const [file, text] of reachedTypes(join(root, 'dist/kernel'), 'package/index.d.ts')) {
    mkdirSync(join(target, 'types', dirname(file)), { recursive: true });
    writeFileSync(join(target, 'types', file), text);
  }
}

function manifest() {
  const { version, license, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    name: 'echometer-kernel',
    version,
    description:
      'Statistics that give the same bits in every engine: one WebAssembly kernel and its typed functions',
    license,
    type: 'module',
    engines,
    sideEffects: false,
    exports: {
      '.': { types: './types/package/index.d.ts', default: './index.js' },
      './kernel.wasm': './kernel.wasm',
      './kernel.scalar.wasm': './kernel.scalar.wasm',
      './vectors/*': './vectors/*',
      './package.json': './package.json',
    },
    files: ['index.js', 'types', '*.wasm', 'vectors', 'NOTICE'],
  };
}

/** The cases, without what generates them. */
function copyVectors() {
  const from = join(root, 'kernel/vectors');
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' }))
    if (/\.json$|LICENSE/.test(name)) cpSync(join(from, name), join(target, 'vectors', name));
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const code = await bundle();
writeFileSync(join(target, 'index.js'), code);
writeTypes();
copyVectors();
for (const name of ['kernel.wasm', 'kernel.scalar.wasm'])
  cpSync(join(root, 'build', name), join(target, name));
for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(target, name));
cpSync(join(root, 'kernel/package/README.md'), join(target, 'README.md'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
console.log(
  `dist/echometer-kernel/index.js ${code.length} B, gzip ${gzipSync(code, { level: 9 }).length} B`,
);
