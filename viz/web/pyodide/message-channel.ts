// A channel over messages, for pages without shared memory: the interpreter's side and the lane of its host. Every byte is
// copied once more than through a ring, and Python waits by stack switching (JSPI).
import type { Lane, LaneSink } from '../../../kernel/api/trial/lane.ts';
import { Staging, withBuffer } from './channel.ts';
import type { PythonChannel } from './channel.ts';

/** What both ends need of a MessagePort; null is the end of the stream. */
export interface BytePort {
  post(bytes: Uint8Array<ArrayBuffer> | null): void;
  receive(take: (bytes: Uint8Array | null) => void): void;
}

export function messagePort(port: MessagePort): BytePort {
  return {
    post: (bytes) => {
      port.postMessage(bytes, bytes === null ? [] : [bytes.buffer]);
    },
    receive: (take) => {
      port.onmessage = ({ data }: MessageEvent<Uint8Array | null>) => {
        take(data);
      };
    },
  };
}

/** Bytes that have arrived and wait to be copied out, in order. */
class Arrivals {
  readonly #chunks: Uint8Array[] = [];
  #at = 0;
  #ended = false;

  add(bytes: Uint8Array | null): void {
    if (bytes === null) this.#ended = true;
    else if (bytes.length > 0) this.#chunks.push(bytes);
  }

  /** The count that was copied; 0 at the end, -1 when nothing is there yet. */
  pull(target: Uint8Array): number {
    let done = 0;
    while (done < target.length) {
      const [chunk] = this.#chunks;
      if (chunk === undefined) break;
      const part = chunk.subarray(this.#at, this.#at + target.length - done);
      target.set(part, done);
      done += part.length;
      this.#at += part.length;
      if (this.#at === chunk.length) {
        this.#chunks.shift();
        this.#at = 0;
      }
    }
    if (done > 0) return done;
    return this.#ended ? 0 : -1;
  }
}

/** Waits by giving the event loop its turn while Python's stack is suspended. */
export function messageChannel(port: BytePort): PythonChannel {
  const staging = new Staging();
  const arrivals = new Arrivals();
  let wake: (() => void) | null = null;
  port.receive((bytes) => {
    arrivals.add(bytes);
    wake?.();
    wake = null;
  });
  return {
    pull: (most) => arrivals.pull(staging.room(most)),
    push: (count) => {
      port.post(staging.filled(count).slice());
    },
    pullInto: (room) => withBuffer(room, (bytes) => arrivals.pull(bytes)),
    pushFrom: (payload) => {
      withBuffer(payload, (bytes) => {
        port.post(bytes.slice());
      });
    },
    // Nothing can arrive between an empty pull and this call: both are in one turn of the event loop.
    arrival: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
    stagedIn: staging.stagedIn,
    stagedOut: staging.stagedOut,
  };
}

export class MessageLane implements Lane {
  readonly #port: BytePort;
  readonly #nowNs: () => bigint;
  #sink: LaneSink | null = null;
  #open = true;

  constructor(port: BytePort, nowNs: () => bigint) {
    this.#port = port;
    this.#nowNs = nowNs;
  }

  start(sink: LaneSink): void {
    this.#sink = sink;
    this.#port.receive((bytes) => {
      if (this.#open) this.#take(bytes, sink);
    });
  }

  /** Posting copies: the segments may change at once. */
  write(segments: readonly Uint8Array[], count: number): boolean {
    const parts = segments.slice(0, count);
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.#port.post(whole);
    return true;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#port.post(null);
  }

  fail(reason: string): void {
    if (this.#open) this.#sink?.failed(reason);
  }

  #take(bytes: Uint8Array | null, sink: LaneSink): void {
    const stamp = this.#nowNs();
    if (bytes === null) {
      sink.ended();
      return;
    }
    let at = 0;
    while (at < bytes.length && this.#open) {
      const room = sink.room();
      const part = bytes.subarray(at, at + room.length);
      room.set(part);
      at += part.length;
      sink.received(part.length, stamp);
    }
  }
}
