// The typed calls of whole comparisons: what their terms mean, and rules that hold for every input. Numbers are bound by the vectors.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import * as kernel from '../host-node/src/kernel/open.ts';

let workspace: kernel.Workspace;

beforeAll(async () => {
  workspace = await kernel.openWorkspace();
});

const TERMS = {
  better: 'lower',
  threshold: 0.1,
  runEffect: kernel.ASSUMED_RUN_EFFECT,
} as const satisfies Partial<kernel.ComparedCase>;

const trials = (scale: number): number[] => [100, 104, 97, 101, 99].map((value) => value * scale);

const one = (base: number[], next: number[], more: Partial<kernel.ComparedCase> = {}) =>
  ({ ...TERMS, base: [base], new: [next], ...more }) satisfies kernel.ComparedCase;

const judge = (...cases: kernel.ComparedCase[]): readonly kernel.CaseVerdict[] =>
  kernel.comparisonVerdicts(workspace, cases).cases;

const quiet = (): kernel.ComparedCase[] => [1, 2, 3].map((k) => one(trials(k), trials(k * 1.01)));

describe('a comparison of runs', () => {
  test('judges the new side, in the direction that is better', () => {
    const [slower, faster, rate, unknown] = judge(
      one(trials(1), trials(1.4)),
      one(trials(1), trials(0.7)),
      one(trials(1), trials(0.7), { better: 'higher' }),
      one(trials(1), trials(0.7), { better: null }),
    );
    expect([slower, faster, rate, unknown].map((each) => each?.verdict)).toEqual([
      'worse',
      'better',
      'worse',
      'smaller',
    ]);
    expect(slower?.ratio).toBeCloseTo(1.4, 12);
  });

  test('calls a factor of three worse from three trials a side', () => {
    const [tripled] = judge(one([10, 11, 10.5], [30, 33, 31.5]), ...quiet());
    expect(tripled).toMatchObject({ verdict: 'worse', reason: null });
  });

  test('says how many trials would decide, or how many runs', () => {
    const noisy = one([100, 130, 80, 110, 95], [125, 160, 100, 140, 115]);
    const split = one(trials(1), trials(1.25), { runEffect: { deviation: 0.1, degrees: null } });
    const [few, runs] = judge(noisy, split);
    expect(few).toMatchObject({ verdict: 'unsure', reason: 'NOISE', decidingRuns: null });
    expect(few?.decidingUnits).toBeGreaterThan(5);
    expect(runs).toMatchObject({ verdict: 'unsure', reason: 'RUN_EFFECT', decidingUnits: null });
    expect(runs?.decidingRuns).toBeGreaterThan(1);
  });

  test('learns the noise of a case from the others, judged or not', () => {
    const pair = one([10, 10.4, 9.7], [12.4, 12, 12.9]);
    const [alone] = judge(pair);
    const [among] = judge(pair, ...quiet().map((each) => ({ ...each, isNoiseOnly: true })));
    expect(among?.interval?.low).toBeGreaterThan(alone?.interval?.low ?? 2);
    expect(among?.adjustedP).toBe(among?.p);
  });

  test('lets a known state explain its own size, and no larger difference', () => {
    const state = { low: 1, high: 2.6 };
    const [within, beyond] = judge(
      one(trials(1), trials(2), { state }),
      one(trials(1), trials(4), { state }),
      ...quiet(),
    );
    expect(within).toMatchObject({ verdict: 'unsure', reason: 'STATE' });
    expect(beyond).toMatchObject({ verdict: 'worse' });
  });

  test('calls nothing the same within a step of the clock', () => {
    const coarse = one([20, 20, 40, 20, 20], [20, 20, 20, 20, 40], { step: 20 });
    const fine = one([2000, 2020, 2000, 2000, 2020], [2000, 2000, 2020, 2000, 2020], { step: 20 });
    const [unsure, same] = judge(coarse, fine);
    expect(unsure).toMatchObject({ verdict: 'unsure', reason: 'CLOCK' });
    expect(unsure?.threshold).toBeGreaterThan(0.8);
    expect(same).toMatchObject({ verdict: 'same', threshold: 0.1 });
  });

  test('has the same trials twice as the same, and one trial a side as too few', () => {
    const wild = [1, 90, 3000];
    expect(judge(one(wild, wild), one([5], [9]))).toMatchObject([
      { verdict: 'same', reason: 'IDENTICAL', interval: null },
      { verdict: 'unsure', reason: 'TOO_FEW', interval: null, p: 1 },
    ]);
  });

  // A smoke run compared with itself was "unsure" in every latency case: one value twice, and a clock with steps of 49 ns.
  test('says same of one value twice when the clock is fine enough, and not when it is not', () => {
    const twice = (value: number, step: number): kernel.ComparedCase => ({
      ...one([value], [value]),
      step,
    });
    expect(judge(twice(15_068, 49), twice(20, 20))).toMatchObject([
      { verdict: 'same', reason: 'IDENTICAL' },
      { verdict: 'unsure', reason: 'TOO_FEW' },
    ]);
  });

  test('takes runs for the unit when a side has several', () => {
    const wide = [1, 1.5, 0.8, 1.3];
    const close = [1, 1.01, 0.99, 1];
    const side = (scales: number[], by: number): number[][] => scales.map((s) => trials(s * by));
    const pooled = (scales: number[]): kernel.ComparedCase => ({
      ...TERMS,
      base: side(scales, 1),
      new: side(scales, 1.3),
    });
    expect(judge(pooled(wide), pooled(wide))).toMatchObject([
      { verdict: 'unsure' },
      { verdict: 'unsure' },
    ]);
    expect(judge(pooled(close), pooled(close))).toMatchObject([
      { verdict: 'worse' },
      { verdict: 'worse' },
    ]);
  });

  test('refuses a value of zero, and takes a thousand cases', () => {
    expect(() => judge(one([1, 0, 2], [1, 2, 3]))).toThrow(
      expect.objectContaining({ code: 'DOMAIN', subject: 4 }),
    );
    const many = Array.from({ length: 1000 }, (_, i) => one(trials(i + 1), trials(i + 1.001)));
    const found = kernel.comparisonVerdicts(workspace, many);
    expect(found.judged).toBe(1000);
    expect(found.cases).toHaveLength(1000);
  });
});

