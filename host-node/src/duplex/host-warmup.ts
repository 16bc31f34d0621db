// How long the scratch session of a trial is: enough that V8 has compiled the timed path, and no longer. Pure.

import type { TrialParams } from '../../../kernel/api/cases.ts';

/** The tail of a 64 B trial is the same from here on; measured with 1,000 to 20,000 frames. */
const ENOUGH_FRAMES = 4_000;
/** Large payloads need fewer frames: reads and writes are many per frame. */
const ENOUGH_BYTES = 134_217_728;
const FEWEST_FRAMES = 200;

/** The case itself, shorter, with no warm-up frames of its own. */
export function hostWarmupParams(params: TrialParams): TrialParams {
  const bySize = Math.ceil(ENOUGH_BYTES / params.payloadBytes);
  const frames = Math.max(FEWEST_FRAMES, Math.min(ENOUGH_FRAMES, bySize));
  return { ...params, frames: Math.ceil(frames / params.sessions), warmupFrames: 0 };
}
