// A fixed piece of work that a host times before and after a trial: when it takes longer, the machine was slower or shared.
// It measures nothing and touches no memory.
import { advance64, mix64 } from './prng';

/**
 * A chain of `rounds` steps, each of which needs the one before: neither SIMD nor a second processor makes it shorter.
 * The result is the last word, so that no compiler drops the work; 0 rounds give 0.
 */
export function referenceWork(rounds: u32): u64 {
  let word: u64 = 0;
  for (let i: u32 = 0; i < rounds; i++) word = mix64(advance64(word));
  return word;
}
