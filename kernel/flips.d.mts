// Types of flips.mjs for its test.
export function flipped(bytes: Uint8Array, seed: number, number: number): Uint8Array;
export function countFlips(
  bytes: Uint8Array,
  signature: string,
  flips: number,
  seed: number,
): Promise<Record<string, number>>;
