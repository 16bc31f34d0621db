// Reads and checks the plan and lays out the channel's memory. The only place where memory grows.
import {
  ACK_PIGGYBACK,
  BAD_PLAN,
  DEFAULT_INPUT_BYTES,
  HEADER_BYTES,
  MAX_CREDIT_BYTES,
  MAX_CREDIT_FRAMES,
  MAX_ERROR_BYTES,
  MAX_FRAMES,
  MAX_INPUT_BYTES,
  MAX_LENGTH,
  MAX_SESSIONS,
  NO_MEMORY,
  OK,
  PERIOD,
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
  PLAN_RESERVED,
  PLAN_SCRATCH_BYTES,
  PLAN_SESSIONS,
  PLAN_SLOT_BYTES,
  PLAN_SLOT_COUNT,
  PLAN_STORAGE,
  PLAN_WARMUP_FRAMES,
  SESSION_NUMBER,
  STORAGE_INLINE,
  STORAGE_MANAGED_DUPLEX,
} from '../abi';
import { aligned, arenaAlign, arenaReserve, arenaTake } from '../arena';
import { fillPattern } from '../payload/pattern';
import { columnsInit } from '../samples/column';
import { refuse } from '../status';
import { channelInit } from './channel';
import { ledgerInit } from './credit';
import { faultsInit } from './faults';
import { inputCapacity, inputInit } from './input';
import { machineInit } from './machine';
import { markRegionBytes, marksInit } from './marks';
import { BATCH_BYTES, COPIED_PAYLOAD_BYTES, outputInit, outputPieceBytes } from './output';
import { ENTRY_BYTES } from './park';
import {
  PARK_AT,
  PARK_ENTRIES_AT,
  receiveLedger,
  recordOf,
  sendLedger,
  SESSION_BYTES,
  sessionsInit,
  SLOT_FIRST,
  STAMPS_AT,
} from './session';
import { PLAN } from './settings';
import * as plan from './settings';
import { slotFileSize, slotsInit } from './slots';

// Room in the output ring for ACK, CREDIT, END and ERROR behind a full batch.
const CONTROL_BYTES: u64 = 65_536;
// slotCount is a u16 of OPEN, and so is the slot of a header.
const MAX_SLOTS: u32 = 65_535;
// The largest page of a machine that we run on (arm64 Linux).
const MAP_BOUNDARY: usize = 65_536;
// A region of 4 GiB cannot be addressed; this is what a plan may ask for.
const ADDRESSABLE: u64 = 0xffff_0000;

function field(offset: usize): u32 {
  return load<u32>(PLAN + offset);
}

function outside(offset: usize, low: u64, high: u64): bool {
  const value = u64(field(offset));
  if (value >= low && value <= high) return false;
  refuse(BAD_PLAN, i32(offset));
  return true;
}

function trafficIsBad(): bool {
  if (outside(PLAN_PAYLOAD_BYTES, 0, MAX_LENGTH)) return true;
  if (outside(PLAN_WARMUP_FRAMES, 0, MAX_FRAMES)) return true;
  if (outside(PLAN_MEASURED_FRAMES, 0, MAX_FRAMES)) return true;
  if (outside(PLAN_CREDIT_FRAMES, 1, MAX_CREDIT_FRAMES)) return true;
  if (outside(PLAN_ACK_EVERY, 1, MAX_CREDIT_FRAMES)) return true;
  if (outside(PLAN_ACK_POLICY, 0, ACK_PIGGYBACK)) return true;
  if (outside(PLAN_FIRST_SESSION, 1, u64(u32.MAX_VALUE) - u64(field(PLAN_SESSIONS)))) return true;
  const credit = load<u64>(PLAN, PLAN_CREDIT_BYTES);
  if (credit >= 1 && credit < MAX_CREDIT_BYTES) return false;
  refuse(BAD_PLAN, i32(PLAN_CREDIT_BYTES));
  return true;
}

