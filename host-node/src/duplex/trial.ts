// One trial in this process: the kernel module is loaded, the lane's workers run it, samples and what workers said go to
// files. How a trial is measured is kernel/api/trial.

import { readFileSync } from 'node:fs';

import { WorkerError } from '../../../kernel/api/trial/worker-error.ts';
import type { TrialFile } from '../../../kernel/api/run/results.ts';
import { workerLogName } from '../../../kernel/api/run/file-names.ts';
import { measureTrial } from '../../../kernel/api/trial/measure.ts';
import type { MeasuredTrial } from '../../../kernel/api/trial/measure.ts';
import { failedTrial } from '../../../kernel/api/trial/trial-file.ts';
import { nowNs, sinceStart } from '../observe/clock.ts';
import { pinThisProcess } from '../lane/processors.ts';
import { withoutFolders } from '../results/redact.ts';
import { RunStore } from '../results/store.ts';
import { runChannels } from './channels.ts';
import type { ChannelHooks } from './channels.ts';
import type { TrialRequest } from './messages.ts';
import { openWorkers } from './workers.ts';

export async function runTrialHere(request: TrialRequest, hooks: ChannelHooks): Promise<TrialFile> {
  if (request.cpus !== null) pinThisProcess(request.cpus);
  const module = new WebAssembly.Module(readFileSync(request.kernelFile));
  const workers = openWorkers(request, hooks);
  const { timeoutMs } = request;
  try {
    const measured = await measureTrial(request, {
      module,
      timeoutMs,
      nowNs,
      sinceStart,
      runChannels: (params, round) =>
        runChannels({
          ...{ module, params, timeoutMs, hooks, wakeAt: workers.wakeAt },
          start: workers.starter(params, round),
        }),
    });
    store(request, measured);
    return { ...measured.facts, ...workers.facts() };
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    return failedTrial(request, { code: error.code, message: withoutFolders(error.message) });
  } finally {
    workers.close();
  }
}

function store(request: TrialRequest, { samples, stderr }: MeasuredTrial): void {
  const folder = new RunStore(request.runFolder);
  if (stderr !== '') folder.writeLog(workerLogName(request.order), withoutFolders(stderr));
  for (const [name, bytes] of samples) folder.writeSamples(name, bytes);
}
