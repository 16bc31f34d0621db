// The viewer beyond one run: logs of serializers, two runs compared, a PDF of the page, and files that are too large.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireRoom } from '../kernel/api/collection/read.ts';
import { zipEntries } from '../kernel/api/collection/zip.ts';
import { inflateRaw } from '../viz/archive/unpack.ts';
import { appears, axeViolations, launchChromium } from './fixtures/chromium.ts';
import { runCli } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

const VIEWER = fileURLToPath(new URL('../dist/page/index.html', import.meta.url));
const LOGS = fileURLToPath(new URL('golden/serializers/', import.meta.url));
const LOG = '2026-08-16-150620.bytes-json-libs.csv';
const SIDECAR = '2026-08-16-150620.configs.json';
let browser: Browser;
let folder = '';
/** Everything a page said or asked for that it should not have. */
let complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'echometer viewer '));
  writeFolder(join(folder, 'a'), madeRun(LAPTOP, 5).files);
  writeFolder(join(folder, 'b'), madeRun({ ...LAPTOP, slowness: 1.19 }, 5).files);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(bypassCSP = false): Promise<Page> {
  const context = await browser.newContext({ bypassCSP });
  const page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(VIEWER).href);
  return page;
}

const dropLog = (page: Page) =>
  page.setInputFiles(
    '#files',
    [LOG, SIDECAR].map((name) => join(LOGS, name)),
  );

/** Both runs, one after the other: a folder field takes one folder. */
async function dropBoth(page: Page): Promise<void> {
  for (const [index, name] of ['a', 'b'].entries()) {
    await page.setInputFiles('#folder', join(folder, name));
    await appears(page.locator('#badges li').filter({ hasText: 'matches' }).nth(index));
  }
}

const captionOf = (page: Page, name: string) =>
  page.locator('#tables caption').filter({ hasText: name });

/** What is behind the answers is folded. */
async function unfold(page: Page): Promise<void> {
  await appears(page.locator('#tables > details').first());
  for (const summary of await page.locator('#tables > details > summary').all())
    await summary.click();
}

describe('a CSV log of serializers on the page', () => {
  it('gives tables and figures, with the language and machine of its sidecar', async () => {
    const page = await open();
    await dropLog(page);
    await unfold(page);
    await appears(captionOf(page, 'Summary: swift, cold suite'));
    expect(await page.locator('#figures h2').count()).toBeGreaterThan(0);
    expect(await page.locator('#figures canvas').count()).toBeGreaterThan(0);
    const facts = page.locator('#tables .table').filter({ hasText: 'What was measured' });
    expect(await facts.textContent()).toContain('language');
    expect(await page.getByRole('alert').textContent()).toBe('');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['no-header.csv', 'a,b,c\n1,2,3\n', 'UNSUPPORTED'],
    ['empty.csv', '', 'EMPTY_FILE'],
    ['short.csv', 'SerializerName,Other\njson,1\n', 'REQUIRED_COLUMN'],
  ])('is refused by name when it is %s, and the page goes on', async (name, text, code) => {
    writeFileSync(join(folder, name), text);
    const page = await open();
    await page.setInputFiles('#files', join(folder, name));
    await appears(page.getByRole('alert').locator('p'));
    expect(await page.getByRole('alert').textContent()).toContain(code);
    await dropLog(page);
    await unfold(page);
    await appears(captionOf(page, 'Summary'));
  });

  it('has no axe violation', async () => {
    const page = await open(true);
    await dropLog(page);
    await unfold(page);
    await appears(captionOf(page, 'Summary'));
    expect(await axeViolations(page)).toEqual([]);
  });
});

/** What `echometer compare` prints of two runs: the counts and the lead, then each row of the table. */
async function commandSays(base: string, changed: string): Promise<string[]> {
  const { stdout } = await runCli(['compare', join(folder, base), join(folder, changed)]);
  const text = stdout.replaceAll('**', '').split('\n');
  const rows = text.filter((line) => line.startsWith('| ')).slice(1);
  return [
    ...text.filter((line) => /^\d+ worse, |^Worse: |^Better: /.test(line)),
    ...rows.map((line) => line.replace(/^\| | \|$/g, '').replaceAll(' | ', '\t')),
  ];
}

