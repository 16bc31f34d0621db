// The warm protocol, once for every language and host: how many calls a batch has, when a row is warm, what is kept. A row process only calls and reads its clock.
import { halvesAgree, steadyState } from '../../kernel/api/statistics/tests.ts';
import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import type { BatchRequest, PhaseTimes } from './timed.ts';

export interface WarmPlan {
  /** What the calls of a batch fill. */
  readonly sampleNs: number;
  /** What one question asks for: the kernel's rule takes the median of so many batches. */
  readonly windowNs: number;
  readonly warmupMinNs: number;
  readonly warmupCapNs: number;
  readonly measureNs: number;
  readonly maxSamples: number;
  /** A slow row gives at least so many, however long they take. */
  readonly minSamples: number;
  readonly maxCalls: number;
}

const MS = 1e6;

/**
 * A batch of 1 ms is ten thousand clock steps; slow rows get one call a batch. The least warm-up is there because V8's middle tier
 * can look steady for 100 ms (protobuf-es of a message: 6.9 us for a while, then 2.5).
 */
export const WARM_PLAN: WarmPlan = {
  sampleNs: 1 * MS,
  windowNs: 5 * MS,
  warmupMinNs: 300 * MS,
  warmupCapNs: 1500 * MS,
  measureNs: 250 * MS,
  maxSamples: 40,
  minSamples: 5,
  maxCalls: 2000,
};

export interface WarmSeries {
  /** The warm-up settled, and the samples stayed there. */
  readonly steady: boolean;
  /** Mean ns per call of every batch of the warm-up. */
  readonly warmupNs: readonly number[];
  readonly callsPerSample: number;
  readonly samplesNs: readonly PhaseTimes[];
}

export type AskBatches = (request: BatchRequest) => Promise<readonly PhaseTimes[]>;

export const total = (times: PhaseTimes): number => times[0] + times[1] + times[2] + times[3];

const callsFor = ({ maxCalls, sampleNs }: WarmPlan, ns: number): number =>
  Math.max(1, Math.min(maxCalls, Math.floor(sampleNs / Math.max(1, ns))));

/** Warms up from a first call on, then measures. Time is the time of the calls alone: a pure function of the answers. */
export async function warmSeries(
  batches: AskBatches,
  firstNs: number,
  plan: WarmPlan,
  workspace: Workspace,
): Promise<WarmSeries> {
  const warmUp = await warmedUp(batches, firstNs, plan, workspace);
  const samplesNs = await batches({
    calls: warmUp.callsPerSample,
    count: plan.maxSamples,
    least: plan.minSamples,
    budgetNs: plan.measureNs,
    collect: true,
  });
  const stayed = halvesAgree(workspace, samplesNs.map(total)).isSteady;
  return { ...warmUp, samplesNs, steady: warmUp.steady && stayed };
}

/** At least the least time; then until the kernel calls the batches steady, or the cap. One question a window, so that the calls of a batch follow what the row becomes. */
async function warmedUp(
  batches: AskBatches,
  firstNs: number,
  plan: WarmPlan,
  workspace: Workspace,
): Promise<Pick<WarmSeries, 'warmupNs' | 'callsPerSample' | 'steady'>> {
  const warmupNs: number[] = [];
  const callsOf: number[] = [];
  let meanNs = firstNs;
  let elapsedNs = 0;
  for (;;) {
    const calls = callsFor(plan, meanNs);
    const count = Math.max(1, Math.round(plan.windowNs / (calls * Math.max(1, meanNs))));
    const asked = { calls, count, least: 1, budgetNs: plan.windowNs, collect: false };
    for (const times of await batches(asked)) {
      meanNs = total(times);
      warmupNs.push(meanNs);
      callsOf.push(calls);
      elapsedNs += calls * meanNs;
    }
    const steady =
      elapsedNs >= plan.warmupMinNs &&
      steadyState(workspace, warmupNs, Uint32Array.from(callsOf)).isSteady;
    if (steady || elapsedNs >= plan.warmupCapNs)
      return { warmupNs, callsPerSample: callsFor(plan, meanNs), steady };
  }
}
