// One set of channels from start to end: workers started and connected, kernels configured, the pump run, resources
// read on the way. Used twice by a trial: for the scratch session and for the measured one. It interprets no result.

import type { TrialParams } from '../../../kernel/api/run/cases.ts';
import type { Lane } from '../../../kernel/api/trial/lane.ts';
import type { WorkerExit } from '../../../kernel/api/run/results.ts';
import { openChannel } from '../../../kernel/api/trial/channel-kernel.ts';
import type { ChannelKernel } from '../../../kernel/api/trial/channel-kernel.ts';
import type { ChannelsOutcome } from '../../../kernel/api/trial/outcome.ts';
import { pumpChannels } from '../../../kernel/api/trial/pump-channels.ts';
import type { ResourceReading } from '../../../kernel/api/trial/readings.ts';
import { unreadProcess } from '../../../kernel/api/trial/readings.ts';
import { nowNs } from '../observe/clock.ts';
import { readMachine, readProcess } from '../observe/readings.ts';
import { SlotStorage } from './slot-storage.ts';

export interface ChannelHooks {
  /** Gets id and kill switch of every worker process as soon as it exists. */
  register(pid: number, kill: () => void): void;
  /** Called a few times per second while bytes move or not. */
  tick(): void;
}

/** A worker that is connected and waits for HELLO. */
export interface ChannelWorker {
  readonly token: Uint8Array;
  readonly lane: Lane;
  /** Null for a worker that is a thread of this process, or no process of ours. */
  readonly pid: number | null;
  /** Why no process is read, where it is not that of a thread. */
  readonly unread?: string;
  kill(): void;
  /** Waits for the worker's own end after its channel closed; kills it when that does not come. */
  exit(): Promise<WorkerExit>;
  /** The end of what it wrote to stderr. */
  stderr(): string;
  /** Why a worker that is a thread could not go on. */
  broken?(): string | undefined;
}

export type StartWorker = (index: number, slots: SlotStorage | null) => Promise<ChannelWorker>;

export interface ChannelSetup {
  readonly module: WebAssembly.Module;
  readonly params: TrialParams;
  readonly timeoutMs: number;
  readonly hooks: ChannelHooks;
  readonly start: StartWorker;
  readonly wakeAt: (atNs: bigint, wake: () => void) => void;
}

/** What belongs to one channel from its start to its end. */
interface Member {
  readonly worker: ChannelWorker;
  readonly lane: Lane;
  readonly kernel: ChannelKernel;
  readonly slots: SlotStorage | null;
}

const A_THREAD = 'a thread of the host: its part of the host’s readings is not known';

export async function runChannels(setup: ChannelSetup): Promise<ChannelsOutcome> {
  const { params, timeoutMs, wakeAt } = setup;
  const indexes = Array.from({ length: params.workers }, (_, index) => index);
  const members = await Promise.all(indexes.map((index) => startMember(setup, index)));
  const workers = members.map((member) => member.worker);
  const read = (): ResourceReading => ({
    host: readProcess(process.pid),
    workers: workers.map(({ pid, unread }) =>
      pid === null ? unreadProcess(unread ?? A_THREAD) : readProcess(pid),
    ),
    machine: readMachine(),
  });
  const before = read();
  const tick = (): void => {
    setup.hooks.tick();
  };
  const around = { params, timeoutMs, nowNs, wakeAt, after: runAfter, read, tick };
  const pumped = await pumpChannels(members, around);
  // A trial that failed has no end of its sessions; what the host holds then is a fact of the failure.
  const after = pumped.closing.length > 0 ? pumped.closing.reduce(keepLast) : read();
  if (pumped.timedOut) for (const worker of workers) worker.kill();
  const exits = await Promise.all(workers.map((worker) => worker.exit()));
  for (const member of members) member.slots?.close();
  return {
    ends: pumped.ends,
    timedOut: pumped.timedOut,
    kernels: members.map((member) => member.kernel),
    exits,
    stderr: workers.map((worker) => worker.stderr()).join(''),
    broken: workers.map((worker) => worker.broken?.()).find((reason) => reason !== undefined),
    resources: { before, open: pumped.open, after },
  };
}

async function startMember(setup: ChannelSetup, index: number): Promise<Member> {
  const { params } = setup;
  const slots = params.storage === 'inline' ? null : new SlotStorage(params);
  const worker = await setup.start(index, slots);
  const kernel = openChannel(setup.module, params, index, worker.token, slots);
  return { worker, lane: worker.lane, kernel, slots };
}

/** A worker whose channel closed earlier has exited: its reading is the one that was taken before that. */
function keepLast(earlier: ResourceReading, now: ResourceReading): ResourceReading {
  const workers = now.workers.map((reading, index) => {
    return reading.threads === null ? (earlier.workers[index] ?? reading) : reading;
  });
  return { ...now, workers };
}

function runAfter(delayNs: number, step: () => void): void {
  setTimeout(step, delayNs / 1e6);
}
