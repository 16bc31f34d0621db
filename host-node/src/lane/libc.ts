// The few C library calls that Node does not offer, through koffi (prebuilt, no compiler). It holds no policy: lanes and
// slots decide what to do when koffi, or a call, is missing.
import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';

type NativeFunction = (...args: readonly unknown[]) => number | bigint;

interface Koffi {
  load(library: string): { func(prototype: string): NativeFunction };
  address(view: unknown): bigint;
  errno(): number;
  readonly os: { readonly errno: Readonly<Record<string, number>> };
}

export interface LibC {
  /** The address of the first byte of a view; stable while the memory behind it neither grows nor is freed. */
  addressOf(view: ArrayBufferView): bigint;
  /** Maps `bytes` of a file, shared, exactly at `address`, over what is there; false when the system refuses. */
  mapOver(address: bigint, bytes: number, fd: number): boolean;
  /** A connected pair of Unix stream sockets, close-on-exec: a child gets its end only where spawn is told to. */
  socketPair(): readonly [number, number];
  /** Connects to a Unix stream socket, close-on-exec; throws an error with the system's code, as Node's connect does. */
  connect(path: string): number;
  /** The two ends of a pipe, close-on-exec: where it is read and where it is written. */
  pipe(): readonly [number, number];
  /** Connects to a TCP address (a number, not a name), without Nagle's delay, close-on-exec; throws as `connect` does. */
  connectTcp(address: string, port: number): number;
  setNonBlocking(fd: number): void;
  /** The processors of a thread, 0 being this one; Linux only. Throws with the system's code. */
  setAffinity(thread: number, processors: readonly number[]): void;
  setBufferBytes(fd: number, bytes: number): void;
  /** Bytes read; 0 at the end of the stream; -1 when the time-out passed or a signal came; -2 on an error. */
  read(fd: number, address: Address, bytes: number): number;
  /** Bytes written, or -1 when a signal came, or -2 on an error. */
  write(fd: number, address: Address, bytes: number): number;
  /** As `read`, of a socket: what is there now; -1 as well when nothing is. */
  receive(fd: number, address: Address, bytes: number): number;
  /** As `write`, of a socket and of what a struct msghdr names; -1 as well when nothing fits now. */
  send(fd: number, messageAt: Address): number;
  /** As `write`, of an array of struct iovec; -1 as well when nothing fits now into a descriptor that does not wait. */
  writev(fd: number, vectorAt: Address, count: number): number;
  /** How many of `count` struct pollfd are ready within the time; 0 also when a signal came. */
  poll(pollfdsAt: Address, count: number, milliseconds: number): number;
}

/** A place in this process's memory. Numbers hold the 48 bits of an address exactly and are quicker to add. */
export type Address = bigint | number;

// sys/mman.h and sys/socket.h; the two platforms differ only where a second value is given.
const isMac = process.platform === 'darwin';
const PROT_READ_WRITE = 3;
const MAP_SHARED_FIXED = 0x11;
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = isMac ? 30 : 10;
const SOCK_STREAM = 1;
const F_SETFD = 2;
const FD_CLOEXEC = 1;
const SOL_SOCKET = isMac ? 0xffff : 1;
const SO_SNDBUF = isMac ? 0x1001 : 7;
const SO_RCVBUF = isMac ? 0x1002 : 8;
const SO_SNDTIMEO = isMac ? 0x1005 : 21;
const IPPROTO_TCP = 6;
const TCP_NODELAY = 1;
const MSG_DONTWAIT = isMac ? 0x80 : 0x40;
const F_GETFL = 3;
const F_SETFL = 4;
const O_NONBLOCK = isMac ? 4 : 0x800;
/** A host that does not answer would hold the event loop for minutes. */
const CONNECT_TIMEOUT_MS = 5_000;

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
  const address = withFamily(AF_UNIX, 2 + name.length + 1);
  address.set(name, 2);
  return address;
}

