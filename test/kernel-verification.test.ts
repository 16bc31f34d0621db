// Verification at every offset, in every build, against the pattern written anew here. Not the vectors of suite verification.
import { describe, expect, test } from 'vitest';

import { BUILDS, freshKernel } from './fixtures/kernels.ts';

const PERIOD = 251;
// Two blocks of eight periods, the 5 bytes that are read behind them, and a rest of its own.
const LONGEST = 16 * PERIOD + 5 + 300;
const LENGTHS = [2_012, 2_013, 2_014, 2_264, 4_016, 4_020, 4_021, 4_022, LONGEST];

function payload(session: number, sequence: number, bytes: number): Uint8Array {
  const phase = (97 * session + 61 * sequence) % PERIOD;
  return Uint8Array.from({ length: bytes }, (_, i) => (((phase + i) % PERIOD) * 167 + 13) % PERIOD);
}

describe.each(BUILDS)('the %s kernel', (build) => {
  const { raw, ...kernel } = freshKernel(build);
  kernel.openScratch(16_384);
  // One byte into a line, so that no vector of the data is aligned.
  const at = raw.call('scratchAlloc')(8_192) + 1;
  const verify = raw.call('payloadVerify');
  const bytes = new Uint8Array(raw.memory.buffer, at, LONGEST + 64);

  test('accepts a long payload of every phase, whatever lies behind it', () => {
    const answers = Array.from({ length: PERIOD }, (_, sequence) => {
      bytes.fill(0xff);
      bytes.set(payload(7, sequence, LONGEST));
      return [verify(at, LONGEST, 7, sequence), verify(at, LONGEST + 1, 7, sequence)];
    });
    expect(answers).toEqual(Array.from({ length: PERIOD }, () => [-1, LONGEST]));
  });

  test('names the first wrong byte at every offset, also when a later one is wrong', () => {
    bytes.set(payload(3, 5, LONGEST));
    const flip = (...places: number[]) => {
      for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ 0x80;
    };
    for (const length of LENGTHS) {
      const misnamed: number[] = [];
      for (let offset = 0; offset < length; offset++) {
        const other = (offset + PERIOD) % length;
        flip(offset, other);
        if (verify(at, length, 3, 5) !== Math.min(offset, other)) misnamed.push(offset);
        flip(offset, other);
      }
      expect(misnamed).toEqual([]);
      expect(verify(at, length, 3, 5)).toBe(-1);
    }
  });
});
