// npm run bench:viz: how long a report takes, how large it is, and how fast the viewer answers. Medians over rounds; on a
// busy machine the CPU time says more than the wall time.
// Usage: node viz.mjs [--rounds 5]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { makeRunOfTen } from './run-of-ten.mjs';
import { longestTaskMs } from './trace.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'em-viz-'));
const ZOOMS = 12;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const spread = (numbers, text) =>
  `${text(median(numbers))} [${text(Math.min(...numbers))}, ${text(Math.max(...numbers))}]`;

/** Wall and CPU time of one `echometer report docs/sample-run`, in ms, as the shell has them. */
function timeReport() {
  const out = join(folder, 'report');
  const command = `TIMEFORMAT='%R %U %S'; time "$0" dist/host-node/src/cli.js report docs/sample-run --out "$1" >&2`;
  const text = execFileSync(
    'bash',
    ['-c', `{ ${command} 2>/dev/null; } 2>&1`, process.execPath, out],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const [wall = 0, user = 0, system = 0] = text.trim().split('\n').at(-1).split(' ').map(Number);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, out };
}

/** From the drop until every figure stands and two frames have passed, and the longest task of a zoom. */
async function timeViewer(browser, run) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(pathToFileURL(join(root, 'dist/page/index.html')).href);
  await page.evaluate(watchFigures);
  await page.setInputFiles('#folder', run);
  // A page that hangs is an error with a name, not a bench without an end.
  const shown = await page.waitForFunction('window.figuresShown', null, { timeout: 60_000 });
  const times = await shown.jsonValue();
  await browser.startTracing(page, {
    categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'],
  });
  await zoom(page);
  const trace = (await browser.stopTracing()).toString('utf8');
  await page.close();
  return { ...times, zoomMs: longestTaskMs(trace, 'zoom-begins', 'zoom-ends') };
}

/** Runs in the page. The drop begins with the field's change event. */
function watchFigures() {
  let begun = 0;
  let firstMs = 0;
  const begin = () => {
    begun = performance.now();
  };
  document.getElementById('folder').addEventListener('change', begin, { capture: true });
  const finish = () => {
    window.figuresShown = { firstMs, allMs: performance.now() - begun };
  };
  const look = () => {
    if (begun > 0 && firstMs === 0 && document.querySelector('#figures canvas') !== null)
      firstMs = performance.now() - begun;
    if (document.querySelector('#distribution canvas') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => requestAnimationFrame(finish));
  };
  look();
}

/** Drags over the curves, each time a part of what is shown, and back by a double click. */
async function zoom(page) {
  const plot = page.locator('#distribution .u-over').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const y = box.y + box.height / 2;
  await page.evaluate("performance.mark('zoom-begins')");
  for (let index = 0; index < ZOOMS; index += 1) {
    await page.mouse.move(box.x + box.width * 0.2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 8 });
    await page.mouse.up();
    if (index % 4 === 3) await page.mouse.dblclick(box.x + box.width / 2, y);
  }
  await page.evaluate("performance.mark('zoom-ends')");
}

const reports = Array.from({ length: rounds }, timeReport);
const htmlBytes = statSync(join(reports[0].out, 'report.html')).size;
const run = join(folder, 'ten');
makeRunOfTen(run);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const views = [];
for (let round = 0; round < rounds; round += 1) views.push(await timeViewer(browser, run));
await browser.close();
rmSync(folder, { recursive: true, force: true });

const row = (what, numbers, text, floor, aim) => {
  const value = median(numbers);
  const verdict = value <= aim ? 'aim met' : value <= floor ? 'floor met' : 'MISSED';
  return `| ${what} | ${spread(numbers, text)} | ${text(floor)} | ${text(aim)} | ${verdict} |`;
};
const ms = (value) => `${value.toFixed(0)} ms`;
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
process.stdout.write(
  `${[
    `${cpus()[0].model}, ${cpus().length} CPUs, Node ${process.version}, Chromium ${browser.version()}, ` +
      `${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0].toFixed(1)}, ${rounds} rounds, median [min, max].`,
    '',
    '| what | measured | floor | aim | |',
    '|---|---|---|---|---|',
    row(
      'report of docs/sample-run, wall',
      reports.map(({ wallMs }) => wallMs),
      seconds,
      5000,
      2000,
    ),
    row(
      'the same, CPU',
      reports.map(({ cpuMs }) => cpuMs),
      seconds,
      5000,
      2000,
    ),
    row('report.html', [htmlBytes], kB, 600_000, 400_000),
    row(
      'viewer, 10 x 25,000 samples: first figures',
      views.map(({ firstMs }) => firstMs),
      ms,
      1000,
      500,
    ),
    row(
      'viewer, the same: recomputed, every figure',
      views.map(({ allMs }) => allMs),
      ms,
      1000,
      500,
    ),
    row(
      `viewer, ${ZOOMS} zooms: longest task`,
      views.map(({ zoomMs }) => zoomMs),
      ms,
      50,
      16,
    ),
  ].join('\n')}\n`,
);
