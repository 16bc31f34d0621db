// Comparing two runs: which trials, which doubts, what forbids a comparison, and the command line.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareRuns } from '../kernel/api/compare/compare-runs.ts';
import type { RunToCompare } from '../kernel/api/compare/compare-runs.ts';
import { pageMarkdown } from '../viz/print/page-markdown.ts';
import { comparisonPage } from '../viz/report/comparison.ts';
import type { DataTrial, RunFile, TrialFile } from '../kernel/api/run/results.ts';
import { createWorkspace } from '../kernel/api/facade/workspace.ts';
import { runCli, temporaryFolder } from './fixtures/cli.ts';
import { kernelBytes } from './fixtures/kernels.ts';
import { madeRun, writeFolder } from './fixtures/run-folder.ts';
import { LAPTOP, syntheticRun } from './fixtures/synthetic-run.ts';

const module = new WebAssembly.Module(new Uint8Array(kernelBytes('simd')));
const workspace = createWorkspace(() => new WebAssembly.Instance(module, {}));

const template = syntheticRun(LAPTOP);

function runOf(
  p50s: readonly number[],
  change: Partial<RunFile> = {},
  sliceNs = 1e6,
): RunToCompare {
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
    run: { ...template.run, ...change },
    data: { ...template.data, trials: data, cases },
    trials: files,
  };
}

/** Every reference slice but the fastest waited for a processor. */
const crowded = (run: RunToCompare): RunToCompare => ({
  ...run,
  trials: run.trials.map((trial, index) => ({
    ...trial,
    reference: { rounds: 1000, beforeNs: [1e6, 4e6 + index], afterNs: [6e6] },
  })),
});

