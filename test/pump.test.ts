// The pump between scripted kernels and scripted lanes: it asks, passes on and waits, and decides nothing. Real kernels
// and sockets are in run-duplex.test.ts.

import { describe, expect, it } from 'vitest';

import { Action } from '../kernel/api/facade/abi.ts';
import type { Lane, LaneSink } from '../kernel/api/trial/lane.ts';
import { Pump } from '../kernel/api/trial/pump.ts';
import type { ChannelEnd, ChannelPort } from '../kernel/api/trial/pump.ts';

const SEGMENTS_AT = 64;
const OUTPUT_AT = 1024;

/** Answers polls from a script; WAIT when it has run out. Writes down every call. */
class ScriptedKernel implements ChannelPort {
  readonly buffer = new ArrayBuffer(65_536);
  readonly segmentsAt = SEGMENTS_AT;
  readonly calls: string[] = [];
  readonly script: number[];
  statuses: Record<string, number> = {};

  constructor(script: readonly number[], segments: readonly number[] = [16, 64]) {
    this.script = [...script];
    const words = new Uint32Array(this.buffer);
    let at = OUTPUT_AT;
    segments.forEach((bytes, index) => {
      words.set([at, bytes], (SEGMENTS_AT >> 2) + index * 2);
      at += bytes;
    });
    this.segmentCount = () => segments.length;
  }

  readonly segmentCount: () => number;
  inputAt = (): number => 32_768;
  inputRoom = (): number => 4096;

  poll(): number {
    return this.script.shift() ?? Action.wait;
  }

  channelStart = (): number => this.#note('channelStart');
  inputReceived = (bytes: number): number => this.#note(`inputReceived ${bytes}`);
  inputEnded = (): number => this.#note('inputEnded');
  outputWritten = (bytes: number): number => this.#note(`outputWritten ${bytes}`);
  start = (nowNs: bigint): number => this.#note(`start ${nowNs}`);

  pause = (session: number): number => this.#note(`pause ${session}`);
  resume = (session: number): number => this.#note(`resume ${session}`);
  finish = (): number => this.#note('finish');
  slotIndex = (): number => 3;
  slotAt = (): number => OUTPUT_AT;
  slotBytesUsed = (): number => 64;
  slotDone = (): number => this.#note('slotDone');
  wakesNs = 0n;
  wakeNs = (): bigint => this.wakesNs;

  #note(call: string): number {
    this.calls.push(call);
    return this.statuses[call.split(' ')[0] ?? ''] ?? 0;
  }
}

class ScriptedLane implements Lane {
  sink: LaneSink | null = null;
  acceptsAtOnce = true;
  readonly written: number[][] = [];
  closed = 0;

  start(sink: LaneSink): void {
    this.sink = sink;
  }

  write(segments: readonly Uint8Array[], count: number): boolean {
    this.written.push(segments.slice(0, count).map((segment) => segment.length));
    return this.acceptsAtOnce;
  }

  close(): void {
    this.closed += 1;
  }
}

interface Stage {
  readonly pump: Pump;
  readonly lanes: readonly ScriptedLane[];
  readonly log: string[];
  readonly ends: ChannelEnd[];
  release: (() => void) | null;
}

function stage(kernels: readonly ScriptedKernel[]): Stage {
  const lanes = kernels.map(() => new ScriptedLane());
  const log: string[] = [];
  const ends: ChannelEnd[] = [];
  let clock = 0n;
  const result: Stage = {
    lanes,
    log,
    ends,
    release: null,
    pump: new Pump(
      kernels.map((kernel, index) => ({ kernel, lane: lanes[index] ?? new ScriptedLane() })),
      {
        nowNs: () => (clock += 10n),
        atBarrier: (release) => {
          log.push('barrier');
          result.release = release;
        },
        beforeClose: () => {
          log.push(`before close ${lanes.map((lane) => lane.closed).join()}`);
        },
        finished: (all) => {
          log.push('finished');
          ends.push(...all);
        },
      },
    ),
  };
  return result;
}

describe('output', () => {
  it('goes to the lane as announced and is reported with its sum', () => {
    const kernel = new ScriptedKernel([Action.write, Action.wait]);
    const { pump, lanes } = stage([kernel]);
    pump.start();
    expect(lanes[0]?.written).toEqual([[16, 64]]);
    expect(kernel.calls).toEqual(['channelStart', 'outputWritten 80']);
  });

  it('is not reported before the lane says that it was accepted', () => {
    const kernel = new ScriptedKernel([Action.wait, Action.write, Action.wait]);
    const { pump, lanes } = stage([kernel]);
    pump.start();
    const [lane] = lanes;
    if (lane === undefined) throw new Error('no lane');
    lane.acceptsAtOnce = false;
    lane.sink?.received(48, 5n);
    lane.sink?.received(7, 6n);
    expect(kernel.calls).toEqual(['channelStart', 'inputReceived 48', 'inputReceived 7']);
    lane.sink?.written();
    expect(kernel.calls.at(-1)).toBe('outputWritten 80');
  });
});

