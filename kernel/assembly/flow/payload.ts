// The payload as exports for tests and tools: joins payload and verify. The channel works on its pattern region instead.
import { BAD_ADDRESS, BAD_ARGUMENT, MAX_LENGTH, OK } from '../abi';
import { inMemory } from '../arena';
import { patternDifference } from '../verify/compare';
import { fillPattern, payloadPhase } from '../payload/pattern';

const PATTERN_BYTES: usize = 512;
const PATTERN: usize = memory.data(512, 64);
let filled: bool = false;

/** Two periods of the pattern at phase 0 and a little more, made on first use. */
export function patternTwice(): usize {
  if (!filled) fillPattern(PATTERN, PATTERN_BYTES, 0);
  filled = true;
  return PATTERN;
}

/** Writes the payload of `sequence` in `session`. n = 0 writes nothing; n above 16 MiB is BAD_ARGUMENT. */
export function payloadFill(at: usize, n: u32, session: u32, sequence: u32): i32 {
  if (n > MAX_LENGTH) return BAD_ARGUMENT;
  if (!inMemory(at, n)) return BAD_ADDRESS;
  fillPattern(at, n, payloadPhase(session, sequence));
  return OK;
}

/**
 * -1 when every byte is right (also for n = 0), else the offset of the first wrong byte. A bad call is
 * -100 + Status, apart from both.
 */
export function payloadVerify(at: usize, n: u32, session: u32, sequence: u32): i32 {
  if (n > MAX_LENGTH) return -100 + BAD_ARGUMENT;
  if (!inMemory(at, n)) return -100 + BAD_ADDRESS;
  return patternDifference(at, n, patternTwice(), payloadPhase(session, sequence));
}
