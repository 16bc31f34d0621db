// The order of a plan's cases: a permutation from a seed, the same in every language (docs/abi.md states the rule).
import { BAD_ADDRESS, OK } from '../abi';
import { inMemory } from '../arena';
import { advance64, mix64 } from './prng';

/**
 * Writes a permutation of 0 .. n - 1 as u32: Fisher-Yates from the end, j = next mod (i + 1), SplitMix64. The modulo's
 * bias is below 2^-32 and part of the definition. n = 0 writes nothing.
 */
export function shuffleOrder(at: usize, n: u32, seed: u64): i32 {
  if (!inMemory(at, u64(n) << 2)) return BAD_ADDRESS;
  for (let i: u32 = 0; i < n; i++) store<u32>(at + (usize(i) << 2), i);
  let state = seed;
  for (let i = n; i > 1; i--) {
    state = advance64(state);
    const last = at + (usize(i - 1) << 2);
    const other = at + (usize(mix64(state) % u64(i)) << 2);
    const kept = load<u32>(last);
    store<u32>(last, load<u32>(other));
    store<u32>(other, kept);
  }
  return OK;
}