/** The same of the page. */
async function pageSays(page: Page): Promise<string[]> {
  const rows = await page.locator('#verdicts tbody tr').all();
  const cells = rows.map((row) => row.locator('th, td').allInnerTexts());
  return [
    ...(await page.locator('#verdicts > p').allInnerTexts()),
    ...(await Promise.all(cells)).map((texts) => texts.join('\t')),
  ];
}

const verdictsOf = (page: Page, counts: string) =>
  page.locator('#verdicts > p', { hasText: counts });

describe('two runs on the page', () => {
  it('are compared with the verdicts of echometer compare, and the reader chooses which', async () => {
    const page = await open();
    await dropBoth(page);
    await appears(verdictsOf(page, '1 worse, 0 better, 1 same, 0 unsure'));
    expect(await pageSays(page)).toEqual(await commandSays('a', 'b'));
    await page.locator('#controls').getByLabel('Baseline').selectOption({ index: 1 });
    await appears(verdictsOf(page, '0 worse, 1 better, 1 same, 0 unsure'));
    expect(await pageSays(page)).toEqual(await commandSays('b', 'a'));
    expect(new URL(page.url()).hash).toBe('#baseline=1');
    await page.locator('#controls').getByLabel('Compare it with').selectOption('nothing');
    expect(await page.locator('#verdicts').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('have captions that a phone shows whole', async () => {
    const page = await open();
    await page.setViewportSize({ width: 400, height: 800 });
    await dropBoth(page);
    await appears(verdictsOf(page, '1 worse'));
    const cut = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.scroll')].flatMap((scroll) => {
      const caption = scroll.querySelector('caption');
      const [inner, outer] = [caption, scroll].map((one) => one.getBoundingClientRect().width);
      return inner > outer + 1 ? [caption.textContent] : [];
    })`);
    expect(cut).toEqual([]);
  });

  it('become a PDF that is a report, with the numbers of the page', async () => {
    const page = await open();
    await dropBoth(page);
    await appears(verdictsOf(page, '1 worse'));
    const shown = await page.locator('#latency tbody tr td').allTextContents();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report (PDF)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('report.pdf');
    const path = join(folder, 'report.pdf');
    await download.saveAs(path);
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    for (const cell of shown) expect(text).toContain(cell.split(' ')[0]);
    expect(text).toContain('1 worse, 0 better');
    expect(execFileSync('pdffonts', [path], { encoding: 'utf8' })).toContain('Inter');
    expect(complaints).toEqual([]);
  });
});

describe('a packed run that is too large', () => {
  const packed = (): Uint8Array => {
    const bytes = zipSync({ 'run.json': new Uint8Array(8) }, { level: 0 });
    // The uncompressed size in the central directory: what a bomb claims.
    const directory = Buffer.from(bytes).indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 0x7fff_ffff, true);
    return bytes;
  };

  it('is refused before it is unpacked', () => {
    const entries = zipEntries('x', packed(), inflateRaw);
    expect(() => {
      requireRoom('x', entries);
    }).toThrow(expect.objectContaining({ code: 'TOO_LARGE', subject: 'x' }));
  });

  it('is named by the page, which goes on working', async () => {
    writeFileSync(join(folder, 'bomb.echometer'), packed());
    const page = await open();
    await page.setInputFiles('#files', join(folder, 'bomb.echometer'));
    await appears(page.getByRole('alert').locator('p'));
    expect(await page.getByRole('alert').textContent()).toContain('TOO_LARGE');
    await page.setInputFiles('#folder', join(folder, 'a'));
    await appears(page.locator('#badges li').filter({ hasText: 'matches' }));
  });
});

it('the page is one file of less than two megabytes', () => {
  expect(readFileSync(VIEWER).length).toBeLessThan(2_000_000);
});
