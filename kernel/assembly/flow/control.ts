// Frames other than DATA: each is queued whole or, when the output has no room, not at all. Decides nothing.
import {
  ACK,
  CANCEL,
  CHANNEL_FRAMES_OUT,
  CREDIT,
  CREDIT_BYTES,
  END,
  ERROR,
  HEADER_BYTES,
  HELLO,
  HELLO_BYTES,
  MAGIC,
  MAX_LENGTH,
  OPEN,
  OPEN_BYTES,
  PROTOCOL_VERSION,
  SESSION_NUMBER,
  SESSION_SENT_FRAMES,
  STORAGE_INLINE,
  TOKEN_BYTES,
} from '../abi';
import { writeHeader } from '../frame/header';
import { count } from './channel';
import { ledgerReport, RELEASED_BYTES, RELEASED_FRAMES } from './credit';
import { markAck, marksFull } from './marks';
import { outputBytes, outputFits, outputQueuedTotal } from './output';
import { ACK_QUEUED, CONSUMED, receiveLedger, SLOT_FIRST } from './session';
import * as plan from './settings';

/** Queues header and room for a body; answers the body's address, or 0 when there is no room. */
function queueFrame(kind: u32, session: u32, sequence: u32, body: u32): usize {
  const bytes = u32(HEADER_BYTES) + body;
  if (!outputFits(bytes)) return 0;
  const at = outputBytes(bytes);
  writeHeader(at, body, kind, 0, 0, session, sequence);
  count(CHANNEL_FRAMES_OUT, 1);
  return at + HEADER_BYTES;
}

function numberOf(s: usize): u32 {
  return load<u32>(s, SESSION_NUMBER);
}

export function queueHello(token: usize): bool {
  const body = queueFrame(HELLO, 0, 0, HELLO_BYTES);
  if (body == 0) return false;
  store<u32>(body, MAGIC);
  store<u16>(body, u16(PROTOCOL_VERSION), 4);
  store<u16>(body, plan.storage == STORAGE_INLINE ? 0 : 1, 6);
  memory.copy(body + 8, token, TOKEN_BYTES);
  store<u32>(body, MAX_LENGTH, 24);
  store<u32>(body, 0, 28);
  return true;
}

export function queueOpen(s: usize): bool {
  const body = queueFrame(OPEN, numberOf(s), 0, OPEN_BYTES);
  if (body == 0) return false;
  memory.fill(body, 0, usize(OPEN_BYTES));
  store<u64>(body, plan.creditBytes);
  store<u32>(body, plan.creditFrames, 8);
  store<u32>(body, plan.payloadBytes, 12);
  if (plan.storage != STORAGE_INLINE) {
    store<u8>(body, u8(plan.storage), 16);
    store<u16>(body, u16(load<u32>(s, SLOT_FIRST)), 18);
    store<u16>(body, u16(plan.slotCount), 20);
    store<u32>(body, plan.slotBytes, 24);
  }
  return true;
}

/** ACK of all that is verified. Its end is marked: what the OS has accepted tells when it is out. */
export function queueAck(s: usize): bool {
  if (marksFull()) return false;
  const frames = load<u64>(s, CONSUMED);
  if (queueFrame(ACK, numberOf(s), u32(frames), 0) == 0) return false;
  store<u64>(s, frames, ACK_QUEUED);
  markAck(s, frames, outputQueuedTotal());
  return true;
}

export function queueCredit(s: usize): bool {
  const body = queueFrame(CREDIT, numberOf(s), 0, CREDIT_BYTES);
  if (body == 0) return false;
  const ledger = receiveLedger(s);
  store<u64>(body, load<u64>(ledger, RELEASED_BYTES));
  store<u64>(body, load<u64>(ledger, RELEASED_FRAMES), 8);
  ledgerReport(ledger);
  return true;
}

export function queueEnd(s: usize): bool {
  return queueFrame(END, numberOf(s), u32(load<u64>(s, SESSION_SENT_FRAMES)), 0) != 0;
}

export function queueError(session: u32, code: u32): bool {
  return queueFrame(ERROR, session, code, 0) != 0;
}

export function queueCancel(s: usize): bool {
  return queueFrame(CANCEL, numberOf(s), 0, 0) != 0;
}
