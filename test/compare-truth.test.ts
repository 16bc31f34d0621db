// One truth, told by a duplex run and by a serializer log: the same verdict and the same exit code, and the mirrored ones with the
// sides in the other order.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { failsGate } from '../host-node/src/command/gate.ts';
import { duplexRun } from '../kernel/api/compare/duplex.ts';
import { logsRun } from '../kernel/api/compare/logs.ts';
import type { MeasuredRun } from '../kernel/api/compare/measured.ts';
import { compareSides } from '../kernel/api/compare/sides.ts';
import { LogReader } from '../kernel/api/logs/read.ts';
import type { DataTrial } from '../kernel/api/run/results.ts';
import { freshWorkspace } from './fixtures/kernels.ts';
import { LAPTOP, syntheticRun } from './fixtures/synthetic-run.ts';

const workspace = freshWorkspace();
const template = syntheticRun(LAPTOP);
const [FIRST] = template.data.trials.filter((one) => one.suite === 'latency' && one.case === '64B');

/** A trial for each value, whose receipt p50 it is. The clock has no step, as that of a log. */
function asRun(values: readonly number[]): MeasuredRun {
  if (FIRST?.stats == null) throw new Error('no trial');
  const { stats } = FIRST;
  const trials = values.map((p50, index): DataTrial => ({
    ...FIRST,
    trial: index + 1,
    stats: { ...stats, receiptNs: { n: 1000, min: 1, p50, p95: 1, p99: 1, max: 1, mean: 1 } },
  }));
  const cases = template.data.cases.filter(
    (one) => one.suite === FIRST.suite && one.case === FIRST.case,
  );
  const clock = { ...template.run.clock, resolutionNs: 0 };
  return duplexRun({
    name: 'run',
    run: { ...template.run, clock },
    data: { ...template.data, trials, cases },
    trials: [],
  });
}

const HEADER =
  'Language,StringOrStream,TestDataName,Repetitions,RepetitionIndex,SerializerName,TimeSer,TimeDeser,Size,TimeSerAndDeser,OpPerSecSer,OpPerSecDeser,OpPerSecSerAndDeser,Process';

/** A process for each value, with three calls around it and a first one that does not count. */
function asLog(values: readonly number[]): MeasuredRun {
  const rows = values.flatMap((value, process) =>
    [9 * value, value - 10, value, value + 10].map(
      (total, index) =>
        `python,bytes,message,4,${index},row,${total - 5},5,100,${total},1,1,1,${process + 1}`,
    ),
  );
  const reader = new LogReader('log.csv', { language: 'python' });
  reader.push(new TextEncoder().encode(`${[HEADER, ...rows].join('\n')}\n`));
  return logsRun(workspace, 'log', [
    { log: reader.end(), suite: 'cold', sidecar: null, curves: [] },
  ]);
}

function judged(base: MeasuredRun, changed: MeasuredRun): { verdict: string; fails: boolean } {
  const comparison = compareSides(workspace, [base], [changed], {
    ...{ thresholdPercent: null, filter: null, metric: null, runEffect: null },
    differentMachines: false,
  });
  const [one] = comparison.cases;
  return {
    verdict: one?.verdict ?? 'none',
    fails: failsGate(comparison, { allowMissing: false }),
  };
}

const MIRRORED: Readonly<Record<string, string>> = { worse: 'better', better: 'worse' };

/** From nothing to a factor of 4 either way, with little noise or much. */
const truth = fc.record({
  factor: fc.double({ min: 0.25, max: 4, noNaN: true }),
  noise: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  units: fc.integer({ min: 2, max: 10 }),
  draws: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
});

describe('two runs and two logs with the same truth', () => {
  it('have the same verdict and exit code, and mirrored ones in the other order', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(truth, ({ factor, noise, units, draws }) => {
        const side = (middle: number, from: number): number[] =>
          draws
            .slice(from, from + units)
            .map((draw) => Math.round(50_000 * middle * (1 + noise * draw)));
        const [base, changed] = [side(1, 0), side(factor, 10)];
        const ofRuns = judged(asRun(base), asRun(changed));
        expect(judged(asLog(base), asLog(changed))).toEqual(ofRuns);
        const back = judged(asRun(changed), asRun(base));
        expect(judged(asLog(changed), asLog(base))).toEqual(back);
        expect(back.verdict).toBe(MIRRORED[ofRuns.verdict] ?? ofRuns.verdict);
        expect(ofRuns.fails).toBe(ofRuns.verdict === 'worse');
        expect(back.fails).toBe(back.verdict === 'worse');
        seen.add(ofRuns.verdict);
      }),
      { numRuns: 200, seed: 20260929 },
    );
    // The fixtures reach every verdict.
    expect([...seen].sort()).toEqual(['better', 'same', 'unsure', 'worse']);
  });
});
