// Lanes that wait in system calls, against a plain peer over a socket pair, TCP and two pipes: bytes land in the given room,
// a write is accepted at once or reported once, and due times are kept. No frame and no kernel is involved.

import { createServer, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

import { connectTo, openDriver } from '../host-node/src/lane/endpoint.ts';
import { loadLibC } from '../host-node/src/lane/libc.ts';
import type { LibC } from '../host-node/src/lane/libc.ts';
import { pipeStream, socketStream } from '../host-node/src/lane/stream.ts';
import { WaitingLoop } from '../host-node/src/lane/waiting.ts';
import { nowNs } from '../host-node/src/observe/clock.ts';
import type { Lane } from '../kernel/api/trial/lane.ts';
import { POISON, Recorder } from './fixtures/lane-recorder.ts';
import { until } from './fixtures/until.ts';

/** A piece of the memory that rooms lie in, beyond them: a lane takes what it writes from there. */
function segmentOf(sink: Recorder, at: number, bytes: number, value: number): Uint8Array {
  const start = sink.memory.length / 2 + at;
  return sink.memory.subarray(start, start + bytes).fill(value);
}

interface Pair {
  readonly lane: Lane;
  /** What the lane writes arrives here. */
  readonly input: Socket;
  /** What is written here arrives at the lane. */
  readonly output: Socket;
  readonly loop: WaitingLoop;
}

const libc = loadLibC();

const WAYS: Readonly<Record<string, (calls: LibC) => Promise<Pair>>> = {
  'a socket pair': (calls) => {
    const loop = new WaitingLoop(calls);
    const [ours, theirs] = calls.socketPair();
    const peer = new Socket({ fd: theirs });
    return Promise.resolve({
      lane: loop.lane(socketStream(calls, ours)),
      input: peer,
      output: peer,
      loop,
    });
  },
  TCP: async (calls) => {
    const peers: Socket[] = [];
    const server = createServer((socket) => peers.push(socket));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const driver = openDriver('tcp', calls);
    const lane = await connectTo(driver, '127.0.0.1', (server.address() as AddressInfo).port);
    const peer = await until('the connection', () => peers[0]);
    server.close();
    return { lane, input: peer, output: peer, loop: driver.loop ?? new WaitingLoop(calls) };
  },
  'two pipes': (calls) => {
    const loop = new WaitingLoop(calls);
    const [theirInput, ourOutput] = calls.pipe();
    const [ourInput, theirOutput] = calls.pipe();
    return Promise.resolve({
      lane: loop.lane(pipeStream(calls, ourInput, ourOutput)),
      input: new Socket({ fd: theirInput, readable: true, writable: false }),
      output: new Socket({ fd: theirOutput, readable: false, writable: true }),
      loop,
    });
  },
};

describe.skipIf(libc === null).each(Object.keys(WAYS))('a lane that waits, over %s,', (way) => {
  const open = async (): Promise<Pair> => {
    const make = WAYS[way];
    if (libc === null || make === undefined) throw new Error('no such way');
    const pair = await make(libc);
    for (const socket of [pair.input, pair.output]) socket.on('error', () => undefined);
    return pair;
  };

  it('puts bytes into the room, also those that came before start', async () => {
    const { lane, output, input } = await open();
    const sent = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
    await new Promise((done) => output.write(sent, done));
    const sink = new Recorder();
    const before = nowNs();
    lane.start(sink);
    await until('all bytes', () => sink.received_ === sent.length);
    expect(sink.memory.subarray(0, sent.length)).toEqual(sent);
    expect(sink.memory.subarray(sent.length).every((byte) => byte === POISON)).toBe(true);
    expect(sink.stamps.every((stamp) => stamp > before && stamp < nowNs())).toBe(true);
    lane.close();
    input.destroy();
  });

  it('fills rooms of one byte without losing any', async () => {
    const { lane, output } = await open();
    const sink = new Recorder(1);
    lane.start(sink);
    const sent = Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256);
    output.write(sent);
    await until('all bytes', () => sink.received_ === sent.length);
    expect(sink.memory.subarray(0, sent.length)).toEqual(sent);
    lane.close();
    output.destroy();
  });

  it('means only the first `count` segments, in order', async () => {
    const { lane, input } = await open();
    const sink = new Recorder();
    lane.start(sink);
    const segments = [1, 2, 3].map((value) => segmentOf(sink, value * 64, 8, value));
    expect(lane.write(segments, 2)).toBe(true);
    expect(lane.write(segments.slice(2), 1)).toBe(true);
    const got = await until('the bytes', () => input.read(24) as Buffer | null);
    expect([...got]).toEqual([1, 2, 3].flatMap((value) => new Array<number>(8).fill(value)));
    expect(sink.written_).toBe(0);
    lane.close();
  });

  it('answers false for more than fits, reads meanwhile, and says once that all was taken', async () => {
    const { lane, input, output } = await open();
    const sink = new Recorder();
    lane.start(sink);
    const segments = [0, 1, 2].map((index) => segmentOf(sink, index << 20, 1 << 20, index + 1));
    // 3 MiB with TCP's own buffers may fit: more until it does not.
    let given = 0;
    let isTaken = true;
    while (isTaken && given < 8) {
      isTaken = lane.write(segments, 3);
      given += 1;
    }
    expect(isTaken).toBe(false);
    output.write(new Uint8Array(1000));
    await until('bytes that came meanwhile', () => sink.received_ === 1000);
    let received = 0;
    let sum = 0;
    input.on('data', (chunk: Buffer) => {
      received += chunk.length;
      for (const byte of chunk) sum += byte;
    });
    await until('all bytes', () => received === given * (3 << 20));
    await until('the report', () => sink.written_ === 1);
    expect(sum).toBe(given * (6 << 20));
    expect(lane.write([segmentOf(sink, 0, 4, 1)], 1)).toBe(true);
    await until('the rest', () => received === given * (3 << 20) + 4);
    expect(sink.written_).toBe(1);
    lane.close();
  });

  it('reports the end of the stream once, and nothing after close', async () => {
    const { lane, input, output } = await open();
    const sink = new Recorder();
    lane.start(sink);
    output.end();
    await until('the end', () => sink.ends > 0);
    await new Promise((later) => setTimeout(later, 30));
    expect([sink.ends, sink.failures]).toEqual([1, []]);
    lane.close();
    input.resume();
    await until('the peer to see the end', () => input.readableEnded);
    expect(sink.ends).toBe(1);
  });

  it('tells that the peer has gone while it was writing', async () => {
    const { lane, input, output } = await open();
    const sink = new Recorder();
    lane.start(sink);
    input.destroy();
    output.destroy();
    await until('the end', () => {
      lane.write([segmentOf(sink, 0, 64, 1)], 1);
      return sink.ends + sink.failures.length > 0;
    });
    lane.close();
  });

  it('keeps due times, in order and never early, while bytes move', async () => {
    const { lane, output, loop } = await open();
    const sink = new Recorder();
    lane.start(sink);
    const begunNs = nowNs();
    const woken: { readonly dueNs: bigint; readonly atNs: bigint }[] = [];
    for (const milliseconds of [30n, 10n, 20n]) {
      const dueNs = begunNs + milliseconds * 1_000_000n;
      loop.wakeAt(dueNs, () => woken.push({ dueNs, atNs: nowNs() }));
    }
    output.write(new Uint8Array(5000));
    await until('the last', () => woken.length === 3);
    expect(sink.received_).toBe(5000);
    expect(woken.map(({ dueNs }) => dueNs - begunNs)).toEqual(
      [10n, 20n, 30n].map((ms) => ms * 1_000_000n),
    );
    for (const { dueNs, atNs } of woken) expect(atNs >= dueNs).toBe(true);
    lane.close();
    output.destroy();
  });
});

describe.skipIf(libc === null)('a TCP address', () => {
  it('where nobody listens is refused with the code that Node would give', async () => {
    const driver = openDriver('tcp', libc);
    await expect(connectTo(driver, '127.0.0.1', 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('of IPv6 is reached as well', async () => {
    const peers: Socket[] = [];
    const server = createServer((socket) => peers.push(socket));
    await new Promise<void>((listening) => server.listen(0, '::1', listening));
    const { port } = server.address() as AddressInfo;
    const lane = await connectTo(openDriver('tcp', libc), '::1', port);
    (await until('the connection', () => peers[0])).destroy();
    lane.close();
    server.close();
  });
});
