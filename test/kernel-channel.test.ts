// The channel machine against a model worker: everything arrives, is verified, acknowledged and ends.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Action } from '../kernel/api/abi.ts';
import type { ChannelPlan } from '../kernel/api/plan.ts';
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
      payloadBytes: fc.constantFrom(0, 1, 64, 1_000, 16_384, 16_385, 70_000),
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
      fc.property(plans, fc.integer(), fc.constantFrom(7, 300, 40_000), (shape, seed, most) => {
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
      { numRuns: build === 'debug' ? 20 : 60 },
    );
  });
});
