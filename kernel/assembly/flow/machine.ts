// The channel as the lane drives it: bytes in, bytes out, one poll between. Joins the rooms; the rules are in theirs.
//
// Theory of operation. The lane puts bytes at inputAt() and says so with the time at which it woke; poll() works them
// off, pays acks and credit, and then, if the OS has taken all that was announced, decides sends and announces the
// next batch. So a frame's start is the poll that announces it, and nothing is decided while output waits. Reading
// never waits for anything: a second read before poll() works off the first, with the first one's time.
import {
  BAD_ARGUMENT,
  BARRIER,
  CHANNEL_BYTES_IN,
  CHANNEL_BYTES_OUT,
  CHANNEL_ENDED_NS,
  DONE,
  FAULT_PEER,
  FAULT_TRUNCATED,
  FAULTED,
  LOAD,
  NOT_CONFIGURED,
  OK,
  PLAN_TOKEN,
  SESSION_ACKED_FRAMES,
  SESSION_ENDED_NS,
  STATE_MEASURING,
  STATE_ENDED,
  STATE_READY,
  WAIT,
  WRITE,
  WRONG_STATE,
} from '../abi';
import { columnsMark, keepFullCycle } from '../samples/column';
import { refuse } from '../status';
import {
  CHANNEL_GREETING,
  CHANNEL_IDLE,
  channelState,
  count,
  finishing,
  forgetWake,
  markFinishing,
  markMeasuring,
  markPeerClosed,
  measuring,
  peerClosed,
  setChannelState,
  stampChannel,
  wakeAtNs,
} from './channel';
import { consumeParked } from './consume';
import { queueError, queueHello, queueCredit } from './control';
import { ledgerHasNews } from './credit';
import { drainInit, drainInput, insideFrame } from './drain';
import { payDues } from './dues';
import { channelFault, channelFaultCode } from './faults';
import { inputCompact, inputFree, inputGrow, inputShow, inputTail } from './input';
import { markFrames, markRecord, takeMark } from './marks';
import {
  outputAccept,
  outputAnnounce,
  outputAnnounced,
  outputEmpty,
  outputPending,
  outputWrittenTotal,
} from './output';
import { parkClear } from './park';
import { decideSends, sendInit } from './send';
import {
  findSession,
  isOver,
  OWES,
  OWES_CANCEL,
  PAUSED,
  receiveLedger,
  recordOf,
  setState,
  stampOf,
  stateOf,
} from './session';
import { EVENT_CANCEL, EVENT_FINISH, nextState } from './states';
import * as plan from './settings';
import { forgetSlot, slotAction, takeDone } from './slots';

// The read that has not been worked off yet.
let unreadNs: u64 = 0;
let faultTold: bool = false;

/** A channel that nobody has started. */
export function machineInit(): void {
  unreadNs = 0;
  faultTold = false;
  drainInit();
  sendInit();
}

function notReady(): i32 {
  if (!plan.configured || plan.sessions == 0) return NOT_CONFIGURED;
  return channelState() == CHANNEL_IDLE ? WRONG_STATE : OK;
}

/** Queues HELLO. WRONG_STATE the second time; NOT_CONFIGURED without sessions. */
export function channelStart(nowNs: u64): i32 {
  if (!plan.configured || plan.sessions == 0) return NOT_CONFIGURED;
  if (channelState() != CHANNEL_IDLE) return WRONG_STATE;
  if (!queueHello(plan.PLAN + PLAN_TOKEN)) return WRONG_STATE;
  unreadNs = nowNs;
  setChannelState(CHANNEL_GREETING);
  return OK;
}

/** Where the lane may put the next bytes; valid until the next inputReceived or poll. 0 without a channel. */
export function inputAt(): usize {
  return notReady() == OK ? inputTail() : 0;
}

/** How many bytes it may put there: never 0 while the channel lives. */
export function inputRoom(): u32 {
  return notReady() == OK && channelFaultCode() == 0 ? inputFree() : 0;
}

/** That many bytes are there; `nowNs` was read on entry of the readable callback. More than the room: BAD_ARGUMENT. */
export function inputReceived(bytes: u32, nowNs: u64): i32 {
  const refusal = notReady();
  if (refusal != OK) return refusal;
  if (peerClosed || channelFaultCode() != 0) return WRONG_STATE;
  if (bytes > inputFree()) return refuse(BAD_ARGUMENT, 0);
  inputGrow(bytes);
  drainInput(unreadNs);
  inputShow();
  inputCompact();
  unreadNs = nowNs;
  count(CHANNEL_BYTES_IN, u64(bytes));
  return OK;
}

function allOver(): bool {
  for (let i: u32 = 0; i < plan.sessions; i++) if (!isOver(recordOf(i))) return false;
  return true;
}

/** The peer has closed its side. Inside a frame, or before every session has ended, that is the fault TRUNCATED. */
export function inputEnded(nowNs: u64): i32 {
  const refusal = notReady();
  if (refusal != OK) return refusal;
  if (peerClosed) return WRONG_STATE;
  drainInput(unreadNs);
  unreadNs = nowNs;
  markPeerClosed();
  if (insideFrame() || !allOver()) channelFault(FAULT_TRUNCATED, 0, 0, 0, 0);
  return OK;
}

/** True when every session that still lives stands at the barrier, and at least one does. */
function atBarrier(): bool {
  if (measuring || !outputEmpty()) return false;
  let ready: u32 = 0;
  for (let i: u32 = 0; i < plan.sessions; i++) {
    const s = recordOf(i);
    if (stateOf(s) == STATE_READY) ready += 1;
    else if (!isOver(s)) return false;
  }
  return ready > 0;
}

