// The form of a conformance vector and how an answer is compared with it. It runs nothing and reads no file.

import { firstDifference } from '../run/difference.ts';
import type { Kernel } from '../facade/facade.ts';
import type { Workspace } from '../facade/workspace.ts';

export interface Vector {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: 'valid' | 'invalid';
  readonly output?: unknown;
  readonly error?: { readonly code: number | string; readonly subject: number | string };
}

/** What a runner needs of its surroundings. */
export interface VectorTools {
  /** An instance that nobody has configured. */
  readonly fresh: () => Kernel;
  /** An instance with scratch memory; it may be shared between vectors. */
  readonly scratch: Kernel;
  readonly workspace: Workspace;
  readonly sha256: (bytes: Uint8Array) => string;
}

/** Null when the kernel agrees with the vector, else what differs. */
export type VectorRunner = (vector: Vector, tools: VectorTools) => string | null;

/** Compares by value and names the first difference. */
export function disagreement(expected: unknown, found: unknown): string | null {
  const difference = firstDifference(expected, found);
  if (difference === null) return null;
  const where = difference.path === '' ? 'the answer' : difference.path;
  return `${where} is ${show(difference.found)}, not ${show(difference.expected)}`;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bits of a double as 16 hex digits. */
export function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

export function fromBits(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}
