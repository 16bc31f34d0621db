// The signature of credit, payload and verification: scripts that touch every branch, on the caller's work memory.
import { fold, foldBytes } from '../fold';
import {
  creditRelease,
  creditReport,
  creditSend,
  creditStart,
  creditTold,
  LEDGER_BYTES,
} from './credit';
import { payloadFill, payloadVerify } from './payload';
import { rehearsal } from './rehearsal';

export function flowSignature(word: u64, work: usize): u64 {
  return fold(payloadSignature(creditSignature(word, work), work), rehearsal());
}

function creditSignature(word: u64, at: usize): u64 {
  let sum = word;
  for (let frames: u32 = 1; frames < 5; frames++) {
    creditStart(at, 1000, frames);
    for (let n: u32 = 100; n < 1600; n += 300) {
      sum = fold(sum, u64(creditSend(at, n)));
      sum = fold(sum, u64(creditRelease(at, n >> 1, 400)));
      sum = fold(sum, u64(creditTold(at, u64(n - 100), u64(n >> 8))));
    }
    sum = fold(sum, u64(creditReport(at)));
    sum = foldBytes(sum, at, u32(LEDGER_BYTES));
  }
  return sum;
}

function payloadSignature(word: u64, at: usize): u64 {
  let sum = word;
  for (let n: u32 = 0; n < 1400; n += 131) {
    payloadFill(at, n, n, n * 7);
    sum = foldBytes(sum, at, n);
    sum = fold(sum, u64(payloadVerify(at, n, n, n * 7)));
    const changed = at + usize(n - (n >> 2));
    store<u8>(changed, load<u8>(changed) ^ 64);
    sum = fold(sum, u64(payloadVerify(at, n + 1, n, n * 7)));
  }
  return sum;
}
