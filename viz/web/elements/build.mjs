// Builds what goes into pages of others, one ECMAScript file each: `echometer/viz` and `echometer/elements`.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, runnerImport } from 'vite';

import { madeModules } from '../made-modules.mjs';

const require = createRequire(import.meta.url);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { module: style } = await runnerImport(here('../../print/style.ts'));

/** The report's, uPlot's and the page's style sheets for a tree of their own, whose root is the element. */
function styleSheet() {
  const uPlotCss = readFileSync(require.resolve('uplot/dist/uPlot.min.css'), 'utf8');
  const own = readFileSync(here('elements.css'), 'utf8');
  const css = [style.REPORT_CSS, uPlotCss, readFileSync(here('../dom/parts.css'), 'utf8'), own];
  return css
    .join('\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/:root:not\(\[data-theme=(\w+)\]\)/g, ':host(:not([theme=$1]))')
    .replaceAll(/:root\[data-theme=(\w+)\]/g, ':host([theme=$1])')
    .replaceAll(/:root\b/g, ':host')
    .replaceAll(/\bbody\{/g, ':host{');
}

const styles = {
  name: 'element-style',
  resolveId: (id) => (id === 'virtual:element-style' ? `\0${id}` : undefined),
  load: (id) =>
    id === '\0virtual:element-style'
      ? `export const styleText = ${JSON.stringify(styleSheet())}`
      : undefined,
};

/**
 * What an element never needs: it measures nothing, and Zstandard and bzip2 would take 9 kB of the file for what a web server hardly ever
 * sends; gzip stays.
 */
const REFUSED = {
  './channel.ts': `export const channelCalls = () => { throw new RangeError('nothing is measured here') }`,
  fzstd: `export class Decompress { constructor() { throw new RangeError('Zstandard is not unpacked here: give the unpacked file') } }`,
  'unbzip2-stream/lib/bzip2.js': `export default { header() { throw new RangeError('bzip2 is not unpacked here: give the unpacked file') } }`,
  'unbzip2-stream/lib/bit_iterator.js': `export default () => () => 0`,
};

const refusals = {
  name: 'refusals',
  enforce: 'pre',
  resolveId: (id) => (id in REFUSED ? `\0refused:${id}` : undefined),
  load: (id) => REFUSED[id.replace('\0refused:', '')],
};

async function bundle(entry, folder) {
  const [result] = [
    await build({
      root: here('../../..'),
      configFile: false,
      logLevel: 'warn',
      plugins: [madeModules, styles, refusals],
      build: {
        write: false,
        minify: true,
        target: 'es2022',
        lib: { entry: here(entry), formats: ['es'], fileName: 'index' },
        // A library's file keeps its spaces otherwise.
        rolldownOptions: { output: { minify: true } },
      },
    }),
  ].flat();
  const code = result.output[0].code.replaceAll('/* @__PURE__ */ ', '');
  const target = here(`../../../dist/${folder}/`);
  mkdirSync(target, { recursive: true });
  writeFileSync(`${target}index.js`, code);
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`dist/${folder}/index.js ${code.length} B, gzip ${bytes} B`);
}

await bundle('../../browser.ts', 'echometer-viz');
await bundle('elements.ts', 'echometer-elements');
