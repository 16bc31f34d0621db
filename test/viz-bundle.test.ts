// `echometer/viz` in a bundle: the same drawing in Chromium as in Node, under a policy that allows no eval.
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { duplexFigures, figureSvg, loadRecordingUPlot } from 'echometer/viz';
import { expect, test } from 'vitest';
import { build } from 'vite';

import { launchChromium } from './fixtures/chromium.ts';
import { temporaryFolder } from './fixtures/cli.ts';
import { serveFolder } from './fixtures/site-server.ts';
import { until } from './fixtures/until.ts';

const ROOT = resolve(import.meta.dirname, '..');
const RUN = join(ROOT, 'docs/sample-run');
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

const PAGE = `import { duplexFigures, figureSvg, loadRecordingUPlot } from 'echometer/viz';
const read = async (name) => (await fetch(name)).json();
const runs = [{ run: await read('run.json'), data: await read('data.json') }];
const figures = duplexFigures({ runs, curves: [], curvesCase: '' });
globalThis.drawn = figures.map((figure) => figureSvg(loadRecordingUPlot(), figure));
document.title = 'drawn';`;

test('draws in a bundled page what it draws in Node', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/echometer'));
  writeFileSync(join(folder, 'page.js'), PAGE);
  const site = join(folder, 'site');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: site,
      lib: { entry: join(folder, 'page.js'), formats: ['es'], fileName: () => 'page.js' },
    },
  });
  for (const name of ['run.json', 'data.json']) copyFileSync(join(RUN, name), join(site, name));
  writeFileSync(
    join(site, 'index.html'),
    '<!doctype html><title></title><script type="module" src="page.js"></script>',
  );
  const server = await serveFolder(site, { 'Content-Security-Policy': POLICY });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(server.url);
    await until('the drawing', async () => errors.length > 0 || (await page.title()) === 'drawn');
    expect(errors).toEqual([]);
    const read = (name: string): never =>
      JSON.parse(readFileSync(join(RUN, name), 'utf8')) as never;
    const runs = [{ run: read('run.json'), data: read('data.json') }];
    const figures = duplexFigures({ runs, curves: [], curvesCase: '' });
    const inNode = figures.map((figure) => figureSvg(loadRecordingUPlot(), figure));
    expect(inNode.length).toBeGreaterThan(3);
    expect(await page.evaluate('drawn')).toEqual(inNode);
    expect(server.asked).toEqual(['/', '/page.js', '/run.json', '/data.json']);
  } finally {
    await browser.close();
    server.close();
  }
});
