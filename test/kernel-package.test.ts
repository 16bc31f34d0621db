// `echometer-kernel` as a user has it: installed in an empty folder, in Node, in Chromium and Firefox, in a page and in a worker, with and
// without a bundler, under a strict policy. Everywhere the tutorial's lines print the same digits.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { TestContext } from 'vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from 'vite';

import { launchChromium } from './fixtures/chromium.ts';
import { temporaryFolder } from './fixtures/cli.ts';
import { hasFirefox, launchFirefox } from './fixtures/firefox.ts';
import { ISOLATED, serveFolder } from './fixtures/site-server.ts';
import { until } from './fixtures/until.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PACKAGE = join(ROOT, 'dist/echometer-kernel');
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const readme = read(PACKAGE, 'README.md');
const tutorial = /```js\n([^`]*(?:`[^`\n]*`[^`]*)*?)```/.exec(readme)?.[1] ?? '';
const printed = /It prints `(.*)` in Node/.exec(readme)?.[1] ?? '';

/** An empty folder with the package in it. */
function installed(): string {
  const folder = temporaryFolder();
  cpSync(PACKAGE, join(folder, 'node_modules/echometer-kernel'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  return folder;
}

/** The tutorial for a page: what it prints becomes the title, or goes to who started the worker. */
const said = (code: string): string =>
  `const say = (text) => { if (typeof document === 'undefined') postMessage(text); else document.title = text; };
