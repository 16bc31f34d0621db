// Which lane a run takes, and why. It opens nothing.

import { missingError } from '../errors.ts';
import { CONNECTED_LANE } from './lanes.ts';
import type { NodeLane } from './lanes.ts';
import { loadLibC } from './libc.ts';

export interface LaneChoice {
  readonly lane: NodeLane | typeof CONNECTED_LANE;
  readonly reason: string;
}

/** What a lane needs koffi for. */
const NEEDS_KOFFI: Partial<Readonly<Record<NodeLane, string>>> = {
  blocking: 'the blocking lane waits in system calls of its own',
  stdio: 'the stdio lane makes real pipes, which Node cannot',
};

/** `auto` takes the socket lane: every machine has it, so runs of two machines are of one lane. */
export function chooseLane(asked: 'auto' | NodeLane): LaneChoice {
  const lane = asked === 'auto' ? 'socket' : asked;
  const why = NEEDS_KOFFI[lane];
  if (why !== undefined && loadLibC() === null)
    throw missingError(
      'NO_KOFFI',
      'koffi',
      `${why}: it needs the optional dependency koffi, which is not installed or does not load here`,
      'run npm install koffi, or use --lane socket',
    );
  const reason =
    asked === 'auto' ? 'auto: every machine has the socket lane' : 'asked for by --lane';
  const how = howItWorks(lane);
  return { lane, reason: how === null ? reason : `${reason}; ${how}` };
}

/** Of a worker that was started elsewhere. */
export const connectedLane = (): LaneChoice => ({
  lane: CONNECTED_LANE,
  reason: `asked for by --connect: TCP to a worker that somebody else has started, TCP_NODELAY, ${waits()}`,
});

const waits = (): string =>
  loadLibC() === null ? "on Node's event loop" : 'waits in system calls of its own';

/** It is part of every small latency (docs/methodology.md, Lanes). */
function howItWorks(lane: NodeLane): string | null {
  const hasCalls = loadLibC() !== null;
  if (lane === 'socket')
    return hasCalls
      ? 'small writes are system calls of its own'
      : "all writes are made by Node's stream";
  if (lane === 'tcp') return `TCP on 127.0.0.1, TCP_NODELAY, ${waits()}`;
  return lane === 'stdio' ? 'two pipes, waits in system calls of its own' : null;
}
