// The signature of credit, payload and verification: scripts that touch every branch, on the caller's work memory.
import { fold, foldBytes } from './fold';
import {
  creditRelease,
  creditReport,
  creditSend,
  creditStart,
  creditTold,
  LEDGER_BYTES,
} from '../flow/credit';
import { payloadFill, payloadVerify } from '../flow/payload';
import { rehearsal } from './rehearsal';

const WORK_HALF: usize = 4096;

export function flowSignature(word: u64, work: usize): u64 {
  const wrong = longPayloads(work + WORK_HALF);
  return fold(payloadSignature(creditSignature(word, work), work) + wrong, rehearsal());
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

/**
 * How many payloads of 4 KiB, one byte changed, are not seen as they are: 0, which leaves the word as it was before verification had a
 * way of its own for long payloads. Leaves zeros.
 */
function longPayloads(at: usize): u64 {
  const n = u32(WORK_HALF);
  let wrong: u64 = 0;
  for (let offset: u32 = 0; offset < n; offset += 241) {
    payloadFill(at, n, offset, 9);
    if (payloadVerify(at, n, offset, 9) != -1) wrong++;
    const changed = at + usize(offset);
    store<u8>(changed, load<u8>(changed) ^ 1);
    if (payloadVerify(at, n, offset, 9) != i32(offset)) wrong++;
  }
  memory.fill(at, 0, WORK_HALF);
  return wrong;
}
