// The flow vectors through every build: credit ledgers, and whole conversations fed in several ways.
import { describe, expect, test } from 'vitest';

import { FAULT_NAMES } from '../kernel/api/facade/abi.ts';
import {
  type Conversation,
  type Feeding,
  endOf,
  play,
  planOf,
} from '../kernel/api/conformance/conversation.ts';
import { BUILDS, freshKernel } from './fixtures/kernels.ts';
import { type VectorCase, vectors } from './fixtures/vectors.ts';

interface LedgerStep {
  readonly call: string;
  readonly bytes: number | string;
  readonly frames?: string;
  readonly largest?: number;
  readonly status: number;
}

interface Ledger {
  readonly limitBytes: string;
  readonly limitFrames: number;
  readonly steps: readonly LedgerStep[];
}

type Talk = VectorCase<Conversation, { fault: { code: number } | null; sessions: unknown[] }>;

const FEEDINGS: readonly Feeding[] = ['as written', 'byte by byte', 'with poison behind'];
const TALKS: readonly Talk[] = [
  ...vectors<Conversation, never>('flow', 'natural-conversations'),
  ...vectors<Conversation, never>('flow', 'error-faults'),
  ...vectors<Conversation, never>('flow', 'demo-ends'),
];

function polls(talk: Talk): unknown[] {
  return talk.input.steps
    .filter((step) => step.call === 'poll')
    .map(({ action, output }) => (output === undefined ? { action } : { action, output }));
}

describe.each(BUILDS)('the %s kernel', (build) => {
  test.each(vectors<Ledger, object>('flow', 'demo-ledgers'))('keeps the ledger $id', (vector) => {
    const kernel = freshKernel(build);
    kernel.openScratch(1_024);
    const at = kernel.raw.call('scratchAlloc')(64);
    const { limitBytes, limitFrames, steps } = vector.input;
    expect(kernel.raw.call('creditStart')(at, BigInt(limitBytes), limitFrames)).toBe(0);
    const got = steps.map((step) => {
      if (step.call === 'creditSend') return kernel.raw.call('creditSend')(at, Number(step.bytes));
      if (step.call === 'creditRelease') {
        return kernel.raw.call('creditRelease')(at, Number(step.bytes), step.largest ?? 0);
      }
      return kernel.raw.call('creditTold')(at, BigInt(step.bytes), BigInt(step.frames ?? '0'));
    });
    expect(got).toEqual(steps.map((step) => step.status));
  });

  describe.each(FEEDINGS)('fed %s', (feeding) => {
    // A pause between two bytes of what was one read parks other frames than a pause behind it: other times, same end.
    const pauses =
      feeding === 'byte by byte' ? [] : vectors<Conversation, never>('flow', 'split-pauses');
    test.each([...TALKS, ...pauses])('holds the conversation $id', (talk) => {
      const plan = planOf(talk.input);
      const channel = freshKernel(build).openChannel(plan);
      const answers = play(channel, talk.input.steps, feeding);
      const result = endOf(channel, plan);
      if (feeding === 'byte by byte') {
        // Frames of one read count as queued together; byte by byte they never are.
        expect(withoutQueue(result)).toEqual(withoutQueue(talk.output));
      } else expect(result).toEqual(talk.output);
      expect(answers).toEqual(polls(talk));
    });
  });
});

function withoutQueue(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result), (key: string, value: unknown) =>
    key === 'queueHighWaterBytes' ? 'any' : value,
  );
}

test('every fault that a host can meet has a conversation', () => {
  const met = new Set<number>();
  for (const talk of vectors<
    Conversation,
    { fault: { code: number } | null; sessions: { fault: { code: number } }[] }
  >('flow', 'error-faults')) {
    if (talk.output?.fault) met.add(talk.output.fault.code);
    for (const { fault } of talk.output?.sessions ?? []) met.add(fault.code);
  }
  // ACK_TOTAL is about what a host sends; only a worker can find it.
  const expected = Object.keys(FAULT_NAMES)
    .map(Number)
    .filter((code) => code !== 42);
  expect(expected.filter((code) => !met.has(code))).toEqual([]);
});
