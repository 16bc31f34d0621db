// The browser as a device: the built site on a plain web server, a real Chromium; what the page says where one lacks something.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { RunFile } from '../kernel/api/run/results.ts';
import { PORTABLE_ROWS } from '../viz/rows/rows.ts';
import { appears, axeViolations, launchChromium } from './fixtures/chromium.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import {
  alertText,
  chooseSuites,
  downloadRun,
  measure,
  panel,
  untilNoWorker,
  untilShown,
  untilWorker,
} from './fixtures/measure-panel.ts';
import {
  OUTCOMES_OF_A_BROWSER,
  expectValid,
  readPackedRun,
  type PackedRun,
} from './fixtures/packed-run.ts';
import { serveSite, type SiteServer } from './fixtures/site-server.ts';
import { outcomes, statesOf } from './fixtures/states.ts';
import { until } from './fixtures/until.ts';

const SAMPLE_RUN = resolve(import.meta.dirname, '../docs/sample-run');
/** A smoke run is a minute on two idle cores; the machine of a test is rarely idle. */
const RUN_MS = 1_200_000;

vi.setConfig({ testTimeout: RUN_MS, hookTimeout: RUN_MS });

const folder = temporaryFolder();
let browser: Browser;
let isolated: SiteServer;
let plain: SiteServer;
/** Of the test that runs; a page that goes on would take the processor from the next. */
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, isolated, plain] = await Promise.all([
    launchChromium(),
    serveSite(true),
    serveSite(false),
  ]);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  isolated.close();
  plain.close();
});

interface Opened {
  readonly page: Page;
  /** Addresses outside of the server. */
  readonly foreign: readonly string[];
}

/** The page with its measuring part open; `before` runs in it before any script of its own. */
async function open(
  site: SiteServer,
  before = '',
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext(options);
  contexts.push(context);
  const foreign: string[] = [];
  context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(site.url) && !address.startsWith('blob:')) foreign.push(address);
  });
  if (before !== '') await context.addInitScript(before);
  const page = await context.newPage();
  await page.goto(site.url);
  await page.locator('#measure summary').click();
  return { page, foreign };
}

/** Waits for the run's end, downloads it, and reads it as Node does. */
async function finish(page: Page, name: string): Promise<PackedRun> {
  const file = join(folder, `${name}.echometer`);
  expect(await downloadRun(page, file)).toMatch(/\.echometer$/);
  return readPackedRun(file);
}

describe('the smoke profile in an isolated page', () => {
  let opened: Opened;
  let finished: PackedRun;
  beforeAll(async () => {
    opened = await open(isolated);
    await panel(opened.page).getByLabel('Name of this device').fill('Test browser');
    await measure(opened.page);
    finished = await finish(opened.page, 'smoke');
    // All tests of this run look at its page.
    contexts = [];
  });
  afterAll(async () => {
    await opened.page.context().close();
  });

  it('runs to its end; what a browser cannot do is unsupported with a reason', () => {
    expect(outcomes(finished.trials)).toEqual(OUTCOMES_OF_A_BROWSER);
    expect(finished.run).toMatchObject({ lane: 'pyodide', only: null, profile: 'smoke' });
    expect(finished.run.freshness).toMatchObject({ host: 'worker', worker: 'interpreter' });
    const starts = finished.trials.flatMap(({ interpreters = [] }) => interpreters);
    expect(new Set(starts.map(({ start }) => start))).toEqual(new Set(['snapshot']));
  });

  it('gives a folder that keeps to the schemas and is recomputed bit for bit in Node', async () => {
    await expectValid(finished);
  });

  it('is shown at once and recomputed in the page', async () => {
    await appears(opened.page.locator('#badges .matches'));
    expect(await opened.page.locator('#latency').textContent()).toContain('Test browser');
  });

  it('stands beside another device in a report', async () => {
    const out = join(folder, 'report');
    const outcome = await runCli(['report', SAMPLE_RUN, finished.file, '--out', out]);
    expect(outcome).toMatchObject({ exit: 0 });
    const sample = JSON.parse(readFileSync(join(SAMPLE_RUN, 'run.json'), 'utf8')) as RunFile;
    const text = readFileSync(join(out, 'report.md'), 'utf8');
    for (const label of ['Test browser', sample.device.label]) expect(text).toContain(label);
  });

  it('asked its own server alone', () => {
    expect(opened.foreign).toEqual([]);
    expect(isolated.asked).toContain('/pyodide/pyodide.asm.wasm');
  });

  it('leaves no worker', async () => {
    await untilNoWorker(opened.page);
  });
});

describe('a page that is not isolated', () => {
  it('measures over messages, says so, and gives batch means under its coarse clock', async () => {
    const { page } = await open(plain);
    await chooseSuites(page, ['latency']);
    const text = (await panel(page).textContent()) ?? '';
    expect(text).toContain('messages and stack switching (JSPI)');
    expect(text).toContain('too coarse for a single cycle');
    await measure(page);
    const finished = await finish(page, 'messages');
    expect(finished.run.lane).toBe('pyodide-messages');
    expect(finished.run.clock.resolutionNs).toBeGreaterThan(20_000);
    for (const { stats } of finished.data.trials) {
      expect(stats).toMatchObject({ receiptNs: null, fullCycleNs: null });
      expect(String(stats?.receiptNsReason)).toMatch(/^COARSE_CLOCK/);
      expect(stats?.batchMeanNs).toBeGreaterThan(0);
    }
    await expectValid(finished);
    await appears(page.locator('#badges .matches'));
    const table = (await page.locator('#latency table').textContent()) ?? '';
    expect(table).toContain('batch mean');
  });

  it('without stack switching either: says which headers are missing', async () => {
    const { page } = await open(plain, 'delete WebAssembly.Suspending');
    const said = await alertText(page);
    expect(said).toMatch(/^NO_SHARED_MEMORY: .*Cross-Origin-Embedder-Policy: require-corp/);
  });
});