/** struct sockaddr_in or sockaddr_in6 (netinet/in.h): family, port in network order, then the address. */
function tcpAddress(host: string, port: number): Uint8Array {
  const family = isIP(host);
  const address =
    family === 6
      ? withFamily(AF_INET6, SOCKADDR_IN6_BYTES)
      : withFamily(AF_INET, SOCKADDR_IN_BYTES);
  address.set([port >>> 8, port & 0xff], 2);
  if (family === 6) address.set(ip6Bytes(host), 8);
  else address.set(host.split('.').map(Number), 4);
  return address;
}

const SOCKADDR_IN_BYTES = 16;
const SOCKADDR_IN6_BYTES = 28;

/** On macOS the first byte is the length of the address and the second its family. */
function withFamily(family: number, bytes: number): Uint8Array {
  const address = new Uint8Array(bytes);
  address.set(isMac ? [bytes, family] : [family, 0]);
  return address;
}

/** The 16 bytes of an IPv6 address: groups of hexadecimal digits, `::` for the zeros between them. */
function ip6Bytes(host: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after].flatMap((group) => [group >>> 8, group & 0xff]);
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
  return {
    addressOf: (view) => koffi.address(view),
    mapOver: (address, bytes, fd) =>
      BigInt(mmap(address, bytes, PROT_READ_WRITE, MAP_SHARED_FIXED, fd, 0)) === address,
    ...bindOpening(koffi, library),
    ...bindOptions(library),
    setAffinity: isMac ? noAffinity : bindAffinity(koffi, library),
    ...bindTransfers(koffi, library),
  };
}

function noAffinity(): never {
  throw new Error('this system pins no thread');
}

function bindAffinity(koffi: Koffi, library: Library): LibC['setAffinity'] {
  const call = library.func('int sched_setaffinity(int, size_t, void*)');
  return (thread, processors) => {
    // cpu_set_t: a bit for each processor, in words of 8 bytes (sched.h).
    const mask = new Uint8Array(8 * (1 + Math.floor(Math.max(...processors) / 64)));
    for (const number of processors)
      mask[number >> 3] = (mask[number >> 3] ?? 0) | (1 << (number & 7));
    if (call(thread, mask.length, mask) !== 0)
      throw systemError(koffi, 'sched_setaffinity', processors.join());
  };
}

type Transfers = Pick<LibC, 'read' | 'write' | 'receive' | 'send' | 'writev' | 'poll'>;

function bindTransfers(koffi: Koffi, library: Library): Transfers {
  const read = library.func('long read(int, void*, size_t)');
  const write = library.func('long write(int, void*, size_t)');
  const recv = library.func('long recv(int, void*, size_t, int)');
  const sendmsg = library.func('long sendmsg(int, void*, int)');
  const writev = library.func('long writev(int, void*, int)');
  const poll = library.func('int poll(void*, unsigned long, int)');
  const { EINTR, EAGAIN } = koffi.os.errno;
  const transfer = (count: number | bigint): number => {
    if (count >= 0) return Number(count);
    const code = koffi.errno();
    return code === EINTR || code === EAGAIN ? -1 : -2;
  };
  return {
    read: (fd, address, bytes) => transfer(read(fd, address, bytes)),
    write: (fd, address, bytes) => transfer(write(fd, address, bytes)),
    receive: (fd, address, bytes) => transfer(recv(fd, address, bytes, MSG_DONTWAIT)),
    send: (fd, messageAt) => transfer(sendmsg(fd, messageAt, MSG_DONTWAIT)),
    writev: (fd, vectorAt, count) => transfer(writev(fd, vectorAt, count)),
    poll: (pollfdsAt, count, milliseconds) =>
      Math.max(0, Number(poll(pollfdsAt, count, milliseconds))),
  };
}

type Opening = Pick<LibC, 'socketPair' | 'connect' | 'connectTcp' | 'pipe' | 'setNonBlocking'>;

