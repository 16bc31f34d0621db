// One connected stream as descriptors: what is there is read, what fits is written, and no call waits.
// Sockets and pipes differ in the calls only.
import { closeSync } from 'node:fs';
import type { LibC } from './libc.ts';
import type { Pieces } from './pieces.ts';

export interface Stream {
  /** Where bytes arrive and where they leave: one descriptor of a socket, one of each of two pipes. */
  readonly inputFd: number;
  readonly outputFd: number;
  /** Bytes read now, or what LibC.read says instead. */
  read(address: number, bytes: number): number;
  /** Bytes that the system took, or what LibC.write says instead. */
  write(pieces: Pieces): number;
  close(): void;
}

/** Takes over a connected stream socket; its mode does not matter. */
export function socketStream(libc: LibC, fd: number): Stream {
  return {
    inputFd: fd,
    outputFd: fd,
    read: (address, bytes) => libc.receive(fd, address, bytes),
    write: (pieces) => libc.send(fd, pieces.messageAt),
    close: () => {
      closeSync(fd);
    },
  };
}

/** Takes over our ends of two pipes. */
export function pipeStream(libc: LibC, inputFd: number, outputFd: number): Stream {
  libc.setNonBlocking(inputFd);
  libc.setNonBlocking(outputFd);
  return {
    inputFd,
    outputFd,
    read: (address, bytes) => libc.read(inputFd, address, bytes),
    write: (pieces) => libc.writev(outputFd, pieces.vectorAt, pieces.count),
    close: () => {
      closeSync(inputFd);
      closeSync(outputFd);
    },
  };
}
