// The `socket` lane: a Unix stream socket on Node's event loop, read straight into kernel memory (`onread`). It knows
// no frame; the pump hands it segments and it reports what the OS took.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

import type { Lane, LaneSink } from '../../../kernel/api/lane.ts';
import { nowNs } from '../observe/clock.ts';

/**
 * Below this, segments are copied into one buffer and written with one plain write: `writev` of a header and a
 * small payload costs Node an array of chunks, a request object per call and 3 to 4 us more than the copy.
 */
const GATHER_BYTES = 16_384;

/** Holds a HELLO. */
const FIRST_READ_BYTES = 64;

/** Connects once. The caller retries; a path that does not exist yet is ENOENT. */
export function connectSocketLane(path: string): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const lane = new SocketLane(path, resolve, reject);
    lane.open();
  });
}

class SocketLane implements Lane {
  readonly #path: string;
  readonly #connected: (lane: Lane) => void;
  readonly #refused: (error: Error) => void;
  readonly #gather = new Uint8Array(GATHER_BYTES);
  readonly #gatherViews = new Map<number, Uint8Array>();
  #socket: Socket | null = null;
  #sink: LaneSink | null = null;
  #waiting = false;

  constructor(path: string, connected: (lane: Lane) => void, refused: (error: Error) => void) {
    this.#path = path;
    this.#connected = connected;
    this.#refused = refused;
  }

  open(): void {
    // Node asks for the first buffer when it makes the handle, before there is a sink: what the first read puts
    // there (a HELLO, nothing that is timed) is copied to its room.
    const first = new Uint8Array(FIRST_READ_BYTES);
    const socket = connect({
      path: this.#path,
      onread: {
        buffer: () => this.#sink?.room() ?? first,
        callback: (bytes, into) => {
          const stamp = nowNs();
          if (into === first) this.#deliver(first.subarray(0, bytes), stamp);
          else this.#sink?.received(bytes, stamp);
          return true;
        },
      },
    });
    this.#socket = socket;
    socket.pause();
    socket.once('connect', () => {
      this.#connected(this);
    });
    socket.on('error', (error) => {
      if (this.#sink === null) this.#refused(error);
      else this.#sink.failed(error.message);
    });
    socket.on('end', () => this.#sink?.ended());
    socket.on('close', () => this.#sink?.ended());
  }

  start(sink: LaneSink): void {
    this.#sink = sink;
    this.#socket?.resume();
  }

  write(segments: readonly Uint8Array[], count: number): boolean {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return false;
    this.#waiting = true;
    if (!this.#writeGathered(socket, segments, count)) this.#writeCorked(socket, segments, count);
    // What the OS takes at once leaves nothing queued; the callback then only runs on a later tick.
    if (socket.writableLength !== 0) return false;
    this.#waiting = false;
    return true;
  }

  close(): void {
    this.#sink = null;
    this.#socket?.end();
    this.#socket?.destroySoon();
    this.#socket = null;
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

  #writeGathered(socket: Socket, segments: readonly Uint8Array[], count: number): boolean {
    let bytes = 0;
    for (let index = 0; index < count; index += 1) bytes += segments[index]?.length ?? 0;
    if (count === 1 || bytes > GATHER_BYTES) return false;
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const segment = segments[index];
      if (segment === undefined) continue;
      this.#gather.set(segment, at);
      at += segment.length;
    }
    socket.write(this.#gatherView(bytes), this.#accepted);
    return true;
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

  #gatherView(bytes: number): Uint8Array {
    let view = this.#gatherViews.get(bytes);
    if (view === undefined) {
      view = this.#gather.subarray(0, bytes);
      this.#gatherViews.set(bytes, view);
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
