// Works off the input: counts what has arrived, then acts frame by frame, in order, until only part of a frame is left.
import {
  AT_FLAGS,
  AT_KIND,
  AT_SEQUENCE,
  AT_SESSION,
  CHANNEL_FRAMES_IN,
  DATA,
  HEADER_BYTES,
  SESSION_QUEUE_HIGH_WATER_BYTES,
} from '../abi';
import { frameBytes, headerFault } from '../frame/header';
import { count } from './channel';
import { channelFault, channelFaultCode } from './faults';
import { inputFront, inputHeld, inputTake } from './input';
import { receiveFrame } from './receive';
import { findSession, isOver, QUEUED_BYTES } from './session';
import { payloadBytes } from './settings';

// Bytes of an unwanted payload that are still to come and will be dropped as they do.
let unwanted: u32 = 0;

export function drainInit(): void {
  unwanted = 0;
}

/** True when the input ends inside a frame. */
export function insideFrame(): bool {
  return unwanted != 0 || inputHeld() != 0;
}

function countQueued(at: usize): void {
  if (load<u8>(at, AT_KIND) != u8(DATA)) return;
  const s = findSession(load<u32>(at, AT_SESSION));
  if (s == 0 || isOver(s)) return;
  const queued = load<u64>(s, QUEUED_BYTES) + u64(load<u32>(at));
  store<u64>(s, queued, QUEUED_BYTES);
  if (queued > load<u64>(s, SESSION_QUEUE_HIGH_WATER_BYTES)) {
    store<u64>(s, queued, SESSION_QUEUE_HIGH_WATER_BYTES);
  }
}

/**
 * The receive queue is what has arrived and is not released, so every whole frame of a read counts before the first of
 * them is consumed. Answers how many bytes these frames are. Stops at a header that is a fault.
 */
function countArrived(): u32 {
  const at = inputFront();
  const held = inputHeld();
  let done: u32 = 0;
  while (held - done >= u32(HEADER_BYTES)) {
    const header = at + usize(done);
    if (headerFault(header) != 0) break;
    const total = frameBytes(header);
    if (held - done < total) break;
    countQueued(header);
    done += total;
  }
  return done;
}

/**
 * A payload above `payloadBytes` is never read, so it is not waited for (its buffer would be as large as the peer
 * likes): its header is acted on now, with the fault or verdict that the whole frame would have, and its bytes are
 * dropped as they come. True when the frame at the front was such a one.
 */
function refuseUnwanted(at: usize): bool {
  if (load<u8>(at, AT_KIND) != u8(DATA) || load<u8>(at, AT_FLAGS) != 0) return false;
  if (load<u32>(at) <= payloadBytes) return false;
  receiveFrame(at, 0);
  return true;
}

function dropUnwanted(): void {
  const n = min<u32>(unwanted, inputHeld());
  inputTake(n);
  unwanted -= n;
}

/** Nothing whole is at the front: a faulty or an unwanted header is acted on already. True when there is more to do. */
function lookAtHeader(): bool {
  if (inputHeld() < u32(HEADER_BYTES)) return false;
  const at = inputFront();
  const fault = headerFault(at);
  if (fault != 0) {
    channelFault(fault, load<u32>(at, AT_SESSION), load<u32>(at, AT_SEQUENCE), 0, load<u32>(at));
    return false;
  }
  if (!refuseUnwanted(at)) return false;
  count(CHANNEL_FRAMES_IN, 1);
  unwanted = load<u32>(at);
  inputTake(u32(HEADER_BYTES));
  return true;
}

/** Works off every whole frame; their receipt is `receiptNs`. Stops for good at a channel fault. */
export function drainInput(receiptNs: u64): void {
  let whole: u32 = 0;
  while (channelFaultCode() == 0) {
    if (unwanted != 0) dropUnwanted();
    if (inputHeld() == 0) return;
    if (whole == 0) whole = countArrived();
    if (whole == 0) {
      if (!lookAtHeader()) return;
      continue;
    }
    const at = inputFront();
    const total = frameBytes(at);
    count(CHANNEL_FRAMES_IN, 1);
    receiveFrame(at, receiptNs);
    inputTake(total);
    whole -= total;
  }
}
