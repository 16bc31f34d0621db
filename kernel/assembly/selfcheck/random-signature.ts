// The plan room's part of the signature: permutations, generated records, digests, text seeds, the reference work.
import { fold, foldBytes } from './fold';
import { generateRecord } from '../random/generator';
import { referenceWork } from '../random/reference';
import { textSeed } from '../random/text-seed';
import { sha256 } from '../random/sha256';
import { shuffleOrder } from '../random/shuffle';

export function planSignature(word: u64, work: usize): u64 {
  let sum = word;
  for (let n: u32 = 0; n < 40; n += 13) {
    sum = fold(sum, u64(shuffleOrder(work, n, u64(n) * 20_260_929)));
    sum = foldBytes(sum, work, n << 2);
  }
  for (let type = 0; type < 5; type++) {
    const bytes = generateRecord(type, 42, 7, work, 640);
    sum = foldBytes(fold(sum, u64(bytes)), work, u32(max(0, bytes)));
  }
  sum = foldBytes(fold(sum, u64(sha256(work, 119, work + 640))), work + 640, 32);
  sum = foldBytes(fold(sum, u64(textSeed(work, 55, work + 640))), work + 640, 8);
  return fold(sum, referenceWork(1_000));
}
