// The plan room's part of the signature: permutations of several sizes and seeds.
import { fold, foldBytes } from '../fold';
import { shuffleOrder } from './shuffle';

export function planSignature(word: u64, work: usize): u64 {
  let sum = word;
  for (let n: u32 = 0; n < 40; n += 13) {
    sum = fold(sum, u64(shuffleOrder(work, n, u64(n) * 20_260_929)));
    sum = foldBytes(sum, work, n << 2);
  }
  return sum;
}
