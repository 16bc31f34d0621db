// Which lane a run takes, and why; and which trials a lane cannot carry. It opens nothing.

import type { TrialParams } from '../../../kernel/api/cases.ts';
import { missingError } from '../errors.ts';
import type { NodeLane } from './endpoint.ts';
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

/** Why a lane cannot carry a trial, by the code that tests assert; every other trial must be measured. */
export const UNSUPPORTED = {
  socket: {},
  blocking: {
    MANY_IN_FLIGHT:
      'the blocking lane waits in one read for one echo: more than one frame in flight could leave both ends waiting in a write',
    MANY_WORKERS: 'the blocking lane waits for one worker at a time',
    TIMED: 'the blocking lane has no timer: a pause or a due time needs the event loop',
  },
} as const;

export type UnsupportedCode = keyof (typeof UNSUPPORTED)['blocking'];

export function unsupportedOn(lane: NodeLane, params: TrialParams): UnsupportedCode | null {
  if (lane === 'socket') return null;
  if (params.workers > 1) return 'MANY_WORKERS';
  if (params.pauseNs !== undefined || params.intervalNs !== undefined) return 'TIMED';
  if (params.sessions > 1 || params.creditFrames > 1) return 'MANY_IN_FLIGHT';
  return null;
}
