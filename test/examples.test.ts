// The examples run as they are: the page in Chromium from the built files, the component in Node; each is short.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './fixtures/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = join(root, new URL(request.url ?? '/', 'http://local').pathname);
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
    response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
});

test('every example is shorter than 60 lines, and every worker than 600', () => {
  for (const name of readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(root, 'examples', name)).isDirectory()) continue;
    const lines = readFileSync(join(root, 'examples', name), 'utf8').split('\n').length;
    const most = name.startsWith('workers/') ? 600 : 60;
    expect([name, lines < most]).toEqual([name, true]);
  }
});

test('the component example tells a slower sample', () => {
  const stdout = execFileSync(process.execPath, [join(root, 'examples/component.mjs')], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(
    'shift 10, between 6 and 196 (misses once in 1,000)\n' +
      "Mann-Whitney p 0.000180, Hedges' g 0.655\n" +
      'slower\n' +
      'an empty sample is refused: empty, argument 0\n',
  );
});

test('the page summarizes what is typed into it', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/examples/statistics.html`);
    const answer = page.locator('#answer');
    await answer.filter({ hasText: 'Hodges-Lehmann' }).waitFor();
    expect(await answer.textContent()).toContain('n 12, mean 33.50, median 13.50');
    await page.locator('#numbers').fill('1 2 x');
    expect(await answer.textContent()).toContain('NOT_FINITE');
  } finally {
    await browser.close();
  }
});
