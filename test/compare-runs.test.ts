// Comparing two runs: which trials, which doubts, what forbids a comparison.

import { describe, expect, it } from 'vitest';
import { duplexRun } from '../kernel/api/compare/duplex.ts';
import type { DuplexRun } from '../kernel/api/compare/duplex.ts';
import { compareSides } from '../kernel/api/compare/sides.ts';
import type { SidesComparison } from '../kernel/api/compare/sides.ts';
import { pageMarkdown } from '../viz/print/page-markdown.ts';
import { comparisonPage } from '../viz/report/comparison.ts';
import type { DataTrial, RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { createWorkspace } from '../kernel/api/facade/workspace.ts';
import { kernelBytes } from './fixtures/kernels.ts';
import { LAPTOP, syntheticRun } from './fixtures/synthetic-run.ts';

const module = new WebAssembly.Module(new Uint8Array(kernelBytes('simd')));
const workspace = createWorkspace(() => new WebAssembly.Instance(module, {}));

const template = syntheticRun(LAPTOP);

function runOf(p50s: readonly number[], change: Partial<RunFile> = {}, sliceNs = 1e6): DuplexRun {
  const own = template.data.trials.filter(
    ({ suite, case: name }) => suite === 'latency' && name === '64B',
  );
  const [first] = own;
  if (first?.stats == null) throw new Error('no trial');
  const { stats, params } = first;
  const data = p50s.map((p50, index): DataTrial => ({
    ...first,
    trial: index + 1,
    stats: { ...stats, receiptNs: { n: 25_000, min: 1, p50, p95: 1, p99: 1, max: 1, mean: 1 } },
  }));
  const reference = { rounds: 1000, beforeNs: [sliceNs * 1.3, sliceNs], afterNs: [sliceNs * 1.1] };
  const files = data.map((trial) => ({ ...trial, params, reference }) as unknown as TrialFile);
  const cases = template.data.cases.filter(
    ({ suite, case: name }) => suite === 'latency' && name === '64B',
  );
  return {
    name: 'run',
    run: { ...template.run, ...change },
    data: { ...template.data, trials: data, cases },
    trials: files,
  };
}

/** Every reference slice but the fastest waited for a processor. */
const crowded = (run: DuplexRun): DuplexRun => ({
  ...run,
  trials: run.trials.map((trial, index) => ({
    ...trial,
    reference: { rounds: 1000, beforeNs: [1e6, 4e6 + index], afterNs: [6e6] },
  })),
});

/** The first `together` trials with host and worker on one processor, the others on two, one of which is woken each time. */
const placed = (run: DuplexRun, together: number): DuplexRun => ({
  ...run,
  data: {
    ...run.data,
    trials: run.data.trials.map((trial, index) => ({
      ...trial,
      facts: {
        ...trial.facts,
        workerInvoluntarySwitches: index < together ? trial.verified.frames : 3,
        hostCpuNsPerMessage: index < together ? 26_000 : 55_000,
      },
    })),
  },
});

const resolving = (run: DuplexRun, percent: number): DuplexRun => {
  const spread = { median: 1, min: 1, max: 1, n: 5 };
  const pair = { pairs: 5, a: spread, b: spread, differences: spread };
  const resolution = { statistic: 'receiptNs.p50', ...pair, percent } as const;
  return { ...run, data: { ...run.data, resolution } };
};

const A = [60_000, 60_500, 61_000, 61_500, 62_000];
const SLOWER = A.map((value) => value * 1.2);

const compared = (
  base: DuplexRun | readonly DuplexRun[],
  changed: DuplexRun | readonly DuplexRun[],
  thresholdPercent: number | null = null,
): SidesComparison =>
  compareSides(workspace, [base].flat().map(duplexRun), [changed].flat().map(duplexRun), {
    ...{ thresholdPercent, filter: null, metric: null, runEffect: null },
    differentMachines: false,
  });

describe('a comparison of runs', () => {
  const only = (...args: Parameters<typeof compared>) => {
    const comparison = compared(...args);
    const [one] = comparison.cases;
    if (one === undefined) throw new Error('nothing was compared');
    return { ...one, comparison };
  };

  it('of a run with itself says same', () => {
    expect(only(runOf(A), runOf(A)).verdict).toBe('same');
  });

  it('of a run with one that is 20 % slower says worse, and the other way better', () => {
    expect(only(runOf(A), runOf(SLOWER)).verdict).toBe('worse');
    expect(only(runOf(SLOWER), runOf(A)).verdict).toBe('better');
  });

  it('takes the coarser resolution of both as its threshold', () => {
    const [a, b] = [resolving(runOf(A), 3), resolving(runOf(A), 8)];
    expect(only(a, b).comparison.threshold).toMatchObject({ percent: 8, source: 'resolution' });
    expect(only(a, b, 5).comparison.threshold).toMatchObject({ percent: 5, source: 'asked' });
  });

  it('does not call 20 % the same because an A/A pair was disturbed', () => {
    const [a, b] = [resolving(runOf(A), 3), resolving(runOf(SLOWER), 76.3)];
    const { verdict, comparison } = only(a, b);
    expect(verdict).toBe('worse');
    expect(comparison.threshold).toEqual({ percent: 10, source: 'cap', resolvesPercent: 76.3 });
    expect(only(a, b, 30).verdict).toBe('same');
  });

  it('calls nothing worse that the speed of the processor explains, and more than that worse', () => {
    const slow = only(runOf(A), runOf(SLOWER, {}, 1.2e6));
    expect(slow).toMatchObject({ verdict: 'unsure', reason: 'STATE' });
    expect(slow.comparison.state.speed).toBeCloseTo(1.2, 9);
    const three = A.map((value) => value * 3);
    expect(only(runOf(A), runOf(three, {}, 1.2e6)).verdict).toBe('worse');
  });

  it('calls nothing worse that others on the machine explain', () => {
    const found = only(runOf(A), crowded(runOf(SLOWER)));
    expect(found).toMatchObject({ verdict: 'unsure', reason: 'STATE' });
    expect(found.comparison.state.crowd).toBeGreaterThan(3);
    expect(only(crowded(runOf(A)), runOf(SLOWER)).comparison.state.crowd).toBeLessThan(1 / 3);
  });

  it('of two runs that were crowded alike is decided all the same', () => {
    expect(only(crowded(runOf(A)), crowded(runOf(SLOWER))).verdict).toBe('worse');
  });

  it('gives no verdict on a busy machine that is smaller than what a busy machine does', () => {
    const by = (factor: number) =>
      only(crowded(runOf(A)), crowded(runOf(A.map((value) => value * factor))));
    expect(by(1.12)).toMatchObject({ verdict: 'unsure', reason: 'STATE' });
    expect(only(runOf(A), runOf(A.map((value) => value * 1.12))).verdict).toBe('worse');
    expect(by(1.5).verdict).toBe('worse');
    const { comparison } = by(1.12);
    expect(comparison.state.busy).toMatchObject([
      { side: 'BASE', disturbed: 5, trials: 5 },
      { side: 'NEW', disturbed: 5, trials: 5 },
    ]);
    const text = pageMarkdown(comparisonPage({ comparison, allowedBy: null }));
    expect(text).toContain(
      'Other programs took the processor away in 5 of 5 trials of BASE and in 5 of 5 trials of NEW.',
    );
    expect(text).toContain('measure both sides in turn: echometer run duplex --variant');
  });

  it('sets trials that woke no idle processor against their like, and says so', () => {
    const found = only(placed(runOf([...A, 160_000]), 5), placed(runOf([...SLOWER, 170_000]), 5));
    expect(found).toMatchObject({ verdict: 'worse', nBase: 5, nNew: 5, medianBase: A[2] });
    expect(found.kept).toBe('together');
    const apart = placed(runOf([...A, 160_000]), 6);
    expect(only(apart, placed(runOf([...SLOWER, 170_000]), 6))).toMatchObject({
      nBase: 6,
      kept: null,
    });
  });

  it('is unsure of what the scheduler explains when no two trials are alike, and sure of more', () => {
    const found = only(placed(runOf(A), 5), placed(runOf(SLOWER), 0));
    expect(found).toMatchObject({ verdict: 'unsure', reason: 'STATE' });
    const tenfold = A.map((value) => value * 10);
    expect(only(placed(runOf(A), 5), placed(runOf(tenfold), 0)).verdict).toBe('worse');
  });

  it('leaves out no trial of a machine where none ran on one processor', () => {
    expect(only(placed(runOf(A), 0), placed(runOf(SLOWER), 0))).toMatchObject({
      verdict: 'worse',
      ...{ nBase: 5, nNew: 5, kept: null },
    });
  });

  it('resolves what pairs of like trials resolve', () => {
    const [first] = template.data.trials;
    if (first?.stats == null) throw new Error('no trial');
    const { stats } = first;
    const side = (name: string, trial: number, p50: number, switches: number): DataTrial => ({
      ...first,
      ...{ suite: 'resolution', case: name, trial },
      facts: {
        ...first.facts,
        workerInvoluntarySwitches: switches,
        hostCpuNsPerMessage: switches > 0 ? 26_000 : 55_000,
      },
      stats: { ...stats, receiptNs: { n: 9, min: 1, p50, p95: 1, p99: 1, max: 1, mean: 1 } },
    });
    const together = first.verified.frames;
    const pairs = [
      [side('A', 1, 100, 0), side('B', 1, 102, 0)],
      [side('A', 2, 100, together), side('B', 2, 250, 0)],
    ].flat();
    const spread = { median: 1, min: 1, max: 1, n: 2 };
    const sides = { pairs: 2, a: spread, b: spread, differences: spread };
    const resolution = { statistic: 'receiptNs.p50', ...sides, percent: 150 } as const;
    const run = runOf(A);
    const data = { ...run.data, resolution, trials: [...run.data.trials, ...pairs] };
    expect(only({ ...run, data }, run).comparison.threshold.percent).toBeCloseTo(2, 12);
  });

  it.each([
    ['measureId', (run: DuplexRun) => ({ ...run, run: { ...run.run, measureId: 'other' } })],
    ['protocolVersion', (run: DuplexRun) => ({ ...run, run: { ...run.run, protocolVersion: 2 } })],
    ...(['payloadBytes', 'storage', 'lane', 'ackPolicy'] as const).map(
      (name): [string, (run: DuplexRun) => DuplexRun] => [
        `params.${name}`,
        (run) => ({
          ...run,
          data: {
            ...run.data,
            trials: run.data.trials.map((trial) => ({
              ...trial,
              params: { ...trial.params, [name]: name === 'payloadBytes' ? 65 : 'other' },
            })),
          },
        }),
      ],
    ),
  ] as [string, (run: DuplexRun) => DuplexRun][])(
    'says that another %s measured something else',
    (field, change) => {
      const { differences } = compared(runOf(A), change(runOf(A)));
      expect(differences).toMatchObject([{ field, kind: 'measuring' }]);
    },
  );

  it.each(['cpuModel', 'memoryBytes', 'osRelease', 'label'] as const)(
    'says that another %s is another machine',
    (name) => {
      const device = { ...template.run.device, [name]: name === 'memoryBytes' ? 1 : 'another' };
      const { differences } = compared(runOf(A), runOf(A, { device }));
      expect(differences).toMatchObject([{ field: `device.${name}`, kind: 'machine' }]);
    },
  );

  it('notes what differs without forbidding it', () => {
    const host = { ...template.run.host, version: '24.0.0' };
    const { differences } = compared(runOf(A), runOf(A, { host }));
    expect(differences).toMatchObject([
      { field: 'host.version', kind: 'noted', base: '20.20.2', new: '24.0.0', cases: [] },
    ]);
  });

  it('takes the run as the unit when a side has several', () => {
    const runs = [0.98, 1, 1.02].map((factor) => runOf(A.map((value) => value * factor)));
    const slower = [1.18, 1.2, 1.22].map((factor) => runOf(A.map((value) => value * factor)));
    expect(only(runs, slower)).toMatchObject({ verdict: 'worse', runsBase: 3, nBase: 15 });
    expect(only(runs, [...runs].reverse()).verdict).not.toMatch(/worse|better/);
  });

  it('says first that nearly everything moved one way', () => {
    const text = pageMarkdown(
      comparisonPage({
        comparison: { ...compared(runOf(A), runOf(SLOWER)), moved: { way: 'worse', cases: 14 } },
        allowedBy: null,
      }),
    );
    expect(text.split('\n').slice(0, 6).join()).toContain('moved the same way, to the worse');
  });

  it('reads as Markdown: what was found, the table, the rules', () => {
    const text = pageMarkdown(
      comparisonPage({ comparison: compared(runOf(A), runOf(SLOWER)), allowedBy: null }),
    );
    expect(text).toContain('1 worse, 0 better, 0 same, 0 unsure');
    expect(text).toMatch(/Worse: latency 64B takes 20 % longer \(\d+ % to \d+ %\)\./);
    expect(text).toMatch(
      /\| latency 64B \| \*\*worse\*\* \| 1\.200 \[[\d.]+, [\d.]+\] \| 61\.0 µs \| 73\.2 µs \| 5 \/ 5 \| receipt p50 \|/,
    );
    expect(text).toContain('no run says what it resolves');
  });
});
