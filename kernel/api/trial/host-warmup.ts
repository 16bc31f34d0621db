// How long the scratch session of a trial is: enough that V8 has compiled the timed path, and no longer. Pure.

import type { TrialParams } from '../run/cases.ts';

/**
 * Measured on a busy machine, full-cycle p50 of the 1,000 frames of 64 B that follow: 94 us after 200 frames, 75 us after
 * 1,000 and after 4,000, 60 to 80 us after 12,000. More costs every trial 25 us a frame.
 */
const ENOUGH_FRAMES = 8_000;
/** A frame over messages costs 20 times as much, so that 8,000 would be longer than the trial. */
const ENOUGH_MESSAGE_FRAMES = 1_000;
/** Large payloads need fewer frames: reads and writes are many per frame. */
const ENOUGH_BYTES = 134_217_728;
const FEWEST_FRAMES = 200;
/** ... but not of 16 MiB each: that would be seconds. */
const MOST_BYTES = 1_073_741_824;

/** The case itself, shorter, with no warm-up frames of its own. */
export function hostWarmupParams(params: TrialParams): TrialParams {
  const bySize = Math.ceil(ENOUGH_BYTES / params.payloadBytes);
  const fewest = Math.min(FEWEST_FRAMES, Math.ceil(MOST_BYTES / params.payloadBytes));
  const enough = params.lane === 'pyodide-messages' ? ENOUGH_MESSAGE_FRAMES : ENOUGH_FRAMES;
  const frames = Math.max(fewest, Math.min(enough, bySize));
  const { pauseNs, intervalNs, ...closed } = params;
  return { ...closed, frames: Math.ceil(frames / params.sessions), warmupFrames: 0 };
}
