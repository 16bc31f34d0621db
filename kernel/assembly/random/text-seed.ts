// Seeds and orders that a text decides: the serializer suite's block shuffle and its bootstrap seeds. Builds no text.
import { BAD_ADDRESS, OK } from '../abi';
import { inMemory } from '../arena';
import { refuse } from '../status';
import { seedOf } from './sha256';

/**
 * Writes as a u64 at outAt the seed of a text: the first 8 bytes of its SHA-256, little-endian.
 * The block shuffle's text is `seed|type|n|hash|mode|repetition` in ASCII (shuffleOrder takes the seed); a group's bootstrap seed is
 * the low 32 bits for the text `42` + repr(key) + `|` + series + `|`. n = 0 is allowed.
 */
export function textSeed(at: usize, n: u32, outAt: usize): i32 {
  if (!inMemory(at, n)) return refuse(BAD_ADDRESS, 0);
  if (!inMemory(outAt, 8)) return refuse(BAD_ADDRESS, 2);
  store<u64>(outAt, seedOf(at, n));
  return OK;
}
