// report.html and the viewer in a real Chromium, opened from disk. Needs a built page (npm run build) and kernel.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { duplexFigures } from '../viz/figures/duplex.ts';
import { loadRecordingUPlot } from '../viz/assets/node.ts';
import { reportPage } from '../viz/report/content.ts';
import { pageHtml } from '../viz/print/page-html.ts';
import { appears, axeViolations, launchChromium } from './fixtures/chromium.ts';
import { serializerFigure, twoDeviceCurves, twoRuns } from './fixtures/figures.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP, TABLET } from './fixtures/synthetic-run.ts';

const VIEWER = fileURLToPath(new URL('../dist/page/index.html', import.meta.url));
const laptop = madeRun(LAPTOP);
const tablet = madeRun(TABLET);
let browser: Browser;
let folder = '';
/** Everything a page said or asked for that it should not have. */
let complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'echometer page '));
  writeFolder(join(folder, 'laptop'), laptop.files);
  writeFolder(join(folder, 'tablet'), tablet.files);
  writeFileSync(join(folder, 'tablet.echometer'), zipSync(Object.fromEntries(tablet.files)));
  const runs = twoRuns();
  const curves = twoDeviceCurves(1000);
  const figures = [...duplexFigures({ runs, curves, curvesCase: '64 B' }), serializerFigure()];
  const content = reportPage({
    runs,
    figures: figures.filter((figure) => figure !== null),
    more: [],
  });
  const sha256Base64 = (text: string) => createHash('sha256').update(text).digest('base64');
  const html = pageHtml(content, { recording: loadRecordingUPlot(), sha256Base64 });
  writeFileSync(join(folder, 'report.html'), html);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  return page;
}

const background = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

