// Firefox as a device: the built site on a plain web server, the smoke profile to its end. What a page says where a browser
// lacks something is in browser-device.test.ts.

import type { TestContext } from 'vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { descendants, isAlive, temporaryFolder } from './fixtures/cli.ts';
import type { ProcessLine } from './fixtures/cli.ts';
import { hasFirefox, launchFirefox, type Firefox, type FirefoxPage } from './fixtures/firefox.ts';
import {
  OUTCOMES_OF_A_BROWSER,
  expectValid,
  readPackedRun,
  type PackedRun,
} from './fixtures/packed-run.ts';
import { serveSite, type SiteServer } from './fixtures/site-server.ts';
import { outcomes } from './fixtures/states.ts';
import { until } from './fixtures/until.ts';

const RUN_MS = 1_200_000;
const FOUND = hasFirefox();

vi.setConfig({ testTimeout: RUN_MS, hookTimeout: RUN_MS });

function needsFirefox(context: TestContext): void {
  if (FOUND) return;
  expect(process.env['CI'], 'CI must have Firefox').toBeUndefined();
  context.skip('install Firefox (Debian: apt install firefox-esr), or name one in FIREFOX');
}

const button = (text: string): string =>
  `[...document.querySelectorAll('#measure button')].some((one) => one.textContent.startsWith(${JSON.stringify(text)}))`;

async function open(page: FirefoxPage, site: SiteServer): Promise<void> {
  await page.goto(site.url);
  await page.click('#measure summary', '');
  await page.until(button('Measure'));
}

async function finish(page: FirefoxPage): Promise<PackedRun> {
  await page.click('#measure button', 'Measure');
  await page.until(button('Download the run'));
  return readPackedRun(await page.download('#measure button', 'Download the run'));
}

let firefox: Firefox;
let isolated: SiteServer;
let plain: SiteServer;

beforeEach(needsFirefox);
beforeAll(async () => {
  [isolated, plain] = await Promise.all([serveSite(true), serveSite(false)]);
  if (FOUND) firefox = await launchFirefox(temporaryFolder());
});
afterAll(async () => {
  if (FOUND) await firefox.close();
  isolated.close();
  plain.close();
});

describe('Firefox', () => {
  it('runs the smoke profile to its end, valid and recomputed bit for bit in Node', async () => {
    const { page } = firefox;
    await open(page, isolated);
    const finished = await finish(page);
    expect(outcomes(finished.trials)).toEqual(OUTCOMES_OF_A_BROWSER);
    expect(finished.run).toMatchObject({ lane: 'pyodide', only: null, profile: 'smoke' });
    expect(finished.run.host).toMatchObject({ runtime: 'browser' });
    expect(finished.run.host.version).toMatch(/^Firefox /);
    const starts = finished.trials.flatMap(({ interpreters = [] }) => interpreters);
    expect(new Set(starts.map(({ start }) => start))).toEqual(new Set(['snapshot']));
    await expectValid(finished);
    await page.until(`document.querySelector('#badges .matches') !== null`);
  });

  it('asked no other server', () => {
    expect(isolated.asked).toContain('/pyodide/pyodide.asm.wasm');
    const foreign = firefox.page
      .requests()
      .filter((url) => !url.startsWith(isolated.url) && !/^(about|blob|data):/.test(url));
    expect(foreign).toEqual([]);
  });

  it('on a page that is not isolated it takes messages and says that its clock is coarse', async () => {
    const { page } = firefox;
    await open(page, plain);
    const text = await page.text('#measure');
    expect(text).toContain('messages and stack switching (JSPI)');
    expect(text).toContain('too coarse for a single cycle');
  });

  it('leaves no process when it is closed', async () => {
    const isFirefox = ({ command }: ProcessLine): boolean => command.includes('firefox');
    const family = descendants(process.pid).filter(isFirefox);
    // Firefox itself and a process for its pages, which would no longer be a descendant once orphaned.
    expect(family.length).toBeGreaterThan(1);
    await firefox.close();
    await until('the end of all of them', () => !family.some(({ pid }) => isAlive(pid)));
  });
});