/** The first `together` trials with host and worker on one processor, the others on two, one of which is woken each time. */
const placed = (run: RunToCompare, together: number): RunToCompare => ({
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

const resolving = (run: RunToCompare, percent: number): RunToCompare => {
  const spread = { median: 1, min: 1, max: 1, n: 5 };
  const pair = { pairs: 5, a: spread, b: spread, differences: spread };
  const resolution = { statistic: 'receiptNs.p50', ...pair, percent } as const;
  return { ...run, data: { ...run.data, resolution } };
};

const A = [60_000, 60_500, 61_000, 61_500, 62_000];
const SLOWER = A.map((value) => value * 1.2);

describe('a comparison of runs', () => {
  const only = (a: RunToCompare, b: RunToCompare, threshold: number | null = null) => {
    const comparison = compareRuns(workspace, a, b, threshold);
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
    expect(only(a, b).comparison).toMatchObject({
      thresholdPercent: 8,
      thresholdReason: 'the coarser resolution of both runs',
    });
    expect(only(a, b, 5).comparison).toMatchObject({ thresholdPercent: 5 });
  });

  it('does not call 20 % the same because an A/A pair was disturbed', () => {
    const [a, b] = [resolving(runOf(A), 3), resolving(runOf(SLOWER), 76.3)];
    const { verdict, comparison } = only(a, b);
    expect(verdict).toBe('worse');
    expect(comparison).toMatchObject({
      thresholdPercent: 10,
      thresholdReason: 'the most; the coarser resolution of both runs is 76.3 %',
    });
    expect(only(a, b, 30)).toMatchObject({ verdict: 'same', comparison: { thresholdPercent: 30 } });
  });

  it('is unsure, with the reason, when the reference work of one machine took longer', () => {
    const found = only(runOf(A), runOf(SLOWER, {}, 1.2e6));
    expect(found).toMatchObject({ verdict: 'unsure', decidingTrials: null });
    expect(found.reason).toBe("the machine's reference work took 20.0 % longer in B");
  });

  it('is unsure, with the reason, when others used the machine more during one of them', () => {
    const found = only(runOf(A), crowded(runOf(SLOWER)));
    expect(found).toMatchObject({ verdict: 'unsure', decidingTrials: null });
    expect(found.reason).toBe(
      'others used the machine more in B: its reference work took 3.2 times as long there on average',
    );
    expect(only(crowded(runOf(A)), runOf(SLOWER)).reason).toContain('more in A');
  });

  it('of two runs that were crowded alike is decided all the same', () => {
    expect(only(crowded(runOf(A)), crowded(runOf(SLOWER))).verdict).toBe('worse');
  });

  it('sets trials that woke no idle processor against their like, and says so', () => {
    const found = only(placed(runOf([...A, 160_000]), 5), placed(runOf([...SLOWER, 170_000]), 5));
    expect(found).toMatchObject({ verdict: 'worse', nA: 5, nB: 5, medianA: A[2] });
    expect(found.note).toBe(
      'compared are the trials in which no idle processor was woken: 5 of 6 in A, 5 of 6 in B',
    );
    const apart = placed(runOf([...A, 160_000]), 6);
    expect(only(apart, placed(runOf([...SLOWER, 170_000]), 6))).toMatchObject({
      nA: 6,
      note: null,
    });
  });

  it('is unsure when no trial of one run was placed like one of the other', () => {
    const found = only(placed(runOf(A), 5), placed(runOf(SLOWER), 0));
    expect(found.verdict).toBe('unsure');
    expect(found.reason).toContain('woke an idle processor in B and none in A');
  });

  it('leaves out no trial of a machine where none ran on one processor', () => {
    expect(only(placed(runOf(A), 0), placed(runOf(SLOWER), 0))).toMatchObject({
      verdict: 'worse',
      ...{ nA: 5, nB: 5, note: null },
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
    expect(only({ ...run, data }, run).comparison.thresholdPercent).toBeCloseTo(2, 12);
  });

  it('of two machines expects no equal reference work', () => {
    const device = { ...template.run.device, cpuModel: 'Another' };
    const found = only(runOf(A), runOf(SLOWER, { device }, 1.2e6));
    expect(found.verdict).toBe('worse');
    expect(found.comparison.noted.map(({ field }) => field)).toEqual(['device.cpuModel']);
  });

  it.each([
    ['measureId', (run: RunToCompare) => ({ ...run, run: { ...run.run, measureId: 'other' } })],
    [
      'protocolVersion',
      (run: RunToCompare) => ({ ...run, run: { ...run.run, protocolVersion: 2 } }),
    ],
    ...(['payloadBytes', 'storage', 'lane', 'ackPolicy'] as const).map(
      (name): [string, (run: RunToCompare) => RunToCompare] => [
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
  ])('is forbidden by another %s', (field, change) => {
    const { forbidding } = compareRuns(workspace, runOf(A), change(runOf(A)), null);
    expect(forbidding.map((one) => one.field)).toEqual([field]);
  });

  it('notes what differs without forbidding it', () => {
    const host = { ...template.run.host, version: '24.0.0' };
    const { forbidding, noted } = compareRuns(workspace, runOf(A), runOf(A, { host }), null);
    expect(forbidding).toEqual([]);
    expect(noted).toMatchObject([{ field: 'host.version', a: '20.20.2', b: '24.0.0', cases: [] }]);
  });

  it('reads as Markdown: verdicts first, then the table, why, and the rules', () => {
    const comparison = compareRuns(workspace, runOf(A), runOf(SLOWER), null);
    const text = pageMarkdown(comparisonPage(comparison, ['a', 'b']));
    expect(text).toContain('1 worse, 0 better, 0 same, 0 unsure');
    expect(text).toMatch(
      /\| latency 64B \| receiptNs\.p50, µs \| 61\.0 \| 73\.2 \| 1\.200 \[[\d.]+, [\d.]+\] \| 0\.0079 \| 1\.00 \| 5 \/ 5 \| \*\*worse\*\* \|/,
    );
    expect(text).toContain('no run says what it resolves');
  });
});

describe('echometer compare', () => {
  const folderOf = (
    slowness: number,
    change: (text: string) => string = (text) => text,
  ): string => {
    const folder = join(temporaryFolder(), 'run ü');
    const { files } = madeRun({ ...LAPTOP, slowness }, 5);
    writeFolder(folder, files);
    const run = new TextDecoder().decode(files.get('run.json'));
    writeFileSync(join(folder, 'run.json'), change(run));
    return folder;
  };
  const a = folderOf(1);

  it('says same of a run with itself, on stdout, with exit code 0', async () => {
    const outcome = await runCli(['compare', a, a, '--fail-on', 'worse']);
    expect(outcome).toMatchObject({ exit: 0, stderr: '' });
    expect(outcome.stdout).toContain('**0 worse, 0 better, 2 same, 0 unsure**');
  });

  it('exits 1 with --fail-on worse, and 0 without, when B is slower', async () => {
    const b = folderOf(1.19);
    const outcome = await runCli(['compare', a, b, '--fail-on', 'worse']);
    expect(outcome.stdout).toContain('**1 worse, 0 better, 1 same, 0 unsure**');
    expect(outcome.exit).toBe(1);
    expect((await runCli(['compare', a, b])).exit).toBe(0);
    expect((await runCli(['compare', b, a, '--fail-on', 'worse'])).exit).toBe(0);
    expect((await runCli(['compare', a, b, '--fail-on', 'worse', '--threshold', '25'])).exit).toBe(
      0,
    );
  });

  it('exits 4 and names the fields of runs that are not comparable, unless --anyway', async () => {
    const b = folderOf(1, (text) => text.replace('"protocolVersion":1', '"protocolVersion":9'));
    const outcome = await runCli(['compare', a, b]);
    expect(outcome).toMatchObject({ exit: 4, stdout: '' });
    expect(outcome.stderr).toContain('differ in protocolVersion (1 / 9)');
    expect(outcome.stderr).toContain('[NOT_COMPARABLE]');
    const anyway = await runCli(['compare', a, b, '--anyway']);
    expect(anyway.exit).toBe(0);
    expect(anyway.stdout).toContain('These runs are not comparable');
    expect(anyway.stdout).toContain('- protocolVersion (1 / 9)');
  });

  it.each([
    [['compare', a], 'BAD_USAGE'],
    [['compare', a, a, '--threshold', '-1'], 'BAD_USAGE'],
    [['compare', a, a, '--threshold', '0'], 'BAD_OPTION'],
    [['compare', a, a, '--fail-on', 'better'], 'BAD_OPTION'],
    [['compare', a, temporaryFolder()], 'NOT_A_RUN'],
  ])('refuses %j', async (args, code) => {
    const outcome = await runCli(args);
    expect(outcome.exit).toBe(2);
    expect(outcome.stderr).toContain(`[${code}]`);
  });
});
