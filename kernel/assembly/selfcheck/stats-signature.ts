// The statistics' part of the signature: each file of this room adds a function here and its line to statsSignature.
import { fold, foldBytes } from './fold';
import { advance64, mix64 } from '../random/prng';
import { PRACTICE, PRACTICE_BYTES } from './practice';
import { sortU64 } from '../samples/sort';
import { spread } from '../stats/aggregate';
import { summarizeNs } from '../stats/duration';
import { lend } from '../stats/inputs';

/** `work` is 8 KiB. The signature is also asked of an unconfigured kernel: memory is lent. */
export function statsSignature(word: u64, work: usize): u64 {
  const sum = sortSignature(word, work);
  lend(PRACTICE, PRACTICE_BYTES);
  const done = duplexSignature(sum, work);
  lend(0, 0);
  return done;
}

/** Draws n words with all magnitudes. */
function drawWords(at: usize, n: u32, most: u64): void {
  let state: u64 = n;
  for (let i: u32 = 0; i < n; i++) {
    state = advance64(state);
    store<u64>(at + (usize(i) << 3), mix64(state) >> max<u64>(most, u64(i) & 63));
  }
}

function sortSignature(word: u64, at: usize): u64 {
  let sum = word;
  for (let n: u32 = 1; n < 512; n += 170) {
    drawWords(at, n, 0);
    sum = foldBytes(sum, sortU64(at, n, at + 4096), n << 3);
  }
  return fold(sum, u64(spread(at, 0, at)));
}

/** What the duplex tables print: summaries of few and many durations, spreads of odd and even counts. */
function duplexSignature(word: u64, at: usize): u64 {
  let sum = word;
  for (let n: u32 = 1; n < 512; n += 170) {
    drawWords(at, n, 10);
    sum = fold(sum, u64(summarizeNs(at, n, at + 4096)));
    sum = foldBytes(sum, at + 4096, 56);
    for (let i: usize = 0; i < usize(n); i++) {
      store<f64>(at + (i << 3), f64(load<u64>(at + (i << 3))));
    }
    sum = fold(sum, u64(spread(at, (n >> 5) + 1, at + 4096)));
    sum = foldBytes(sum, at + 4096, 32);
  }
  return sum;
}
