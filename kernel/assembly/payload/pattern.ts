// What a payload is: a repeated sequence of 251 bytes whose phase turns with session and sequence. Makes; never checks.
import { PERIOD } from '../abi';

/** pattern[k], a permutation of 0 .. 250 (docs/protocol.md, section 7). */
function patternByte(k: u32): u8 {
  return u8((k * 167 + 13) % PERIOD);
}

/**
 * Where in the pattern the payload of `sequence` in `session` begins: (97 session + 61 sequence) mod 251. Both are reduced first, so
 * that 32 bits hold the sum: engines divide u32 by a constant with a multiplication, u64 they divide.
 */
export function payloadPhase(session: u32, sequence: u32): u32 {
  return ((session % PERIOD) * 97 + (sequence % PERIOD) * 61) % PERIOD;
}

/**
 * Fills `bytes` at `at` with the pattern from `phase` on: one period byte by byte, then copies of what is already there,
 * doubling, so that the cost is that of memory.copy.
 */
export function fillPattern(at: usize, bytes: usize, phase: u32): void {
  const first = min<usize>(bytes, usize(PERIOD));
  for (let i: usize = 0; i < first; i++) store<u8>(at + i, patternByte((phase + u32(i)) % PERIOD));
  let done = first;
  while (done < bytes) {
    const n = min<usize>(done, bytes - done);
    memory.copy(at + done, at, n);
    done += n;
  }
}

/** The byte that a payload of this phase has at `offset`. */
export function expectedByte(phase: u32, offset: u32): u8 {
  return patternByte(u32((u64(phase) + u64(offset)) % u64(PERIOD)));
}
