// The channel machine against a model worker: everything arrives, is verified, acknowledged and ends.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Action } from '../kernel/api/facade/abi.ts';
import type { ChannelPlan } from '../kernel/api/facade/plan.ts';
import { TOKEN } from './fixtures/frames.ts';
import { BUILDS, freshKernel } from './fixtures/kernels.ts';
import { ModelLane, untilOver } from './fixtures/model-lane.ts';
import { ModelWorker } from './fixtures/model-worker.ts';

const base: ChannelPlan = {
  sessions: 1,
  payloadBytes: 64,
  warmupFrames: 5,
  measuredFrames: 40,
  creditBytes: 65_536,
  creditFrames: 1,
  ackEvery: 1,
  ackPolicy: 'separate',
  token: TOKEN,
};

function converse(plan: ChannelPlan, seed: number, most: number, build = BUILDS[0] ?? 'simd') {
  const kernel = freshKernel(build);
  const channel = kernel.openChannel(plan);
  const worker = new ModelWorker();
  const lane = new ModelLane(channel, worker, seed, most);
  channel.begin(lane.tick());
  const last = lane.run(untilOver);
  return { channel, worker, lane, last };
}

function converseInSlots(plan: ChannelPlan, seed: number) {
  const kernel = freshKernel();
  const channel = kernel.openChannel(plan);
  const size = channel.slotFileBytes();
  const file = (which: 0 | 1): Uint8Array => {
    const at = channel.slotFileAt(which);
    return at === 0 ? new Uint8Array(size) : new Uint8Array(kernel.raw.memory.buffer, at, size);
  };
  const files = { sent: file(0), echoes: file(1) };
  const worker = new ModelWorker(files);
  const lane = new ModelLane(channel, worker, seed, 2_000, files, plan.slotBytes);
  channel.begin(lane.tick());
  return { channel, worker, lane, last: lane.run(untilOver) };
}

