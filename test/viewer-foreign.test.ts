// Files of other tools on the page: Chromium computes from them the JSON that Node prints, field by field.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { appears, launchChromium } from './fixtures/chromium.ts';
import { expectDone, runCli } from './fixtures/cli.ts';

const VIEWER = fileURLToPath(new URL('../dist/page/index.html', import.meta.url));
const FILES = fileURLToPath(new URL('fixtures/formats/', import.meta.url));

let browser: Browser;
let folder = '';
let complaints: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'echometer viewer '));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(pathToFileURL(VIEWER).href);
  return page;
}

async function numbersOf(page: Page): Promise<unknown[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'All numbers (JSON)' }).click();
  const path = join(folder, 'numbers.json');
  await (await download).saveAs(path);
  const numbers = JSON.parse(readFileSync(path, 'utf8')) as { readonly collection: unknown }[];
  return numbers.map(({ collection }) => collection);
}

async function nodeSays(file: string): Promise<unknown> {
  const outcome = await runCli(['analyze', file, '--json']);
  expectDone(outcome);
  return (JSON.parse(outcome.stdout) as { readonly collections: readonly unknown[] })
    .collections[0];
}

// JSON with rows and without, text, histograms, JavaScript, bzip2.
const DROPPED = [
  'hyperfine/real.json',
  'google-benchmark/real.json',
  'pyperf/real.json',
  'jmh/real.json',
  'mitata/real.json',
  'go/real.txt',
  'hlog/real.hlog',
  'krun/real.json.bz2',
  'github-action-benchmark/real.js.txt',
  'csv-numbers/real.csv',
];

describe('a file of another tool on the page', () => {
  it.each(DROPPED)('%s gives the JSON that Node prints, and a table', async (name) => {
    const page = await open();
    await page.setInputFiles('#files', join(FILES, name));
    await appears(page.locator('caption').first());
    expect(await page.getByRole('alert').textContent()).toBe('');
    expect(await numbersOf(page)).toEqual([await nodeSays(join(FILES, name))]);
    expect(complaints).toEqual([]);
  });

  it('a folder of criterion is one source, and unknown files beside results are passed over', async () => {
    const page = await open();
    await page.setInputFiles('#folder', join(FILES, 'criterion/real'));
    await appears(page.locator('caption').first());
    expect(await numbersOf(page)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['jmh/spoiled.json', 'BAD_SYNTAX'],
    ['expected.py', 'NO_RUN'],
  ])('%s is refused by name: %s', async (name, code) => {
    const page = await open();
    await page.setInputFiles('#files', join(FILES, name));
    await appears(page.getByRole('alert').locator('p'));
    expect(await page.getByRole('alert').textContent()).toContain(code);
  });
});
