// One trial: the scratch session that warms the host, then the measured channels, then their facts. It derives no
// statistic; samples go to files, everything else into the trial's JSON.

import { readFileSync } from 'node:fs';

import type { TrialParams } from '../../../kernel/api/cases.ts';
import type { TrialFailure, TrialFile } from '../../../kernel/api/results.ts';
import { nowNs } from '../observe/clock.ts';
import { withoutFolders } from '../results/redact.ts';
import { referenceTimer } from '../observe/interference.ts';
import { RunStore } from '../results/store.ts';
import { WorkerError } from '../worker/process.ts';
import { runChannels } from './channels.ts';
import type { ChannelHooks, ChannelsOutcome } from './channels.ts';
import { failureOf, highWaterFailure } from './failure.ts';
import type { TrialRequest } from './messages.ts';
import { hostWarmupParams } from './host-warmup.ts';
import { sampleFacts } from './samples.ts';
import { failedTrial } from './trial-file.ts';
import { sessionFacts, stampsOf, verifiedOf } from './session-facts.ts';

export async function measureTrial(request: TrialRequest, hooks: ChannelHooks): Promise<TrialFile> {
  const module = new WebAssembly.Module(readFileSync(request.kernelFile));
  const channels = (params: TrialParams, firstSocket: number): Promise<ChannelsOutcome> =>
    runChannels({ ...request, module, params, firstSocket, hooks });
  try {
    const reference = referenceTimer(module);
    const warmupParams = hostWarmupParams(request.params);
    const begunNs = nowNs();
    const scratch = await channels(warmupParams, request.params.workers);
    const elapsedNs = Number(nowNs() - begunNs);
    const failure = failureOf(scratch, request.timeoutMs);
    if (failure !== null) return failedEarly(request, failure, scratch);
    const beforeNs = reference.measure();
    const measured = await channels(request.params, 0);
    const afterNs = reference.measure();
    return describeTrial(request, measured, {
      hostWarmup: { frames: warmupParams.frames, elapsedNs },
      reference: { rounds: reference.rounds, beforeNs, afterNs },
    });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    return failedTrial(request, { code: error.code, message: withoutFolders(error.message) });
  }
}

function failedEarly(
  request: TrialRequest,
  failure: TrialFailure,
  scratch: ChannelsOutcome,
): TrialFile {
  const message = `in the host warm-up: ${failure.message}`;
  keepStderr(request, scratch);
  return {
    ...failedTrial(request, { ...failure, message }),
    resources: scratch.resources,
    ...exitOf(scratch),
  };
}

function describeTrial(
  request: TrialRequest,
  outcome: ChannelsOutcome,
  around: Pick<TrialFile, 'hostWarmup' | 'reference'>,
): TrialFile {
  const sessions = sessionFacts(outcome.kernels);
  const failure =
    failureOf(outcome, request.timeoutMs) ?? highWaterFailure(request.params, sessions);
  const samples = failure === null ? sampleFacts(request, outcome.kernels) : undefined;
  keepStderr(request, outcome);
  return {
    schemaVersion: 1,
    order: request.order,
    suite: request.suite,
    case: request.case,
    trial: request.trial,
    state: failure === null ? 'ok' : 'failed',
    params: request.params,
    verified: verifiedOf(outcome.kernels, 'measured'),
    warmupVerified: verifiedOf(outcome.kernels, 'warmup'),
    stamps: stampsOf(outcome.kernels),
    ...(samples === undefined ? {} : { samples }),
    sessions,
    ...slotAccessOf(outcome),
    resources: outcome.resources,
    ...around,
    ...(failure === null ? {} : { failure }),
    ...exitOf(outcome),
  };
}

function slotAccessOf(outcome: ChannelsOutcome): Pick<TrialFile, 'slotAccess'> {
  const access = outcome.kernels[0]?.slotAccess ?? null;
  return access === null ? {} : { slotAccess: access };
}

function exitOf(outcome: ChannelsOutcome): Pick<TrialFile, 'workerExit'> {
  const exit = outcome.exits.find((one) => one.code !== 0) ?? outcome.exits[0];
  return exit === undefined ? {} : { workerExit: exit };
}

/** A worker that said something is worth a log, whatever became of the trial. */
function keepStderr(request: TrialRequest, outcome: ChannelsOutcome): void {
  if (outcome.stderr === '') return;
  const name = `${String(request.order).padStart(4, '0')}.worker.txt`;
  new RunStore(request.runFolder).writeLog(name, withoutFolders(outcome.stderr));
}