test('payloads in slots arrive and are verified, mapped or moved by the lane', () => {
  const shapes = fc.record({
    sessions: fc.integer({ min: 1, max: 3 }),
    payloadBytes: fc.constantFrom(0, 64, 1_000, 5_000),
    warmupFrames: fc.integer({ min: 0, max: 3 }),
    measuredFrames: fc.integer({ min: 1, max: 25 }),
    creditBytes: fc.constantFrom(1_500, 65_536),
    creditFrames: fc.integer({ min: 1, max: 5 }),
    ackEvery: fc.integer({ min: 1, max: 4 }),
    ackPolicy: fc.constantFrom('separate' as const, 'piggyback' as const),
    storage: fc.constantFrom('managed' as const, 'managedDuplex' as const),
    mappedSlots: fc.boolean(),
    slotCount: fc.integer({ min: 5, max: 9 }),
    slotBytes: fc.constantFrom(5_000, 8_192),
  });
  fc.assert(
    fc.property(shapes, fc.integer(), (shape, seed) => {
      const plan: ChannelPlan = { ...shape, token: TOKEN };
      const { channel, worker, last } = converseInSlots(plan, seed);
      expect(worker.problems).toEqual([]);
      expect(channel.fault()).toBeNull();
      expect(last).toBe(Action.done);
      for (let i = 1; i <= plan.sessions; i += 1) {
        const frames = BigInt(plan.measuredFrames);
        expect(channel.session(i)).toMatchObject({ state: 'ended', verifiedFrames: frames });
      }
      expect(channel.column('receipt').samples.every((ns) => ns > 0n)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('an echo that is changed in its slot is a mismatch', () => {
  const plan = {
    ...base,
    storage: 'managedDuplex',
    slotCount: 2,
    slotBytes: 64,
    token: TOKEN,
  } as const;
  const channel = freshKernel().openChannel({ ...plan, mappedSlots: false });
  const files = { sent: new Uint8Array(128), echoes: new Uint8Array(128) };
  const worker = new ModelWorker(files);
  const lane = new ModelLane(channel, worker, 1, 100, files, 64);
  channel.begin(lane.tick());
  lane.run((action) => {
    const stop = action === Action.load && worker.acks.length === 7;
    if (stop) files.echoes[64 + 33] = (files.echoes[64 + 33] ?? 0) ^ 1;
    return stop;
  });
  const { index, view } = channel.slot();
  expect(index).toBe(1);
  view.set(files.echoes.subarray(64, 128));
  channel.slotDone();
  expect(lane.run(untilOver)).toBe(Action.done);
  expect(channel.session(1).fault).toMatchObject({ name: 'MISMATCH', sequence: 7, offset: 33 });
  expect(worker.errors).toMatchObject([{ session: 1, sequence: 34 }]);
});

test('a plan whose slots do not hold its credit is refused', () => {
  const managed = { ...base, creditFrames: 4, storage: 'managed', slotBytes: 64 } as const;
  expect(() => freshKernel().openChannel({ ...managed, slotCount: 3 })).toThrow(/offset 48/);
  expect(() => freshKernel().openChannel({ ...managed, slotCount: 4, slotBytes: 63 })).toThrow(
    /offset 52/,
  );
  expect(() => freshKernel().openChannel({ ...base, slotCount: 1 })).toThrow(/offset 48/);
});

describe.each(BUILDS)('the %s kernel', (build) => {
  test('completes a ping-pong with one sample of each kind per frame', () => {
    const { channel, worker, last } = converse(base, 1, 100_000, build);
    expect(worker.problems).toEqual([]);
    expect(channel.fault()).toBeNull();
    expect(last).toBe(Action.done);
    const record = channel.session(1);
    expect(record).toMatchObject({ state: 'ended', verifiedFrames: 40n, verifiedBytes: 2_560n });
    expect(record).toMatchObject({ warmupVerifiedFrames: 5n, mismatches: 0n, ackedFrames: 45n });
    for (const which of ['receipt', 'fullCycle'] as const) {
      const column = channel.column(which);
      expect([column.samples.length, column.warmup]).toEqual([45, 5]);
      expect(column.samples.every((ns) => ns > 0n)).toBe(true);
    }
    expect(worker.acks).toHaveLength(45);
  });

  test('any plan through any splits ends with every frame verified', () => {
    const plans = fc.record({
      sessions: fc.integer({ min: 1, max: 5 }),
      payloadBytes: fc.constantFrom(0, 1, 64, 1_000, 16_384, 16_385, 40_000),
      warmupFrames: fc.integer({ min: 0, max: 4 }),
      measuredFrames: fc.integer({ min: 1, max: 30 }),
      creditBytes: fc.constantFrom(1, 1_000, 65_536, 200_000),
      creditFrames: fc.integer({ min: 1, max: 9 }),
      ackEvery: fc.integer({ min: 1, max: 7 }),
      ackPolicy: fc.constantFrom('separate' as const, 'piggyback' as const),
      firstSession: fc.constantFrom(1, 9, 4_000_000_000),
      inputBytes: fc.constantFrom(1, 100, 5_000, 262_144),
      intervalNs: fc.constantFrom(0n, 2_000n),
    });
    fc.assert(
      fc.property(plans, fc.integer(), fc.constantFrom(30, 1_000, 40_000), (shape, seed, most) => {
        const small = shape.payloadBytes > 10_000 && most < 100 ? 5_000 : most;
        const plan = {
          ...shape,
          token: TOKEN,
          inputBytes: Math.max(shape.inputBytes, small / 8) >>> 0,
        };
        const { channel, worker, last } = converse(plan, seed, small, build);
        expect(worker.problems).toEqual([]);
        expect(channel.fault()).toBeNull();
        expect(last).toBe(Action.done);
        const frames = BigInt(plan.measuredFrames);
        for (let i = 0; i < plan.sessions; i += 1) {
          const record = channel.session(plan.firstSession + i);
          expect(record).toMatchObject({ state: 'ended', verifiedFrames: frames, mismatches: 0n });
          expect(record.verifiedBytes).toBe(frames * BigInt(plan.payloadBytes));
          expect(record.ackedFrames).toBe(frames + BigInt(plan.warmupFrames));
        }
        const all = plan.sessions * (plan.measuredFrames + plan.warmupFrames);
        expect(channel.column('receipt').samples).toHaveLength(all);
        const cycles = plan.ackPolicy === 'separate' ? all : 0;
        expect(channel.column('fullCycle').samples).toHaveLength(cycles);
      }),
      { numRuns: build === 'debug' ? 10 : 25 },
    );
  });
});