function bindOpening(koffi: Koffi, library: Library): Opening {
  const socketpair = library.func('int socketpair(int, int, int, void*)');
  const pipe = library.func('int pipe(void*)');
  const fcntl = library.func('int fcntl(int, int, ...)');
  // A worker that inherited our end as well would never see it close.
  const pair = (name: string, call: (fds: Int32Array) => number | bigint): [number, number] => {
    const fds = new Int32Array(2);
    if (call(fds) !== 0) throw systemError(koffi, name, '');
    for (const fd of fds) fcntl(fd, F_SETFD, 'int', FD_CLOEXEC);
    return [fds[0] ?? -1, fds[1] ?? -1];
  };
  return {
    socketPair: () => pair('socketpair', (fds) => socketpair(AF_UNIX, SOCK_STREAM, 0, fds)),
    pipe: () => pair('pipe', (fds) => pipe(fds)),
    setNonBlocking: (fd) => {
      fcntl(fd, F_SETFL, 'int', Number(fcntl(fd, F_GETFL, 'int', 0)) | O_NONBLOCK);
    },
    ...bindConnecting(koffi, library, (fd) => fcntl(fd, F_SETFD, 'int', FD_CLOEXEC)),
  };
}

function bindConnecting(
  koffi: Koffi,
  library: Library,
  closeOnExec: (fd: number) => unknown,
): Pick<LibC, 'connect' | 'connectTcp'> {
  const socket = library.func('int socket(int, int, int)');
  const connect = library.func('int connect(int, void*, uint32_t)');
  const { setInt, setTime } = optionCalls(library);
  const opened = (family: number, subject: string): number => {
    const fd = Number(socket(family, SOCK_STREAM, 0));
    if (fd < 0) throw systemError(koffi, 'socket', subject);
    closeOnExec(fd);
    return fd;
  };
  const connected = (fd: number, address: Uint8Array, subject: string): number => {
    if (connect(fd, address, address.length) === 0) return fd;
    const error = systemError(koffi, 'connect', subject);
    closeSync(fd);
    throw error;
  };
  return {
    connect: (path) => connected(opened(AF_UNIX, path), unixAddress(path), path),
    connectTcp: (host, port) => {
      const subject = `${host} port ${port}`;
      const fd = opened(isIP(host) === 6 ? AF_INET6 : AF_INET, subject);
      setTime(fd, SO_SNDTIMEO, CONNECT_TIMEOUT_MS);
      connected(fd, tcpAddress(host, port), subject);
      setTime(fd, SO_SNDTIMEO, 0);
      setInt(fd, IPPROTO_TCP, TCP_NODELAY, 1);
      return fd;
    },
  };
}

interface OptionCalls {
  readonly setInt: (fd: number, level: number, option: number, value: number) => void;
  readonly setTime: (fd: number, option: number, milliseconds: number) => void;
}

function optionCalls(library: Library): OptionCalls {
  const setsockopt = library.func('int setsockopt(int, int, int, void*, uint32_t)');
  return {
    setInt: (fd, level, option, value) => {
      const bytes = Int32Array.of(value);
      setsockopt(fd, level, option, bytes, bytes.byteLength);
    },
    setTime: (fd, option, milliseconds) => {
      // struct timeval: seconds and microseconds as two 64-bit words (on macOS the second is 32 bits and padding).
      const seconds = Math.floor(milliseconds / 1000);
      const time = BigInt64Array.of(BigInt(seconds), BigInt(milliseconds - seconds * 1000) * 1000n);
      setsockopt(fd, SOL_SOCKET, option, time, time.byteLength);
    },
  };
}

function bindOptions(library: Library): Pick<LibC, 'setBufferBytes'> {
  const { setInt } = optionCalls(library);
  return {
    setBufferBytes: (fd, bytes) => {
      setInt(fd, SOL_SOCKET, SO_SNDBUF, bytes);
      setInt(fd, SOL_SOCKET, SO_RCVBUF, bytes);
    },
  };
}
