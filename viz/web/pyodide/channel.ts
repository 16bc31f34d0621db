// The JavaScript side of python/echometer_pyodide: a channel whose calls Python makes, over two rings or over messages. It
// runs in the interpreter's thread and knows no protocol.
import type { Ring } from './ring.ts';

/** The size of the largest stage in python/echometer_pyodide/transport.py. */
const STAGING_BYTES = 32_768;

/** A buffer of Python, as Pyodide hands it over. */
export interface PythonBuffer {
  getBuffer(type: 'u8'): { readonly data: Uint8Array; release(): void };
}

export interface PythonChannel {
  /** Bytes put into the staging buffer; 0 at the end of the stream, -1 when there is nothing yet. */
  pull(most: number): number;
  push(count: number): void;
  pullInto(room: PythonBuffer): number;
  pushFrom(payload: PythonBuffer): void;
  arrival(): Promise<void>;
  stagedIn(size: number): Uint8Array;
  stagedOut(size: number): Uint8Array;
}

export class Staging {
  readonly in = new Uint8Array(STAGING_BYTES);
  readonly out = new Uint8Array(STAGING_BYTES);
  readonly #views = new Map<number, Uint8Array>();

  readonly stagedIn = (size: number): Uint8Array => this.in.subarray(0, size);
  readonly stagedOut = (size: number): Uint8Array => this.out.subarray(0, size);

  /** Views of the staging buffers by size: a new one costs more than the copy of a small frame. */
  room(most: number): Uint8Array {
    return most >= STAGING_BYTES ? this.in : this.#view(this.in, most, most);
  }

  filled(count: number): Uint8Array {
    return this.#view(this.out, count, -count);
  }

  #view(buffer: Uint8Array, size: number, key: number): Uint8Array {
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    const view = buffer.subarray(0, size);
    this.#views.set(key, view);
    return view;
  }
}

export function withBuffer<T>(owner: PythonBuffer, use: (bytes: Uint8Array) => T): T {
  const buffer = owner.getBuffer('u8');
  try {
    return use(buffer.data);
  } finally {
    buffer.release();
  }
}

/** Waits by blocking this thread. */
export function ringChannel(toWorker: Ring, toHost: Ring): PythonChannel {
  const staging = new Staging();
  const pushAll = (bytes: Uint8Array): void => {
    let done = 0;
    while (done < bytes.length) {
      done += toHost.push(bytes, done);
      toHost.publish();
      // A closed ring swallows the rest: the next read tells that the host has gone.
      if (done < bytes.length && !toHost.awaitRoom()) return;
    }
  };
  return {
    pull: (most) => (toWorker.awaitBytes() ? toWorker.pull(staging.room(most)) : 0),
    push: (count) => {
      pushAll(staging.filled(count));
    },
    pullInto: (room) =>
      withBuffer(room, (bytes) => {
        let done = 0;
        while (done < bytes.length && toWorker.awaitBytes())
          done += toWorker.pull(bytes.subarray(done));
        return done;
      }),
    pushFrom: (payload) => {
      withBuffer(payload, pushAll);
    },
    arrival: () => Promise.resolve(),
    stagedIn: staging.stagedIn,
    stagedOut: staging.stagedOut,
  };
}
