// The channel's part of the signature: whole conversations with a worker that mirrors, on practice memory. Expects no number.
//
// Theory of operation. The mirror returns HELLO, DATA, CREDIT and END as they came, accepts OPEN, answers CANCEL with END
// and drops the rest, so it keeps no books. Variants change the plan, spoil one byte of what it returns, pause, cancel or
// close. configure() rehearses before it lays anything out: the word is then known for as long as the instance lives.
import {
  ACK_PIGGYBACK,
  AT_KIND,
  BARRIER,
  CANCEL,
  CHANNEL_STATE,
  CREDIT,
  DATA,
  DONE,
  END,
  FAULT_AT_TEXT,
  FAULTED,
  HEADER_BYTES,
  HELLO,
  LOAD,
  OK,
  OPEN,
  PLAN_ACK_EVERY,
  PLAN_ACK_POLICY,
  PLAN_BYTES,
  PLAN_CREDIT_BYTES,
  PLAN_CREDIT_FRAMES,
  PLAN_FIRST_SESSION,
  PLAN_INPUT_BYTES,
  PLAN_INTERVAL_NS,
  PLAN_MAPPED_SLOTS,
  PLAN_MEASURED_FRAMES,
  PLAN_PAYLOAD_BYTES,
  PLAN_SESSIONS,
  PLAN_SLOT_BYTES,
  PLAN_SLOT_COUNT,
  PLAN_STORAGE,
  PLAN_TOKEN,
  PLAN_WARMUP_FRAMES,
  SEGMENT_BYTES,
  SESSION_PUBLIC_BYTES,
  SESSION_SENT_FRAMES,
  STORAGE_INLINE,
  STORAGE_MANAGED_DUPLEX,
  STORE,
  WRITE,
} from '../abi';
import { arenaLend, arenaReturn } from '../arena';
import { fold, foldBytes } from './fold';
import { frameBytes, writeHeader } from '../frame/header';
import { PRACTICE, PRACTICE_BYTES } from './practice';
import { columnAt, columnCount, columnsInit, columnWarmup } from '../samples/column';
import { CHANNEL, channelInit } from '../flow/channel';
import { FAULT, faultsInit } from '../flow/faults';
import {
  cancel,
  channelStart,
  finish,
  inputAt,
  inputEnded,
  inputReceived,
  inputRoom,
  machineInit,
  outputWritten,
  pause,
  poll,
  resume,
  segmentCount,
  sessionRecord,
  start,
  wakeNs,
} from '../flow/machine';
import { SEGMENTS } from '../flow/output';
import { prepare } from '../flow/plan';
import {
  forgetSettings,
  PLAN,
  payloadBytes,
  sealSettings,
  sessions,
  slotBytes,
  storage,
} from '../flow/settings';
import {
  slotAt,
  slotBytesUsed,
  slotDone,
  slotFileAt,
  slotFileBytes,
  slotIndex,
} from '../flow/slots';

const VARIANTS: u32 = 72;
// Fewer than 60 polls end every conversation that can end.
const TURNS: u32 = 120;
const FIRST: u32 = 3;
const KEPT_PLAN: usize = memory.data(128, 8);
// What the host has written and the mirror has not yet read, and what the mirror has still to send. Four frames of each
// session at most are under way.
const QUEUE_BYTES: u32 = 65_536;
const TO_MIRROR: usize = memory.data(65536, 16);
const TO_HOST: usize = memory.data(65536, 16);
const FILE: usize = memory.data(8192, 16);

let word: u64 = 0;
let isRehearsed: bool = false;
let toMirror: u32 = 0;
let toHost: u32 = 0;
let returned: u32 = 0;
let variant: u32 = 0;

/** The word of all variants: the same whenever it is asked. */
export function rehearsal(): u64 {
  if (isRehearsed) return word;
  memory.copy(KEPT_PLAN, PLAN, PLAN_BYTES);
  let sum: u64 = 0;
  memory.fill(PRACTICE, 0, PRACTICE_BYTES);
  for (variant = 0; variant < VARIANTS; variant++) {
    arenaLend(PRACTICE, PRACTICE_BYTES);
    writePlan();
    const status = prepare();
    sum = fold(sum, u64(status));
    sealSettings();
    if (status == OK) sum = signRecords(converse(sum));
    forgetSettings();
    arenaReturn();
  }
  channelInit();
  faultsInit();
  machineInit();
  columnsInit(0, 0, 0);
  memory.copy(PLAN, KEPT_PLAN, PLAN_BYTES);
  word = sum;
  isRehearsed = true;
  return word;
}

