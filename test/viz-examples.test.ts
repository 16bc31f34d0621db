// The examples that draw or read a run do what their first line promises. Needs a built package.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appears, launchChromium } from './fixtures/chromium.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP } from './fixtures/synthetic-run.ts';

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
const made = madeRun(LAPTOP);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'echometer example '));
  writeFolder(folder, made.files);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('examples/one-figure.mjs', () => {
  it('prints a page with the figure that was asked for', () => {
    const page = execFileSync('node', [example('one-figure.mjs'), folder, 'throughput']);
    expect(page.toString()).toMatch(/<svg [^]*<title id="throughput-title">Verified throughput/);
  });

  it('names the figures that there are when the asked one is not', () => {
    const { status, stderr } = spawnSync('node', [example('one-figure.mjs'), folder, 'nothing']);
    expect(status).toBe(2);
    expect(stderr.toString()).toContain('this run has latency, throughput, run-order');
  });
});

describe('examples/read-run.html', () => {
  it('prints every statistic of a chosen folder', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(example('read-run.html')).href);
      await page.setInputFiles('#folder', folder);
      await appears(page.getByText(`${made.data.trials.length} trials`));
      const table = await page.locator('#table').textContent();
      const p50 = made.data.cases[0]?.stats.receiptNs;
      expect(table).toContain(`receiptNs.p50${p50?.p50?.median ?? 'none'}`);
    } finally {
      await browser.close();
    }
  });
});
