// Samples of runs -> the curves of a report: which case, which trials, warm-up cut off.

import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import { variantRuns } from '../../kernel/api/run/variants.ts';
import type { SampleReader, TrialFile } from '../../kernel/api/run/results.ts';
import { trialCurves, type TrialCurve, type TrialSamples } from '../figures/distribution.ts';
import { devicesOf, payloadText, placesOf, type RunInput } from '../input/run-input.ts';

export interface ReportRun extends RunInput {
  readonly trials: readonly TrialFile[];
  readonly samples: SampleReader;
}

/** The curves of the smallest payload of the latency suite. */
export function curvesOf(
  runs: readonly ReportRun[],
  workspace: Workspace,
  gridPoints?: number,
): { readonly curves: readonly TrialCurve[]; readonly curvesCase: string } {
  const parts = runs.flatMap(variantRuns);
  const devices = devicesOf(runs);
  const [place] = [...placesOf(devices, ['latency'])].sort(
    (a, b) => a.params.payloadBytes - b.params.payloadBytes,
  );
  if (place === undefined) return { curves: [], curvesCase: '' };
  const samples = parts.flatMap((run, series) =>
    run.trials
      .filter((trial) => trial.suite === place.suite && trial.case === place.case)
      .filter((trial) => trial.state === 'ok')
      .sort((a, b) => a.trial - b.trial)
      .flatMap((trial) => samplesOf(run, trial, series, devices[series]?.label ?? '')),
  );
  return {
    curves: trialCurves(workspace, samples, gridPoints),
    curvesCase: payloadText(place.params),
  };
}

function samplesOf(
  run: ReportRun,
  trial: TrialFile,
  series: number,
  device: string,
): TrialSamples[] {
  const file = trial.samples?.receiptNs;
  if (file === undefined) return [];
  // A copy starts at offset 0; what the reader gave may not start at a multiple of eight.
  const bytes = new Uint8Array(run.samples(file.file).subarray(file.warmup * 8));
  const words = new BigUint64Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 8));
  // Nanoseconds stay below 2^53: exact.
  return [{ series, device, trial: trial.trial, samples: Float64Array.from(words, Number) }];
}
