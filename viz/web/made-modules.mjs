// Modules that the builds of this folder make: uPlot as a function of its globals, the kernel, and the kernels of this release.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runnerImport } from 'vite';

const require = createRequire(import.meta.url);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const uPlotIife = require.resolve('uplot').replace('uPlot.cjs.js', 'uPlot.iife.min.js');
const { module: stub } = await runnerImport(here('../draw/dom-stub.ts'));

const MADE = {
  'virtual:uplot-source': () =>
    `export function uPlotSource(${stub.UPLOT_PARAMETERS.join(',')}) {${readFileSync(uPlotIife, 'utf8')};return uPlot}`,
  'virtual:released-kernels': () => {
    const read = (name) => JSON.parse(readFileSync(here(name), 'utf8'));
    const built = '../../build/kernels.json';
    const kernels = [
      ...(existsSync(here(built)) ? Object.values(read(built)) : []),
      ...read('../../kernel/released.json'),
    ];
    return `export const releasedKernels = ${JSON.stringify(kernels.map(({ sha256 }) => sha256))}`;
  },
  'virtual:kernel': () => {
    const kernel = readFileSync(here('../../build/kernel.wasm')).toString('base64');
    return `export const kernelBase64 = ${JSON.stringify(kernel)}`;
  },
  'virtual:kernel-gzip': () => {
    const kernel = gzipSync(readFileSync(here('../../build/kernel.wasm')), { level: 9 });
    return `export const kernelGzip = ${JSON.stringify(kernel.toString('base64'))}`;
  },
};

export const madeModules = {
  name: 'made-modules',
  resolveId: (id) => (id in MADE ? `\0${id}` : undefined),
  load: (id) => MADE[id.slice(1)]?.(),
};