describe('a browser that lacks something', () => {
  it('without WebAssembly is told so', async () => {
    const { page } = await open(isolated, 'delete globalThis.WebAssembly');
    expect(await alertText(page)).toMatch(/^NO_WASM: /);
  });

  it('without SIMD measures with the scalar kernel and says so', async () => {
    const { page } = await open(isolated, 'WebAssembly.validate = () => false');
    await chooseSuites(page, ['extra']);
    expect(await panel(page).textContent()).toContain('scalar');
    await measure(page);
    const finished = await finish(page, 'scalar');
    expect(finished.run.build.simd).toBe(false);
    expect(statesOf(finished.trials)).toEqual(['ok']);
    await expectValid(finished);
  });

  it('whose server has gone is told what did not come', async () => {
    const { page } = await open(isolated);
    await chooseSuites(page, ['extra']);
    await page.reload();
    await page.route('**/measure/kernel.wasm', (route) => route.abort());
    await page.locator('#measure summary').click();
    expect(await alertText(page)).toMatch(/^NO_ASSET: \/measure\/kernel.wasm /);
  });
});

describe('an interpreter that breaks', () => {
  /** The worker's sources as the page gets them, changed. */
  async function withSource(page: Page, file: string, text: string): Promise<void> {
    await page.route('**/measure/python.json', async (route) => {
      const answer = await route.fetch();
      const sources = (await answer.json()) as Record<string, string>;
      await route.fulfill({ response: answer, json: { ...sources, [file]: text } });
    });
    await page.reload();
    await page.locator('#measure summary').click();
  }

  it('before it has started ends the run with the Python error', async () => {
    const { page } = await open(isolated);
    await withSource(page, 'echometer_worker/__init__.py', 'raise RuntimeError("on purpose")\n');
    await chooseSuites(page, ['extra']);
    await measure(page);
    expect(await alertText(page)).toMatch(/^NO_PYODIDE: .*RuntimeError: on purpose/);
    await untilNoWorker(page);
  });

  it('in a channel fails its trial with the Python error, and the run goes on', async () => {
    const { page } = await open(isolated);
    const broken = 'def serve_channel(channel, token):\n    raise RuntimeError("on purpose")\n';
    await withSource(page, 'echometer_pyodide/__init__.py', broken);
    await chooseSuites(page, ['extra']);
    await measure(page);
    const finished = await finish(page, 'broken');
    const [trial] = finished.trials;
    expect(trial).toMatchObject({ state: 'failed', failure: { code: 'LANE' } });
    expect(trial?.failure?.message).toContain('RuntimeError: on purpose');
    await expectValid(finished);
  });
});

describe('a run that does not end by itself', () => {
  it('is cancelled: nothing goes on, and another run can begin', async () => {
    const { page } = await open(isolated);
    await chooseSuites(page, ['latency']);
    await measure(page);
    await untilWorker(page);
    await panel(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await alertText(page)).toMatch(/^CANCELLED: /);
    await untilNoWorker(page);
    expect(
      await panel(page).getByRole('button', { name: 'Measure', exact: true }).isEnabled(),
    ).toBe(true);
  });

  it('ends with its tab', async () => {
    const other = await launchChromium();
    try {
      const page = await other.newPage();
      await page.goto(isolated.url);
      await page.locator('#measure summary').click();
      await chooseSuites(page, ['latency']);
      await measure(page);
      await untilWorker(page);
      const session = await other.newBrowserCDPSession();
      const renderers = async (): Promise<readonly number[]> => {
        const { processInfo } = await session.send('SystemInfo.getProcessInfo');
        return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
      };
      const measuring = await renderers();
      await page.close();
      const isLeft = (id: number): boolean => measuring.includes(id);
      await until('the end of its process', async () => !(await renderers()).some(isLeft));
    } finally {
      await other.close();
    }
  });
});

describe('the serializer rows in a page', () => {
  it('are measured in batches or listed with their state, and their log is one that Node reads', async () => {
    const { page, foreign } = await open(isolated);
    await panel(page).getByRole('button', { name: 'Measure serializers' }).click();
    const button = panel(page).getByRole('button', { name: 'Download the log (CSV)' });
    await untilShown(page, button);
    const states = await panel(page)
      .locator('.serializers tbody tr td:nth-child(3)')
      .allTextContents();
    expect(states).toHaveLength(PORTABLE_ROWS.length);
    expect(states.filter((state) => state === 'ok').length).toBeGreaterThan(20);
    for (const state of states) expect(state).toMatch(/^(ok|(broken|not-installed): .+)$/);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const file = join(folder, 'browser-serializers.csv');
    await download.saveAs(file);
    const out = join(folder, 'analysis');
    expect(await runCli(['analyze', file, '--out', out])).toMatchObject({ exit: 0 });
    expect(foreign).toEqual([]);
  });
});

describe('the measuring part of the page', () => {
  it('from disk says that it needs a server', async () => {
    const page = await browser.newPage();
    await page.goto(new URL('../dist/page/index.html', import.meta.url).href);
    await page.locator('#measure summary').click();
    expect(await alertText(page)).toMatch(/^NO_SERVER: .*echometer view/);
  });

  it.each(['light', 'dark'] as const)('has no axe violation (%s)', async (scheme) => {
    const { page } = await open(isolated, '', { colorScheme: scheme, bypassCSP: true });
    await appears(panel(page).getByRole('button', { name: 'Measure', exact: true }));
    expect(await axeViolations(page)).toEqual([]);
  });
});
