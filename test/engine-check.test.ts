// How check:engines judges an engine and prints its row, on engines made up here. Runs no real engine but in the last case.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { judge, linesOf, tallyOf } from './engines/table.mjs';
import type { Answer, Engine, Row } from './engines/table.mjs';

const signature = '0123456789abcdef';
const paths = { whole: { lines: 90, cases: 9 }, light: { lines: 70, cases: 7 } };
const atHome = { signature, isCi: false };
const inCi = { signature, isCi: true };

function engineOf(answer: Answer | Error, more: Partial<Engine> = {}): Engine {
  const run = () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { name: 'made up', registry: true, version: () => '1.2.3', run, ...more };
}

const right = { signature, done: 90 };
const absent = (more: Partial<Engine> = {}) => engineOf(right, { version: () => null, ...more });

describe('an engine that repeats everything', () => {
  test('passes, with the number of cases', async () => {
    const row = await judge(engineOf(right), paths, inCi);
    expect(row).toMatchObject({ version: '1.2.3', vectors: '9', signature, note: '' });
    expect(row.failed).toBe(false);
  });

  test('passes by its signature alone where memory cannot be reached, and says no number', async () => {
    const row = await judge(engineOf({ signature }), paths, inCi);
    expect(row).toMatchObject({ vectors: '-', failed: false });
  });

  test('says how many of the cases, where it repeats the light part', async () => {
    const row = await judge(engineOf({ signature, done: 70 }, { part: 'light' }), paths, inCi);
    expect(row).toMatchObject({ vectors: '7 of 9', failed: false });
  });

  test('has not repeated the whole with the lines of the light part', async () => {
    const row = await judge(engineOf({ signature, done: 70 }), paths, atHome);
    expect(row).toMatchObject({ vectors: 'stopped', failed: true });
  });
});

describe('an engine that is wrong fails at home, too', () => {
  test('with another signature, although every line came out right', async () => {
    const row = await judge(engineOf({ signature: 'f'.repeat(16), done: 90 }), paths, atHome);
    expect(row).toMatchObject({ note: 'signature differs', failed: true });
  });

  test('at the first line that differs, which is shown', async () => {
    const row = await judge(engineOf({ signature, done: 8, wrong: 'line 9' }), paths, atHome);
    expect(row).toMatchObject({ vectors: 'differ', note: 'differs: line 9', failed: true });
  });

  test('when it stopped early without a word', async () => {
    const row = await judge(engineOf({ signature, done: 89 }), paths, atHome);
    expect(row).toMatchObject({ note: 'stopped early, after 89 of 90 lines', failed: true });
  });

  test('when it ends with an error, whose first line is shown', async () => {
    const row = await judge(engineOf(new Error('out of memory\n  at x')), paths, atHome);
    expect(row).toMatchObject({ version: '1.2.3', note: 'out of memory', failed: true });
  });
});

describe('an engine that is not there', () => {
  test('is named and does not fail at home', async () => {
    const row = await judge(absent(), paths, atHome);
    expect(row).toMatchObject({ name: 'made up', note: 'not on this machine', failed: false });
    expect(row.state).toBe('missing');
  });

  test('fails in CI when a registry can bring it', async () => {
    expect((await judge(absent(), paths, inCi)).failed).toBe(true);
  });

  test('does not fail in CI when none can, and says why', async () => {
    const row = await judge(absent({ registry: false, reason: 'no package' }), paths, inCi);
    expect(row).toMatchObject({ note: 'no package', failed: false });
  });

  test('is missing, too, when its registry does not answer: a failure in CI only', async () => {
    const bring = () => {
      throw new Error('no route');
    };
    const rows = [atHome, inCi].map((where) => judge(engineOf(right, { bring }), paths, where));
    const [home, ci] = await Promise.all(rows);
    expect(home).toMatchObject({ state: 'missing', note: 'not brought: no route', failed: false });
    expect(ci?.failed).toBe(true);
  });
});

describe('the table', () => {
  const row = (more: Partial<Row>): Row => ({
    name: 'a',
    version: '1',
    vectors: '9',
    signature,
    state: 'ran',
    note: '',
    failed: false,
    ...more,
  });

  test('names every engine, aligned, with its note last', () => {
    const rows = [row({ seconds: 1.25 }), row({ name: 'long name', note: 'why', failed: true })];
    expect(linesOf(rows)).toEqual([
      'engine     version  vectors  signature         s',
      `a          1        9        ${signature}  1.3`,
      `long name  1        9        ${signature}       why`,
    ]);
  });

  test('counts a missing engine as skipped, or as failed where it has failed', () => {
    const missing = row({ state: 'missing' });
    expect(tallyOf([row({}), missing, { ...missing, failed: true }])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
    });
  });

  test('without a row is a failure: no engine was asked', () => {
    expect(tallyOf([]).failed).toBe(1);
  });
});

// The real command on a PATH that has no tool at all; Node itself is started by its full path.
describe('npm run check:engines', () => {
  const script = fileURLToPath(new URL('engines/check.mjs', import.meta.url));
  const run = (words: string[], CI: string) =>
    spawnSync(process.execPath, [script, ...words], {
      encoding: 'utf8',
      env: { PATH: '/nonexistent', CI },
    });

  test('names the engines that are missing: no failure at home, one each in CI', () => {
    expect(existsSync(script)).toBe(true);
    const words = ['wazero', 'Chicory interpreter', 'WasmKit'];
    const home = run(words, '');
    expect(home.stdout).toMatch(/^wazero compiler +- .* not on this machine$/m);
    expect(home.stdout).toMatch(/^Chicory interpreter +- .* not on this machine$/m);
    expect(home.stdout).toMatch(/^WasmKit +- .* not on this machine: /m);
    expect(home.stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 0 failed, 3 skipped');
    expect(home.status).toBe(0);
    const ci = run(words, 'true');
    expect(ci.stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 2 failed, 1 skipped');
    expect(ci.status).toBe(1);
  });
});
