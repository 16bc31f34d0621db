// The statistics' part of the signature: each file of this room adds a function here and its line to statsSignature.
import { scratchMark, scratchReset } from '../arena';
import { fold, foldBytes } from '../fold';
import { advance64, mix64 } from '../plan/prng';
import { sortU64 } from '../samples/sort';
import { spread } from './aggregate';

/** `work` is 8 KiB. Nothing here may need scratch memory: the signature is also asked of an unconfigured kernel. */
export function statsSignature(word: u64, work: usize): u64 {
  const mark = scratchMark();
  const sum = sortSignature(word, work);
  scratchReset(mark);
  return sum;
}

function sortSignature(word: u64, at: usize): u64 {
  let sum = word;
  for (let n: u32 = 1; n < 512; n += 170) {
    let state: u64 = n;
    for (let i: u32 = 0; i < n; i++) {
      state = advance64(state);
      store<u64>(at + (usize(i) << 3), mix64(state) >> (u64(i) & 63));
    }
    sum = foldBytes(sum, sortU64(at, n, at + 4096), n << 3);
  }
  return fold(sum, u64(spread(at, 0, at)));
}
