// The frame room's part of the signature: headers of every kind, good and bad, through the codec.
import { fold, foldBytes } from './fold';
import { frameDecode, frameEncode } from '../frame/codec';

export function frameSignature(word: u64, work: usize): u64 {
  let sum = word;
  for (let kind: u32 = 0; kind < 10; kind++) {
    for (let length: u32 = 0; length < 64; length += 16) {
      sum = fold(
        sum,
        u64(frameEncode(work, 16, length, kind, kind & 1, kind, kind * 97, length * 61)),
      );
      sum = foldBytes(sum, work, 16);
      memory.fill(work + 64, 0, 28);
      sum = fold(sum, u64(frameDecode(work, 16 + (length >> (kind & 1)), work + 64)));
      sum = foldBytes(sum, work + 64, 28);
    }
  }
  return sum;
}
