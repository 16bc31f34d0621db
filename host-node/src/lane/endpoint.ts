// How a worker is told where its channel is, and how the host gets its end of it: a socket path that the worker
// listens on, or one end of a socket pair that it inherits. It starts no process and speaks no protocol.
import { closeSync } from 'node:fs';

import type { Lane } from '../../../kernel/api/trial/lane.ts';
import { BlockingLane } from './blocking.ts';
import { loadLibC } from './libc.ts';
import { connectSocketLane } from './socket.ts';

/** Descriptors that a worker inherits, and how its command line names them from the number of the first on. */
export interface Inheritance {
  readonly fds: readonly number[];
  readonly args: (firstFd: number) => readonly string[];
}

export interface Endpoint extends Inheritance {
  /** Rejects with ENOENT or ECONNREFUSED while the worker does not listen yet. */
  readonly connect: () => Promise<Lane>;
  /** The worker has been started and has its own copy of what it inherits. */
  readonly started: () => void;
}

/** The buffer size that gave most throughput on both ends; the worker sets its own to the same. */
const SOCKET_BUFFER_BYTES = 262_144;

export function openEndpoint(lane: 'socket' | 'blocking', socketPath: string): Endpoint {
  return lane === 'socket' ? socketEndpoint(socketPath) : blockingEndpoint();
}

function socketEndpoint(path: string): Endpoint {
  return {
    fds: [],
    args: () => ['--socket', path],
    connect: () => connectSocketLane(path, loadLibC()),
    started: () => undefined,
  };
}

function blockingEndpoint(): Endpoint {
  const libc = loadLibC();
  if (libc === null) throw new Error('the blocking lane needs koffi, which is not installed');
  const [ours, theirs] = libc.socketPair();
  libc.setBufferBytes(ours, SOCKET_BUFFER_BYTES);
  return {
    fds: [theirs],
    args: (firstFd) => ['--fd', String(firstFd)],
    connect: () => Promise.resolve(new BlockingLane(libc, ours)),
    started: () => {
      closeSync(theirs);
    },
  };
}
