// What a set of channels leaves behind when all of them have ended: types only.
import type { ChannelEnd } from './pump.ts';
import type { WorkerExit } from '../run/results.ts';
import type { ChannelKernel } from './channel-kernel.ts';
import type { ResourceReading } from './readings.ts';

export interface ChannelsOutcome {
  readonly ends: readonly ChannelEnd[];
  readonly timedOut: boolean;
  readonly kernels: readonly ChannelKernel[];
  readonly exits: readonly WorkerExit[];
  readonly stderr: string;
  /** Why a worker inside of the host could not go on; the kernel only sees that its stream ended. */
  readonly broken?: string | undefined;
  readonly resources: Readonly<Record<'before' | 'open' | 'after', ResourceReading | null>>;
}
