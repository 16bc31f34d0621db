// The `socket` lane: a Unix stream socket on Node's event loop, read straight into kernel memory (`onread`). It knows
// no frame; the pump hands it segments and it reports what the OS took.

import { closeSync } from 'node:fs';
import { Socket, connect } from 'node:net';
import type { OnReadOpts, SocketConstructorOpts } from 'node:net';

import type { Lane, LaneSink } from '../../../kernel/api/trial/lane.ts';
import { nowNs } from '../observe/clock.ts';
import type { LibC } from './libc.ts';

/**
 * Up to this, segments are copied into one buffer: `writev` of a header and a small payload costs Node an array of chunks
 * and a request object per call, 3 to 4 us more than the copy.
 */
const GATHER_BYTES = 32_768;

/** Holds a HELLO. */
const FIRST_READ_BYTES = 64;

/**
 * macOS starts with 8 KiB, 32 wake-ups for a payload of 256 KiB. Linux starts with 208 KiB and is left alone: 256 KiB on
 * this end cost 5 % at payloads of 256 KiB.
 */
const MAC_BUFFER_BYTES = 262_144;

/** Connects once; `libc` is null where koffi is missing. The caller retries: a path that does not exist yet is ENOENT. */
export function connectSocketLane(path: string, libc: LibC | null): Promise<Lane> {
  if (libc === null) return connectByStream({ path });
  return Promise.resolve().then(() => {
    const fd = libc.connect(path);
    if (process.platform === 'darwin') libc.setBufferBytes(fd, MAC_BUFFER_BYTES);
    return new SocketLane({ libc, fd });
  });
}

/** TCP on the event loop, without Nagle's delay: where koffi is missing. */
export function connectTcpLane(host: string, port: number): Promise<Lane> {
  return connectByStream({ host, port, noDelay: true });
}

type Peer =
  | { readonly path: string }
  | { readonly host: string; readonly port: number; readonly noDelay: true };

function connectByStream(peer: Peer): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const lane = new SocketLane(null);
    const socket = connect({ ...peer, onread: lane.onread });
    socket.pause();
    socket.once('error', reject);
    socket.once('connect', () => {
      lane.attach(socket);
      resolve(lane);
    });
  });
}

/**
 * The descriptor of the socket, for small writes that go straight to write(2): 2 us with the system call, where Node's
 * stream takes 6 to 7 (a 64 B cycle has two). What the system does not take at once goes the stream's way.
 */
interface DirectWrites {
  readonly libc: LibC;
  readonly fd: number;
}

class SocketLane implements Lane {
  readonly onread: OnReadOpts;
  readonly #direct: DirectWrites | null;
  readonly #gather = new Uint8Array(GATHER_BYTES);
  readonly #gatherAt: bigint;
  readonly #gatherViews = new Map<number, Uint8Array>();
  #socket: Socket | null = null;
  #sink: LaneSink | null = null;
  #waiting = false;

  constructor(direct: DirectWrites | null) {
    this.#direct = direct;
    this.#gatherAt = direct?.libc.addressOf(this.#gather) ?? 0n;
    // Node asks for the first buffer when it makes the handle, which may be before there is a sink: what the first
    // read puts there (a HELLO, nothing that is timed) is copied to its room.
    const first = new Uint8Array(FIRST_READ_BYTES);
    this.onread = {
      buffer: () => this.#sink?.room() ?? first,
      callback: (bytes, into) => {
        const stamp = nowNs();
        if (into === first) this.#deliver(first.subarray(0, bytes), stamp);
        else this.#sink?.received(bytes, stamp);
        return true;
      },
    };
  }

  attach(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', (error) => this.#sink?.failed(error.message));
    socket.on('end', () => this.#sink?.ended());
    socket.on('close', () => this.#sink?.ended());
  }

  start(sink: LaneSink): void {
    this.#sink = sink;
    // A Socket over a descriptor reads from its first moment on: it is made when there is somewhere to read to.
    if (this.#direct !== null) this.attach(new Socket(this.#overDescriptor(this.#direct.fd)));
    this.#socket?.resume();
  }

  write(segments: readonly Uint8Array[], count: number): boolean {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return false;
    const bytes = this.#gathered(segments, count);
    const taken = this.#writeDirectly(bytes);
    if (taken === bytes) return true;
    this.#waiting = true;
    if (bytes > 0) socket.write(this.#gatherView(taken, bytes), this.#accepted);
    else this.#writeCorked(socket, segments, count);
    // What the OS takes at once leaves nothing queued; the callback then only runs on a later tick.
    if (socket.writableLength !== 0) return false;
    this.#waiting = false;
    return true;
  }

  close(): void {
    this.#sink = null;
    if (this.#socket === null && this.#direct !== null) closeSync(this.#direct.fd);
    this.#socket?.end();
    this.#socket?.destroySoon();
    this.#socket = null;
  }

  /** Node documents `onread` for a Socket over a descriptor; its types know it for connect() alone. */
  #overDescriptor(fd: number): SocketConstructorOpts {
    return { fd, onread: this.onread } as SocketConstructorOpts;
  }

  /** Copies into as many rooms as it takes. */
  #deliver(bytes: Uint8Array, stamp: bigint): void {
    for (let at = 0; at < bytes.length;) {
      const room = this.#sink?.room();
      if (room === undefined || room.length === 0) return;
      const piece = bytes.subarray(at, at + room.length);
      room.set(piece);
      this.#sink?.received(piece.length, stamp);
      at += piece.length;
    }
  }

  /** Copies the segments into one buffer and says how many bytes they are; -1 when they are too large for it. */
  #gathered(segments: readonly Uint8Array[], count: number): number {
    let bytes = 0;
    for (let index = 0; index < count; index += 1) bytes += segments[index]?.length ?? 0;
    if (bytes > GATHER_BYTES) return -1;
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const segment = segments[index];
      if (segment === undefined) continue;
      this.#gather.set(segment, at);
      at += segment.length;
    }
    return bytes;
  }

  /** How many of the gathered bytes the system took; an error is left to the stream, which tells it. */
  #writeDirectly(bytes: number): number {
    if (this.#direct === null || bytes <= 0) return 0;
    return Math.max(0, this.#direct.libc.write(this.#direct.fd, this.#gatherAt, bytes));
  }

  #writeCorked(socket: Socket, segments: readonly Uint8Array[], count: number): void {
    if (count > 1) socket.cork();
    for (let index = 0; index < count; index += 1) {
      const segment = segments[index];
      if (segment !== undefined)
        socket.write(segment, index === count - 1 ? this.#accepted : ignore);
    }
    if (count > 1) socket.uncork();
  }

  #gatherView(from: number, to: number): Uint8Array {
    if (from !== 0) return this.#gather.subarray(from, to);
    let view = this.#gatherViews.get(to);
    if (view === undefined) {
      view = this.#gather.subarray(0, to);
      this.#gatherViews.set(to, view);
    }
    return view;
  }

  readonly #accepted = (error?: Error | null): void => {
    // After a synchronous write this runs late and has nothing to say; an error comes as the `error` event too.
    if (!this.#waiting || error) return;
    if (this.#socket !== null && this.#socket.writableLength !== 0) return;
    this.#waiting = false;
    this.#sink?.written();
  };
}

function ignore(): void {
  // Only the last segment's callback counts.
}
