// What a suite does when every session has reached the start barrier: begin the measured loops, and for some suites
// stop consuming for a while or end without traffic. The same on every host; the time comes from the caller.
import type { TrialParams } from '../run/cases.ts';
import type { ChannelPort, Pump } from './pump.ts';

export interface BarrierScene {
  readonly params: TrialParams;
  /** One per worker, in order. */
  readonly channels: readonly ChannelPort[];
  readonly pump: Pump;
  /** Begins the measured loops of all channels. */
  readonly release: () => void;
  /** Runs a step once, that many nanoseconds later. */
  readonly after: (delayNs: number, step: () => void) => void;
}

export function crossBarrier(scene: BarrierScene): void {
  const { params, channels, pump } = scene;
  scene.release();
  if (params.pauseNs !== undefined) {
    // In the same turn as the release, so before any measured echo can have been read.
    forEachSession(scene, (channel, session) => channel.pause(session));
    pump.advance();
    scene.after(params.pauseNs, () => {
      forEachSession(scene, (channel, session) => channel.resume(session));
      pump.advance();
    });
  }
  if (params.frames === 0) {
    for (const channel of channels) channel.finish();
    pump.advance();
  }
}

function forEachSession(
  { params, channels }: BarrierScene,
  act: (channel: ChannelPort, session: number) => void,
): void {
  const perChannel = params.sessions / params.workers;
  for (const [index, channel] of channels.entries()) {
    const first = 1 + index * perChannel;
    for (let session = first; session < first + perChannel; session += 1) act(channel, session);
  }
}