const positive = fc.double({ min: 0.5, max: 2, noNaN: true });
const sample = fc.array(positive, { minLength: 2, maxLength: 6 });
const compared = fc
  .record({ base: sample, next: sample, threshold: fc.constantFrom(0, 0.05, 0.2) })
  .map(({ base, next, threshold }) => one(base, next, { threshold }));
const TURNED = { better: 'worse', worse: 'better', same: 'same', unsure: 'unsure' } as const;

describe('for every comparison', () => {
  test('base and new exchanged, verdicts turn round', () => {
    const check = (cases: kernel.ComparedCase[]): void => {
      const there = judge(...cases);
      const back = judge(...cases.map((each) => ({ ...each, base: each.new, new: each.base })));
      for (const [i, found] of there.entries()) {
        expect(back[i]?.verdict).toBe(TURNED[found.verdict as keyof typeof TURNED]);
        expect(back[i]?.ratio).toBeCloseTo(1 / found.ratio, 9);
        expect(back[i]?.p).toBeCloseTo(found.p, 9);
      }
    };
    fc.assert(fc.property(fc.array(compared, { minLength: 1, maxLength: 5 }), check), {
      numRuns: 60,
    });
  });

  test('another unit changes nothing, and the interval leaves out 1 when p says so', () => {
    const check = (cases: kernel.ComparedCase[]): void => {
      const scaled = (runs: readonly (readonly number[])[]): number[][] =>
        runs.map((run) => run.map((value) => value * 1e6));
      const here = judge(...cases);
      const there = judge(
        ...cases.map((each) => ({ ...each, base: scaled(each.base), new: scaled(each.new) })),
      );
      for (const [i, found] of here.entries()) {
        expect(there[i]?.verdict).toBe(found.verdict);
        if (found.interval === null || Math.abs(found.adjustedP - 0.05) < 1e-6) continue;
        const { low, high } = found.interval;
        expect(low > 1 || high < 1).toBe(found.adjustedP < 0.05);
        expect(found.ratio).toBeGreaterThanOrEqual(low);
        expect(found.ratio).toBeLessThanOrEqual(high);
      }
    };
    fc.assert(fc.property(fc.array(compared, { minLength: 1, maxLength: 5 }), check), {
      numRuns: 60,
    });
  });
});

