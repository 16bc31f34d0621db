// Decides what is sent now: frames of all sessions in turn, as far as credit, window, acks and one batch allow.
import {
  CHANNEL_FRAMES_OUT,
  CHANNEL_STARTED_NS,
  DATA,
  FLAG_SLOT,
  HEADER_BYTES,
  SESSION_ACKED_FRAMES,
  SESSION_CREDIT_STALLS,
  SESSION_NUMBER,
  SESSION_SENT_FRAMES,
  SESSION_STARTED_NS,
  STATE_MEASURING,
  STATE_WARMING,
  STORE,
  WAIT,
} from '../abi';
import { writeHeader } from '../frame/header';
import { payloadPhase } from '../payload/pattern';
import { CHANNEL, count, measuringFromNs, stampChannel, wakeBy } from './channel';
import { queueAck } from './control';
import { ledgerAllows, ledgerSend } from './credit';
import { COPIED_PAYLOAD_BYTES, outputBytes, outputFits, outputSlice, outputWants } from './output';
import {
  CONSUMED,
  inFlight,
  recordOf,
  sendLedger,
  STALLED,
  stampOf,
  stateOf,
  targetFrames,
  unackedFrames,
  unacknowledged,
} from './session';
import * as plan from './settings';
import {
  askSlot,
  sendsSlots,
  sentSlotAt,
  slotAction,
  slotIsAwaited,
  slotIsBusy,
  slotIsStored,
  slotOf,
  slotsAreMapped,
  takeDone,
} from './slots';

// Whose turn is first; moves on so that no session is always last.
let turn: u32 = 0;

export function sendInit(): void {
  turn = 0;
}

/** The stamp of the next frame: now, or in an open loop the time at which it is due. */
function startOf(s: usize, nowNs: u64): u64 {
  if (plan.intervalNs == 0 || stateOf(s) != STATE_MEASURING) return nowNs;
  const sent = load<u64>(s, SESSION_SENT_FRAMES) - plan.warmupFrames;
  return measuringFromNs + sent * plan.intervalNs;
}

/** In a window of one frame the cycle ends with the ack: the next send waits until the OS has taken it. */
function awaitsAck(s: usize): bool {
  if (plan.windowFrames != 1 || plan.isPiggyback()) return false;
  const owed = load<u64>(s, CONSUMED) - load<u64>(s, SESSION_ACKED_FRAMES);
  return owed != unackedFrames(s) || owed >= u64(plan.ackEvery);
}

function stall(s: usize): void {
  if (load<u32>(s, STALLED) != 0) return;
  store<u32>(s, 1, STALLED);
  store<u64>(s, load<u64>(s, SESSION_CREDIT_STALLS) + 1, SESSION_CREDIT_STALLS);
}

function maySend(s: usize, nowNs: u64): bool {
  const state = stateOf(s);
  if (state != STATE_WARMING && state != STATE_MEASURING) return false;
  if (load<u64>(s, SESSION_SENT_FRAMES) >= targetFrames(s)) return false;
  if (inFlight(s) >= u64(plan.windowFrames) || unacknowledged(s) >= u64(plan.stampCount))
    return false;
  if (awaitsAck(s)) return false;
  const startNs = startOf(s, nowNs);
  if (startNs > nowNs) {
    wakeBy(startNs);
    return false;
  }
  if (ledgerAllows(sendLedger(s), u64(plan.payloadBytes))) return true;
  stall(s);
  return false;
}

function stampStart(s: usize, sequence: u64, startNs: u64): void {
  store<u64>(stampOf(s, sequence), startNs);
  if (sequence != plan.warmupFrames || stateOf(s) != STATE_MEASURING) return;
  store<u64>(s, startNs, SESSION_STARTED_NS);
  const first = load<u64>(CHANNEL, CHANNEL_STARTED_NS);
  if (first == 0 || startNs < first) stampChannel(CHANNEL_STARTED_NS, startNs);
}

/**
 * Puts the payload of the next frame into its slot: copied when slots are mapped, else the lane is asked to store it.
 * True when it is there. The start stamp is that of the decision, before the store.
 */
function fillSlot(s: usize, sequence: u64, payload: usize): bool {
  const slot = slotOf(s, sequence);
  if (slotsAreMapped()) {
    memory.copy(sentSlotAt(slot), payload, usize(plan.payloadBytes));
    return true;
  }
  if (takeDone(STORE, s)) return true;
  if (slotAction() == WAIT && !slotIsBusy(s)) askSlot(STORE, s, slot, payload);
  return false;
}

function payloadOf(s: usize, sequence: u64): usize {
  return plan.patternAt + usize(payloadPhase(load<u32>(s, SESSION_NUMBER), u32(sequence)));
}

/** Queues the header, and the payload unless it is in a slot. */
function queueData(s: usize, sequence: u64, copied: u32): void {
  const n = plan.payloadBytes;
  const session = load<u32>(s, SESSION_NUMBER);
  const payload = payloadOf(s, sequence);
  const at = outputBytes(u32(HEADER_BYTES) + copied);
  if (sendsSlots()) {
    writeHeader(at, n, DATA, FLAG_SLOT, slotOf(s, sequence), session, u32(sequence));
    return;
  }
  writeHeader(at, n, DATA, 0, 0, session, u32(sequence));
  if (copied != 0) memory.copy(at + HEADER_BYTES, payload, usize(copied));
  else outputSlice(payload, n);
}

/** Queues the next DATA of a session. False when the ring has no room; nothing changes then. */
function sendFrame(s: usize, nowNs: u64): bool {
  if (slotIsAwaited(s)) return false;
  const n = plan.payloadBytes;
  const copied = n <= COPIED_PAYLOAD_BYTES && !sendsSlots() ? n : 0;
  const ackFirst = plan.isPiggyback() && unackedFrames(s) >= u64(plan.ackEvery);
  if (!outputFits(u32(HEADER_BYTES) * 2 + copied)) return false;
  const sequence = load<u64>(s, SESSION_SENT_FRAMES);
  if (!slotIsStored(s)) stampStart(s, sequence, startOf(s, nowNs));
  if (sendsSlots() && !fillSlot(s, sequence, payloadOf(s, sequence))) return false;
  if (ackFirst && !queueAck(s)) return false;
  queueData(s, sequence, copied);
  ledgerSend(sendLedger(s), u64(n));
  store<u32>(s, 0, STALLED);
  store<u64>(s, sequence + 1, SESSION_SENT_FRAMES);
  count(CHANNEL_FRAMES_OUT, 1);
  return true;
}

/** One frame of every session that may send, in turn, until none may or the batch is full. Their start is `nowNs`. */
export function decideSends(nowNs: u64): void {
  const sessions = plan.sessions;
  let idle: u32 = 0;
  while (idle < sessions && outputWants(plan.payloadBytes)) {
    const s = recordOf(turn);
    if (!maySend(s, nowNs)) idle += 1;
    else if (sendFrame(s, nowNs)) idle = 0;
    else return;
    turn = turn + 1 == sessions ? 0 : turn + 1;
  }
}
