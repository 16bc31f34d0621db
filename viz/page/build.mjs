// Builds the viewer: one HTML file with one classic script, which opens from disk and under a strict policy.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';

const require = createRequire(import.meta.url);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const root = here('../..');
const uPlotIife = require.resolve('uplot').replace('uPlot.cjs.js', 'uPlot.iife.min.js');

/** Modules that are made here: uPlot as a function of its globals, and the kernels of this release. */
function madeModules(parameters) {
  const made = {
    'virtual:uplot-source': () =>
      `export function uPlotSource(${parameters.join(',')}) {${readFileSync(uPlotIife, 'utf8')};return uPlot}`,
    'virtual:released-kernels': () => {
      const read = (name) => JSON.parse(readFileSync(here(name), 'utf8'));
      const built = '../../build/kernels.json';
      const kernels = [
        ...(existsSync(here(built)) ? Object.values(read(built)) : []),
        ...read('../../kernel/released.json'),
      ];
      return `export const releasedKernels = ${JSON.stringify(kernels.map(({ sha256 }) => sha256))}`;
    },
  };
  return {
    name: 'made-modules',
    resolveId: (id) => (id in made ? `\0${id}` : undefined),
    load: (id) => made[id.slice(1)]?.(),
  };
}

const { module: stub } = await runnerImport(here('../draw/dom-stub.ts'));
const { module: style } = await runnerImport(here('../report/style.ts'));

const [result] = [
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [madeModules(stub.UPLOT_PARAMETERS)],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: here('main.ts'), formats: ['iife'], name: 'echometerPage', fileName: 'page' },
    },
  }),
].flat();
const [{ code }] = result.output.filter(({ isEntry }) => isEntry);
// A script element ends at this text wherever it stands.
const script = code.replaceAll('</script', '<\\/script');
const uPlotCss = readFileSync(require.resolve('uplot/dist/uPlot.min.css'), 'utf8');
const css = [style.REPORT_CSS, uPlotCss, readFileSync(here('page.css'), 'utf8')].join('\n');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hash(css)}`,
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const html = readFileSync(here('page.template'), 'utf8')
  .replace('{policy}', () => policy)
  .replace('{style}', () => css)
  .replace('{script}', () => script);
mkdirSync(here('../../dist/page'), { recursive: true });
writeFileSync(here('../../dist/page/index.html'), html);
console.log(`dist/page/index.html ${html.length} B`);
