// What a reader and a network do to the page while it measures a browser: two buttons at once, a page that is left, a damaged
// snapshot, a server that goes. What a run gives is in browser-device.test.ts.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { launchChromium } from './fixtures/chromium.ts';
import { temporaryFolder } from './fixtures/cli.ts';
import {
  alertText,
  chooseSuites,
  downloadRun,
  measure,
  panel,
  untilNoWorker,
  untilWorker,
} from './fixtures/measure-panel.ts';
import { readPackedRun, type PackedRun } from './fixtures/packed-run.ts';
import { serveSite, type SiteServer } from './fixtures/site-server.ts';
import { statesOf } from './fixtures/states.ts';

const folder = temporaryFolder();
let browser: Browser;
let context: BrowserContext;
let site: SiteServer;

beforeAll(async () => {
  browser = await launchChromium();
});
beforeEach(async () => {
  site = await serveSite(true);
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  site.close();
});
afterAll(async () => {
  await browser.close();
});

const named = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

async function open(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url);
  await openPanel(page);
  return page;
}

async function openPanel(page: Page): Promise<void> {
  await page.locator('#measure summary').click();
  await chooseSuites(page, ['extra']);
}

async function finish(page: Page, name = 'browser'): Promise<PackedRun> {
  const file = `${folder}/${String(performance.now())}.echometer`;
  expect(await downloadRun(page, file)).toBe(`${name}.echometer`);
  return readPackedRun(file);
}

async function change(page: Page, path: string, damage: (bytes: Buffer) => Buffer): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: damage(await answer.body()) });
  });
}

async function measuring(page: Page): Promise<void> {
  await measure(page);
  await untilWorker(page);
}

it('one measurement runs at a time: the other waits for its end', async () => {
  const page = await open();
  const serializers = named(page, 'Measure serializers');
  await measuring(page);
  expect(await serializers.isDisabled()).toBe(true);
  await named(page, 'Cancel').click();
  await serializers.click();
  expect(await named(page, 'Measure').isDisabled()).toBe(true);
  await named(page, 'Cancel serializers').click();
  await untilNoWorker(page);
  expect(await named(page, 'Measure').isEnabled()).toBe(true);
});

it('a run that is cancelled before anything has begun leaves nothing', async () => {
  const page = await open();
  await page.evaluate(`for (const name of ['Measure', 'Cancel'])
    [...document.querySelectorAll('#measure button')].find((one) => one.textContent === name).click()`);
  expect(await alertText(page)).toMatch(/^CANCELLED: /);
  await untilNoWorker(page);
});

it('a page that is left asks first; then nothing goes on, and it can measure again', async () => {
  const page = await open();
  await measuring(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await untilNoWorker(page);
  await openPanel(page);
  await panel(page).getByLabel('Name of this device').fill('\u0007../a:b');
  await measure(page);
  const { run, trials } = await finish(page, '_a_b');
  expect(statesOf(trials)).toEqual(['ok']);
  expect(run.device.label).toBe('../a:b');
  // Nothing runs: nothing is asked.
  await page.reload();
  expect(asked).toHaveLength(1);
});

it('a page that the browser keeps and shows again does not go on with its run', async () => {
  const page = await open();
  await measuring(page);
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`);
  expect(await alertText(page)).toMatch(/^CANCELLED: /);
  await untilNoWorker(page);
});

const flipped = (bytes: Buffer): Buffer => {
  const last = bytes.length - 1;
  return Buffer.concat([bytes.subarray(0, last), Buffer.of((bytes[last] ?? 0) ^ 1)]);
};

it.each([
  ['kernel.wasm', 'a flipped bit', flipped, /^UNKNOWN_KERNEL: .*sha256/],
  ['manifest.json', 'a page', () => Buffer.from('<html>'), /^BAD_ASSET: .*manifest.json/],
])('%s with %s is refused', async (name, _, damage, said) => {
  const page = await context.newPage();
  await change(page, `**/measure/${name}`, damage);
  await page.goto(site.url);
  await page.locator('#measure summary').click();
  expect(await alertText(page)).toMatch(said);
});

it.each([
  ['of noise', (bytes: Buffer) => Buffer.alloc(bytes.length, 7)],
  ['that is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
])('a snapshot %s: Python starts plainly, and the trial says why', async (_, damage) => {
  const page = await open();
  await change(page, '**/pyodide/snapshot.bin', damage);
  await page.reload();
  await openPanel(page);
  await measure(page);
  const { trials } = await finish(page);
  const starts = trials.flatMap(({ interpreters = [] }) => interpreters);
  expect(starts.map(({ start }) => start)).toEqual(['plain']);
  expect(starts[0]?.reason).toMatch(/\S/);
});

it('a server that has gone: the run says that its scripts did not come', async () => {
  const page = await open();
  site.close();
  await measure(page);
  expect(await alertText(page)).toMatch(/^NO_PYODIDE: .*did not load.*server/);
  await untilNoWorker(page);
});
