// How a worker is told where its channel is, and how the host gets its end of it: a socket path or a TCP port that the
// worker listens on, one end of a socket pair that it inherits, or its standard input and output. It starts no process and
// speaks no protocol.
import { closeSync } from 'node:fs';

import type { Lane } from '../../../kernel/api/trial/lane.ts';
import { freePort, LOOPBACK } from './free-port.ts';
import type { ProcessLane } from './lanes.ts';
import type { LibC } from './libc.ts';
import { connectSocketLane, connectTcpLane } from './socket.ts';
import { pipeStream, socketStream } from './stream.ts';
import { WaitingLoop } from './waiting.ts';

/** Descriptors that a worker inherits, and how its command line names them from the number of the first on. */
export interface Inheritance {
  readonly fds: readonly number[];
  readonly args: (firstFd: number) => readonly string[];
}

export interface Endpoint extends Inheritance {
  /** Descriptors for the worker's standard input and output, where they are the channel. */
  readonly standard?: readonly [input: number, output: number];
  /** Rejects with ENOENT or ECONNREFUSED while the worker does not listen yet. */
  readonly connect: () => Promise<Lane>;
  /** The worker has been started and has its own copy of what it inherits. */
  readonly started: () => void;
}

/** What drives the channels of one trial; `loop` is null where they wait on Node's event loop. */
export interface Driver {
  readonly libc: LibC | null;
  readonly loop: WaitingLoop | null;
}

/** The buffer size that gave most throughput on both ends; the worker sets its own to the same. */
const SOCKET_BUFFER_BYTES = 262_144;

export function openDriver(lane: ProcessLane, libc: LibC | null): Driver {
  return { libc, loop: libc === null || lane === 'socket' ? null : new WaitingLoop(libc) };
}

export async function openEndpoint(
  lane: ProcessLane,
  driver: Driver,
  socketPath: string,
): Promise<Endpoint> {
  if (lane === 'socket') return socketEndpoint(driver, socketPath);
  if (lane === 'tcp') return tcpEndpoint(driver, await freePort());
  return lane === 'stdio' ? stdioEndpoint(driver) : pairEndpoint(driver);
}

/** Connects to a worker that somebody else has started. */
export function connectTo(driver: Driver, host: string, port: number): Promise<Lane> {
  const { libc, loop } = driver;
  if (libc === null || loop === null) return connectTcpLane(host, port);
  return Promise.resolve().then(() => {
    const fd = libc.connectTcp(host, port);
    libc.setBufferBytes(fd, SOCKET_BUFFER_BYTES);
    return loop.lane(socketStream(libc, fd));
  });
}

function socketEndpoint({ libc }: Driver, path: string): Endpoint {
  return {
    fds: [],
    args: () => ['--socket', path],
    connect: () => connectSocketLane(path, libc),
    started: () => undefined,
  };
}

function tcpEndpoint(driver: Driver, port: number): Endpoint {
  return {
    fds: [],
    args: () => ['--tcp', `${LOOPBACK}:${port}`],
    connect: () => connectTo(driver, LOOPBACK, port),
    started: () => undefined,
  };
}

function pairEndpoint(driver: Driver): Endpoint {
  const { libc, loop } = withCalls(driver);
  const [ours, theirs] = libc.socketPair();
  libc.setBufferBytes(ours, SOCKET_BUFFER_BYTES);
  return {
    fds: [theirs],
    args: (firstFd) => ['--fd', String(firstFd)],
    connect: () => Promise.resolve(loop.lane(socketStream(libc, ours))),
    started: () => {
      closeSync(theirs);
    },
  };
}

/** Two pipes of the system's own size: Node's 'pipe' would be a socket pair, which is faster and not what a bridge has. */
function stdioEndpoint(driver: Driver): Endpoint {
  const { libc, loop } = withCalls(driver);
  const [theirInput, ourOutput] = libc.pipe();
  const [ourInput, theirOutput] = libc.pipe();
  return {
    fds: [],
    standard: [theirInput, theirOutput],
    args: () => ['--stdio'],
    connect: () => Promise.resolve(loop.lane(pipeStream(libc, ourInput, ourOutput))),
    started: () => {
      closeSync(theirInput);
      closeSync(theirOutput);
    },
  };
}

function withCalls({ libc, loop }: Driver): { readonly libc: LibC; readonly loop: WaitingLoop } {
  if (libc === null || loop === null)
    throw new Error('this lane needs koffi, which is not installed');
  return { libc, loop };
}
