// What a session owes its peer, and its own steps to the next phase. Called after all that may have changed either.
import {
  SESSION_ACKED_FRAMES,
  SESSION_FAULT_CODE,
  SESSION_NUMBER,
  STATE_MEASURING,
  STATE_OPENING,
  STATE_PLANNED,
  STATE_WARMING,
} from '../abi';
import { CHANNEL_LIVE, channelState, finishing } from './channel';
import { queueAck, queueCancel, queueCredit, queueEnd, queueError, queueOpen } from './control';
import { ledgerMustReport } from './credit';
import {
  CONSUMED,
  OWES,
  OWES_CANCEL,
  OWES_ERROR,
  receiveLedger,
  setState,
  stateOf,
  targetFrames,
  unackedFrames,
} from './session';
import { EVENT_FINISH, nextState } from './states';
import * as plan from './settings';

/** Is an ACK due? Every `ackEvery` frames, and for the last of a phase. With `piggyback` only the latter, here. */
function ackIsDue(s: usize): bool {
  const frames = unackedFrames(s);
  if (frames == 0) return false;
  if (load<u64>(s, CONSUMED) == targetFrames(s)) return true;
  return !plan.isPiggyback() && frames >= u64(plan.ackEvery);
}

/** Sends what is owed for consumed frames: ACK, then CREDIT. False when the output has no room for one of them. */
export function payForConsumed(s: usize): bool {
  if (ackIsDue(s) && !queueAck(s)) return false;
  if (!ledgerMustReport(receiveLedger(s), u64(plan.payloadBytes))) return true;
  return queueCredit(s);
}

function payOwed(s: usize): void {
  const owes = load<u32>(s, OWES);
  if (owes == OWES_ERROR) {
    if (!queueError(load<u32>(s, SESSION_NUMBER), load<u32>(s, SESSION_FAULT_CODE))) return;
  } else if (owes == OWES_CANCEL) {
    if (!queueCancel(s)) return;
  }
  store<u32>(s, 0, OWES);
}

/** Pays what the session owes and takes its own next step, if there is one. */
export function payDues(s: usize): void {
  if (load<u32>(s, OWES) != 0) payOwed(s);
  const state = stateOf(s);
  if (state == STATE_PLANNED) {
    if (channelState() == CHANNEL_LIVE && queueOpen(s)) setState(s, STATE_OPENING);
    return;
  }
  if (state != STATE_WARMING && state != STATE_MEASURING) return;
  if (!payForConsumed(s)) return;
  if (load<u64>(s, CONSUMED) != targetFrames(s)) return;
  if (state == STATE_WARMING) {
    // The barrier is for sessions whose last warm-up ack the OS has taken: nothing of it may fall into the measured time.
    if (load<u64>(s, SESSION_ACKED_FRAMES) != targetFrames(s)) return;
  } else {
    if (plan.measuredFrames == 0 && !finishing) return;
    if (!queueEnd(s)) return;
  }
  setState(s, nextState(state, EVENT_FINISH));
}
