// A worker's channel as the conformance test uses it: a socket, or the two streams of its standard input and output.
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

export interface Channel {
  write(bytes: Buffer): void;
  /** What comes in; called once. */
  chunks(): AsyncIterator<Buffer>;
  /** The host goes. */
  end(): void;
}

export function socketChannel(socket: Socket): Channel {
  socket.on('error', () => undefined);
  return {
    write: (bytes) => socket.write(bytes),
    chunks: () => socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
    end: () => socket.destroy(),
  };
}

/** What the worker still writes is read until it ends. */
export function streamsChannel(input: Writable, output: Readable): Channel {
  input.on('error', () => undefined);
  return {
    write: (bytes) => input.write(bytes),
    chunks: () => output[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
    end: () => {
      input.destroy();
      output.resume();
    },
  };
}
