// Whether a machine was in the same state during two runs, judged by the reference work around their trials. It knows no
// measured value: a machine that was slower or busier explains a difference as well as the software does.

import type { TrialFile } from '../run/results.ts';
import { quantiles } from '../statistics/summary.ts';
import { mannWhitney } from '../statistics/tests.ts';
import type { Workspace } from '../facade/workspace.ts';
import { ALPHA } from './verdict.ts';

/** The processor's speed must agree as well as the runs claim to resolve, within reason. */
const SPEED_PERCENT = { least: 3, most: 10 } as const;
/** Up to this the reference work's mean is that of an undisturbed machine (as the mark SHARED has it). */
const CROWDED_RATIO = 1.25;

interface ReferenceTime {
  /** A trial's fastest slice, per round: what the processor does when nothing holds it back. */
  readonly fastest: number;
  /** All slices, the waiting for a processor that others use included. */
  readonly mean: number;
}

/** Null when nothing speaks against the comparison; `a` and `b` are the trials of one case. */
export function machineDoubt(
  workspace: Workspace,
  a: readonly TrialFile[],
  b: readonly TrialFile[],
  thresholdPercent: number,
): string | null {
  const [x, y] = [a.flatMap(referenceTime), b.flatMap(referenceTime)];
  if (x.length === 0 || y.length === 0) return null;
  return speedDoubt(workspace, x, y, thresholdPercent) ?? crowdDoubt(workspace, x, y);
}

function referenceTime({ reference, state }: TrialFile): ReferenceTime[] {
  if (reference === undefined || state !== 'ok') return [];
  const slices = [...reference.beforeNs, ...reference.afterNs];
  if (slices.length === 0) return [];
  const mean = slices.reduce((sum, ns) => sum + ns, 0) / slices.length;
  return [{ fastest: Math.min(...slices) / reference.rounds, mean: mean / reference.rounds }];
}

function speedDoubt(
  workspace: Workspace,
  a: readonly ReferenceTime[],
  b: readonly ReferenceTime[],
  thresholdPercent: number,
): string | null {
  const [x, y] = [a, b].map((times) => times.map(({ fastest }) => fastest));
  const ratio = ratioOfMedians(workspace, x ?? [], y ?? []);
  const percent = (Math.max(ratio, 1 / ratio) - 1) * 100;
  const allowed = Math.min(SPEED_PERCENT.most, Math.max(SPEED_PERCENT.least, thresholdPercent));
  if (percent <= allowed) return null;
  return `the machine's reference work took ${percent.toFixed(1)} % ${ratio > 1 ? 'longer' : 'less'} in B`;
}

/**
 * A busy machine takes the processor away at random: single trials differ by a factor in their means, so the runs must
 * differ as a whole. Of interleaved runs that happens by chance in less than ALPHA of cases.
 */
function crowdDoubt(
  workspace: Workspace,
  a: readonly ReferenceTime[],
  b: readonly ReferenceTime[],
): string | null {
  const [x = [], y = []] = [a, b].map((times) => times.map(({ mean }) => mean));
  const ratio = ratioOfMedians(workspace, x, y);
  const factor = Math.max(ratio, 1 / ratio);
  if (factor <= CROWDED_RATIO || mannWhitney(workspace, y, x).p >= ALPHA) return null;
  return `others used the machine more in ${ratio > 1 ? 'B' : 'A'}: its reference work took ${factor.toFixed(1)} times as long there on average`;
}

function ratioOfMedians(workspace: Workspace, a: readonly number[], b: readonly number[]): number {
  const [x = Number.NaN, y = Number.NaN] = [a, b].map(
    (values) => quantiles(workspace, values, [0.5], 'R-7')[0],
  );
  return y / x;
}
