// What difference a run can tell from none: the interleaved A/A. Two cases with the same parameters, A and B, are measured
// in pairs of neighbors spread over the whole run; whatever differs within a pair is the machine. Pure.

import { RESOLUTION_SUITE } from './cases.ts';
import type { Workspace } from '../facade/workspace.ts';
import { spread } from '../statistics/durations.ts';
import type { DataTrial, Resolution } from './results.ts';

const SIDES = ['A', 'B'] as const;

interface ResolutionResult {
  readonly resolution: Resolution | null;
  readonly resolutionReason?: string;
}

/**
 * Of each pair whose two trials are ok: |a - b| / min(a, b), a and b being the p50 of the receipt latency. The machine
 * resolves the largest of them: neighbors with equal parameters differed by that much.
 */
export function deriveResolution(
  workspace: Workspace,
  trials: readonly DataTrial[],
): ResolutionResult {
  const own = trials.filter((trial) => trial.suite === RESOLUTION_SUITE);
  if (own.length === 0) return absent('the A/A pairs were not part of this run');
  const numbers = [...new Set(own.map((trial) => trial.trial))].sort((left, right) => left - right);
  const pairs = numbers.flatMap((number) => {
    const [a, b] = SIDES.map((side) => medianNsOf(own, side, number));
    return a == null || b == null ? [] : [{ a, b }];
  });
  if (pairs.length === 0)
    return absent(
      own.some(({ state }) => state === 'ok')
        ? 'no A/A pair has two trials that are ok and have a p50'
        : 'no A/A pair has two trials that are ok',
    );
  const differences = spread(
    workspace,
    pairs.map(({ a, b }) => Math.abs(a - b) / Math.min(a, b)),
  );
  return {
    resolution: {
      statistic: 'receiptNs.p50',
      pairs: pairs.length,
      a: spread(
        workspace,
        pairs.map(({ a }) => a),
      ),
      b: spread(
        workspace,
        pairs.map(({ b }) => b),
      ),
      differences,
      percent: differences.max * 100,
    },
  };
}

function medianNsOf(trials: readonly DataTrial[], side: string, number: number): number | null {
  const trial = trials.find((one) => one.case === side && one.trial === number);
  return trial?.stats?.receiptNs?.p50 ?? null;
}

function absent(reason: string): ResolutionResult {
  return { resolution: null, resolutionReason: reason };
}
