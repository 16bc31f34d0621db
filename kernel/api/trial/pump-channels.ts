// Runs a set of channels through one pump, from the first HELLO to the end of the last: the barrier crossed, readings
// taken on the way, a stall noticed. Clock, timers and readings are the host's.
import { crossBarrier } from './barrier.ts';
import type { TrialParams } from '../run/cases.ts';
import type { Lane } from './lane.ts';
import { Pump } from './pump.ts';
import type { ChannelEnd, PumpPair } from './pump.ts';
import type { SlotStore } from './slot-store.ts';
import type { ChannelKernel } from './channel-kernel.ts';
import { watchProgress } from './watchdog.ts';

/** A worker that sent a byte a second kept its trial alive for ever. A busy machine moves thousands of frames in a time-out. */
const LEAST_BYTES = 4096;

export interface PumpedMember {
  readonly kernel: ChannelKernel;
  readonly lane: Lane;
  readonly slots: SlotStore | null;
}

export interface PumpSurroundings<Reading> {
  readonly params: TrialParams;
  readonly timeoutMs: number;
  readonly nowNs: () => bigint;
  /** In an open loop: calls `wake` once, at `atNs` or as soon after as the host can. */
  readonly wakeAt: (atNs: bigint, wake: () => void) => void;
  /** Runs a step once, that many nanoseconds later. */
  readonly after: (delayNs: number, step: () => void) => void;
  /** What can be read of processes and machine now. */
  readonly read: () => Reading;
  /** Called a few times per second while bytes move or not. */
  readonly tick: () => void;
}

export interface Pumped<Reading> {
  readonly ends: readonly ChannelEnd[];
  readonly timedOut: boolean;
  readonly open: Reading | null;
  /** One reading for each channel that ended well, taken before its worker is told. */
  readonly closing: readonly Reading[];
}

export function pumpChannels<Reading>(
  members: readonly PumpedMember[],
  around: PumpSurroundings<Reading>,
): Promise<Pumped<Reading>> {
  const { params, nowNs, wakeAt, read } = around;
  return new Promise((resolve) => {
    let open: Reading | null = null;
    const closing: Reading[] = [];
    let timedOut = false;
    const pairs = members.map(({ kernel, lane, slots }): PumpPair => ({
      kernel: kernel.port,
      lane,
      ...(slots === null ? {} : { slots }),
      ...(params.intervalNs === undefined ? {} : { wakeAt }),
    }));
    const pump = new Pump(pairs, {
      nowNs,
      atBarrier: (release) => {
        open = read();
        const channels = pairs.map((pair) => pair.kernel);
        crossBarrier({ params, channels, pump, release, after: around.after });
      },
      beforeClose: () => {
        closing.push(read());
      },
      finished: (ends) => {
        endWatch();
        resolve({ ends, timedOut, open, closing });
      },
    });
    const stalled = (): void => {
      timedOut = true;
      pump.abort('next to nothing moved');
    };
    const { timeoutMs, tick } = around;
    const endWatch = watchProgress(() => pump.progress(), timeoutMs, tick, stalled, LEAST_BYTES);
    pump.start();
  });
}
