// The plan of a run: the 85 trials, their order from a seed, and what --only selects.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import {
  CaseError,
  parseCases,
  selectCases,
  SUITES,
  trialParams,
} from '../kernel/api/run/cases.ts';
import { addTrials, planTrials } from '../kernel/api/run/order.ts';
import { shuffleOrder } from '../kernel/api/statistics/draws.ts';
import { freshWorkspace } from './fixtures/kernels.ts';

const text = readFileSync(new URL('../kernel/api/run/cases.json', import.meta.url), 'utf8');
const list = parseCases(text);
const workspace = freshWorkspace();
const shuffle = (n: number, seed: bigint): Uint32Array => shuffleOrder(workspace, n, seed);

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
      openloop: 0,
      resolution: 10,
      own: 0,
    });
  });

  it('gives bytes of credit of at least 64 KiB and of all frames under way', () => {
    const named = list.cases.filter((entry) => entry.creditFrames < 4096);
    for (const entry of named)
      expect(entry.creditBytes).toBe(Math.max(65_536, entry.creditFrames * entry.payloadBytes));
  });

  it('smoke has at least 1,000 measured frames of latency', () => {
    const latency = selectCases(list, 'latency');
    expect(latency.every((entry) => entry.counts.smoke.frames >= 1000)).toBe(true);
  });

  it('quick has 5 trials a case that is compared, 3 idle ones, and one where the outcome is a count', () => {
    const planned = list.cases.filter((entry) => entry.onlyByName !== true);
    const others: Readonly<Record<string, number>> = { paused: 1, idle: 3, resolution: 3 };
    for (const entry of planned) expect(entry.counts.quick.trials).toBe(others[entry.suite] ?? 5);
  });

  it('A and B of the resolution differ in nothing but their name', () => {
    const [a, b, ...more] = list.cases.filter((entry) => entry.suite === 'resolution');
    expect(more).toEqual([]);
    expect({ ...a, case: '' }).toEqual({ ...b, case: '' });
  });

  it('a list with an unknown suite is refused', () => {
    const bad = text.replace('"suite": "latency"', '"suite": "latencies"');
    expect(() => parseCases(bad)).toThrow(CaseError);
  });
});

