// Seeded draws, typed: the orders of plans, and numbers, samples and shuffles of Pragmastat's stream (xoshiro256++ seeded by
// SplitMix64). Every call starts the seed's stream anew; nothing here is entropy. Definitions and limits: docs/statistics.md.
import {
  counted,
  doublesOf,
  outputOf,
  room,
  type Sample,
  sample,
  type Workspace,
} from '../facade/workspace.ts';

function doubles(workspace: Workspace, name: string, args: Parameters<Workspace['call']>[1]) {
  return doublesOf(outputOf(workspace.call(name, args)));
}

/** A plan's order: a permutation of 0 .. n - 1 from SplitMix64. */
export function shuffleOrder(workspace: Workspace, n: number, seed: bigint): Uint32Array {
  const out = outputOf(workspace.call('shuffleOrder', [room(4 * n), n, seed]));
  return new Uint32Array(out.buffer);
}

/** The seed that a text stands for in the serializer suite: the first 8 bytes of the SHA-256 of its UTF-8, little-endian. */
export function textSeed(workspace: Workspace, text: string): bigint {
  const bytes = new TextEncoder().encode(text);
  return outputOf(workspace.call('textSeed', [counted(bytes), room(8)])).getBigUint64(0, true);
}

/** The seed that a text stands for: FNV-1a, 64 bits, of its UTF-8 bytes. */
export function fnv1a(workspace: Workspace, bytes: Uint8Array): bigint {
  return outputOf(workspace.call('fnv1a', [counted(bytes), room(8)])).getBigUint64(0, true);
}

/** n numbers in [0, 1), 53 bits each. */
export function drawUnits(workspace: Workspace, seed: bigint, n: number): Float64Array {
  return doubles(workspace, 'drawUnits', [seed, n, room(8 * n)]);
}

/** n numbers in [0, 1) of 24 bits. */
export function drawUnits32(workspace: Workspace, seed: bigint, n: number): Float32Array {
  return new Float32Array(outputOf(workspace.call('drawUnits32', [seed, n, room(4 * n)])).buffer);
}

/** n numbers in [least, limit); `least` when the range is empty. BAD_ARGUMENT 2 for a range beyond binary64. */
export function drawRange(
  workspace: Workspace,
  seed: bigint,
  least: number,
  limit: number,
  n: number,
): Float64Array {
  return doubles(workspace, 'drawRange', [seed, least, limit, n, room(8 * n)]);
}

/** n integers in [least, limit); `least` when the range is empty. BAD_ARGUMENT 2 for a range above 2^52. */
export function drawIntegers(
  workspace: Workspace,
  seed: bigint,
  least: bigint,
  limit: bigint,
  n: number,
): BigInt64Array {
  const args = [seed, least, limit, n, room(8 * n)];
  return new BigInt64Array(outputOf(workspace.call('drawIntegers', args)).buffer);
}

/** n coin tosses: true where the next number of [0, 1) is below one half. */
export function drawBooleans(workspace: Workspace, seed: bigint, n: number): boolean[] {
  const out = outputOf(workspace.call('drawBooleans', [seed, n, room(n)]));
  return Array.from({ length: n }, (_, i) => out.getUint8(i) === 1);
}

/** k >= 1 (else BAD_ARGUMENT) of the values without replacement, in their order; all of them when there are no more. EMPTY. */
export function drawSample(
  workspace: Workspace,
  values: Sample,
  k: number,
  seed: bigint,
): Float64Array {
  const args = [sample(values), k, seed, room(8 * Math.min(k, values.length))];
  return doubles(workspace, 'drawSample', args);
}

/** k >= 1 (else BAD_ARGUMENT) of the values with replacement. EMPTY. */
export function drawResample(
  workspace: Workspace,
  values: Sample,
  k: number,
  seed: bigint,
): Float64Array {
  return doubles(workspace, 'drawResample', [sample(values), k, seed, room(8 * k)]);
}

/** All values in another order. */
export function drawShuffle(workspace: Workspace, values: Sample, seed: bigint): Float64Array {
  return doubles(workspace, 'drawShuffle', [sample(values), seed, room(8 * values.length)]);
}

/** Mean and deviation of the multiplicative one are of the logarithm. */
export type Distribution =
  | { readonly kind: 'uniform'; readonly least: number; readonly limit: number }
  | {
      readonly kind: 'additive' | 'multiplicative';
      readonly mean: number;
      readonly deviation: number;
    }
  | { readonly kind: 'exponential'; readonly rate: number }
  | { readonly kind: 'power'; readonly least: number; readonly shape: number };

const KINDS = ['uniform', 'additive', 'multiplicative', 'exponential', 'power'] as const;

function parametersOf(distribution: Distribution): readonly [number, number] {
  switch (distribution.kind) {
    case 'uniform':
      return [distribution.least, distribution.limit];
    case 'additive':
    case 'multiplicative':
      return [distribution.mean, distribution.deviation];
    case 'exponential':
      return [distribution.rate, 0];
    case 'power':
      return [distribution.least, distribution.shape];
  }
}

/** n draws of a distribution. BAD_ARGUMENT 2 for parameters without one, OVERFLOW for a draw beyond binary64. */
export function drawDistribution(
  workspace: Workspace,
  distribution: Distribution,
  seed: bigint,
  n: number,
): Float64Array {
  const kind = KINDS.indexOf(distribution.kind);
  const args = [kind, seed, ...parametersOf(distribution), n, room(8 * n)];
  return doubles(workspace, 'drawDistribution', args);
}