function placesAreBad(): bool {
  if (outside(PLAN_INPUT_BYTES, 0, MAX_INPUT_BYTES)) return true;
  if (outside(PLAN_STORAGE, STORAGE_INLINE, STORAGE_MANAGED_DUPLEX)) return true;
  const hasSlots = field(PLAN_STORAGE) != STORAGE_INLINE;
  const mostSlots = u64(MAX_SLOTS / max<u32>(field(PLAN_SESSIONS), 1));
  const fewest = hasSlots ? field(PLAN_CREDIT_FRAMES) : 0;
  if (outside(PLAN_SLOT_COUNT, u64(fewest), hasSlots ? mostSlots : 0)) return true;
  const smallest = hasSlots ? field(PLAN_PAYLOAD_BYTES) : 0;
  if (outside(PLAN_SLOT_BYTES, u64(smallest), hasSlots ? u64(MAX_LENGTH) : 0)) return true;
  return outside(PLAN_MAPPED_SLOTS, 0, hasSlots ? 1 : 0);
}

function reservedIsBad(): bool {
  for (let offset = PLAN_RESERVED; offset < PLAN_BYTES; offset += 4) {
    if (outside(offset, 0, 0)) return true;
  }
  return false;
}

function adopt(): void {
  plan.settle(
    field(PLAN_SESSIONS),
    field(PLAN_FIRST_SESSION),
    field(PLAN_PAYLOAD_BYTES),
    field(PLAN_WARMUP_FRAMES),
    field(PLAN_MEASURED_FRAMES),
  );
  plan.settleCredit(
    load<u64>(PLAN, PLAN_CREDIT_BYTES),
    field(PLAN_CREDIT_FRAMES),
    field(PLAN_ACK_EVERY),
    field(PLAN_ACK_POLICY),
  );
  plan.settleTiming(load<u64>(PLAN, PLAN_INTERVAL_NS));
  plan.settleStorage(field(PLAN_STORAGE), field(PLAN_SLOT_COUNT), field(PLAN_SLOT_BYTES));
}

function oneRead(): u32 {
  const asked = field(PLAN_INPUT_BYTES);
  return asked == 0 ? DEFAULT_INPUT_BYTES : asked;
}

function inputRegion(): u64 {
  const largest = u64(HEADER_BYTES) + u64(max<u32>(plan.payloadBytes, MAX_ERROR_BYTES));
  return inputCapacity(largest, u64(oneRead()));
}

/** Control frames, and one batch of copied frames or all that can be in flight, whichever is less. */
function ringRegion(): u64 {
  const perSession = u64(plan.windowFrames) * (u64(HEADER_BYTES) + u64(COPIED_PAYLOAD_BYTES));
  const inFlight = u64(plan.sessions) * perSession;
  return CONTROL_BYTES + u64(plan.sessions) * 128 + min<u64>(inFlight, u64(BATCH_BYTES));
}

function patternRegion(): u64 {
  return u64(max<u32>(plan.payloadBytes, PERIOD)) + u64(PERIOD);
}

function slotsAreToBeMapped(): bool {
  return field(PLAN_MAPPED_SLOTS) != 0;
}

/** Two mapped files, each from a 64 KiB boundary on; or the staging of one echo. */
function slotRegion(): u64 {
  if (plan.storage == STORAGE_INLINE) return 0;
  if (!slotsAreToBeMapped()) return aligned(u64(plan.slotBytes));
  const files: u64 = plan.storage == STORAGE_MANAGED_DUPLEX ? 2 : 1;
  return files * (slotFileSize() + u64(MAP_BOUNDARY)) + u64(MAP_BOUNDARY);
}

function takeMapped(): usize {
  arenaAlign(MAP_BOUNDARY);
  const at = arenaTake(slotFileSize());
  arenaAlign(MAP_BOUNDARY); // nothing else lies in a mapped page
  return at;
}

