// Which lane a run takes, and why. It opens nothing.

import { missingError } from '../errors.ts';
import type { NodeLane } from './lanes.ts';
import { loadLibC } from './libc.ts';

export interface LaneChoice {
  readonly lane: NodeLane;
  readonly reason: string;
}

/** `auto` takes the socket lane: it carries every case, so that all tables of a run are of one lane. */
export function chooseLane(asked: 'auto' | NodeLane): LaneChoice {
  if (asked === 'auto') {
    const other =
      loadLibC() === null
        ? 'koffi is not installed, so the blocking lane is not available'
        : 'the blocking lane is available and carries only one frame in flight';
    return {
      lane: 'socket',
      reason: `auto: the socket lane carries every case; ${other}; ${socketWrites()}`,
    };
  }
  if (asked === 'blocking' && loadLibC() === null)
    throw missingError(
      'NO_KOFFI',
      'koffi',
      'the blocking lane needs the optional dependency koffi, which is not installed or does not load here',
      'run npm install koffi, or use --lane socket',
    );
  const reason = 'asked for by --lane';
  return { lane: asked, reason: asked === 'socket' ? `${reason}; ${socketWrites()}` : reason };
}

/** It is part of every small latency (docs/methodology.md, Lanes). */
function socketWrites(): string {
  return loadLibC() === null
    ? "all writes are made by Node's stream"
    : 'small writes are system calls of its own';
}