describe('--only', () => {
  const names = (only: string | null): string[] =>
    selectCases(list, only).map((entry) => `${entry.suite}/${entry.case}`);

  it('without it every case is planned, but no variant', () => {
    expect(names(null)).toHaveLength(22);
    expect(names(null).join()).not.toMatch(/piggyback|edge|duplex|openloop|256.1/);
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

  it('a suite of variants is named by its suite', () => {
    expect(names('openloop').length).toBeGreaterThan(1);
    expect(names('concurrency')).toHaveLength(3);
  });

  it('refuses a name that is nothing and lists what there is', () => {
    const refusal = (name: string): unknown => {
      try {
        return names(name);
      } catch (error) {
        return error;
      }
    };
    const code = 'UNKNOWN_CASE';
    expect(refusal('65B')).toMatchObject({ code, subject: '65B' });
    const all = (refusal('65B') as CaseError).next;
    for (const { suite, case: name } of list.cases) {
      expect(all).toContain(suite);
      expect(all).toContain(name);
    }
    const paused = 'there are paused (64KiB, 1MiB)';
    expect(refusal('paused/2MiB')).toMatchObject({ code, next: paused });
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

  it('keeps suites together and has every trial once: the 85 of full', () => {
    const planned = planTrials(cases, 'full', 20260929, shuffle);
    expect(planned.map((entry) => entry.order)).toEqual(planned.map((_, index) => index + 1));
    const cohort = planned.filter((entry) => entry.suite !== 'resolution');
    expect(cohort).toHaveLength(85);
    const suites = cohort.map((entry) => entry.suite);
    expect([...suites].sort((a, b) => SUITES.indexOf(a) - SUITES.indexOf(b))).toEqual(suites);
    const ids = new Set(planned.map((entry) => `${entry.suite}/${entry.case}/${entry.trial}`));
    expect(ids.size).toBe(95);
  });

  it('has the measured and warm-up frames of the published plan', () => {
    const rows = planTrials(cases, 'full', 20260929, shuffle).map((entry) => {
      const found = cases.find((one) => one.suite === entry.suite && one.case === entry.case);
      const counts = found?.counts.full;
      return `${entry.suite} ${entry.case}: ${counts?.frames ?? -1}/${counts?.warmupFrames ?? -1}`;
    });
    const trials = new Map<string, number>();
    for (const row of rows) trials.set(row, (trials.get(row) ?? 0) + 1);
    expect(Object.fromEntries(trials)).toEqual({
      'latency 64B: 25000/100': 5,
      'latency 1KiB: 25000/100': 5,
      'latency 16KiB: 15000/100': 5,
      'latency 256KiB: 5000/50': 5,
      'bulk 16KiB/default/1: 131072/100': 5,
      'bulk 16KiB/64/1: 131072/100': 5,
      'bulk 16KiB/64/16: 131072/100': 5,
      'bulk 256KiB/16/4: 65536/100': 5,
      'bulk 1MiB/16/4: 32768/30': 5,
      'managed 256KiB/16/4: 65536/100': 3,
      'managed 1MiB/16/4: 32768/30': 3,
      'concurrency 4/1: 2000/100': 3,
      'concurrency 16/1: 1000/100': 3,
      'concurrency 4/4: 2000/100': 3,
      'extra 16/1: 1000/100': 10,
      'idle 1: 0/0': 3,
      'idle 4: 0/0': 3,
      'idle 16: 0/0': 3,
      'paused 64KiB: 1024/30': 3,
      'paused 1MiB: 1024/30': 3,
      'resolution A: 10000/100': 5,
      'resolution B: 10000/100': 5,
    });
  });

  it('is the published one for the seed 20260929', () => {
    const planned = planTrials(cases, 'full', list.seed, shuffle);
    const latency = planned.filter((entry) => entry.suite === 'latency');
    expect(latency.map((entry) => entry.case).join(' ')).toMatchInlineSnapshot(
      `"16KiB 64B 256KiB 64B 64B 256KiB 64B 1KiB 16KiB 1KiB 16KiB 256KiB 256KiB 1KiB 16KiB 256KiB 1KiB 16KiB 1KiB 64B"`,
    );
  });

  it('has the A/A pairs as neighbors, in turns, from its first tenth to its last', () => {
    const planned = planTrials(cases, 'full', 20260929, shuffle);
    const own = planned.filter((entry) => entry.suite === 'resolution');
    expect(own.map((entry) => `${entry.case}${entry.trial}`).join(' ')).toBe(
      'A1 B1 B2 A2 A3 B3 B4 A4 A5 B5',
    );
    for (let pair = 0; pair < own.length; pair += 2)
      expect((own[pair + 1]?.order ?? 0) - (own[pair]?.order ?? 0)).toBe(1);
    expect(own[0]?.order).toBeLessThanOrEqual(10);
    expect(own[9]?.order).toBeGreaterThanOrEqual(86);
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

describe('more trials of a planned run', () => {
  const cases = selectCases(list, '64B,1KiB,concurrency/4/1,resolution');
  const planned = planTrials(cases, 'smoke', 7, shuffle);

  it('stand behind the others, count on, and bring every case but the A/A to the number', () => {
    const order = addTrials(planned, 4, 7, shuffle);
    expect(order.slice(0, planned.length)).toEqual(planned);
    expect(order.map((trial) => trial.order)).toEqual(order.map((_, index) => index + 1));
    const numbersOf = (name: string) =>
      order.filter((one) => one.case === name).map(({ trial }) => trial);
    for (const name of ['64B', '1KiB', '4/1']) expect(numbersOf(name)).toEqual([1, 2, 3, 4]);
    expect(numbersOf('A')).toEqual(
      planned.filter((one) => one.case === 'A').map((one) => one.trial),
    );
  });

  it('are none when every case has them', () => {
    const order = addTrials(planned, 3, 7, shuffle);
    expect(addTrials(order, 3, 7, shuffle)).toEqual(order);
    expect(addTrials(order, 2, 7, shuffle)).toEqual(order);
  });

  it('of all cases may be asked for at once', () => {
    const order = planTrials(cases, 'smoke', 7, shuffle, 5);
    expect(order.filter(({ case: name }) => name === '64B')).toHaveLength(5);
  });
});