/** The frames whose ack this mark closes had their full cycle. */
function closeCycle(mark: usize, nowNs: u64): void {
  const s = markRecord(mark);
  const acked = markFrames(mark);
  let frame = load<u64>(s, SESSION_ACKED_FRAMES);
  store<u64>(s, acked, SESSION_ACKED_FRAMES);
  if (!plan.isPiggyback()) {
    for (; frame < acked; frame++) {
      const startNs = load<u64>(stampOf(s, frame));
      keepFullCycle(nowNs > startNs ? nowNs - startNs : 0);
    }
  }
  if (acked <= plan.warmupFrames) return;
  store<u64>(s, nowNs, SESSION_ENDED_NS);
  stampChannel(CHANNEL_ENDED_NS, nowNs);
}

/**
 * The OS has accepted `bytes` of the announced segments. Only this moves the output cursor and ends the full cycle of
 * what it covers. More than announced: BAD_ARGUMENT, and nothing changes.
 */
export function outputWritten(bytes: u32, nowNs: u64): i32 {
  const refusal = notReady();
  if (refusal != OK) return refusal;
  if (!outputAccept(bytes)) return refuse(BAD_ARGUMENT, 0);
  count(CHANNEL_BYTES_OUT, u64(bytes));
  for (
    let mark = takeMark(outputWrittenTotal());
    mark != 0;
    mark = takeMark(outputWrittenTotal())
  ) {
    closeCycle(mark, nowNs);
  }
  return OK;
}

/** Segments of the last WRITE that are not wholly written: { address u32, bytes u32 } each at SEGMENTS. */
export function segmentCount(): u32 {
  return outputAnnounced();
}

function tellFault(): i32 {
  if (!faultTold) {
    faultTold = true;
    // A peer that has sent ERROR is closing: it reads no answer.
    if (channelFaultCode() != FAULT_PEER) queueError(0, u32(channelFaultCode()));
  }
  if (outputPending() != 0 || outputEmpty()) return FAULTED;
  outputAnnounce();
  return WRITE;
}

/** Takes the next steps and says what the lane has to do. Frames whose send is decided here start at `nowNs`. */
export function poll(nowNs: u64): i32 {
  if (notReady() != OK) return WAIT;
  drainInput(unreadNs);
  inputCompact();
  if (channelFaultCode() != 0) return tellFault();
  for (let i: u32 = 0; i < plan.sessions; i++) {
    const s = recordOf(i);
    consumeParked(s);
    payDues(s);
  }
  if (outputPending() != 0) return slotAction();
  forgetWake();
  decideSends(nowNs);
  if (slotAction() != WAIT) return slotAction();
  if (outputAnnounce() != 0) return WRITE;
  if (atBarrier()) return BARRIER;
  return allOver() ? DONE : WAIT;
}

/** When poll() should be called although nothing has arrived; 0 = no need. Only in an open loop. */
export function wakeNs(): u64 {
  return wakeAtNs;
}

/** Releases the barrier: the measured loop begins. WRONG_STATE before poll() has answered BARRIER. */
export function start(nowNs: u64): i32 {
  const refusal = notReady();
  if (refusal != OK) return refusal;
  if (channelFaultCode() != 0 || !atBarrier()) return WRONG_STATE;
  columnsMark();
  markMeasuring(nowNs);
  for (let i: u32 = 0; i < plan.sessions; i++) {
    const s = recordOf(i);
    if (stateOf(s) == STATE_READY) setState(s, nextState(STATE_READY, EVENT_FINISH));
  }
  return OK;
}

function sessionCall(session: u32): usize {
  const s = notReady() == OK ? findSession(session) : 0;
  if (s == 0) refuse(BAD_ARGUMENT, 0);
  return s;
}

/** Consumption of a session stops; what arrives for it is parked. What is released is reported first. */
export function pause(session: u32): i32 {
  const s = sessionCall(session);
  if (s == 0) return BAD_ARGUMENT;
  const state = stateOf(s);
  const reports = state == STATE_MEASURING || state == STATE_READY;
  if (reports && ledgerHasNews(receiveLedger(s))) queueCredit(s);
  takeDone(LOAD, s); // an echo that was loaded is loaded again later: others use the staging meanwhile
  store<u32>(s, 1, PAUSED);
  return OK;
}

/** Consumption goes on; the next poll() takes what is parked. */
export function resume(session: u32): i32 {
  const s = sessionCall(session);
  if (s == 0) return BAD_ARGUMENT;
  store<u32>(s, 0, PAUSED);
  return OK;
}

/** Idle sessions end with the next poll(). WRONG_STATE when frames are planned, or before start(). */
export function finish(): i32 {
  const refusal = notReady();
  if (refusal != OK) return refusal;
  if (plan.measuredFrames != 0 || !measuring || finishing) return WRONG_STATE;
  markFinishing();
  return OK;
}

/** CANCEL for every session that has not ended; each ends with the worker's END. */
export function cancel(): i32 {
  const refusal = notReady();
  if (refusal != OK) return refusal;
  for (let i: u32 = 0; i < plan.sessions; i++) {
    const s = recordOf(i);
    const state = stateOf(s);
    const next = nextState(state, EVENT_CANCEL);
    if (next == state) continue;
    setState(s, next);
    parkClear(s);
    forgetSlot(s);
    if (next != STATE_ENDED) store<u32>(s, OWES_CANCEL, OWES);
  }
  return OK;
}

/** The public record of a session, laid out in abi.ts; 0 for a session that is not in the plan. */
export function sessionRecord(session: u32): usize {
  return plan.configured ? findSession(session) : 0;
}
