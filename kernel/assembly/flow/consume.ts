// What happens to a received payload: verified, counted, released, acknowledged. Its receipt was stamped before.
import {
  FAULT_MISMATCH,
  LOAD,
  SESSION_MISMATCHES,
  SESSION_NUMBER,
  SESSION_VERIFIED_BYTES,
  SESSION_VERIFIED_FRAMES,
  SESSION_WARMUP_MISMATCHES,
  SESSION_WARMUP_VERIFIED_BYTES,
  SESSION_WARMUP_VERIFIED_FRAMES,
  PERIOD,
  STATE_WARMING,
  WAIT,
} from '../abi';
import { expectedByte, payloadPhase } from '../payload/pattern';
import { keepReceipt } from '../samples/column';
import { patternDifference } from '../verify/compare';
import { ledgerRelease } from './credit';
import { payForConsumed } from './dues';
import { sessionFault } from './faults';
import {
  parkCount,
  parkedAt,
  parkedBytes,
  parkedInSlot,
  parkedReceiptNs,
  parkedRun,
  parkTake,
} from './park';
import {
  CONSUMED,
  PARK_AT,
  PAUSED,
  QUEUED_BYTES,
  receiveLedger,
  stampOf,
  stateOf,
} from './session';
import { patternAt } from './settings';
import {
  askSlot,
  echoSlotAt,
  slotAction,
  slotIsBusy,
  slotOf,
  slotsAreMapped,
  takeDone,
} from './slots';

function add(s: usize, offset: usize, n: u64): void {
  store<u64>(s + offset, load<u64>(s + offset) + n);
}

function countVerified(s: usize, n: u32): void {
  const warming = stateOf(s) == STATE_WARMING;
  add(s, warming ? SESSION_WARMUP_VERIFIED_FRAMES : SESSION_VERIFIED_FRAMES, 1);
  add(s, warming ? SESSION_WARMUP_VERIFIED_BYTES : SESSION_VERIFIED_BYTES, u64(n));
}

/** The first wrong byte of a payload in two parts, or -1. */
function differenceInParts(at: usize, run: u32, rest: usize, n: u32, phase: u32): i32 {
  const first = patternDifference(at, usize(run), patternAt, phase);
  if (first >= 0 || run == n) return first;
  const turned = (phase + run) % PERIOD;
  const second = patternDifference(rest, usize(n - run), patternAt, turned);
  return second < 0 ? -1 : i32(run) + second;
}

function byteAt(at: usize, run: u32, rest: usize, offset: u32): u32 {
  return offset < run ? load<u8>(at + usize(offset)) : load<u8>(rest + usize(offset - run));
}

/**
 * Verifies the next payload of a session, `run` bytes of `n` at `at` and the others at `rest`. Right: counted, sampled,
 * released and acknowledged. Wrong: the session is faulted, and nothing is sampled.
 */
export function consumePayload(
  s: usize,
  at: usize,
  run: u32,
  rest: usize,
  n: u32,
  receiptNs: u64,
): void {
  const sequence = load<u64>(s, CONSUMED);
  const phase = payloadPhase(load<u32>(s, SESSION_NUMBER), u32(sequence));
  const wrong = differenceInParts(at, run, rest, n, phase);
  if (wrong >= 0) {
    const warming = stateOf(s) == STATE_WARMING;
    add(s, warming ? SESSION_WARMUP_MISMATCHES : SESSION_MISMATCHES, 1);
    const expected = u32(expectedByte(phase, u32(wrong)));
    sessionFault(s, FAULT_MISMATCH, u32(sequence), wrong, expected, byteAt(at, run, rest, wrong));
    return;
  }
  const startNs = load<u64>(stampOf(s, sequence));
  keepReceipt(receiptNs > startNs ? receiptNs - startNs : 0);
  countVerified(s, n);
  store<u64>(s, sequence + 1, CONSUMED);
  ledgerRelease(receiveLedger(s), u64(n));
  const queued = load<u64>(s, QUEUED_BYTES);
  store<u64>(s, queued > u64(n) ? queued - u64(n) : 0, QUEUED_BYTES);
  payForConsumed(s);
}

/** True when the oldest parked payload can be read: not in a slot, or mapped, or loaded. Else the lane is asked. */
function isReadable(s: usize): bool {
  if (!parkedInSlot(s) || slotsAreMapped()) return true;
  if (takeDone(LOAD, s)) return true;
  if (slotIsBusy(s) || slotAction() != WAIT) return false;
  const slot = slotOf(s, load<u64>(s, CONSUMED));
  askSlot(LOAD, s, slot, echoSlotAt(slot));
  return false;
}

/** Consumes what a session has parked, as long as it is not paused. */
export function consumeParked(s: usize): void {
  while (parkCount(s) > 0 && load<u32>(s, PAUSED) == 0 && isReadable(s)) {
    const n = parkedBytes(s);
    const before = parkCount(s);
    if (parkedInSlot(s)) consumeSlot(s, n, parkedReceiptNs(s));
    else {
      const front = usize(load<u32>(s, PARK_AT));
      consumePayload(s, parkedAt(s), parkedRun(s), front, n, parkedReceiptNs(s));
    }
    if (parkCount(s) == before) parkTake(s); // a fault has cleared the park already
  }
}

/** Consumes the next payload of a session where its slot is. */
export function consumeSlot(s: usize, n: u32, receiptNs: u64): void {
  consumePayload(s, echoSlotAt(slotOf(s, load<u64>(s, CONSUMED))), n, 0, n, receiptNs);
}
