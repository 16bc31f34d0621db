// Builds the viewer: one HTML file whose scripts are classic and inline, which opens from disk and under a strict policy.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, runnerImport } from 'vite';

import { madeModules } from '../made-modules.mjs';

const require = createRequire(import.meta.url);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const root = here('../../..');

const { module: style } = await runnerImport(here('../../print/style.ts'));

/** A module as the text of a classic script. */
async function bundle(entry, name) {
  const [result] = [
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [madeModules],
      // pdfkit names its color profile by it, and a classic script has none.
      define: { 'import.meta.url': JSON.stringify('file:///page.mjs') },
      build: {
        write: false,
        minify: true,
        target: 'es2022',
        lib: { entry: here(entry), formats: ['iife'], name, fileName: name },
      },
    }),
  ].flat();
  const [{ code }] = result.output.filter(({ isEntry }) => isEntry);
  // A script element ends at this text wherever it stands.
  return code.replaceAll('</script', '<\\/script');
}

const script = await bundle('main.ts', 'echometerPage');
// A function that nobody calls is only scanned: the page starts as fast as without it.
const pdfScript = `function openPdfScript(){${await bundle('pdf-script.ts', 'echometerPdf')};return echometerPdf}`;
const font = (name) =>
  gzipSync(readFileSync(require.resolve(`#inter/${name}`)), {
    level: 9,
  }).toString('base64');
const uPlotCss = readFileSync(require.resolve('uplot/dist/uPlot.min.css'), 'utf8');
const own = ['../dom/parts.css', 'page.css'].map((name) => readFileSync(here(name), 'utf8'));
const css = [style.REPORT_CSS, uPlotCss, ...own].join('\n');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `style-src ${hash(css)}`,
  `script-src ${hash(pdfScript)} ${hash(script)} 'wasm-unsafe-eval'`,
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const html = readFileSync(here('page.template'), 'utf8')
  .replace('{policy}', () => policy)
  .replace('{style}', () => css)
  .replace('{regular}', () => font('400Regular/Inter_400Regular.ttf'))
  .replace('{bold}', () => font('600SemiBold/Inter_600SemiBold.ttf'))
  .replace('{pdfScript}', () => pdfScript)
  .replace('{script}', () => script);
mkdirSync(here('../../../dist/page'), { recursive: true });
writeFileSync(here('../../../dist/page/index.html'), html);
console.log(`dist/page/index.html ${html.length} B`);
