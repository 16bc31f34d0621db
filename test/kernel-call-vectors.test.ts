// Every suite of kernel calls through every build: one property, all implementations, one loop.
import { describe, expect, test } from 'vitest';

import { runVectorCase, type VectorCallCase } from '../kernel/api/conformance/calls.ts';
import { callSuites, callVectors } from './fixtures/call-vectors.ts';
import { BUILDS, freshKernel } from './fixtures/kernels.ts';

const SCRATCH_BYTES = 16 << 20;

/** The case with the last word of its expected output, or its error's subject, made wrong. */
function spoiled(vector: VectorCallCase): VectorCallCase | undefined {
  if (vector.error !== undefined) {
    return { ...vector, error: { ...vector.error, subject: vector.error.subject + 1 } };
  }
  const { output } = vector;
  if (output === undefined) return undefined;
  const returns = output.returns.map((value, i) => (i === 0 ? value + 1 : value));
  return { ...vector, output: { ...output, returns } };
}

describe.each(BUILDS)('the %s kernel', (build) => {
  test.each(callSuites)('agrees with every case of $suite', ({ suite, tolerance }) => {
    const kernel = freshKernel(build);
    kernel.openScratch(SCRATCH_BYTES);
    const cases = callVectors(suite);
    const problems = cases.flatMap((vector) => {
      const problem = runVectorCase(kernel.raw, vector, tolerance);
      return problem === null ? [] : [`${vector.id}: ${problem}`];
    });
    expect(problems).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });
});

test('a case that expects something else fails', () => {
  const kernel = freshKernel();
  kernel.openScratch(SCRATCH_BYTES);
  for (const { suite, tolerance } of callSuites) {
    for (const vector of callVectors(suite)) {
      const wrong = spoiled(vector);
      if (wrong === undefined) continue;
      expect(runVectorCase(kernel.raw, wrong, tolerance), `${suite} ${vector.id}`).not.toBeNull();
    }
  }
});

test('a last bit that differs fails an exact suite', () => {
  const kernel = freshKernel();
  kernel.openScratch(SCRATCH_BYTES);
  const vector = callVectors('summary').find(({ result }) => result === 'valid');
  const bits = vector?.output?.memory['out']?.f64 ?? [];
  const wrong = bits.map((word, i) => (i === 1 ? word.replace(/.$/, flipped) : word));
  expect(vector).toBeDefined();
  if (vector?.output === undefined) return;
  const changed = { ...vector, output: { ...vector.output, memory: { out: { f64: wrong } } } };
  expect(runVectorCase(kernel.raw, vector, 0)).toBeNull();
  expect(runVectorCase(kernel.raw, changed, 0)).toBe('out: differs at byte 8');
});

function flipped(digit: string): string {
  return (parseInt(digit, 16) ^ 1).toString(16);
}
