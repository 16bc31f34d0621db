// One set of channels from start to end: workers started and connected, kernels configured, the pump run, resources
// read on the way. Used twice by a trial: for the scratch session and for the measured one. It interprets no result.

import { crossBarrier } from '../../../kernel/api/barrier.ts';
import { Pump } from '../../../kernel/api/pump.ts';
import type { ChannelEnd } from '../../../kernel/api/pump.ts';
import type { TrialParams } from '../../../kernel/api/cases.ts';
import type { WorkerExit } from '../../../kernel/api/results.ts';
import { nowNs } from '../observe/clock.ts';
import { wakeAt } from '../observe/wake.ts';
import { readMachine, readProcess } from '../observe/readings.ts';
import type { MachineReading, ProcessReading } from '../observe/readings.ts';
import { openEndpoint } from '../lane/endpoint.ts';
import { Worker, socketPathIn } from '../worker/process.ts';
import type { WorkerStart } from '../worker/process.ts';
import { openChannel } from './channel-kernel.ts';
import type { ChannelKernel } from './channel-kernel.ts';
import { SlotStorage } from './slot-storage.ts';
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
  readonly host: ProcessReading;
  readonly workers: readonly ProcessReading[];
  readonly machine: MachineReading;
}

export interface ChannelsOutcome {
  readonly ends: readonly ChannelEnd[];
  readonly timedOut: boolean;
  readonly kernels: readonly ChannelKernel[];
  readonly exits: readonly WorkerExit[];
  readonly stderr: string;
  readonly resources: Readonly<Record<'before' | 'open' | 'after', ResourceReading | null>>;
}

/** What belongs to one channel from its start to its end. */
interface Member {
  readonly worker: Worker;
  readonly kernel: ChannelKernel;
  readonly slots: SlotStorage | null;
}

export async function runChannels(setup: ChannelSetup): Promise<ChannelsOutcome> {
  const indexes = Array.from({ length: setup.params.workers }, (_, index) => index);
  const members = await Promise.all(indexes.map((index) => startMember(setup, index)));
  const workers = members.map((member) => member.worker);
  const read = (): ResourceReading => ({
    host: readProcess(process.pid),
    workers: workers.map((worker) => readProcess(worker.pid)),
    machine: readMachine(),
  });
  const before = read();
  const pumped = await pumpChannels(setup, members, read);
  // A trial that failed has no end of its sessions; what the host holds then is a fact of the failure.
  const ended = read();
  if (pumped.timedOut) for (const worker of workers) worker.kill();
  const exits = await Promise.all(workers.map((worker) => worker.exit()));
  for (const member of members) member.slots?.close();
  return {
    ends: pumped.ends,
    timedOut: pumped.timedOut,
    kernels: members.map((member) => member.kernel),
    exits,
    stderr: workers.map((worker) => worker.stderr()).join(''),
    resources: { before, open: pumped.open, after: pumped.after ?? ended },
  };
}

async function startMember(setup: ChannelSetup, index: number): Promise<Member> {
  const path = socketPathIn(setup.socketFolder, setup.firstSocket + index);
  const endpoint = openEndpoint(setup.params.lane === 'blocking' ? 'blocking' : 'socket', path);
  const slots = setup.params.storage === 'inline' ? null : new SlotStorage(setup.params);
  const worker = await Worker.start(setup.worker, endpoint, slots, setup.timeoutMs, (pid, kill) => {
    setup.hooks.register(pid, kill);
  });
  const kernel = openChannel(setup.module, setup.params, index, worker.token, slots);
  return { worker, kernel, slots };
}

interface Pumped {
  readonly ends: readonly ChannelEnd[];
  readonly timedOut: boolean;
  readonly open: ResourceReading | null;
  readonly after: ResourceReading | null;
}

function pumpChannels(
  setup: ChannelSetup,
  members: readonly Member[],
  read: () => ResourceReading,
): Promise<Pumped> {
  return new Promise((resolve) => {
    let open: ResourceReading | null = null;
    let after: ResourceReading | null = null;
    let timedOut = false;
    const pairs = members.map(({ worker, kernel, slots }) => ({
      kernel: kernel.port,
      lane: worker.lane,
      ...(slots === null ? {} : { slots }),
      ...(setup.params.intervalNs === undefined ? {} : { wakeAt }),
    }));
    const pump = new Pump(pairs, {
      nowNs,
      atBarrier: (release) => {
        open = read();
        const channels = pairs.map((pair) => pair.kernel);
        crossBarrier({ params: setup.params, channels, pump, release, after: runAfter });
      },
      beforeClose: () => {
        after = keepLast(after, read());
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

/** A worker whose channel closed earlier has exited: its reading is the one that was taken before that. */
function keepLast(earlier: ResourceReading | null, now: ResourceReading): ResourceReading {
  const workers = now.workers.map((reading, index) => {
    return reading.threads === null ? (earlier?.workers[index] ?? reading) : reading;
  });
  return { ...now, workers };
}

function runAfter(delayNs: number, step: () => void): void {
  setTimeout(step, delayNs / 1e6);
}
