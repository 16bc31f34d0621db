// One set of channels from start to end: workers started and connected, kernels configured, the pump run, resources
// read on the way. Used twice by a trial: for the scratch session and for the measured one. It interprets no result.

import { Pump } from '../../../kernel/api/pump.ts';
import type { ChannelEnd } from '../../../kernel/api/pump.ts';
import type { TrialParams } from '../../../kernel/api/cases.ts';
import type { WorkerExit } from '../../../kernel/api/results.ts';
import { nowNs } from '../observe/clock.ts';
import { readResources } from '../observe/resources.ts';
import type { Resources } from '../observe/resources.ts';
import { Worker, socketPathIn } from '../worker/process.ts';
import type { WorkerStart } from '../worker/process.ts';
import { openChannel } from './channel-kernel.ts';
import type { ChannelKernel } from './channel-kernel.ts';
import { watchProgress } from './watchdog.ts';

export interface ChannelHooks {
  /** Gets id and kill switch of every worker as soon as it exists. */
  register(pid: number, kill: () => void): void;
  /** Called a few times per second while bytes move or not. */
  tick(): void;
}

export interface ChannelSetup {
  readonly module: WebAssembly.Module;
  readonly params: TrialParams;
  readonly worker: WorkerStart;
  readonly socketFolder: string;
  /** Distinguishes the sockets of the scratch session from those of the measured one. */
  readonly firstSocket: number;
  readonly timeoutMs: number;
  readonly hooks: ChannelHooks;
}

export interface ResourceReading {
  readonly host: Resources;
  readonly workers: readonly Resources[];
}

export interface ChannelsOutcome {
  readonly ends: readonly ChannelEnd[];
  readonly timedOut: boolean;
  readonly kernels: readonly ChannelKernel[];
  readonly exits: readonly WorkerExit[];
  readonly stderr: string;
  readonly resources: Readonly<Record<'before' | 'open' | 'after', ResourceReading | null>>;
}

export async function runChannels(setup: ChannelSetup): Promise<ChannelsOutcome> {
  const workers = await startWorkers(setup);
  const kernels = workers.map((worker, index) =>
    openChannel(setup.module, setup.params, index, worker.token),
  );
  const read = (): ResourceReading => ({
    host: readResources(process.pid),
    workers: workers.map((worker) => readResources(worker.pid)),
  });
  const before = read();
  const pumped = await pumpChannels(setup, workers, kernels, read);
  if (pumped.timedOut) for (const worker of workers) worker.kill();
  const exits = await Promise.all(workers.map((worker) => worker.exit()));
  return {
    ends: pumped.ends,
    timedOut: pumped.timedOut,
    kernels,
    exits,
    stderr: workers.map((worker) => worker.stderr()).join(''),
    resources: { before, open: pumped.open, after: pumped.after },
  };
}

function startWorkers(setup: ChannelSetup): Promise<Worker[]> {
  const indexes = Array.from({ length: setup.params.workers }, (_, index) => index);
  return Promise.all(
    indexes.map((index) => {
      const path = socketPathIn(setup.socketFolder, setup.firstSocket + index);
      return Worker.start(setup.worker, path, setup.timeoutMs, (pid, kill) => {
        setup.hooks.register(pid, kill);
      });
    }),
  );
}

interface Pumped {
  readonly ends: readonly ChannelEnd[];
  readonly timedOut: boolean;
  readonly open: ResourceReading | null;
  readonly after: ResourceReading | null;
}

function pumpChannels(
  setup: ChannelSetup,
  workers: readonly Worker[],
  kernels: readonly ChannelKernel[],
  read: () => ResourceReading,
): Promise<Pumped> {
  return new Promise((resolve) => {
    let open: ResourceReading | null = null;
    let after: ResourceReading | null = null;
    let timedOut = false;
    const pairs = workers.flatMap((worker, index) => {
      const kernel = kernels[index];
      return kernel === undefined ? [] : [{ kernel: kernel.port, lane: worker.lane }];
    });
    const pump = new Pump(pairs, {
      nowNs,
      atBarrier: (release) => {
        open = read();
        release();
      },
      beforeClose: () => {
        after = read();
      },
      finished: (ends) => {
        endWatch();
        resolve({ ends, timedOut, open, after });
      },
    });
    const endWatch = watchProgress(
      () => pump.progress(),
      setup.timeoutMs,
      () => {
        setup.hooks.tick();
      },
      () => {
        timedOut = true;
        pump.abort('nothing moved');
      },
    );
    pump.start();
  });
}
