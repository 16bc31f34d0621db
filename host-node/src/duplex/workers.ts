// Who starts the workers of a trial: a fresh process for each channel, or interpreters in threads of this process that
// serve the scratch session and then the measured one. It moves no byte.

import type { TrialParams } from '../../../kernel/api/run/cases.ts';
import type { TrialFile } from '../../../kernel/api/run/results.ts';
import type { Round } from '../../../kernel/api/trial/measure.ts';
import { openDriver, openEndpoint } from '../lane/endpoint.ts';
import { PROCESS_LANES } from '../lane/lanes.ts';
import { startPinned } from '../lane/processors.ts';
import { loadLibC } from '../lane/libc.ts';
import { wakeAt } from '../observe/wake.ts';
import { Worker, socketPathIn } from '../worker/process.ts';
import type { WorkerStart } from '../worker/process.ts';
import { openInterpreters } from '../worker/pyodide.ts';
import { RemoteWorker } from '../worker/remote.ts';
import type { WorkerPlace } from '../worker/remote.ts';
import type { ChannelHooks, StartWorker } from './channels.ts';
import type { TrialRequest } from './messages.ts';

export interface TrialWorkers {
  /** In an open loop: calls `wake` once, at `atNs` or as soon after as what drives the channels can. */
  readonly wakeAt: (atNs: bigint, wake: () => void) => void;
  starter(params: TrialParams, round: Round): StartWorker;
  /** What a trial's file says of them beyond what its channels know. */
  facts(): Pick<TrialFile, 'interpreters'>;
  close(): void;
}

export function openWorkers(request: TrialRequest, hooks: ChannelHooks): TrialWorkers {
  const { worker } = request;
  if (worker === null) return openThreads(request);
  return 'host' in worker ? openConnections(worker) : openProcesses(request, worker, hooks);
}

/** A connection for each channel; what process answers it is not ours. */
function openConnections(place: WorkerPlace): TrialWorkers {
  const driver = openDriver('tcp', loadLibC());
  return {
    wakeAt: driver.loop?.wakeAt ?? wakeAt,
    starter: () => () => RemoteWorker.connect(place, driver),
    facts: () => ({}),
    close: () => undefined,
  };
}

function openThreads({ timeoutMs }: TrialRequest): TrialWorkers {
  const interpreters = openInterpreters(timeoutMs);
  return {
    wakeAt,
    starter: () => async (index) => ({ pid: null, ...(await interpreters.openChannel(index)) }),
    facts: () => {
      const starts = interpreters.starts();
      return starts.length === 0 ? {} : { interpreters: starts };
    },
    close: () => {
      interpreters.close();
    },
  };
}

function openProcesses(
  request: TrialRequest,
  command: WorkerStart,
  hooks: ChannelHooks,
): TrialWorkers {
  const { socketFolder, timeoutMs, cpus } = request;
  const lane = PROCESS_LANES.find((name) => name === request.params.lane) ?? 'socket';
  const driver = openDriver(lane, loadLibC());
  return {
    wakeAt: driver.loop?.wakeAt ?? wakeAt,
    starter: (params, round) => async (index, slots) => {
      // The sockets of the scratch session have numbers of their own.
      const number = index + (round === 'scratch' ? params.workers : 0);
      const path = socketPathIn(socketFolder, number);
      const endpoint = await openEndpoint(lane, driver, path);
      const start = (): Promise<Worker> =>
        Worker.start(command, endpoint, slots, timeoutMs, (pid, kill) => {
          hooks.register(pid, kill);
        });
      // The process is there when the call returns; what follows is waiting for it.
      return cpus === null ? start() : startPinned(cpus, start);
    },
    facts: () => ({}),
    close: () => undefined,
  };
}