describe('the barrier', () => {
  it('is reached when every channel is there, and starts all of them at one time', () => {
    const first = new ScriptedKernel([Action.barrier]);
    const second = new ScriptedKernel([Action.wait, Action.barrier]);
    const set = stage([first, second]);
    set.pump.start();
    expect(set.log).toEqual([]);
    set.lanes[1]?.sink?.received(1, 1n);
    expect(set.log).toEqual(['barrier']);
    set.release?.();
    const starts = [first, second].map((kernel) => kernel.calls.find((c) => c.startsWith('start')));
    expect(starts[0]).toBeDefined();
    expect(starts[0]).toBe(starts[1]);
  });

  it('is announced once, however often the kernel repeats it', () => {
    const kernel = new ScriptedKernel([Action.barrier, Action.barrier, Action.barrier]);
    const set = stage([kernel]);
    set.pump.start();
    set.lanes[0]?.sink?.received(1, 1n);
    set.lanes[0]?.sink?.received(1, 1n);
    expect(set.log).toEqual(['barrier']);
  });
});

describe('the end', () => {
  it('of all channels is told once, in their order, after a last look before closing', () => {
    const set = stage([
      new ScriptedKernel([Action.wait, Action.done]),
      new ScriptedKernel([Action.done]),
    ]);
    set.pump.start();
    expect(set.log).toEqual(['before close 0,0']);
    set.lanes[0]?.sink?.received(1, 1n);
    expect(set.log).toEqual(['before close 0,0', 'before close 0,1', 'finished']);
    expect(set.ends).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(set.lanes.map((lane) => lane.closed)).toEqual([1, 1]);
  });

  it('of one channel by a fault stops the others', () => {
    const set = stage([new ScriptedKernel([Action.wait]), new ScriptedKernel([Action.faulted])]);
    set.pump.start();
    expect(set.ends.map((end) => end.kind)).toEqual(['lane', 'fault']);
    expect(set.lanes.map((lane) => lane.closed)).toEqual([1, 1]);
  });

  it('by a refused call names the call and its status', () => {
    const kernel = new ScriptedKernel([]);
    kernel.statuses = { inputReceived: -12 };
    const set = stage([kernel]);
    set.pump.start();
    set.lanes[0]?.sink?.received(1, 1n);
    expect(set.ends).toEqual([{ kind: 'status', call: 'inputReceived', status: -12 }]);
  });

  it('by a broken lane lets the kernel name the fault first', () => {
    const kernel = new ScriptedKernel([Action.wait, Action.faulted]);
    const set = stage([kernel]);
    set.pump.start();
    set.lanes[0]?.sink?.failed('EPIPE');
    expect(kernel.calls).toContain('inputEnded');
    expect(set.ends).toEqual([{ kind: 'fault' }]);
  });

  it('by a broken lane that no fault explains keeps the reason', () => {
    const set = stage([new ScriptedKernel([])]);
    set.pump.start();
    set.lanes[0]?.sink?.failed('EPIPE');
    expect(set.ends).toEqual([{ kind: 'lane', reason: 'EPIPE' }]);
  });

  it('is final: what a lane says later reaches no kernel', () => {
    const kernel = new ScriptedKernel([Action.done]);
    const set = stage([kernel]);
    set.pump.start();
    const calls = kernel.calls.length;
    for (const say of ['received', 'written', 'ended'] as const) set.lanes[0]?.sink?.[say](1, 1n);
    set.pump.abort('late');
    expect(kernel.calls).toHaveLength(calls);
    expect(set.log.filter((line) => line === 'finished')).toHaveLength(1);
  });
});

it('progress grows with what moves and with nothing else', () => {
  const kernel = new ScriptedKernel([]);
  const set = stage([kernel]);
  set.pump.start();
  const before = set.pump.progress();
  set.pump.advance();
  expect(set.pump.progress()).toBe(before);
  set.lanes[0]?.sink?.received(1, 1n);
  expect(set.pump.progress()).toBe(before + 1);
});

describe('an open loop', () => {
  function loop(wakesNs: bigint): {
    kernel: ScriptedKernel;
    wakes: (readonly [bigint, () => void])[];
  } {
    const kernel = new ScriptedKernel([]);
    kernel.wakesNs = wakesNs;
    const wakes: (readonly [bigint, () => void])[] = [];
    const pair = { kernel, lane: new ScriptedLane() };
    const pump = new Pump([{ ...pair, wakeAt: (atNs, wake) => wakes.push([atNs, wake]) }], {
      nowNs: () => 10n,
      atBarrier: () => undefined,
      beforeClose: () => undefined,
      finished: () => undefined,
    });
    pump.start();
    pump.advance();
    return { kernel, wakes };
  }

  it('asks once to be woken when the next frame is due, and polls then', () => {
    const { kernel, wakes } = loop(500n);
    expect(wakes.map(([atNs]) => atNs)).toEqual([500n]);
    kernel.script.push(Action.done);
    wakes[0]?.[1]();
    expect(kernel.script).toEqual([]);
  });

  it('does not ask for a time that has passed: the frame waits for something else', () => {
    expect(loop(10n).wakes).toEqual([]);
    expect(loop(0n).wakes).toEqual([]);
  });
});
