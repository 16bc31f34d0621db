// What an arrived frame means. One function a kind; the table of states.ts is asked first.
import {
  AT_KIND,
  AT_SEQUENCE,
  AT_SESSION,
  CHANNEL_DROPPED_FRAMES,
  CREDIT,
  DATA,
  END,
  ERROR,
  FAULT_AFTER_END,
  FAULT_BODY,
  FAULT_CREDIT_OVERRUN,
  FAULT_CREDIT_TOTALS,
  FAULT_END_COUNT,
  FAULT_LENGTH,
  FAULT_MAGIC,
  FAULT_ORDER,
  FAULT_PEER,
  FAULT_SEQUENCE,
  FAULT_SESSION,
  FAULT_SIZE,
  FAULT_SLOT,
  FAULT_TOKEN,
  FAULT_UNSOLICITED,
  FAULT_VERSION,
  HEADER_BYTES,
  HELLO,
  MAGIC,
  MAX_LENGTH,
  OPEN,
  PLAN_TOKEN,
  PROTOCOL_VERSION,
  SESSION_SENT_FRAMES,
  STATE_ENDED,
  TOKEN_BYTES,
} from '../abi';
import { isHostKind } from '../frame/header';
import { firstDifference } from '../verify/compare';
import { CHANNEL_GREETING, CHANNEL_LIVE, channelState, count, setChannelState } from './channel';
import { consumePayload, consumeSlot } from './consume';
import { ledgerAllows, ledgerSend, ledgerTold, TOLD_GROWTH, TOLD_WRONG } from './credit';
import { channelFault, keepPeerError, sessionFault } from './faults';
import { parkCount, parkFrame, parkSlot } from './park';
import {
  findSession,
  PAUSED,
  RECEIVED,
  receiveLedger,
  sendLedger,
  setState,
  stateOf,
} from './session';
import { payloadBytes, PLAN } from './settings';
import { receivesSlots, slotIsWrong, slotsAreMapped } from './slots';
import {
  EVENT_ACCEPT,
  EVENT_CREDIT,
  EVENT_DATA,
  EVENT_END,
  EVENT_ERROR,
  FIRST_VERDICT,
  nextState,
  VERDICT_AFTER_END,
  VERDICT_DROP,
  VERDICT_SESSION,
} from './states';

function sequenceOf(at: usize): u32 {
  return load<u32>(at, AT_SEQUENCE);
}

function faultAt(at: usize, code: i32, expected: u32, got: u32): void {
  channelFault(code, load<u32>(at, AT_SESSION), sequenceOf(at), expected, got);
}

function receiveHello(at: usize): void {
  const body = at + HEADER_BYTES;
  const magic = load<u32>(body);
  const version: u32 = load<u16>(body, 4);
  if (load<u32>(at, AT_SESSION) != 0 || sequenceOf(at) != 0) return faultAt(at, FAULT_BODY, 0, 0);
  if (magic != MAGIC) return faultAt(at, FAULT_MAGIC, MAGIC, magic);
  if (version != PROTOCOL_VERSION) return faultAt(at, FAULT_VERSION, PROTOCOL_VERSION, version);
  // The token is a secret: the fault says where it differs, not what it is.
  if (firstDifference(body + 8, PLAN + PLAN_TOKEN, TOKEN_BYTES) != TOKEN_BYTES) {
    return faultAt(at, FAULT_TOKEN, 0, 0);
  }
  const limit = load<u32>(body, 24);
  if (limit != MAX_LENGTH) return faultAt(at, FAULT_BODY, MAX_LENGTH, limit);
  if (load<u32>(body, 28) != 0) return faultAt(at, FAULT_BODY, 0, load<u32>(body, 28));
  setChannelState(CHANNEL_LIVE);
}

/** The state after `event`, or a verdict that has been carried out. */
function step(s: usize, at: usize, event: u32): u32 {
  const next = nextState(stateOf(s), event);
  if (next < FIRST_VERDICT) return next;
  if (next == VERDICT_DROP) count(CHANNEL_DROPPED_FRAMES, 1);
  else if (next == VERDICT_AFTER_END) sessionFault(s, FAULT_AFTER_END, sequenceOf(at), 0, 0, 0);
  else if (next == VERDICT_SESSION) faultAt(at, FAULT_SESSION, 0, 0);
  else faultAt(at, FAULT_ORDER, 0, u32(load<u8>(at, AT_KIND)));
  return next;
}

function receiveOpen(s: usize, at: usize): void {
  if (load<u32>(at) != 0) return faultAt(at, FAULT_LENGTH, 0, load<u32>(at));
  if (sequenceOf(at) != 0) return faultAt(at, FAULT_BODY, 0, sequenceOf(at));
  const next = step(s, at, EVENT_ACCEPT);
  if (next < FIRST_VERDICT) setState(s, next);
}

