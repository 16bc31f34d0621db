// The few C library calls that Node does not offer, through koffi (prebuilt, no compiler). It holds no policy: lanes and
// slots decide what to do when koffi, or a call, is missing.
import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';

type NativeFunction = (...args: readonly unknown[]) => number | bigint;

interface Koffi {
  load(library: string): { func(prototype: string): NativeFunction };
  address(view: unknown): bigint;
  errno(): number;
  readonly os: { readonly errno: Readonly<Record<string, number>> };
}

export interface LibC {
  /** The address of the first byte of a view; stable while the memory behind it neither grows nor is freed. */
  addressOf(view: Uint8Array): bigint;
  /** Maps `bytes` of a file, shared, exactly at `address`, over what is there; false when the system refuses. */
  mapOver(address: bigint, bytes: number, fd: number): boolean;
  /** A connected pair of Unix stream sockets, close-on-exec: a child gets its end only where spawn is told to. */
  socketPair(): readonly [number, number];
  /** Connects to a Unix stream socket, close-on-exec; throws an error with the system's code, as Node's connect does. */
  connect(path: string): number;
  setBufferBytes(fd: number, bytes: number): void;
  setReadTimeoutMs(fd: number, milliseconds: number): void;
  /** Bytes read; 0 at the end of the stream; -1 when the time-out passed or a signal came; -2 on an error. */
  read(fd: number, address: bigint, bytes: number): number;
  /** Bytes written, or -1 when a signal came, or -2 on an error. */
  write(fd: number, address: bigint, bytes: number): number;
}

// sys/mman.h and sys/socket.h; the two platforms differ only where a second value is given.
const isMac = process.platform === 'darwin';
const PROT_READ_WRITE = 3;
const MAP_SHARED_FIXED = 0x11;
const AF_UNIX = 1;
const SOCK_STREAM = 1;
const F_SETFD = 2;
const FD_CLOEXEC = 1;
const SOL_SOCKET = isMac ? 0xffff : 1;
const SO_SNDBUF = isMac ? 0x1001 : 7;
const SO_RCVBUF = isMac ? 0x1002 : 8;
const SO_RCVTIMEO = isMac ? 0x1006 : 20;

let loaded: LibC | null | undefined;

/** null when koffi is not installed or does not load here (it is an optional dependency). */
export function loadLibC(): LibC | null {
  if (loaded === undefined) loaded = tryLoad();
  return loaded;
}

function tryLoad(): LibC | null {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    return bind(koffi, koffi.load(isMac ? 'libSystem.dylib' : 'libc.so.6'));
  } catch {
    return null; // not installed, or built for another platform: the caller names what it took instead
  }
}

/** struct sockaddr_un: the family, on macOS after a byte of length, then the path and a 0 (sys/un.h). */
function unixAddress(path: string): Uint8Array {
  const name = new TextEncoder().encode(path);
  const address = new Uint8Array(2 + name.length + 1);
  address.set(isMac ? [address.length, AF_UNIX] : [AF_UNIX, 0]);
  address.set(name, 2);
  return address;
}

/** With the code that Node would give it (`ENOENT`), so that callers need not know who made the call. */
function systemError(koffi: Koffi, call: string, subject: string): Error {
  const number = koffi.errno();
  const known = Object.entries(koffi.os.errno).find(([, value]) => value === number);
  const code = known?.[0] ?? `errno ${number}`;
  return Object.assign(new Error(`${call} ${code} ${subject}`), { code });
}

type Library = ReturnType<Koffi['load']>;

function bind(koffi: Koffi, library: Library): LibC {
  const mmap = library.func('intptr_t mmap(void*, size_t, int, int, int, int64_t)');
  const read = library.func('long read(int, void*, size_t)');
  const write = library.func('long write(int, void*, size_t)');
  const { EINTR, EAGAIN } = koffi.os.errno;

  const transfer = (count: number): number => {
    if (count >= 0) return count;
    const code = koffi.errno();
    return code === EINTR || code === EAGAIN ? -1 : -2;
  };
  return {
    addressOf: (view) => koffi.address(view),
    mapOver: (address, bytes, fd) =>
      BigInt(mmap(address, bytes, PROT_READ_WRITE, MAP_SHARED_FIXED, fd, 0)) === address,
    ...bindOpening(koffi, library),
    ...bindOptions(library),
    read: (fd, address, bytes) => transfer(Number(read(fd, address, bytes))),
    write: (fd, address, bytes) => transfer(Number(write(fd, address, bytes))),
  };
}

function bindOpening(koffi: Koffi, library: Library): Pick<LibC, 'socketPair' | 'connect'> {
  const socketpair = library.func('int socketpair(int, int, int, void*)');
  const socket = library.func('int socket(int, int, int)');
  const connect = library.func('int connect(int, void*, uint32_t)');
  const fcntl = library.func('int fcntl(int, int, ...)');
  return {
    socketPair: () => {
      const fds = new Int32Array(2);
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) !== 0) {
        throw new Error(`socketpair failed with errno ${koffi.errno()}`);
      }
      // A worker that inherited our end as well would never see it close.
      for (const fd of fds) fcntl(fd, F_SETFD, 'int', FD_CLOEXEC);
      return [fds[0] ?? -1, fds[1] ?? -1];
    },
    connect: (path) => {
      const fd = Number(socket(AF_UNIX, SOCK_STREAM, 0));
      if (fd < 0) throw systemError(koffi, 'socket', path);
      fcntl(fd, F_SETFD, 'int', FD_CLOEXEC);
      const address = unixAddress(path);
      if (connect(fd, address, address.length) === 0) return fd;
      const error = systemError(koffi, 'connect', path);
      closeSync(fd);
      throw error;
    },
  };
}

function bindOptions(library: Library): Pick<LibC, 'setBufferBytes' | 'setReadTimeoutMs'> {
  const setsockopt = library.func('int setsockopt(int, int, int, void*, uint32_t)');
  const setOption = (fd: number, option: number, value: Uint8Array): void => {
    setsockopt(fd, SOL_SOCKET, option, value, value.length);
  };
  return {
    setBufferBytes: (fd, bytes) => {
      const value = new Uint8Array(Int32Array.of(bytes).buffer);
      setOption(fd, SO_SNDBUF, value);
      setOption(fd, SO_RCVBUF, value);
    },
    setReadTimeoutMs: (fd, milliseconds) => {
      // struct timeval: seconds and microseconds as two 64-bit words (on macOS the second is 32 bits and padding).
      const value = BigInt64Array.of(0n, BigInt(milliseconds) * 1000n);
      setOption(fd, SO_RCVTIMEO, new Uint8Array(value.buffer));
    },
  };
}
