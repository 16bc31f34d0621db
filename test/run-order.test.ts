// The plan of a run: the 85 trials, their order from a seed, and what --only selects.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import {
  CaseError,
  parseCases,
  RUNNABLE_SUITES,
  selectCases,
  SUITES,
  trialParams,
} from '../kernel/api/cases.ts';
import type { Suite } from '../kernel/api/cases.ts';
import { planTrials } from '../kernel/api/order.ts';
import { freshKernel } from './fixtures/kernels.ts';

const text = readFileSync(new URL('../kernel/api/cases.json', import.meta.url), 'utf8');
const list = parseCases(text);
const kernel = freshKernel();
kernel.openScratch(1 << 20);
const shuffle = (n: number, seed: bigint): number[] => [...kernel.shuffleOrder(n, seed)];

describe('the case list', () => {
  it('has the 85 trials of the full profile', () => {
    const planned = list.cases.filter((entry) => entry.onlyByName !== true);
    const bySuite = SUITES.map((suite) => {
      const own = planned.filter((entry) => entry.suite === suite);
      return own.reduce((sum, entry) => sum + entry.counts.full.trials, 0);
    });
    expect(Object.fromEntries(SUITES.map((suite, index) => [suite, bySuite[index]]))).toEqual({
      latency: 20,
      bulk: 25,
      managed: 6,
      concurrency: 9,
      extra: 10,
      idle: 9,
      paused: 6,
    });
    expect(bySuite.reduce((sum, n) => sum + n)).toBe(85);
  });

  it('gives bytes of credit of at least 64 KiB and of all frames under way', () => {
    const named = list.cases.filter((entry) => entry.creditFrames < 4096);
    for (const entry of named)
      expect(entry.creditBytes).toBe(Math.max(65_536, entry.creditFrames * entry.payloadBytes));
  });

  it('smoke has at least 1,000 measured frames of latency', () => {
    const latency = list.cases.filter((entry) => entry.suite === 'latency');
    expect(latency.every((entry) => entry.counts.smoke.frames >= 1000)).toBe(true);
  });

  it('quick has 3 trials a case of the suites that run', () => {
    const runnable = list.cases.filter((entry) => RUNNABLE_SUITES.includes(entry.suite));
    expect(runnable.every((entry) => entry.counts.quick.trials === 3)).toBe(true);
  });

  it('a list with an unknown suite is refused', () => {
    const bad = text.replace('"suite": "latency"', '"suite": "latencies"');
    expect(() => parseCases(bad)).toThrow(CaseError);
  });
});

describe('--only', () => {
  const names = (only: string | null): string[] =>
    selectCases(list, only).map((entry) => `${entry.suite}/${entry.case}`);

  it('without it every case of a runnable suite is planned, but no variant', () => {
    expect(names(null)).toHaveLength(9);
    expect(names(null).join()).not.toContain('piggyback');
  });

  it('names a suite, a case, or both', () => {
    expect(names('latency')).toHaveLength(4);
    expect(names('16KiB')).toEqual(['latency/16KiB']);
    expect(names('bulk/256KiB/16/4')).toEqual(['bulk/256KiB/16/4']);
    expect(names('bulk, 64B/piggyback')).toHaveLength(6);
  });

  it('keeps the order of the list, whatever the order of the names', () => {
    expect(names('1MiB/16/4,64B')).toEqual(names('64B,1MiB/16/4'));
  });

  it('refuses a name that is nothing, and says so of a suite that cannot run yet', () => {
    expect(() => names('65B')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_CASE', subject: '65B' }),
    );
    const waiting = SUITES.filter((suite: Suite) => !RUNNABLE_SUITES.includes(suite));
    for (const suite of waiting) expect(() => names(suite)).toThrow(/cannot run the suite/);
  });
});

describe('the order of a run', () => {
  const cases = selectCases(list, null);

  it('is the same for the same seed', () => {
    expect(planTrials(cases, 'full', 20260929, shuffle)).toEqual(
      planTrials(cases, 'full', 20260929, shuffle),
    );
  });

  it('is another one for another seed', () => {
    const order = (seed: number): string =>
      JSON.stringify(planTrials(cases, 'full', seed, shuffle));
    expect(order(1)).not.toBe(order(2));
  });

  it('keeps suites together and has every trial once', () => {
    const planned = planTrials(cases, 'full', 20260929, shuffle);
    expect(planned).toHaveLength(45);
    expect(planned.map((entry) => entry.order)).toEqual(planned.map((_, index) => index + 1));
    const suites = planned.map((entry) => entry.suite);
    expect(suites.indexOf('bulk')).toBe(suites.lastIndexOf('latency') + 1);
    const ids = new Set(planned.map((entry) => `${entry.suite}/${entry.case}/${entry.trial}`));
    expect(ids.size).toBe(45);
  });

  it('a trial has the parameters of its case and profile', () => {
    const [first] = cases;
    expect(first && trialParams(first, 'full', 'socket')).toMatchObject({
      payloadBytes: 64,
      frames: 25_000,
      warmupFrames: 100,
      creditFrames: 1,
      lane: 'socket',
    });
  });
});
