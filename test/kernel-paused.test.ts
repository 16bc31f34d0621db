// A paused consumer: reading goes on, other sessions go on, the queue's high-water is the credit, then all is verified.
import { expect, test } from 'vitest';

import { Action } from '../kernel/api/facade/abi.ts';
import { data, TOKEN } from './fixtures/frames.ts';
import { freshKernel } from './fixtures/kernels.ts';
import { ModelLane, untilOver } from './fixtures/model-lane.ts';
import { ModelWorker } from './fixtures/model-worker.ts';

test.each([
  [65_536, 4],
  [1_048_576, 64],
])('a credit of %i bytes is what a paused session queues', (creditBytes, creditFrames) => {
  const channel = freshKernel().openChannel({
    sessions: 2,
    payloadBytes: 16_384,
    warmupFrames: 3,
    measuredFrames: 200,
    creditBytes,
    creditFrames,
    ackEvery: 1,
    ackPolicy: 'separate',
    token: TOKEN,
  });
  const worker = new ModelWorker();
  const lane = new ModelLane(channel, worker, 3, 400_000);
  channel.begin(lane.tick());
  expect(lane.run((action) => action === Action.barrier)).toBe(Action.barrier);
  channel.start(lane.tick());
  channel.pause(1);
  // Nothing can move any more: the other session is through, and the paused one's credit is used up.
  expect(lane.run(untilOver)).toBe(Action.wait);
  expect(channel.session(2)).toMatchObject({ state: 'ended', verifiedFrames: 200n });
  expect(channel.session(1)).toMatchObject({ state: 'measuring', verifiedFrames: 0n });
  expect(channel.session(1).queueHighWaterBytes).toBe(BigInt(creditBytes));
  expect(channel.inputRoom()).toBeGreaterThan(0);
  channel.resume(1);
  expect(lane.run(untilOver)).toBe(Action.done);
  expect(worker.problems).toEqual([]);
  expect(channel.session(1)).toMatchObject({ state: 'ended', verifiedFrames: 200n });
  expect(channel.session(1).queueHighWaterBytes).toBe(BigInt(creditBytes));
});

test('a second session keeps its rate while the first is paused', () => {
  const timeOfSecond = (isFirstPaused: boolean): bigint => {
    const channel = freshKernel().openChannel({
      sessions: 2,
      payloadBytes: 16_384,
      warmupFrames: 3,
      measuredFrames: 200,
      creditBytes: 65_536,
      creditFrames: 4,
      ackEvery: 1,
      ackPolicy: 'separate',
      token: TOKEN,
    });
    const lane = new ModelLane(channel, new ModelWorker(), 3, 400_000);
    channel.begin(lane.tick());
    lane.run((action) => action === Action.barrier);
    channel.start(lane.tick());
    if (isFirstPaused) channel.pause(1);
    lane.run(untilOver);
    const { startedNs, endedNs, verifiedFrames } = channel.session(2);
    expect(verifiedFrames).toBe(200n);
    return endedNs - startedNs;
  };
  // In the model's time, the same every run: 200 frames beside a paused session, and beside a running one.
  const besidePaused = timeOfSecond(true);
  expect(besidePaused).toBeGreaterThan(0n);
  expect(besidePaused).toBeLessThanOrEqual(timeOfSecond(false));
});

test('several reads before a poll keep the stamp of the read that completed each frame', () => {
  const channel = freshKernel().openChannel({
    sessions: 1,
    payloadBytes: 10,
    warmupFrames: 0,
    measuredFrames: 3,
    creditBytes: 65_536,
    creditFrames: 4,
    ackEvery: 1,
    ackPolicy: 'separate',
    token: TOKEN,
  });
  const worker = new ModelWorker();
  let now = 0n;
  const read = (bytes: Uint8Array): void => {
    now += 100n;
    channel.inputView().set(bytes);
    channel.inputReceived(bytes.length, now);
  };
  const write = (): void => {
    while (channel.poll(now) === Action.write) {
      for (const segment of channel.segments()) worker.feed(segment);
      channel.outputWritten(
        channel.segments().reduce((sum, segment) => sum + segment.length, 0),
        now,
      );
    }
  };
  channel.begin(now);
  write();
  read(worker.take());
  write();
  read(worker.take());
  write();
  channel.start(now);
  write();
  for (const sequence of [0, 1, 2]) read(data(1, sequence, 10));
  write();
  const receipts = Array.from(channel.column('receipt').samples);
  expect(receipts).toEqual([100n, 200n, 300n]);
});
