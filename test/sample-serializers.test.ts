// docs/sample-serializers, the committed full run of the serializers: complete, and still what its logs give. What a run in general must be is elsewhere.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import type { StatsFile } from '../kernel/api/logs/stats-file.ts';
import { openFolder } from '../host-node/src/results/source.ts';
import { differenceOf, recomputed } from '../host-node/src/serializers/verify.ts';
import type { Recomputed } from '../host-node/src/serializers/verify.ts';

const SAMPLE = resolve(import.meta.dirname, '../docs/sample-serializers');
const ROUNDS = 5;
const written = JSON.parse(readFileSync(join(SAMPLE, 'stats.json'), 'utf8')) as StatsFile;
const page = readFileSync(join(SAMPLE, 'results.md'), 'utf8');
let found: Recomputed;

describe('the sample run of the serializers', () => {
  // 200,000 rows with 2,000 resamples of every series, 14 s of CPU: once for all tests here.
  beforeAll(() => {
    found = recomputed(openFolder(SAMPLE).source);
  }, 300_000);

  test('is what its logs give', () => {
    expect(differenceOf(found, written)).toBeNull();
  });

  test('is found out by one changed digit', () => {
    const text = JSON.stringify(written);
    const median = written.logs[1]?.groups[7]?.total.median ?? NaN;
    const changed = JSON.parse(text) as { logs: { groups: { total: { median: number } }[] }[] };
    const total = changed.logs[1]?.groups[7]?.total;
    if (total === undefined) throw new Error('the sample lacks a group');
    total.median = median + 1;
    expect(differenceOf(found, changed as unknown as StatsFile)).toEqual({
      path: 'logs[1].groups[7].total.median',
      expected: median,
      found: median + 1,
    });
  });

  test('has both suites of both languages, every row and cell, without a problem', () => {
    expect(written.logs.map(({ languages, suite }) => [...languages, suite])).toEqual([
      ['javascript', 'cold'],
      ['javascript', 'warm'],
      ['python', 'cold'],
      ['python', 'warm'],
    ]);
    for (const { problems, groups, languages } of written.logs) {
      expect(problems).toEqual([]);
      const bytes = groups.filter(({ mode }) => mode === 'bytes');
      expect(bytes).toHaveLength((languages[0] === 'python' ? 20 : 30) * 10);
    }
  });

  test('has five processes behind every warm number, and the load they ran under', () => {
    for (const { suite, groups, machine } of written.logs) {
      const rounds = groups.map(({ processes }) => processes?.mediansNs.length);
      expect(new Set(rounds)).toEqual(new Set([suite === 'warm' ? ROUNDS : undefined]));
      expect(machine).toHaveLength(suite === 'warm' ? ROUNDS : 0);
    }
  });

  test('has a page whose figures exist, with the ranking change and its cause', () => {
    const figures = [...page.matchAll(/\]\((figures\/[^)]+)\)/g)].map(([, file = '']) => file);
    expect(figures).toHaveLength(44);
    for (const file of figures) expect(existsSync(join(SAMPLE, file)), file).toBe(true);
    for (const language of ['JavaScript', 'Python']) {
      expect(page).toContain(`### ${language}: why cold and warm have other orders`);
      expect(page).toContain(`# ${language}: rows and fidelity`);
    }
    // Pooled behind one fence it read 10,700: the fence took the slow processes for outliers.
    expect(page).toContain('| avro:1.12.2 | schema | 13,400 |');
    expect(page).toMatch(/Libraries \(\d+ rows\): cold \/ warm/);
  });
});
