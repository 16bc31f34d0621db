import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: trial hosts and workers are processes of their own and want the second one.
    maxWorkers: 2,
  },
});
