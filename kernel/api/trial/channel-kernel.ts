// One fresh kernel instance per channel: configured for its part of the trial, driven by the pump, read afterwards. It
// decides nothing; the fields are the kernel's.

import type { ChannelCalls, ChannelFault } from '../facade/channel.ts';
import type { ChannelPlan } from '../facade/plan.ts';
import { channelPort } from './channel-port.ts';
import type { TrialParams } from '../run/cases.ts';
import { createKernel } from '../facade/facade.ts';
import type { ChannelPort } from './pump.ts';
import { slotGeometry } from './slot-geometry.ts';
import type { SlotAccess, SlotMapping } from './slot-geometry.ts';

export interface SessionReading {
  readonly session: number;
  readonly warmup: { readonly frames: number; readonly bytes: number; readonly mismatches: number };
  readonly measured: {
    readonly frames: number;
    readonly bytes: number;
    readonly mismatches: number;
  };
  readonly queueHighWaterBytes: number;
  readonly creditStalls: number;
  readonly startedNs: bigint;
  readonly endedNs: bigint;
}

export interface ColumnReading {
  /** Little-endian u64 nanoseconds, warm-up first; a view of kernel memory. */
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly warmup: number;
}

export interface ChannelKernel {
  readonly port: ChannelPort;
  /** How payloads in slots are reached; null for inline payloads. */
  readonly slotAccess: SlotAccess | null;
  /** The channel's fault, or the first of its sessions' faults. */
  fault(): ChannelFault | null;
  stamps(): { readonly startedNs: bigint; readonly endedNs: bigint };
  sessions(): SessionReading[];
  column(which: 'receipt' | 'fullCycle'): ColumnReading;
}

/** `index` is the worker's; session numbers go on from worker to worker. */
export function openChannel(
  module: WebAssembly.Module,
  params: TrialParams,
  index: number,
  token: Uint8Array,
  slots: SlotMapping | null,
): ChannelKernel {
  const sessions = params.sessions / params.workers;
  const firstSession = 1 + index * sessions;
  const plan: ChannelPlan = {
    sessions,
    payloadBytes: params.payloadBytes,
    warmupFrames: params.warmupFrames,
    measuredFrames: params.frames,
    creditBytes: params.creditBytes,
    creditFrames: params.creditFrames,
    ackEvery: params.ackEvery,
    ackPolicy: params.ackPolicy,
    storage: params.storage,
    ...slotGeometry(params),
    firstSession,
    token,
    ...(params.intervalNs === undefined ? {} : { intervalNs: BigInt(params.intervalNs) }),
  };
  const { kernel, channel, slotAccess } = configure(module, plan, slots);
  const numbers = Array.from({ length: sessions }, (_, offset) => firstSession + offset);
  return {
    port: channelPort(kernel.raw),
    slotAccess,
    fault: () => channel.fault(),
    stamps: () => channel.record(),
    sessions: () => numbers.map((number) => readSession(channel, number)),
    column: (which) => {
      const { samples, warmup } = channel.column(which);
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      return { bytes, count: samples.length, warmup };
    },
  };
}

interface Configured {
  readonly kernel: ReturnType<typeof createKernel>;
  readonly channel: ChannelCalls;
  readonly slotAccess: SlotAccess | null;
}

/** Slots are mapped where the machine allows it; otherwise a second instance is told that they are not. */
function configure(
  module: WebAssembly.Module,
  plan: ChannelPlan,
  slots: SlotMapping | null,
): Configured {
  if (slots !== null) {
    const kernel = createKernel(new WebAssembly.Instance(module, {}));
    const channel = kernel.openChannel({ ...plan, mappedSlots: true });
    const memory = kernel.raw.memory.buffer;
    if (slots.mapOver({ memory, slotFileAt: channel.slotFileAt }))
      return { kernel, channel, slotAccess: 'mapped' };
  }
  const kernel = createKernel(new WebAssembly.Instance(module, {}));
  const channel = kernel.openChannel(plan);
  return { kernel, channel, slotAccess: slots === null ? null : 'copied' };
}

function readSession(channel: ChannelCalls, session: number): SessionReading {
  const record = channel.session(session);
  return {
    session,
    warmup: {
      frames: Number(record.warmupVerifiedFrames),
      bytes: Number(record.warmupVerifiedBytes),
      mismatches: Number(record.warmupMismatches),
    },
    measured: {
      frames: Number(record.verifiedFrames),
      bytes: Number(record.verifiedBytes),
      mismatches: Number(record.mismatches),
    },
    queueHighWaterBytes: Number(record.queueHighWaterBytes),
    creditStalls: Number(record.creditStalls),
    startedNs: record.startedNs,
    endedNs: record.endedNs,
  };
}
