// The verdict on two samples of trials, by model trials of a known truth and by hand-made ones.

import { describe, expect, it } from 'vitest';
import { judge } from '../kernel/api/compare/verdict.ts';
import type { Judgment, Verdict } from '../kernel/api/compare/verdict.ts';
import { createWorkspace } from '../kernel/api/facade/workspace.ts';
import { kernelBytes } from './fixtures/kernels.ts';
import { seededRandom } from './fixtures/synthetic-run.ts';

const module = new WebAssembly.Module(new Uint8Array(kernelBytes('simd')));
const workspace = createWorkspace(() => new WebAssembly.Instance(module, {}));

/** Trials of a statistic around `middle`, a few per cent wide and skewed as latencies are. */
function trials(random: () => number, middle: number, n: number): number[] {
  return Array.from({ length: n }, () => {
    const sum = random() + random() + random() - 1.5;
    return middle * Math.exp(sum * 0.06 + (random() < 0.1 ? 0.03 : 0));
  });
}

/** What an A/A of five pairs says of such trials: about 2.2 standard deviations. */
const LATENCY = { thresholdPercent: 7, isLowerBetter: true, doubt: null } as const;

function verdicts(pairs: number, n: number, factor: number, change: object = {}): Verdict[] {
  const random = seededRandom(20260929);
  const rules = { ...LATENCY, ...change };
  return Array.from({ length: pairs }, () => {
    const a = trials(random, 60_000, n);
    return judge(workspace, a, trials(random, 60_000 * factor, n), rules).verdict;
  });
}

const share = (found: readonly Verdict[], ...wanted: readonly Verdict[]) =>
  found.filter((one) => wanted.includes(one)).length / found.length;

describe('a verdict', () => {
  it('of equal set-ups is rarely better or worse and mostly same', () => {
    const found = verdicts(1000, 5, 1);
    expect(share(found, 'better', 'worse')).toBeLessThanOrEqual(0.05);
    expect(share(found, 'same')).toBeGreaterThanOrEqual(0.5);
  });

  it.each([4, 5, 8])('of equal set-ups keeps the stated rate without a threshold (n = %i)', (n) => {
    const found = verdicts(2000, n, 1, { thresholdPercent: 1e-6 });
    // The rate and two standard errors of 2,000 pairs.
    expect(share(found, 'better', 'worse')).toBeLessThanOrEqual(0.06);
    expect(share(found, 'better', 'worse')).toBeGreaterThan(0.005);
  });

  it('of 20 % more is worse at least 18 times of 20', () => {
    expect(share(verdicts(200, 5, 1.2), 'worse')).toBeGreaterThanOrEqual(0.9);
  });

  it('of 20 % less is better at least 18 times of 20', () => {
    expect(share(verdicts(200, 5, 1 / 1.2), 'better')).toBeGreaterThanOrEqual(0.9);
  });

  const slow = [72, 73, 74, 75, 76];
  const fast = [60, 61, 62, 63, 64];
  const outcome = (a: readonly number[], b: readonly number[], change: object = {}): Judgment =>
    judge(workspace, a, b, { ...LATENCY, ...change });

  it('of a rate turns around: more is better', () => {
    expect(outcome(fast, slow).verdict).toBe('worse');
    expect(outcome(fast, slow, { isLowerBetter: false }).verdict).toBe('better');
  });

  it('has the exact p of two samples that do not overlap, and the whole effect', () => {
    const { p, method, cliffsDelta, ratio, low, high } = outcome(fast, slow);
    expect({ p, method, cliffsDelta }).toEqual({ p: 2 / 252, method: 'exact', cliffsDelta: 1 });
    expect(ratio).toBeCloseTo(74 / 62, 9);
    expect(low).toBeGreaterThan(72 / 64 - 1e-12);
    expect(high).toBeLessThan(76 / 60 + 1e-12);
    expect(low).toBeLessThan(ratio);
    expect(high).toBeGreaterThan(ratio);
  });

  it('within the threshold is the same, however certain the difference', () => {
    const a = [100, 100.1, 100.2, 100.3, 100.4];
    const b = a.map((value) => value + 2);
    expect(outcome(a, b)).toMatchObject({ p: 2 / 252, verdict: 'same' });
    expect(outcome(a, b, { thresholdPercent: 1 }).verdict).toBe('worse');
  });

  it('is worse when the ratio is beyond the threshold and only the interval reaches into it', () => {
    const found = outcome([100, 101, 102, 103, 104], [106, 107, 111, 112, 113]);
    expect(found.verdict).toBe('worse');
    // The middle one of the 25 ratios of a trial to a trial.
    expect(found.ratio).toBeCloseTo(111 / 103, 9);
    expect(found.low).toBeLessThan(1.07);
  });

  it('of three trials a side is never worse: no such p exists; four would decide', () => {
    expect(outcome([60, 61, 62], [80, 81, 82])).toMatchObject({
      verdict: 'unsure',
      decidingTrials: 4,
    });
  });

  it('of one trial a side is unsure', () => {
    expect(outcome([60], [60.1])).toMatchObject({ verdict: 'unsure', decidingTrials: 3 });
  });

  it('of the same trials is same, even of one', () => {
    expect(outcome([60], [60])).toMatchObject({ verdict: 'same', ratio: 1, low: 1, high: 1 });
  });

  it('with a wide interval is unsure and asks for more trials than there are', () => {
    const found = outcome([54, 57, 60, 63, 66], [55, 58, 61, 64, 67]);
    expect(found).toMatchObject({ verdict: 'unsure', reason: 'the interval is too wide' });
    expect(found.decidingTrials).toBeGreaterThan(5);
  });

  it('names no number of trials when it would be hundreds', () => {
    expect(outcome([50, 60, 70, 80, 90], [56, 63, 74, 88, 96])).toMatchObject({
      verdict: 'unsure',
      reason: 'even 200 trials a side would not decide',
      decidingTrials: null,
    });
  });

  it('does not depend on anything but its numbers', () => {
    expect(outcome(fast, slow)).toEqual(outcome([...fast].reverse(), [...slow].reverse()));
  });
});