function layOutSlots(): void {
  if (plan.storage == STORAGE_INLINE) return slotsInit(false, 0, 0, 0);
  if (!slotsAreToBeMapped()) return slotsInit(false, 0, 0, arenaTake(u64(plan.slotBytes)));
  const sent = takeMapped();
  slotsInit(true, sent, plan.storage == STORAGE_MANAGED_DUPLEX ? takeMapped() : 0, 0);
}

function columnRows(): u64 {
  return u64(plan.sessions) * (plan.warmupFrames + plan.measuredFrames);
}

function sessionRegion(): u64 {
  const stamps = aligned(u64(plan.stampCount) << 3);
  const entries = aligned(u64(plan.creditFrames) * u64(ENTRY_BYTES));
  return u64(SESSION_BYTES) + stamps + entries + aligned(u64(plan.parkBytes));
}

function channelRegion(): u64 {
  let bytes = u64(plan.sessions) * sessionRegion();
  bytes += aligned(inputRegion()) + aligned(ringRegion()) + aligned(patternRegion());
  bytes += aligned(outputPieceBytes()) + aligned(markRegionBytes()) + slotRegion();
  return bytes + (aligned(columnRows() << 3) << 1);
}

function layOutSessions(): void {
  sessionsInit(arenaTake(u64(plan.sessions) * u64(SESSION_BYTES)));
  for (let i: u32 = 0; i < plan.sessions; i++) {
    const s = recordOf(i);
    memory.fill(s, 0, SESSION_BYTES);
    store<u32>(s, plan.firstSession + i, SESSION_NUMBER);
    store<u32>(s, i * plan.slotCount, SLOT_FIRST);
    store<u32>(s, u32(arenaTake(u64(plan.stampCount) << 3)), STAMPS_AT);
    store<u32>(s, u32(arenaTake(u64(plan.creditFrames) * u64(ENTRY_BYTES))), PARK_ENTRIES_AT);
    store<u32>(s, u32(arenaTake(u64(plan.parkBytes))), PARK_AT);
    ledgerInit(sendLedger(s), plan.creditBytes, u64(plan.creditFrames));
    ledgerInit(receiveLedger(s), plan.creditBytes, u64(plan.creditFrames));
  }
}

function layOutChannel(): void {
  layOutSessions();
  inputInit(arenaTake(inputRegion()), u32(inputRegion()), oneRead());
  const ring = arenaTake(ringRegion());
  outputInit(ring, u32(ringRegion()), arenaTake(outputPieceBytes()));
  marksInit(arenaTake(markRegionBytes()));
  const pattern = arenaTake(patternRegion());
  fillPattern(pattern, usize(patternRegion()), 0);
  plan.settlePattern(pattern);
  const rows = columnRows();
  const receipts = arenaTake(rows << 3);
  columnsInit(receipts, arenaTake(rows << 3), u32(rows));
  layOutSlots();
}

/** Reads the plan and lays memory out; configure() seals it, and the rehearsal prepares plans of its own. */
export function prepare(): i32 {
  if (outside(PLAN_SESSIONS, 0, MAX_SESSIONS) || reservedIsBad()) return BAD_PLAN;
  const scratch = load<u64>(PLAN, PLAN_SCRATCH_BYTES);
  const hasChannel = field(PLAN_SESSIONS) != 0;
  if (hasChannel && (trafficIsBad() || placesAreBad())) return BAD_PLAN;
  if (hasChannel) adopt();
  if (scratch > ADDRESSABLE) return refuse(BAD_PLAN, i32(PLAN_SCRATCH_BYTES));
  const bytes = aligned(scratch) + (hasChannel ? channelRegion() : 0);
  if (!arenaReserve(bytes)) return refuse(NO_MEMORY, -1);
  channelInit();
  faultsInit();
  machineInit();
  if (hasChannel) layOutChannel();
  return OK;
}
