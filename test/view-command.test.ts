// `echometer view` as a user calls it: a real server, a real Chromium, and requests that must not be answered.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appears, launchChromium } from './fixtures/chromium.ts';
import { runCli, startCli, temporaryFolder } from './fixtures/cli.ts';
import type { RunningCli } from './fixtures/cli.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP, TABLET } from './fixtures/synthetic-run.ts';
import { until } from './fixtures/until.ts';

const folder = join(temporaryFolder(), 'läptop run');
const packed = join(temporaryFolder(), 'tablet.echometer');
let browser: Browser;
let view: RunningCli;
let url = '';

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The path as it stands: fetch would normalize it before it is sent. */
function get(path: string, options: { method?: string; host?: string } = {}): Promise<Got> {
  const { port } = new URL(url);
  const host = options.host ?? `127.0.0.1:${port}`;
  const wanted = { host: '127.0.0.1', port, path, method: options.method ?? 'GET' };
  return new Promise((done, fail) => {
    httpRequest({ ...wanted, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    })
      .on('error', fail)
      .end();
  });
}

beforeAll(async () => {
  writeFolder(folder, madeRun(LAPTOP).files);
  writeFileSync(join(folder, 'private.txt'), 'private');
  writeFileSync(join(folder, '..', 'secret.json'), 'secret');
  mkdirSync(join(folder, 'samples'), { recursive: true });
  symlinkSync('/etc/hostname', join(folder, 'samples', 'link.u64'));
  writeFileSync(packed, zipSync(Object.fromEntries(madeRun(TABLET).files)));
  view = startCli(['view', folder, packed]);
  let stdout = '';
  view.child.stdout?.on('data', (text: string) => (stdout += text));
  url = await until('the address', () => /http:\S+/.exec(stdout)?.[0]);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  view.child.kill('SIGKILL');
});

describe('echometer view', () => {
  it('is on loopback and isolated, under the page’s own policy', async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const { status, headers } = await get('/');
    expect(status).toBe(200);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("script-src 'sha256-");
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  it('shows the runs, and every badge says that they match', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) complaints.push(request.url());
    });
    await page.goto(url);
    const badges = page.locator('#badges li').filter({ hasText: 'matches' });
    await appears(badges.nth(1));
    expect(await badges.allTextContents()).toEqual([
      expect.stringContaining('Laptop'),
      expect.stringContaining('Tablet mini'),
    ]);
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('lists what belongs to the runs and nothing else', async () => {
    const list = JSON.parse((await get('/runs.json')).body) as string[];
    const name = basename(folder);
    expect(list).toContain(`${name}/run.json`);
    expect(list.filter((path) => /private|link|secret/.test(path))).toEqual([]);
  });

  it.each([
    '/runs/../secret.json',
    '/runs/%2e%2e/secret.json',
    '/runs/l%C3%A4ptop%20run/../../secret.json',
    '/runs/l%C3%A4ptop%20run/..%2f..%2fsecret.json',
    '/runs/l%C3%A4ptop%20run/private.txt',
    '/runs/l%C3%A4ptop%20run/samples/link.u64',
    '/runs//etc/hostname',
    '/../../package.json',
    '//etc/hostname',
    '/runs/%00',
  ])('does not answer %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).toBe('no such file\n');
  });

  it('refuses other methods, other hosts and paths that are no text', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(405);
    expect((await get('/', { host: 'evil.example' })).status).toBe(403);
    expect((await get('/%ff')).status).toBe(400);
  });

  it('refuses what is no run before it listens', async () => {
    const outcome = await runCli(['view', temporaryFolder()]);
    expect(outcome).toMatchObject({ exit: 2, stdout: '' });
    expect(outcome.stderr).toContain('[NOT_A_RUN]');
  });

  it('ends with Ctrl-C, even while a page is open', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    view.child.kill('SIGINT');
    expect((await view.ended).exit).toBe(130);
  });
});
