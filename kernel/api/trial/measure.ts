// One trial: the scratch session that warms the host, then the measured channels, then their facts. It derives no
// statistic; how workers start and where results go is the host's.

import { placeInBlock } from '../run/blocks.ts';
import type { TrialParams } from '../run/cases.ts';
import type { TrialFailure, TrialFile } from '../run/results.ts';
import { failureOf, highWaterFailure } from './failure.ts';
import { hostWarmupParams } from './host-warmup.ts';
import { referenceTimer } from './interference.ts';
import type { ChannelsOutcome } from './outcome.ts';
import { NO_COLUMNS, sampleColumns } from './sample-columns.ts';
import { sessionFacts, stampsOf, verifiedOf } from './session-facts.ts';
import type { SinceStart } from './session-facts.ts';
import { failedTrial } from './trial-file.ts';
import type { TrialIdentity } from './trial-file.ts';

export type Round = 'scratch' | 'measured';

export interface TrialPlatform {
  readonly module: WebAssembly.Module;
  readonly timeoutMs: number;
  readonly nowNs: () => bigint;
  readonly sinceStart: SinceStart;
  /** Starts workers and runs their channels to the end. */
  readonly runChannels: (params: TrialParams, round: Round) => Promise<ChannelsOutcome>;
}

export interface MeasuredTrial {
  readonly facts: TrialFile;
  /** By name in samples/. */
  readonly samples: ReadonlyMap<string, Uint8Array>;
  /** What the workers said, whatever became of the trial. */
  readonly stderr: string;
}

export async function measureTrial(
  trial: TrialIdentity,
  platform: TrialPlatform,
): Promise<MeasuredTrial> {
  const { nowNs } = platform;
  const reference = referenceTimer(platform.module, nowNs);
  const warmupParams = hostWarmupParams(trial.params);
  const begunNs = nowNs();
  const scratch = await platform.runChannels(warmupParams, 'scratch');
  const elapsedNs = Number(nowNs() - begunNs);
  const failure = failureOf(scratch, platform.timeoutMs);
  if (failure !== null) return failedEarly(trial, failure, scratch);
  const beforeNs = reference.measure();
  const outcome = await platform.runChannels(trial.params, 'measured');
  const afterNs = reference.measure();
  return describeTrial(trial, outcome, platform, {
    hostWarmup: { frames: warmupParams.frames, elapsedNs },
    reference: { rounds: reference.rounds, beforeNs, afterNs },
  });
}

function failedEarly(
  trial: TrialIdentity,
  failure: TrialFailure,
  scratch: ChannelsOutcome,
): MeasuredTrial {
  const message = `in the host warm-up: ${failure.message}`;
  const facts = {
    ...failedTrial(trial, { ...failure, message }),
    resources: scratch.resources,
    ...exitOf(scratch),
  };
  return { facts, samples: NO_COLUMNS.files, stderr: scratch.stderr };
}

function describeTrial(
  trial: TrialIdentity,
  outcome: ChannelsOutcome,
  { timeoutMs, sinceStart }: TrialPlatform,
  around: Pick<TrialFile, 'hostWarmup' | 'reference'>,
): MeasuredTrial {
  const { kernels } = outcome;
  const sessions = sessionFacts(kernels, sinceStart);
  const failure = failureOf(outcome, timeoutMs) ?? highWaterFailure(trial.params, sessions);
  const samples = failure === null ? sampleColumns(trial, kernels) : NO_COLUMNS;
  const facts: TrialFile = {
    schemaVersion: 1,
    order: trial.order,
    suite: trial.suite,
    case: trial.case,
    trial: trial.trial,
    ...placeInBlock(trial),
    state: failure === null ? 'ok' : 'failed',
    params: trial.params,
    verified: verifiedOf(kernels, 'measured'),
    warmupVerified: verifiedOf(kernels, 'warmup'),
    stamps: stampsOf(kernels, sinceStart),
    ...(samples.facts === undefined ? {} : { samples: samples.facts }),
    sessions,
    ...slotAccessOf(outcome),
    resources: outcome.resources,
    ...around,
    ...(failure === null ? {} : { failure }),
    ...exitOf(outcome),
  };
  return { facts, samples: samples.files, stderr: outcome.stderr };
}

function slotAccessOf({ kernels }: ChannelsOutcome): Pick<TrialFile, 'slotAccess'> {
  const access = kernels[0]?.slotAccess ?? null;
  return access === null ? {} : { slotAccess: access };
}

function exitOf({ exits }: ChannelsOutcome): Pick<TrialFile, 'workerExit'> {
  const exit = exits.find((one) => one.code !== 0) ?? exits[0];
  return exit === undefined ? {} : { workerExit: exit };
}