/** The session fault of a DATA header, or 0. Of several the first of this order is named. */
function dataFault(s: usize, at: usize): i32 {
  const received = load<u64>(s, RECEIVED);
  if (u64(sequenceOf(at)) != received) {
    sessionFault(s, FAULT_SEQUENCE, sequenceOf(at), 0, u32(received), sequenceOf(at));
    return FAULT_SEQUENCE;
  }
  const length = load<u32>(at);
  let code: i32 = 0;
  if (received >= load<u64>(s, SESSION_SENT_FRAMES)) code = FAULT_UNSOLICITED;
  else if (slotIsWrong(s, at, received)) code = FAULT_SLOT;
  else if (length != payloadBytes) code = FAULT_SIZE;
  else if (!ledgerAllows(receiveLedger(s), u64(length))) code = FAULT_CREDIT_OVERRUN;
  if (code != 0) sessionFault(s, code, sequenceOf(at), 0, payloadBytes, length);
  return code;
}

function receiveData(s: usize, at: usize, receiptNs: u64): void {
  const verdict = step(s, at, EVENT_DATA);
  if (verdict == VERDICT_DROP) store<u64>(s, load<u64>(s, RECEIVED) + 1, RECEIVED);
  if (verdict >= FIRST_VERDICT) return;
  if (dataFault(s, at) != 0) return;
  const n = load<u32>(at);
  store<u64>(s, load<u64>(s, RECEIVED) + 1, RECEIVED);
  ledgerSend(receiveLedger(s), u64(n));
  const waits = load<u32>(s, PAUSED) != 0 || parkCount(s) != 0;
  if (receivesSlots()) {
    if (waits || !slotsAreMapped()) parkSlot(s, n, receiptNs);
    else consumeSlot(s, n, receiptNs);
  } else if (waits) parkFrame(s, at + HEADER_BYTES, n, receiptNs);
  else consumePayload(s, at + HEADER_BYTES, n, 0, n, receiptNs);
}

function receiveCredit(s: usize, at: usize): void {
  if (sequenceOf(at) != 0) return faultAt(at, FAULT_BODY, 0, sequenceOf(at));
  if (step(s, at, EVENT_CREDIT) >= FIRST_VERDICT) return;
  const body = at + HEADER_BYTES;
  const told = ledgerTold(sendLedger(s), load<u64>(body), load<u64>(body, 8));
  if (told == TOLD_WRONG) sessionFault(s, FAULT_CREDIT_TOTALS, 0, 0, 0, u32(load<u64>(body, 8)));
  else if (told == TOLD_GROWTH && stateOf(s) == STATE_ENDED) {
    sessionFault(s, FAULT_AFTER_END, 0, 0, 0, 0);
  }
}

function receiveEnd(s: usize, at: usize): void {
  const next = step(s, at, EVENT_END);
  if (next >= FIRST_VERDICT) return;
  const received = load<u64>(s, RECEIVED);
  if (u64(sequenceOf(at)) != received) {
    sessionFault(s, FAULT_END_COUNT, sequenceOf(at), 0, u32(received), sequenceOf(at));
    return;
  }
  setState(s, next);
}

function receiveSessionError(s: usize, at: usize): void {
  if (step(s, at, EVENT_ERROR) >= FIRST_VERDICT) return;
  sessionFault(s, FAULT_PEER, sequenceOf(at), 0, 0, 0);
  keepPeerError(s, sequenceOf(at), at + HEADER_BYTES, load<u32>(at));
}

function receiveChannelError(at: usize): void {
  faultAt(at, FAULT_PEER, 0, 0);
  keepPeerError(0, sequenceOf(at), at + HEADER_BYTES, load<u32>(at));
}

/** Acts on the whole frame at `at`, which passed headerFault(). `receiptNs` is the read that completed it. */
export function receiveFrame(at: usize, receiptNs: u64): void {
  const kind: u32 = load<u8>(at, AT_KIND);
  const session = load<u32>(at, AT_SESSION);
  if (kind == ERROR && session == 0) return receiveChannelError(at);
  if (channelState() == CHANNEL_GREETING && kind == HELLO) return receiveHello(at);
  if (channelState() != CHANNEL_LIVE || kind == HELLO || isHostKind(kind)) {
    return faultAt(at, FAULT_ORDER, 0, kind);
  }
  const s = findSession(session);
  if (s == 0) return faultAt(at, FAULT_SESSION, 0, session);
  if (kind == DATA) receiveData(s, at, receiptNs);
  else if (kind == CREDIT) receiveCredit(s, at);
  else if (kind == OPEN) receiveOpen(s, at);
  else if (kind == END) receiveEnd(s, at);
  else receiveSessionError(s, at);
}
