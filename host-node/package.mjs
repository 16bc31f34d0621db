// Makes the package `echometer` in dist/echometer, ready to be packed: what runs, and nothing that only builds or tests. pdfkit and the two
// weights of Inter that a report uses go into files of their own, because 25 of their 27 MB are never read. A clone needs none of this.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { reachedTypes } from '../kernel/package/types.mjs';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../', import.meta.url));
const target = join(root, 'dist/echometer');
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const copy = (name) => cpSync(join(root, name), join(target, name), { recursive: true });

/** Files below a folder, as paths from the project's root, that a rule wants. */
function copyFiles(folder, isWanted) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const name = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (entry.isFile() && isWanted(name)) copy(name);
  }
}

/** The browser's rooms are in dist/page and dist/echometer-viz, bundled. */
const BROWSER_ONLY = /^dist\/viz\/(?:web\/(?:page|measure|dom|elements)|browser|assets\/browser)\b/;
/** What a source that is gone has left in dist stays there. */
const hasSource = (name) => existsSync(join(root, name.slice('dist/'.length).replace(/js$/, 'ts')));
const isProgram = (name) => name.endsWith('.js') && !BROWSER_ONLY.test(name) && hasSource(name);

function copyPrograms() {
  for (const folder of ['dist/host-node', 'dist/kernel/api', 'dist/viz'])
    copyFiles(folder, isProgram);
  copyFiles('python', (name) => !/^python\/(?:tests|tools)\/|__pycache__/.test(name));
  copyFiles('dist/page', (name) => !name.startsWith('dist/page/pyodide/'));
}

function copyKernels() {
  copyFiles('build', (name) =>
    /^build\/(?:component\/.*|(?!kernel\.debug)[^/]+\.wasm)$/.test(name),
  );
  copyFiles('kernel/vectors', (name) => /\.json$|LICENSE/.test(name));
  for (const name of ['build/kernels.json', 'kernel/wit', 'kernel/released.json']) copy(name);
  for (const name of ['kernel/api/run/cases.json', 'dist/echometer-viz/index.js']) copy(name);
  copy('dist/echometer-elements/index.js');
  copy('dist/echometer-kernel/index.js');
  copy('dist/echometer-kernel/types');
}

/** Declarations that the exports name, with all that these name. */
function writeTypes() {
  const entries = JSON.stringify(project.exports).matchAll(/"\.\/(dist\/[^"]*\.d\.ts)"/g);
  for (const [, entry] of entries)
    for (const [file, text] of reachedTypes(root, entry)) {
      mkdirSync(join(target, dirname(file)), { recursive: true });
      writeFileSync(join(target, file), text);
    }
}

/** pdfkit and what it needs as one file for Node. */
async function bundlePdfkit() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: fileURLToPath(import.meta.resolve('pdfkit')),
      outDir: join(target, 'dist/vendor'),
      minify: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'pdfkit.js', format: 'es' } },
    },
  });
}

function copyFonts() {
  for (const name of ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'])
    cpSync(
      require.resolve(`@expo-google-fonts/inter/${name}`),
      join(target, 'dist/vendor/inter', name),
    );
}

/** Its optional part of version 2.2.3 names packages that do not exist, which no yarn installs; the row asks for it by name. */
const NOT_INSTALLABLE = ['cbor-x'];

function manifest() {
  const { name, version, description, license, type, engines, bin, exports } = project;
  // The serializer libraries come with `echometer setup`, once there is one.
  const hasSetup = existsSync(join(root, 'host-node/src/commands/setup.ts'));
  const { dependencies, optionalDependencies } = project;
  return {
    ...{ name, version, description, license, type, engines, bin, exports },
    imports: { '#pdfkit': './dist/vendor/pdfkit.js', '#inter/*': './dist/vendor/inter/*' },
    dependencies,
    ...(hasSetup ? {} : { optionalDependencies: installable(optionalDependencies) }),
  };
}

const installable = (libraries) =>
  Object.fromEntries(Object.entries(libraries).filter(([name]) => !NOT_INSTALLABLE.includes(name)));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await bundlePdfkit();
copyFonts();
copyPrograms();
copyKernels();
writeTypes();
for (const name of ['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md']) copy(name);
copyFiles('docs', (name) => /^docs\/[^/]+\.md$/.test(name));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
console.log(`dist/echometer: the package ${project.name} ${project.version}`);
