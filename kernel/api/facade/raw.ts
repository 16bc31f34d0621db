// The untyped exports of an instance become typed functions here, checked once; nobody else casts.
import { KernelError } from './errors.ts';
import type { LinearMemory, ModuleInstance } from './wasm-objects.ts';

/** The kernel's raw exports that the facade uses. u32 results arrive as i32: `>>> 0` is the caller's. */
export interface RawKernel {
  readonly memory: LinearMemory;
  readonly call: (name: string) => (...args: (number | bigint)[]) => number;
  readonly callWide: (name: string) => (...args: (number | bigint)[]) => bigint;
  readonly address: (name: string) => number;
}

function isFunction(value: unknown): value is (...args: (number | bigint)[]) => unknown {
  return typeof value === 'function';
}

function missing(name: string): KernelError {
  return new KernelError(
    'FOREIGN',
    name,
    -1,
    'this module has no such export: not an Echometer kernel',
  );
}

function hasValue(value: unknown): value is { value: number } {
  return typeof value === 'object' && value !== null && 'value' in value;
}

function hasBuffer(value: unknown): value is LinearMemory {
  return typeof value === 'object' && value !== null && 'buffer' in value;
}

/** Typed access to an instance's exports; a missing one is a KernelError with the code FOREIGN. */
export function rawKernel(instance: ModuleInstance): RawKernel {
  const { exports } = instance;
  const lookUp = (name: string): ((...args: (number | bigint)[]) => unknown) => {
    const value = exports[name];
    if (!isFunction(value)) throw missing(name);
    return value;
  };
  const memory = exports['memory'];
  if (!hasBuffer(memory)) throw missing('memory');
  return {
    memory,
    // The signatures are fixed by docs/abi.md and held by test/abi.test.ts; WebAssembly gives no types to check here.
    call: (name) => lookUp(name) as (...args: (number | bigint)[]) => number,
    callWide: (name) => lookUp(name) as (...args: (number | bigint)[]) => bigint,
    address: (name) => {
      const value = exports[name];
      if (!hasValue(value)) throw missing(name);
      return value.value >>> 0;
    },
  };
}
