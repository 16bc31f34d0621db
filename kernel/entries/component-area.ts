// How the component's calls meet the host, by the canonical ABI: lists come into our memory, every result lies in one static area
// until its post-return, which frees all that the call took. Knows no statistic.
import {
  CORRUPT,
  DOMAIN,
  EMPTY,
  NOT_FINITE,
  NO_MEMORY,
  OK,
  OVERFLOW,
  TOO_FEW,
} from '../assembly/abi';
import { arenaReserve, arenaSeal, arenaTake, scratchMark, scratchReset } from '../assembly/arena';
import { lastSubject } from '../assembly/status';

// result<T, refusal>: tag u8 at 0; a payload with f64 or 64-bit fields at 8, else at 4.
export const RESULT: usize = memory.data(136, 8);
export const PAYLOAD: usize = 8;
export const SMALL_PAYLOAD: usize = 4;
// What a statistic may borrow for each 8 bytes of its input, and for its tables.
const BORROWED_PER_BYTE: u64 = 9;
const BORROWED: u64 = 1_048_576;

// Where the arena was before anything was lent to a call.
let base: usize = 0;

/** The host's way to put lists into our memory, which grows: nobody holds a view of it. Traps when it cannot, as the ABI asks. */
export function cabi_realloc(old: usize, oldBytes: usize, align: usize, bytes: usize): usize {
  if (base == 0) begin();
  if (!arenaReserve(u64(bytes) + 64)) unreachable();
  const at = arenaTake(u64(bytes));
  if (old != 0) memory.copy(at, old, min<usize>(oldBytes, bytes));
  return at;
}

function begin(): void {
  arenaReserve(0);
  arenaSeal();
  base = scratchMark();
}

/** Room for what `bytes` of input make a statistic borrow. False when memory is at its limit. */
export function prepareFor(bytes: u64): bool {
  if (base == 0) begin();
  return arenaReserve(bytes * BORROWED_PER_BYTE + BORROWED);
}

/** After the host has read a result, and after a call that has none in memory. */
export function freeResult(_at: usize): void {
  scratchReset(base);
}

/** The order of `code` in the WIT file. */
function codeOf(status: i32): u8 {
  if (status == NO_MEMORY) return 0;
  if (status == EMPTY) return 2;
  if (status == NOT_FINITE) return 3;
  if (status == TOO_FEW) return 4;
  if (status == DOMAIN) return 5;
  if (status == OVERFLOW) return 6;
  return status == CORRUPT ? 7 : 1;
}

/** The static area with its tag; a refusal is { code u8, subject s32 }. Positive answers of a statistic are no refusal. */
export function finish(status: i32, payload: usize): usize {
  store<u8>(RESULT, status < 0 ? 1 : 0);
  if (status >= OK) return RESULT;
  store<u8>(RESULT + payload, codeOf(status));
  store<i32>(RESULT + payload + 4, lastSubject());
  return RESULT;
}

/** Outputs are scratch memory, because the kernel writes to nothing else; they are copied into the area. */
export function deliver(status: i32, out: usize, bytes: usize): usize {
  if (status >= OK) memory.copy(RESULT + PAYLOAD, out, bytes);
  return finish(status, PAYLOAD);
}

/** As deliver, for a list that stays where it is. */
export function deliverList(status: i32, at: usize, count: u32): usize {
  if (status >= OK) {
    store<u32>(RESULT + SMALL_PAYLOAD, u32(at));
    store<u32>(RESULT + SMALL_PAYLOAD + 4, count);
  }
  return finish(status, SMALL_PAYLOAD);
}

/** Of n and m values. */
export function bytesOf(n: u32, m: u32): u64 {
  return (u64(n) + u64(m)) << 3;
}

/** Room for an output, when its export borrows nothing; 0 when memory is at its limit. */
export function takeOutput(bytes: u64): usize {
  if (base == 0) begin();
  return arenaReserve(bytes + 64) ? arenaTake(bytes) : 0;
}
