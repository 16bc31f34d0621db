// Sample columns: u64 nanoseconds in completion order, warm-up first. Storage only; statistics read them elsewhere.
import { COLUMN_FULL_CYCLE, COLUMN_RECEIPT } from '../abi';

let receiptAt: usize = 0;
let receiptCount: u32 = 0;
let receiptWarmup: u32 = 0;
let cycleAt: usize = 0;
let cycleCount: u32 = 0;
let cycleWarmup: u32 = 0;
let capacity: u32 = 0;

/** Empties both columns over their regions of 8 x `room` bytes. */
export function columnsInit(receipt: usize, fullCycle: usize, room: u32): void {
  receiptAt = receipt;
  cycleAt = fullCycle;
  capacity = room;
  receiptCount = 0;
  receiptWarmup = 0;
  cycleCount = 0;
  cycleWarmup = 0;
}

/** From here on samples are measured ones. */
export function columnsMark(): void {
  receiptWarmup = receiptCount;
  cycleWarmup = cycleCount;
}

/** Keeps a receipt latency. The plan has room for one per frame, and there is at most one per frame. */
export function keepReceipt(ns: u64): void {
  if (receiptCount == capacity) return;
  store<u64>(receiptAt + (usize(receiptCount) << 3), ns);
  receiptCount += 1;
}

/** Keeps a full cycle. */
export function keepFullCycle(ns: u64): void {
  if (cycleCount == capacity) return;
  store<u64>(cycleAt + (usize(cycleCount) << 3), ns);
  cycleCount += 1;
}

/** Address of a column's first sample: 0 = receipt, 1 = full cycle; 0 for another or before configure(). */
export function columnAt(which: u32): usize {
  if (which == COLUMN_RECEIPT) return receiptAt;
  return which == COLUMN_FULL_CYCLE ? cycleAt : 0;
}

/** Samples in a column, warm-up included. */
export function columnCount(which: u32): u32 {
  if (which == COLUMN_RECEIPT) return receiptCount;
  return which == COLUMN_FULL_CYCLE ? cycleCount : 0;
}

/** How many of them, from the front, are warm-up; all of them until start(). */
export function columnWarmup(which: u32): u32 {
  if (which == COLUMN_RECEIPT) return receiptWarmup;
  return which == COLUMN_FULL_CYCLE ? cycleWarmup : 0;
}
