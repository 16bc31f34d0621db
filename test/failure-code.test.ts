// The code that a trial's file has when an error ended the trial: the same names on Node and in Swift.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { usageError } from '../host-node/src/errors.ts';
import { failureCode } from '../kernel/api/trial/failure.ts';

/** `(module (func (export "stop") unreachable))`. */
const STOP = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0],
  ...[7, 8, 1, 4, 115, 116, 111, 112, 0, 0, 10, 5, 1, 3, 0, 0, 11],
]);

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('the code of a failed trial', () => {
  test("is Swift's for a trap of the kernel", () => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(STOP), {});
    const trap = thrownBy(exports['stop'] as () => unknown);
    expect(failureCode(trap)).toBe('KERNEL_TRAP');
    const swift = new URL('../host-ios/Sources/KernelHost/KernelError.swift', import.meta.url);
    expect(readFileSync(swift, 'utf8')).toContain('case .trap: "KERNEL_TRAP"');
  });

  test("is an error's own, and BUG for every other value", () => {
    expect(failureCode(usageError('OUT_NOT_EMPTY', 'a', 'b', 'c'))).toBe('OUT_NOT_EMPTY');
    expect(failureCode(new RangeError('no'))).toBe('BUG');
    expect(failureCode('text')).toBe('BUG');
  });
});