${code.replace('console.log(', 'say(')}`;

const STARTS_WORKER = `const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => { document.title = data; };
worker.onerror = ({ message }) => { document.title = \`error: \${message}\`; };`;

const html = (script: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title></title><script type="module" src="${script}"></script></html>`;

/** A site with two pages, each by hand and by a bundler: the lines in the page itself, and in a worker of it. */
async function makeSite(): Promise<string> {
  const folder = installed();
  const site = join(folder, 'site');
  mkdirSync(site);
  cpSync(join(PACKAGE, 'index.js'), join(site, 'echometer-kernel.js'));
  writeFileSync(join(site, 'favicon.ico'), '');
  const plain = said(tutorial).replace("'echometer-kernel'", "'./echometer-kernel.js'");
  writeFileSync(join(site, 'worker.js'), plain);
  writeFileSync(join(site, 'plain.js'), plain);
  writeFileSync(join(site, 'starts-worker.js'), STARTS_WORKER);
  writeFileSync(join(folder, 'entry.js'), said(tutorial));
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: site,
      emptyOutDir: false,
      lib: { entry: join(folder, 'entry.js'), formats: ['es'], fileName: () => 'bundled.js' },
    },
  });
  mkdirSync(join(site, 'bundled'));
  cpSync(join(site, 'bundled.js'), join(site, 'bundled/worker.js'));
  writeFileSync(join(site, 'bundled/starts-worker.js'), STARTS_WORKER);
  for (const name of ['plain', 'starts-worker', 'bundled', 'bundled/starts-worker'])
    writeFileSync(join(site, `${name}.html`), html(`/${name}.js`));
  return site;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

const PAGES = ['plain', 'starts-worker', 'bundled', 'bundled/starts-worker'];

describe('the package', () => {
  test('has one version with the project and needs nothing', () => {
    const manifest = JSON.parse(read(PACKAGE, 'package.json')) as Record<string, unknown>;
    const { version } = JSON.parse(read(ROOT, 'package.json')) as { version: string };
    expect(manifest['version']).toBe(version);
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  test('is below its sizes: 1 MB packed, one file of 60 kB gzip', () => {
    const out = execFileSync('npm', ['pack', '--dry-run', '--json'], {
      cwd: PACKAGE,
      encoding: 'utf8',
    });
    const [packed] = JSON.parse(out) as { size: number; files: { path: string }[] }[];
    expect(packed?.size).toBeLessThan(1_000_000);
    const kinds = new Set(packed?.files.map(({ path }) => path.replace(/\/.*/, '')));
    expect([...kinds].sort()).toEqual(
      ['LICENSE', 'NOTICE', 'README.md', 'index.js', 'kernel.scalar.wasm', 'kernel.wasm'].concat([
        'package.json',
        'types',
        'vectors',
      ]),
    );
    expect(gzipSync(read(PACKAGE, 'index.js'), { level: 9 }).length).toBeLessThan(60_000);
    expect(read(PACKAGE, 'index.js')).not.toMatch(/\bimport\b\s*[{'"(]|from\s*["']/);
  });

  test('has the same lines in the documents', () => {
    expect(tutorial.trim().split('\n')).toHaveLength(5);
    expect(read(ROOT, 'docs/embedding.md')).toContain(tutorial);
  });
});

describe('its types', () => {
  const compile = (folder: string, resolution: string, code: string): string => {
    writeFileSync(join(folder, 'use.ts'), code);
    const options = {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022'],
      types: [],
      module: resolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution: resolution,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['use.ts'] }),
    );
    try {
      return execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
        cwd: folder,
        encoding: 'utf8',
      });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  test.each(['nodenext', 'bundler'])('need no DOM and no Node: %s', (resolution) => {
    const folder = installed();
    const code = `${tutorial.replace(/console\.log\((.*)\);/, 'export const text: string = $1;')}
export const other = await openWorkspace(new Uint8Array(8));`;
    expect(compile(folder, resolution, code)).toBe('');
    const wrong = "import { openWorkspace } from 'echometer-kernel';\nawait openWorkspace(5);\n";
    expect(compile(folder, resolution, wrong)).toContain(
      "error TS2345: Argument of type '5' is not assignable to parameter of type 'KernelSource",
    );
  });
});

describe('the five lines', () => {
  test('print their digits in Node', () => {
    const folder = installed();
    writeFileSync(join(folder, 'tutorial.js'), tutorial);
    const out = execFileSync(process.execPath, ['tutorial.js'], { cwd: folder, encoding: 'utf8' });
    expect(out).toBe(`${printed}\n`);
  });

  const servers: { url: string; asked: readonly string[]; close(): void }[] = [];
  let site = '';
  let chromium: Browser;

  beforeAll(async () => {
    expect(existsSync(PACKAGE), 'run npm run build:package').toBe(true);
    site = await makeSite();
    const policy = { 'Content-Security-Policy': STRICT };
    servers.push(await serveFolder(site, policy));
    servers.push(await serveFolder(site, { ...policy, ...ISOLATED }));
    const without = { 'Content-Security-Policy': "default-src 'none'; script-src 'self'" };
    servers.push(await serveFolder(site, without));
    chromium = await launchChromium();
  });
  afterAll(async () => {
    await chromium.close();
    for (const server of servers) server.close();
  });

  test.each([0, 1])('print them in Chromium, page and worker, isolated: %d', async (isolated) => {
    const page = await chromium.newPage();
    for (const name of PAGES) {
      await page.goto(`${servers[isolated]?.url ?? ''}${name}.html`);
      // Not waitForFunction: it evaluates a text, which the policy forbids.
      const title = async () => orNull(await page.title());
      expect([name, await until(name, title)]).toEqual([name, printed]);
      expect(await page.evaluate('crossOriginIsolated')).toBe(isolated === 1);
    }
    // Nobody asked for anything but the page's own scripts.
    expect(new Set(servers[isolated]?.asked.map((path) => path.replace(/.*\./, '')))).toEqual(
      new Set(['html', 'js']),
    );
    await page.close();
  });

  test('are refused with a code where the policy forbids WebAssembly', async () => {
    const page = await chromium.newPage();
    const refused = page.waitForEvent('pageerror');
    await page.goto(`${servers[2]?.url ?? ''}plain.html`);
    expect((await refused).message).toContain('kernel refused openWorkspace: FOREIGN');
    await page.close();
  });

  test('print them in Firefox, page and worker', async (context: TestContext) => {
    if (!hasFirefox()) {
      expect(process.env['CI'], 'CI must have Firefox').toBeUndefined();
      context.skip('install Firefox (Debian: apt install firefox-esr), or name one in FIREFOX');
    }
    const firefox = await launchFirefox(temporaryFolder());
    try {
      for (const server of servers.slice(0, 2))
        for (const name of PAGES) {
          await firefox.page.goto(`${server.url}${name}.html`);
          const title = async () => orNull(String(await firefox.page.evaluate('document.title')));
          expect([name, await until(name, title)]).toEqual([name, printed]);
        }
    } finally {
      await firefox.close();
    }
  });
});