function put(offset: usize, value: u32): void {
  store<u32>(PLAN + offset, value);
}

/** Inline, piggyback, slots that are moved, slots that are mapped; small and large payloads; open loop; idle. */
function writePlan(): void {
  const kind = variant & 3;
  const isIdle = variant % 24 == 20;
  const isLarge = variant % 9 == 4;
  const hasSlots = kind >= 2 && !isLarge;
  memory.fill(PLAN, 0, PLAN_BYTES);
  put(PLAN_SESSIONS, isLarge ? 1 : 1 + (variant % 3));
  put(PLAN_FIRST_SESSION, FIRST);
  put(PLAN_PAYLOAD_BYTES, isLarge ? 17_000 : 40 + (variant % 5) * 131);
  put(PLAN_WARMUP_FRAMES, isIdle ? 0 : variant & 1);
  put(PLAN_MEASURED_FRAMES, isIdle ? 0 : 3 + (variant % 4));
  store<u64>(PLAN, variant % 7 == 6 ? 90 : 20_000, PLAN_CREDIT_BYTES);
  put(PLAN_CREDIT_FRAMES, isLarge ? 2 : 1 + (variant % 4));
  put(PLAN_ACK_EVERY, 1 + (variant % 2));
  put(PLAN_ACK_POLICY, kind == 1 ? ACK_PIGGYBACK : 0);
  put(PLAN_INPUT_BYTES, 2048);
  store<u64>(PLAN, variant % 5 == 3 ? 4000 : 0, PLAN_INTERVAL_NS);
  memory.fill(PLAN + PLAN_TOKEN, u8(variant), 16);
  if (!hasSlots) return;
  put(PLAN_STORAGE, STORAGE_MANAGED_DUPLEX);
  put(PLAN_SLOT_COUNT, 4);
  put(PLAN_SLOT_BYTES, 600);
  put(PLAN_MAPPED_SLOTS, kind == 3 ? 1 : 0);
}

/** Turns until the channel is over; the host pauses, cancels or loses its peer in some variants. */
function converse(before: u64): u64 {
  toMirror = 0;
  toHost = 0;
  returned = 0;
  let nowNs: u64 = 1000;
  let sum = fold(before, u64(channelStart(nowNs)));
  for (let turn: u32 = 0; turn < TURNS; turn++) {
    nowNs += 700 + u64(turn & 7) * 90;
    sum = fold(sum, u64(disturb(turn)));
    const action = poll(nowNs);
    sum = fold(fold(sum, u64(action)), wakeNs());
    if (action == DONE || action == FAULTED) return fold(sum, u64(inputEnded(nowNs)));
    if (action == WRITE) sum = takeOutput(sum, nowNs + 50);
    if (action == BARRIER) sum = fold(sum, u64(start(nowNs)));
    if (action == BARRIER) sum = fold(sum, u64(finish()));
    if (action == LOAD || action == STORE) sum = moveSlot(sum, action);
    mirror();
    sum = giveInput(sum, nowNs + 300, turn);
  }
  return fold(sum, u64(inputEnded(nowNs)));
}

function disturb(turn: u32): i32 {
  const what = variant % 12;
  if (what == 5 && turn == 9) return pause(FIRST);
  if (what == 5 && turn == 24) return resume(FIRST);
  if (what == 7 && turn == 11) return cancel();
  return what == 9 && turn == 14 ? inputEnded(99_999) : 0;
}

/** The OS takes the segments in two bites; the mirror hears all of them. */
function takeOutput(before: u64, nowNs: u64): u64 {
  let sum = before;
  let bytes: u32 = 0;
  for (let i: u32 = 0; i < segmentCount(); i++) {
    const segment = SEGMENTS + usize(i) * SEGMENT_BYTES;
    const n = load<u32>(segment, 4);
    sum = foldBytes(sum, usize(load<u32>(segment)), min<u32>(n, 400));
    if (toMirror + n <= QUEUE_BYTES) {
      memory.copy(TO_MIRROR + usize(toMirror), usize(load<u32>(segment)), usize(n));
      toMirror += n;
    }
    bytes += n;
  }
  sum = fold(sum, u64(outputWritten(bytes >> 1, nowNs)));
  sum = fold(sum, u64(outputWritten(bytes - (bytes >> 1), nowNs + 20)));
  return fold(sum, u64(outputWritten(1, nowNs)));
}

