// <echometer-report> and <echometer-figure> on a plain page: one file, a strict policy, no request but the given files; what a keyboard and a
// screen reader find there.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';

import { axeViolations, launchChromium } from './fixtures/chromium.ts';
import { temporaryFolder } from './fixtures/cli.ts';
import { hasFirefox, launchFirefox } from './fixtures/firefox.ts';
import { serveFolder, type SiteServer } from './fixtures/site-server.ts';
import { until } from './fixtures/until.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FILE = join(ROOT, 'dist/echometer-elements/index.js');
const FOREIGN = join(ROOT, 'test/fixtures/formats/hyperfine/real.json');
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'none'";

const page = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><script type="module" src="/elements.js"></script>` +
  `<main><h1>Host</h1>${body}</main></html>`;

const PAGES = {
  report: '<echometer-report src="run/"></echometer-report>',
  figure: '<echometer-figure src="run/" figure="throughput"></echometer-figure>',
  case: '<echometer-figure src="run/" case="64B"></echometer-figure>',
  foreign: '<echometer-report src="foreign.json"></echometer-report>',
  log: '<echometer-report src="log.csv.gz"></echometer-report>',
  missing: '<echometer-figure src="nowhere.json"></echometer-figure>',
};

let server: SiteServer;
let browser: Browser;

beforeAll(async () => {
  const site = temporaryFolder();
  copyFileSync(FILE, join(site, 'elements.js'));
  mkdirSync(join(site, 'run'));
  for (const name of ['run.json', 'data.json'])
    copyFileSync(join(ROOT, 'docs/sample-run', name), join(site, 'run', name));
  copyFileSync(FOREIGN, join(site, 'foreign.json'));
  copyFileSync(
    join(ROOT, 'docs/sample-serializers/logs/javascript/2026-11-30-145856.csv.gz'),
    join(site, 'log.csv.gz'),
  );
  for (const [name, body] of Object.entries(PAGES))
    writeFileSync(join(site, `${name}.html`), page(body));
  server = await serveFolder(site, { 'Content-Security-Policy': POLICY });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  server.close();
});

/** Opens a page and waits for its element; the requests of it alone. */
async function shown(name: keyof typeof PAGES): Promise<{ page: Page; asked: string[] }> {
  const context = await browser.newContext({ bypassCSP: false });
  const opened = await context.newPage();
  const before = server.asked.length;
  await opened.goto(`${server.url}${name}.html`);
  const host = opened.locator('echometer-report, echometer-figure');
  await until(name, async () => (await host.locator('.body > *').count()) > 0);
  return { page: opened, asked: server.asked.slice(before) };
}

test('is one file below 150 kB gzip, without an import', () => {
  const text = readFileSync(FILE, 'utf8');
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(150_000);
  expect(text).not.toMatch(/\bfrom\s*["']|\bimport\s*["'({]/);
});

test('a report of the sample run asks for its two files and shows what report.md says', async () => {
  const { page, asked } = await shown('report');
  expect(asked).toEqual(['/report.html', '/elements.js', '/run/run.json', '/run/data.json']);
  const markdown = readFileSync(join(ROOT, 'docs/sample-run/report.md'), 'utf8');
  const figures = [...markdown.matchAll(/figures\/([\w-]+)\.svg/g)].map(([, id]) => id);
  const ids = await page
    .locator('echometer-report section:has(figure)')
    .evaluateAll((sections) =>
      sections.map((section) => (section as unknown as { id: string }).id),
    );
  expect(ids.length).toBeGreaterThan(2);
  // The distribution needs the samples, which were not given.
  expect(figures.filter((id) => !ids.includes(id ?? ''))).toEqual(['distribution']);
  expect(await page.locator('echometer-report table').count()).toBeGreaterThan(8);
  await page.close();
});

test('keyboard and screen reader find names, marks and what they say', async () => {
  const { page } = await shown('report');
  const article = page.getByRole('article');
  expect(await article.getAttribute('aria-label')).toContain('Round trips');
  const panel = page.getByRole('img').first();
  expect(await panel.getAttribute('aria-label')).toContain('arrow keys');
  await panel.focus();
  await page.keyboard.press('ArrowRight');
  const live = page.locator('echometer-report [aria-live=polite]');
  await until('the mark', async () => /\d/.test((await live.textContent()) ?? ''));
  await page.close();
});

test('breaks no rule of axe', async () => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  for (const name of ['report', 'foreign'] as const) {
    await page.goto(`${server.url}${name}.html`);
    await until(name, async () => (await page.locator('echometer-report .body > *').count()) > 0);
    expect(await axeViolations(page)).toEqual([]);
  }
  await context.close();
});

test('a figure is the one that is named, or the one of its case', async () => {
  const named = await shown('figure');
  expect(await named.page.getByRole('figure').count()).toBe(1);
  const label = await named.page.getByRole('figure').getAttribute('aria-label');
  expect(label).toMatch(/MB\/s/);
  await named.page.close();
  const one = await shown('case');
  const drawn = one.page.locator('echometer-figure canvas');
  await until('the drawing', async () => (await drawn.count()) > 0);
  expect(await one.page.getByRole('figure').getAttribute('aria-label')).not.toContain('256 KiB');
  await one.page.close();
});

test('a file of another tool is a figure and a table', async () => {
  const { page, asked } = await shown('foreign');
  expect(asked).toEqual(['/foreign.html', '/elements.js', '/foreign.json']);
  const text = (await page.locator('echometer-report .body').textContent()) ?? '';
  expect(text).toContain('hyperfine');
  const drawn = page.locator('echometer-report canvas');
  await until('the drawing', async () => (await drawn.count()) > 0);
  await page.close();
});

test('a log of serializers has its cases', async () => {
  const { page, asked } = await shown('log');
  expect(asked).toEqual(['/log.html', '/elements.js', '/log.csv.gz']);
  expect(await page.locator('echometer-report tbody tr').count()).toBeGreaterThan(50);
  await page.close();
});

test('what cannot be had is said, and the element fires error', async () => {
  const { page } = await shown('missing');
  expect(await page.getByRole('alert').textContent()).toContain('nowhere.json');
  await page.close();
});

test('another src shows another source', async () => {
  const { page } = await shown('foreign');
  await page.evaluate("document.querySelector('echometer-report').setAttribute('src', 'run/')");
  const article = page.getByRole('article');
  await until('the run', async () =>
    ((await article.getAttribute('aria-label')) ?? '').includes('Round trips'),
  );
  await page.close();
});

test('shows the same in Firefox', async (context: TestContext) => {
  if (!hasFirefox()) {
    expect(process.env['CI'], 'CI must have Firefox').toBeUndefined();
    context.skip('install Firefox (Debian: apt install firefox-esr), or name one in FIREFOX');
  }
  const firefox = await launchFirefox(temporaryFolder());
  try {
    for (const name of ['report', 'foreign']) {
      await firefox.page.goto(`${server.url}${name}.html`);
      const canvases = `document.querySelector('echometer-report').shadowRoot.querySelectorAll('canvas').length`;
      await until(name, async () => Number(await firefox.page.evaluate(canvases)) > 0);
    }
  } finally {
    await firefox.close();
  }
});
