import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A test that starts a browser says so by the fixture that it imports. */
const STARTS_A_BROWSER = /from '[./]*fixtures\/(?:chromium|firefox)\.ts'/;

const browserTests = readdirSync(new URL('test/', import.meta.url), { recursive: true })
  .map((name) => `test/${String(name).replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/bench/'))
  .filter((path) => STARTS_A_BROWSER.test(readFileSync(new URL(path, import.meta.url), 'utf8')));

export default defineConfig({
  test: {
    // Longer than anything that comes at all (test/fixtures/until.ts); a busy machine must not make a test red.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'all but browsers',
          include: ['test/**/*.test.ts'],
          exclude: ['test/bench/**', ...browserTests],
          // Two cores: trial hosts and workers are processes of their own and want the second one.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // A browser is a dozen processes that take every core: one at a time, when nothing else runs.
        extends: true,
        test: {
          name: 'browsers',
          include: browserTests,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