function moveSlot(before: u64, action: i32): u64 {
  const at = FILE + usize(slotIndex()) * usize(slotBytes);
  const isInside = at + usize(slotBytes) <= FILE + 8192;
  if (isInside && action == STORE) memory.copy(at, slotAt(), usize(slotBytesUsed()));
  else if (isInside) memory.copy(slotAt(), at, usize(slotBytesUsed()));
  const sum = foldBytes(before, slotAt(), slotBytesUsed());
  return fold(fold(sum, u64(slotIndex())), u64(slotDone()));
}

/** Reads whole frames and queues their answers. */
function mirror(): void {
  let at: u32 = 0;
  while (toMirror - at >= u32(HEADER_BYTES)) {
    const frame = TO_MIRROR + usize(at);
    const bytes = frameBytes(frame);
    if (bytes > toMirror - at) break;
    answer(frame, bytes);
    at += bytes;
  }
  memory.copy(TO_MIRROR, TO_MIRROR + usize(at), usize(toMirror - at));
  toMirror -= at;
}

function answer(frame: usize, bytes: u32): void {
  const kind: u32 = load<u8>(frame, AT_KIND);
  const out = TO_HOST + usize(toHost);
  const session = load<u32>(frame, 8);
  let size: u32 = 0;
  if (kind == HELLO || kind == DATA || kind == CREDIT || kind == END) {
    size = bytes;
    if (toHost + size > QUEUE_BYTES) return;
    memory.copy(out, frame, usize(bytes));
  } else if (kind == OPEN || kind == CANCEL) {
    size = u32(HEADER_BYTES);
    if (toHost + size > QUEUE_BYTES) return;
    const sent = kind == OPEN ? 0 : u32(load<u64>(sessionRecord(session), SESSION_SENT_FRAMES));
    writeHeader(out, 0, kind == OPEN ? OPEN : END, 0, 0, session, sent);
  }
  if (kind == DATA && storage != STORAGE_INLINE) echoSlot(load<u16>(frame, 6));
  toHost += size;
  if (size != 0) spoil(out, size);
}

/** With mapped slots the echo is copied from one file to the other. */
function echoSlot(slot: u32): void {
  const from = slotFileAt(0);
  const offset = usize(slot) * usize(slotBytes);
  if (from == 0 || u64(offset) + u64(payloadBytes) > slotFileBytes()) return;
  memory.copy(slotFileAt(1) + offset, from + offset, usize(payloadBytes));
}

/** From variant 24 on one byte of one answer is changed: every header field, HELLO, payloads, totals. */
function spoil(out: usize, size: u32): void {
  returned += 1;
  if (variant < 24 || returned != 1 + ((variant * 5) % 17)) return;
  const at = out + usize((variant * 3) % min<u32>(size, 40));
  store<u8>(at, load<u8>(at) ^ (variant & 4 ? 1 : 32));
}

/** What the mirror has queued arrives in pieces of changing size. */
function giveInput(before: u64, nowNs: u64, turn: u32): u64 {
  const piece: u32 = 60 << ((turn + variant) & 3);
  const bytes = min<u32>(min<u32>(toHost, inputRoom()), payloadBytes > 1000 ? 8000 : piece);
  if (bytes == 0) return before;
  memory.copy(inputAt(), TO_HOST, usize(bytes));
  memory.copy(TO_HOST, TO_HOST + usize(bytes), usize(toHost - bytes));
  toHost -= bytes;
  const sum = fold(before, u64(inputReceived(u32.MAX_VALUE, nowNs)));
  return fold(sum, u64(inputReceived(bytes, nowNs)));
}

/** Records, columns and fault; the text's address is the build's business. */
function signRecords(before: u64): u64 {
  let sum = foldBytes(before, CHANNEL, u32(CHANNEL_STATE) + 4);
  sum = foldBytes(sum, FAULT, u32(FAULT_AT_TEXT));
  for (let i: u32 = 0; i <= sessions; i++) {
    const record = sessionRecord(FIRST + i);
    sum = record == 0 ? fold(sum, 0) : foldBytes(sum, record, u32(SESSION_PUBLIC_BYTES));
  }
  for (let which: u32 = 0; which < 3; which++) {
    sum = foldBytes(sum, columnAt(which), columnCount(which) << 3);
    sum = fold(sum, u64(columnWarmup(which)));
  }
  return sum;
}
