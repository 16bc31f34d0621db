// A damaged kernel is refused: by the sha256 list always, by the signature alone mostly. And verify notices a missing suite.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { checkKernel } from '../host-node/src/kernel/load.ts';
import { ALGORITHMS, algorithmsWithout } from '../kernel/api/conformance/algorithms.ts';
import { countFlips, flipped } from '../kernel/flips.mjs';
import { kernelBytes } from './fixtures/kernels.ts';

const FLIPS = 200;
const SEED = 20260929;
const bytes = kernelBytes('simd');

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test('200 one-bit flips are all refused with exit code 1', () => {
  for (let number = 0; number < FLIPS; number += 1) {
    expect(() => checkKernel(flipped(bytes, SEED, number), 'flipped')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_KERNEL', outcome: 'failed' }),
    );
  }
  expect(checkKernel(bytes, 'kernel.wasm').signature).toMatch(/^[0-9a-f]{16}$/);
});

test('the signature alone catches at least 80 % of them', async () => {
  const kernels = read('../build/kernels.json') as Record<string, { signature: string }>;
  const signature = kernels['kernel.wasm']?.signature ?? '';
  const counts = await countFlips(bytes, signature, FLIPS, SEED);
  expect((counts['unseen'] ?? 0) / FLIPS).toBeLessThanOrEqual(0.2);
});

test('every promised algorithm has a suite, and a missing one is named', () => {
  const { suites } = read('../kernel/vectors/manifest.json') as { suites: Record<string, unknown> };
  const names = new Set(Object.keys(suites));
  expect(algorithmsWithout(names)).toEqual([]);
  expect(Object.keys(ALGORITHMS).length).toBeGreaterThan(30);
  names.delete('holm');
  expect(algorithmsWithout(names)).toEqual(['Holm: holm']);
});
