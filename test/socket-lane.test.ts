// The socket lane against a plain peer: bytes land in the given room, the stamp comes first, and a write is accepted at
// once or reported later, exactly once. No frame and no kernel is involved.

import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { connectSocketLane } from '../host-node/src/lane/socket.ts';
import { loadLibC } from '../host-node/src/lane/libc.ts';
import type { LibC } from '../host-node/src/lane/libc.ts';
import { nowNs } from '../host-node/src/observe/clock.ts';
import type { Lane } from '../kernel/api/trial/lane.ts';
import { temporaryFolder } from './fixtures/cli.ts';
import { POISON, Recorder } from './fixtures/lane-recorder.ts';
import { until } from './fixtures/until.ts';

interface Pair {
  readonly lane: Lane;
  readonly peer: Socket;
  readonly path: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** With koffi small writes are system calls of ours, without it all are the stream's. */
const WAYS: readonly (readonly [string, LibC | null])[] = [
  ['writing directly', loadLibC()],
  ['writing through the stream', null],
];

async function connected(libc: LibC | null): Promise<Pair> {
  const path = join(temporaryFolder(), 's');
  const peers: Socket[] = [];
  const server = createServer((socket) => peers.push(socket.pause()));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(path, listening));
  const lane = await connectSocketLane(path, libc);
  const peer = await until('the connection', () => peers[0]);
  peer.on('error', () => undefined);
  return { lane, peer, path };
}

describe.each(WAYS)('the socket lane, %s,', (_way, libc) => {
  it('puts bytes into the room, also those that came before start', async () => {
    const { lane, peer } = await connected(libc);
    const sent = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
    await new Promise((done) => peer.write(sent, done));
    const sink = new Recorder();
    const before = nowNs();
    lane.start(sink);
    await until('all bytes', () => sink.received_ === sent.length);
    expect(sink.memory.subarray(0, sent.length)).toEqual(sent);
    expect(sink.memory.subarray(sent.length).every((byte) => byte === POISON)).toBe(true);
    expect(sink.stamps.every((stamp) => stamp > before && stamp < nowNs())).toBe(true);
    lane.close();
  });

  it('fills rooms of one byte without losing any', async () => {
    const { lane, peer } = await connected(libc);
    const sink = new Recorder(1);
    lane.start(sink);
    const sent = Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256);
    peer.write(sent);
    await until('all bytes', () => sink.received_ === sent.length);
    expect(sink.memory.subarray(0, sent.length)).toEqual(sent);
    lane.close();
  });

  it('answers true when the operating system takes a write at once', async () => {
    const { lane, peer } = await connected(libc);
    const sink = new Recorder();
    lane.start(sink);
    const header = new Uint8Array(16).fill(1);
    const payload = new Uint8Array(64).fill(2);
    expect(lane.write([header, payload], 2)).toBe(true);
    expect(lane.write([header], 1)).toBe(true);
    const got = await until('the bytes', () => peer.read(96) as Buffer | null);
    expect([...got]).toEqual([...header, ...payload, ...header]);
    expect(sink.written_).toBe(0);
    lane.close();
  });

  it('means only the first `count` segments', async () => {
    const { lane, peer } = await connected(libc);
    lane.start(new Recorder());
    const one = new Uint8Array(8).fill(1);
    expect(lane.write([one, new Uint8Array(8).fill(9)], 1)).toBe(true);
    expect(lane.write([one, one], 2)).toBe(true);
    const got = await until('the bytes', () => peer.read(24) as Buffer | null);
    expect([...got]).toEqual(new Array(24).fill(1));
    lane.close();
  });

  it('answers false for more than fits, and says once that all was taken', async () => {
    const { lane, peer } = await connected(libc);
    const sink = new Recorder();
    lane.start(sink);
    const segments = [1, 2, 3].map((value) => new Uint8Array(1 << 20).fill(value));
    expect(lane.write(segments, 3)).toBe(false);
    let received = 0;
    let sum = 0;
    peer.on('data', (chunk: Buffer) => {
      received += chunk.length;
      for (const byte of chunk) sum += byte;
    });
    peer.resume();
    await until('all bytes', () => received === 3 << 20);
    await until('the report', () => sink.written_ === 1);
    expect(sum).toBe(6 << 20);
    expect(lane.write([new Uint8Array(4)], 1)).toBe(true);
    await until('the rest', () => received === (3 << 20) + 4);
    expect(sink.written_).toBe(1);
    lane.close();
  });

  it('tells that the peer has gone while it was writing', async () => {
    const { lane, peer } = await connected(libc);
    const sink = new Recorder();
    lane.start(sink);
    peer.destroy();
    await until('the end', () => {
      lane.write([new Uint8Array(64)], 1);
      return sink.ends + sink.failures.length > 0;
    });
    lane.close();
  });

  it('closes what was connected and never started', async () => {
    const { lane, peer } = await connected(libc);
    lane.close();
    await until('the peer to see the end', () => peer.read() === null && peer.readableEnded);
  });

  it('reports the end of the stream', async () => {
    const { lane, peer } = await connected(libc);
    const sink = new Recorder();
    lane.start(sink);
    peer.end();
    await until('the end', () => sink.ends > 0);
    expect(sink.failures).toEqual([]);
    lane.close();
  });

  it('reports nothing after close', async () => {
    const { lane, peer } = await connected(libc);
    const sink = new Recorder();
    lane.start(sink);
    lane.close();
    await until('the peer to see the end', () => peer.read() === null && peer.readableEnded);
    expect([sink.ends, sink.failures, sink.received_]).toEqual([0, [], 0]);
  });

  it('refuses a path where nobody listens', async () => {
    await expect(connectSocketLane(join(temporaryFolder(), 'nobody'), libc)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('a write that the system takes in part', () => {
  const whole = loadLibC();
  // Linux takes 32 KiB whole or not at all; macOS stops where its buffer ends, here after 100 bytes.
  const libc: LibC | null = whole && { ...whole, write: (fd, at) => whole.write(fd, at, 100) };

  it.skipIf(libc === null)(
    'goes on through the stream, from the byte where it stopped',
    async () => {
      const { lane, peer } = await connected(libc);
      const sink = new Recorder();
      lane.start(sink);
      const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => at % 251);
      const isTaken = lane.write([bytes.subarray(0, 7), bytes.subarray(7)], 2);
      const got: Buffer[] = [];
      peer.on('data', (chunk: Buffer) => got.push(chunk));
      peer.resume();
      await until('all bytes', () => Buffer.concat(got).length === bytes.length);
      expect(Buffer.concat(got).equals(bytes)).toBe(true);
      expect(sink.written_).toBe(isTaken ? 0 : 1);
      lane.close();
    },
  );
});
