// How a worker is told where its channel is, and how the host gets its end of it: a socket path that the worker
// listens on, or one end of a socket pair that it inherits. It starts no process and speaks no protocol.
import { closeSync } from 'node:fs';

import type { Lane } from '../../../kernel/api/lane.ts';
import { BlockingLane } from './blocking.ts';
import { loadLibC } from './libc.ts';
import { connectSocketLane } from './socket.ts';

export type NodeLane = 'socket' | 'blocking';

export interface Endpoint {
  /** For the worker's command line; `inherited` is the descriptor number of `workerFd` in the worker. */
  readonly args: (inherited: number) => readonly string[];
  /** What the worker inherits, or null. */
  readonly workerFd: number | null;
  /** Rejects with ENOENT or ECONNREFUSED while the worker does not listen yet. */
  readonly connect: () => Promise<Lane>;
  /** The worker has been started and has its own copy of what it inherits. */
  readonly started: () => void;
}

/** The buffer size that gave most throughput on both ends; the worker sets its own to the same. */
const SOCKET_BUFFER_BYTES = 262_144;

export function openEndpoint(lane: NodeLane, socketPath: string): Endpoint {
  return lane === 'socket' ? socketEndpoint(socketPath) : blockingEndpoint();
}

function socketEndpoint(path: string): Endpoint {
  return {
    args: () => ['--socket', path],
    workerFd: null,
    connect: () => connectSocketLane(path),
    started: () => undefined,
  };
}

function blockingEndpoint(): Endpoint {
  const libc = loadLibC();
  if (libc === null) throw new Error('the blocking lane needs koffi, which is not installed');
  const [ours, theirs] = libc.socketPair();
  libc.setBufferBytes(ours, SOCKET_BUFFER_BYTES);
  return {
    args: (inherited) => ['--fd', String(inherited)],
    workerFd: theirs,
    connect: () => Promise.resolve(new BlockingLane(libc, ours)),
    started: () => {
      closeSync(theirs);
    },
  };
}