describe('a comparison of blocks', () => {
  const scatter = [0, 1.2, -0.8, 0.4, -1.5, 0.9, -0.3, 0.7, -1.1, 0.2];
  const blocks = (factor: number, levelAt: (i: number) => number): kernel.BlockCase => ({
    better: 'lower',
    threshold: 0.05,
    blocks: scatter.map((shift, i) => ({
      base: 100 * levelAt(i),
      new: 100 * levelAt(i) * factor * Math.exp(shift / 50),
    })),
  });
  const judgeBlocks = (...cases: kernel.BlockCase[]): readonly kernel.CaseVerdict[] =>
    kernel.blockVerdicts(workspace, cases).cases;

  test('sees through what both variants of a block share', () => {
    const [loaded, equal] = judgeBlocks(
      blocks(1.1, (i) => (i < 5 ? 1 : 3 + i)),
      blocks(1, (i) => 1 + i),
    );
    expect(loaded).toMatchObject({ verdict: 'worse', setAside: 0 });
    expect(equal).toMatchObject({ verdict: 'same' });
  });

  test('sets a block aside whose variants met another state, and says so', () => {
    const sticky = blocks(1.1, () => 1);
    const odd = sticky.blocks.map((block, i) => (i === 6 ? { ...block, base: 260 } : block));
    expect(judgeBlocks({ ...sticky, blocks: odd })).toMatchObject([
      { verdict: 'worse', setAside: 1 },
    ]);
    const many = odd.map((block, i) => (i % 3 === 0 ? { ...block, base: 260 } : block));
    expect(judgeBlocks({ ...sticky, blocks: many })).toMatchObject([
      { verdict: 'unsure', setAside: 0 },
    ]);
  });

  test('is not moved by the order of the blocks', () => {
    const sides = blocks(1.07, (i) => 1 + (i % 4));
    const turned = { ...sides, blocks: sides.blocks.toReversed() };
    const [here, there] = [judgeBlocks(sides), judgeBlocks(turned)];
    expect(there[0]?.verdict).toBe(here[0]?.verdict);
    expect(there[0]?.ratio).toBeCloseTo(here[0]?.ratio ?? 0, 12);
  });
});

describe('the run effect of a machine', () => {
  test('is what its runs differ by beyond their trials', () => {
    const shifts = [0, 4, -3, 5, -4, 1, -2, 3].map((percent) => 1 + percent / 100);
    const runs = (scale: number): number[][] => shifts.map((shift) => trials(scale * shift));
    const measured = kernel.runEffect(workspace, [runs(1), runs(20)]);
    expect(measured).toMatchObject({ degrees: 7, cases: 2 });
    expect(measured.deviation).toBeGreaterThan(0.025);
    expect(measured.deviation).toBeLessThan(0.04);
    const equal = [trials(1), trials(1), trials(1)];
    expect(kernel.runEffect(workspace, [equal]).deviation).toBe(0);
    expect(() => kernel.runEffect(workspace, [[trials(1)]])).toThrow(
      expect.objectContaining({ code: 'TOO_FEW', subject: 0 }),
    );
  });
});
