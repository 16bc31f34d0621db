// Variants judged block by block: what a block shares does not count, what the scheduler did to one side of it does.

import { describe, expect, it } from 'vitest';

import { compareVariants } from '../kernel/api/compare/blocks.ts';
import type { MeasuredCase, MeasuredRun, Unit } from '../kernel/api/compare/measured.ts';
import { compareSides } from '../kernel/api/compare/sides.ts';
import type { SidesComparison } from '../kernel/api/compare/sides.ts';
import { drawUnits } from '../kernel/api/statistics/draws.ts';
import { pageMarkdown } from '../viz/print/page-markdown.ts';
import { variantPage } from '../viz/report/variant-comparison.ts';
import { freshWorkspace } from './fixtures/kernels.ts';

const workspace = freshWorkspace();
const BLOCKS = 10;
const TERMS = { thresholdPercent: null, filter: null, metric: null };

/** Within 3 % either way, another for each place. */
const noise = (seed: number): number[] =>
  [...drawUnits(workspace, BigInt(seed), BLOCKS)].map((unit) => 1 + 0.06 * (unit - 0.5));

/** Another program uses the processors from the middle on. */
const load = (block: number): number => (block > BLOCKS / 2 ? 1.9 : 1);

const TOGETHER = { isOneFrame: true, switchesPerMessage: 1, hostCpuNsPerMessage: 20_000 };
const WOKEN = { isOneFrame: true, switchesPerMessage: 0, hostCpuNsPerMessage: 50_000 };

function measured(
  name: string,
  seed: number,
  factor: number,
  change: { readonly case?: Partial<MeasuredCase>; readonly unit?: (unit: Unit) => Unit } = {},
): MeasuredRun {
  const { unit = (one: Unit): Unit => one } = change;
  const units = noise(seed).map((wobble, index) =>
    unit({ value: 30_000 * wobble * factor * load(index + 1), scheduling: null, block: index + 1 }),
  );
  const own: MeasuredCase = {
    ...{ key: 'latency 64B', name: 'latency 64B', metric: 'receipt p50', unit: 'ns' },
    ...{ better: 'lower', units, unitWord: 'trial', step: 20, isNoiseOnly: false, facts: [] },
    ...change.case,
  };
  const rest = { kinds: ['duplex run'], facts: [], reference: [], resolvesPercent: null, lost: [] };
  return { name, cases: [own], ...rest };
}

function only(comparisons: readonly SidesComparison[]): SidesComparison['cases'][number] {
  const [first, ...more] = comparisons.flatMap(({ cases }) => cases);
  if (first === undefined || more.length > 0) throw new Error('one case');
  return first;
}

describe('two variants', () => {
  const base = measured('base', 1, 1);
  const slow = measured('head', 2, 1.2);

  it('differ by 20 % under a load that begins in the middle, which two runs would not tell', () => {
    const verdict = only(compareVariants(workspace, [base, slow], TERMS));
    expect(verdict).toMatchObject({ verdict: 'worse', unitWord: 'block', nBase: BLOCKS });
    expect(verdict.ratio).toBeGreaterThan(1.15);
    expect(verdict.ratio).toBeLessThan(1.25);
    const runs = { ...TERMS, runEffect: null, differentMachines: false };
    expect(only([compareSides(workspace, [base], [slow], runs)]).verdict).toBe('unsure');
  });

  it('are the same where they are', () => {
    const same = only(compareVariants(workspace, [base, measured('head', 2, 1)], TERMS));
    expect(same.verdict).toBe('same');
  });

  it('are paired by the number of the block, and one that lost a side does not count', () => {
    const turned = { ...slow.cases[0], units: (slow.cases[0]?.units ?? []).slice(1).reverse() };
    const other = { ...slow, cases: [turned as MeasuredCase] };
    const verdict = only(compareVariants(workspace, [base, other], TERMS));
    expect(verdict).toMatchObject({ verdict: 'worse', nBase: BLOCKS - 1, nNew: BLOCKS - 1 });
  });
});

describe('the placement within blocks', () => {
  const placed = (isWoken: (block: number) => boolean) => (unit: Unit) => {
    const woken = isWoken(unit.block ?? 0);
    return { ...unit, value: unit.value * (woken ? 2 : 1), scheduling: woken ? WOKEN : TOGETHER };
  };
  const base = measured('base', 1, 1, { unit: placed(() => false) });

  it('sets apart blocks whose two sides differ in it', () => {
    const head = measured('head', 2, 1, { unit: placed((block) => block % 3 === 0) });
    const verdict = only(compareVariants(workspace, [base, head], TERMS));
    expect(verdict).toMatchObject({ nBase: 7, kept: 'together', verdict: 'same' });
  });

  it('explains a difference of its size when no block is alike, and no larger one', () => {
    const isWoken = (): boolean => true;
    const head = measured('head', 2, 1, { unit: placed(isWoken) });
    const explained = only(compareVariants(workspace, [base, head], TERMS));
    expect(explained).toMatchObject({ verdict: 'unsure', reason: 'STATE', nBase: BLOCKS });
    const slower = measured('head', 2, 8, { unit: placed(isWoken) });
    expect(only(compareVariants(workspace, [base, slower], TERMS)).verdict).toBe('worse');
  });
});

describe('more than two variants', () => {
  const laneFact = (value: string): Partial<MeasuredCase> => ({
    facts: [{ field: 'params.lane', title: 'lane', kind: 'measuring', value }],
  });
  const runs = [
    measured('socket', 1, 1, { case: laneFact('socket') }),
    measured('tcp', 2, 1.3, { case: laneFact('tcp') }),
    measured('blocking', 3, 0.8, { case: laneFact('blocking') }),
  ];
  const comparisons = compareVariants(workspace, runs, TERMS);

  it('are each judged against the first, whatever lane they have', () => {
    expect(comparisons.map((one) => [one.base, one.new])).toEqual([
      [['socket'], ['tcp']],
      [['socket'], ['blocking']],
    ]);
    expect(comparisons.map(({ cases }) => cases[0]?.verdict)).toEqual(['worse', 'better']);
    expect(comparisons[0]?.differences).toMatchObject([{ base: 'socket', new: 'tcp' }]);
  });

  it('stand on one page, a section each', () => {
    const text = pageMarkdown(variantPage(comparisons));
    expect(text).toContain('# tcp and blocking (NEW) against socket (BASE), block by block');
    expect(text).toContain('1 worse, 1 better, 0 same, 0 unsure');
    expect(text).toContain('## tcp against socket');
    expect(text).toContain('## blocking against socket');
    expect(text).toContain('tcp: Worse: latency 64B takes');
  });
});
