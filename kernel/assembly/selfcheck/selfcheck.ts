// Who this kernel is, and one word that every exported algorithm has gone into. A host compares it before it measures.
import { frameSignature } from './frame-signature';
import { flowSignature } from './flow-signature';
import { KERNEL_ID, MEASURE_ID } from '../identity';
import { planSignature } from './random-signature';
import { rankSignature } from './rank-signature';
import { summarySignature } from './summary-signature';
import { xxh64Of } from '../verify/xxh64';
import { fold } from './fold';
import { statsSignature } from './stats-signature';
import { verdictSignature } from './verdict-signature';

/** First 8 bytes of SHA-256 over the kernel's sources without comments and whitespace, and the ABI version. */
export function kernelId(): u64 {
  return KERNEL_ID;
}

/** The same of what can change a measured number (kernel/measure-id.mjs); two runs are comparable when theirs are equal. */
export function measureId(): u64 {
  return MEASURE_ID;
}

/** 1 in the build with SIMD, else 0. */
export function isSimd(): i32 {
  return ASC_FEATURE_SIMD ? 1 : 0;
}

// Memory that the rooms may use while they sign; nobody reads it afterwards.
const WORK_BYTES: usize = 8192;
const WORK: usize = memory.data(8192, 64);

/** One word of all rooms, in order. Independent of what the instance has done before; SIMD and scalar agree. */
export function selfSignature(): u64 {
  let word: u64 = 0;
  memory.fill(WORK, 0, WORK_BYTES);
  word = frameSignature(word, WORK);
  word = flowSignature(word, WORK);
  word = planSignature(word, WORK);
  word = fold(word, xxh64Of(WORK, 615, word));
  word = summarySignature(word);
  word = rankSignature(word);
  word = verdictSignature(word);
  word = statsSignature(word, WORK);
  return word;
}