describe('report.html', () => {
  const open = (options?: BrowserContextOptions) => openPage(join(folder, 'report.html'), options);

  it('is complete without JavaScript and asks for nothing', async () => {
    const page = await open({ javaScriptEnabled: false });
    const figures = await page.locator('figure .wide svg').count();
    expect(figures).toBe(6);
    expect(await page.locator('figure .wide svg').first().isVisible()).toBe(true);
    expect(await page.locator('table').count()).toBeGreaterThan(figures);
    expect(complaints).toEqual([]);
  });

  it('changes between light and dark, under its own policy', async () => {
    const page = await open({ colorScheme: 'light' });
    const light = await background(page);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await background(page)).not.toBe(light);
    expect(complaints).toEqual([]);
  });

  it('shows narrow drawings on a phone and never scrolls sideways', async () => {
    const page = await open({ viewport: { width: 400, height: 800 } });
    expect(await page.locator('figure .wide').first().isVisible()).toBe(false);
    expect(await page.locator('figure .narrow').first().isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  });

  it('prints in light colors, without its navigation', async () => {
    const page = await open({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await background(page)).toBe('rgb(255, 255, 255)');
    expect(await page.locator('nav').isVisible()).toBe(false);
  });

  it.each(['light', 'dark'] as const)('has no axe violation (%s)', async (colorScheme) => {
    const page = await open({ colorScheme, bypassCSP: true });
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('the viewer', () => {
  const open = (options?: BrowserContextOptions) => openPage(VIEWER, options);
  const drop = (page: Page, ...paths: string[]) =>
    page.setInputFiles(
      '#files',
      paths.map((path) => join(folder, path)),
    );
  const badges = (page: Page) => page.locator('#badges li');

  it('recomputes a dropped folder with its own kernel and says that it matches', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await appears(badges(page).filter({ hasText: 'matches' }));
    await appears(page.locator('#distribution canvas').first());
    expect(await page.locator('#figures h2').allTextContents()).toEqual([
      expect.stringMatching(/^Receipt latency: 64 B [\d.]+ µs$/),
      'Distribution of receipt latency, 64 B',
      expect.stringMatching(/^Verified throughput: up to [\d,]+ MB\/s \(256 KiB/),
      expect.stringMatching(/^Run order: the furthest trial is /),
    ]);
    expect(complaints).toEqual([]);
  });

  it('names the first number that does not follow from the samples', async () => {
    const files = new Map(laptop.files);
    const text = new TextDecoder().decode(files.get('data.json'));
    const [first] = laptop.data.trials;
    const p50 = first?.stats?.receiptNs?.p50 ?? 0;
    const changed = text.replace(`"p50":${p50}`, `"p50":${p50 + 1}`);
    files.set('data.json', new TextEncoder().encode(changed));
    writeFolder(join(folder, 'changed'), files);
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'changed'));
    const badge = badges(page).filter({ hasText: 'differs' });
    await appears(badge);
    expect(await badge.textContent()).toContain('trials[0].stats.receiptNs.p50');
  });

  it('computes nothing with a kernel that nobody released', async () => {
    const files = new Map(laptop.files);
    files.set('kernel.wasm', Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    writeFolder(join(folder, 'foreign'), files);
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'foreign'));
    await appears(badges(page).filter({ hasText: 'unknown kernel' }));
  });

  it('shows a packed and an unpacked run side by side, one color each', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await appears(badges(page).first());
    await drop(page, 'tablet.echometer');
    await appears(badges(page).nth(1));
    await appears(badges(page).filter({ hasText: 'matches' }).nth(1));
    const legend = page.locator('#latency .legend button');
    expect(await legend.allTextContents()).toEqual(['●Laptop', '■Tablet mini']);
    expect(await page.locator('#about').textContent()).toContain('The runs differ in processor');
    expect(await page.locator('#answers').textContent()).toContain('(NEW) against Laptop (BASE)');
  });

  it('takes a real drop of files', async () => {
    const page = await open();
    const text = readFileSync(join(folder, 'laptop', 'data.json'), 'utf8');
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(text)}], 'data.json'));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.getElementById('drop').dispatchEvent(event);
    }`);
    await appears(badges(page).filter({ hasText: 'not recomputed' }));
  });

  it('keeps a run that comes while the curves of another are computed', async () => {
    // They came and took the page back to the runs that it had when they began.
    const page = await open({ bypassCSP: true });
    await page.evaluate(`{
      const compile = WebAssembly.compile;
      let calls = 0;
      WebAssembly.compile = async (bytes) => {
        calls += 1;
        if (calls === 2) await new Promise((resolve) => { globalThis.release = resolve; });
        return compile(bytes);
      };
    }`);
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await page.waitForFunction('globalThis.release !== undefined');
    await drop(page, 'tablet/data.json');
    await appears(badges(page).filter({ hasText: 'not recomputed' }));
    await page.evaluate('release()');
    await appears(page.locator('#distribution canvas').first());
    await drop(page, 'tablet/data.json');
    await appears(badges(page).filter({ hasText: 'not recomputed' }).nth(1));
    expect(await page.locator('#latency .legend button').count()).toBe(3);
  });

  it.each([
    ['broken.json', '{"schemaVersion": 1,', 'NOT_JSON'],
    ['empty.json', '', 'NOT_JSON'],
    ['newer.json', '{"schemaVersion": 99}', 'NEWER_SCHEMA'],
    ['other.json', '{"schemaVersion": 1}', 'BAD_FIELD'],
    ['noise.echometer', 'PK not a zip', 'BAD_ZIP'],
    ['notes.txt', 'hello', 'UNKNOWN_FORMAT'],
  ])('names what is wrong with %s and goes on working', async (name, text, code) => {
    writeFileSync(join(folder, name), text);
    const page = await open();
    await drop(page, name);
    const alert = page.getByRole('alert');
    await appears(alert.locator('p'));
    expect(await alert.textContent()).toContain(code);
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await appears(badges(page).filter({ hasText: 'matches' }));
    expect(await alert.textContent()).toBe('');
  });

  it('reads marks out by keyboard and shows them as a tooltip', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    const panel = page.locator('#latency .panel').first();
    await panel.focus();
    await page.keyboard.press('ArrowRight');
    const said = await page.locator('#live').textContent();
    // The curves come later; they must not take the figure away that is being read.
    await appears(page.locator('#distribution canvas').first());
    expect(said).toMatch(/^Laptop, 64 B: [\d.]+ µs \[/);
    expect(await panel.locator('.tip').textContent()).toBe(said);
    await page.keyboard.press('Escape');
    expect(await panel.locator('.tip').isVisible()).toBe(false);
  });

  it('keeps the choices in the hash and takes them from there', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await page.locator('#controls').getByLabel('Percentile').selectOption('p99');
    await page.locator('#controls').getByLabel('Time unit').selectOption('ms');
    await page.locator('#controls').getByLabel('Theme').focus();
    await page.locator('#controls').getByLabel('Theme').selectOption('dark');
    await page.locator('#controls').getByLabel('Percentile').focus();
    await page.locator('#controls').getByLabel('Percentile').selectOption('p95');
    await page.locator('#controls').getByLabel('Percentile').selectOption('p99');
    expect(new URL(page.url()).hash).toBe('#percentile=p99&unit=ms&theme=dark');
    expect(await page.locator('#latency .panel').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SELECT');
    await page.reload();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    expect(await page.locator('#controls').getByLabel('Time unit').inputValue()).toBe('ms');
    expect(await background(page)).toBe('rgb(13, 17, 23)');
  });

  it('sorts and filters its tables', async () => {
    const page = await open();
    await page.setInputFiles('#folder', [join(folder, 'laptop')]);
    const rows = page.locator('#throughput tbody tr');
    await page.locator('#controls').getByLabel('Rows with').fill('256 KiB');
    expect(await rows.count()).toBe(1);
    await page.locator('#controls').getByLabel('Rows with').fill('no such row');
    expect(await rows.count()).toBe(0);
    await page.locator('#controls').getByLabel('Rows with').fill('');
    const head = page.locator('#run-order thead button', { hasText: '% slower' });
    await head.click();
    await head.click();
    const cells = await page.locator('#run-order tbody tr td:nth-child(4)').allTextContents();
    const values = cells.map((cell) => Number(cell.replace('−', '-')));
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('hides a device from a figure by its legend', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    const toggle = page.locator('#latency .legend button');
    await toggle.click();
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    await page.locator('#latency .panel').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#live').textContent()).toBe('');
  });

  it.each([
    ['#latency .table button.quiet', 'latency.csv', 'Payload,"Receipt p50'],
    ['#latency figure button.quiet', 'latency.svg', '<?xml'],
    ['#exports button:first-child', 'echometer.json', '[{"name"'],
  ])('downloads from %s', async (selector, name, start) => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator(selector).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    const path = join(folder, name);
    await download.saveAs(path);
    expect(readFileSync(path, 'utf8').startsWith(start)).toBe(true);
  });

  it('prints its figures as drawings whose labels are text', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await appears(badges(page).filter({ hasText: 'matches' }));
    const path = join(folder, 'printed.pdf');
    await page.pdf({ path, format: 'A4' });
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    expect(text).toContain('p50 (median)');
    expect(text).toContain('MB/s · higher is better');
    expect(text).not.toContain('Drop run folders');
  });

  it.each(['light', 'dark'] as const)('has no axe violation with runs (%s)', async (scheme) => {
    const page = await open({ colorScheme: scheme, bypassCSP: true });
    await page.setInputFiles('#folder', join(folder, 'laptop'));
    await drop(page, 'tablet.echometer');
    await appears(badges(page).filter({ hasText: 'matches' }).nth(1));
    expect(await axeViolations(page)).toEqual([]);
  });
});
