// The component's core: kernel/wit's interface over the kernel's exports, by the canonical ABI. Every result lies in one static
// area until its post-return, which frees all that the call took. canonical-names.mjs gives the exports their names.
import { DOMAIN, EMPTY, NOT_FINITE, NO_MEMORY, OK, OVERFLOW, TOO_FEW } from '../assembly/abi';
import {
  arenaReserve,
  arenaSeal,
  arenaTake,
  scratchAlloc,
  scratchMark,
  scratchReset,
} from '../assembly/arena';
import * as identity from '../assembly/selfcheck';
import { lastSubject } from '../assembly/status';
import * as bootstraps from '../assembly/stats/bootstrap';
import * as ecdfs from '../assembly/stats/ecdf';
import * as effects from '../assembly/stats/effect-size';
import * as holms from '../assembly/stats/holm';
import * as centers from '../assembly/stats/pragmastat-center';
import * as centerIntervals from '../assembly/stats/pragmastat-center-bounds';
import * as shifts from '../assembly/stats/pragmastat-shift';
import * as spreads from '../assembly/stats/pragmastat-spread';
import * as quantileRooms from '../assembly/stats/quantile';
import * as ranks from '../assembly/stats/rank-tests';
import * as summaries from '../assembly/stats/summary';
import * as texts from '../assembly/stats/text';
import * as welches from '../assembly/stats/welch';
import { xxh64Of } from '../assembly/verify/xxh64';

// result<T, refusal>: tag u8 at 0; a payload with f64 or 64-bit fields at 8, else at 4.
const RESULT: usize = memory.data(136, 8);
const PAYLOAD: usize = 8;
const SMALL_PAYLOAD: usize = 4;
// What a statistic may borrow for each 8 bytes of its input, and for its tables.
const BORROWED_PER_BYTE: u64 = 9;
const BORROWED: u64 = 1_048_576;

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
function prepareFor(bytes: u64): bool {
  if (base == 0) begin();
  return arenaReserve(bytes * BORROWED_PER_BYTE + BORROWED);
}

/** After the host has read a result. */
export function freeResult(at: usize): void {
  scratchReset(base);
}

/** The order of `code` in the WIT file. */
function codeOf(status: i32): u8 {
  if (status == NO_MEMORY) return 0;
  if (status == EMPTY) return 2;
  if (status == NOT_FINITE) return 3;
  if (status == TOO_FEW) return 4;
  if (status == DOMAIN) return 5;
  return status == OVERFLOW ? 6 : 1;
}

/** The static area with its tag; a refusal is { code u8, subject s32 }. Positive answers of a statistic are no refusal. */
function finish(status: i32, payload: usize): usize {
  store<u8>(RESULT, status < 0 ? 1 : 0);
  if (status >= OK) return RESULT;
  store<u8>(RESULT + payload, codeOf(status));
  store<i32>(RESULT + payload + 4, lastSubject());
  return RESULT;
}

/** Outputs are scratch memory, because the kernel writes to nothing else; they are copied into the area. */
function deliver(status: i32, out: usize, bytes: usize): usize {
  if (status >= OK) memory.copy(RESULT + PAYLOAD, out, bytes);
  return finish(status, PAYLOAD);
}

/** As deliver, for a list that stays where it is. */
function deliverList(status: i32, at: usize, count: u32): usize {
  if (status >= OK) {
    store<u32>(RESULT + SMALL_PAYLOAD, u32(at));
    store<u32>(RESULT + SMALL_PAYLOAD + 4, count);
  }
  return finish(status, SMALL_PAYLOAD);
}

function bytesOf(n: u32, m: u32): u64 {
  return (u64(n) + u64(m)) << 3;
}

export function kernelId(): u64 {
  return identity.kernelId();
}

export function selfSignature(): u64 {
  return identity.selfSignature();
}

export function summarize(at: usize, n: u32): usize {
  if (!prepareFor(bytesOf(n, 0))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(120);
  return deliver(summaries.summarize(at, n, out), out, 120);
}

export function quantiles(at: usize, n: u32, psAt: usize, m: u32, definition: i32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const out = scratchAlloc(m << 3);
  return deliverList(quantileRooms.quantiles(at, n, psAt, m, definition, out), out, m);
}

export function bootstrap(
  at: usize,
  n: u32,
  statistic: i32,
  p: f64,
  resamples: u32,
  levelPercent: f64,
  seed: u64,
): usize {
  if (!prepareFor(bytesOf(n, 0) + (u64(resamples) << 3))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(24);
  const status = bootstraps.bootstrap(at, n, statistic, p, resamples, levelPercent, seed, out);
  return deliver(status, out, 24);
}

export function center(at: usize, n: u32): usize {
  if (!prepareFor(bytesOf(n, 0))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(8);
  return deliver(centers.center(at, n, out), out, 8);
}

export function centerBounds(at: usize, n: u32, misrate: f64): usize {
  if (!prepareFor(bytesOf(n, 0))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(16);
  return deliver(centerIntervals.centerBounds(at, n, misrate, out), out, 16);
}

export function spread(at: usize, n: u32): usize {
  if (!prepareFor(bytesOf(n, 0))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(8);
  return deliver(spreads.shamosSpread(at, n, out), out, 8);
}

export function shift(xAt: usize, n: u32, yAt: usize, m: u32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(8);
  return deliver(shifts.shift(xAt, n, yAt, m, out), out, 8);
}

export function shiftBounds(xAt: usize, n: u32, yAt: usize, m: u32, misrate: f64): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(16);
  return deliver(shifts.shiftBounds(xAt, n, yAt, m, misrate, out), out, 16);
}

export function mannWhitney(xAt: usize, n: u32, yAt: usize, m: u32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(24);
  return deliver(ranks.mannWhitney(xAt, n, yAt, m, 0, out), out, 24);
}

export function welchTest(xAt: usize, n: u32, yAt: usize, m: u32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(24);
  return deliver(welches.welchTest(xAt, n, yAt, m, out), out, 24);
}

export function hedgesG(xAt: usize, n: u32, yAt: usize, m: u32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, PAYLOAD);
  const out = scratchAlloc(8);
  return deliver(effects.hedgesG(xAt, n, yAt, m, out), out, 8);
}

export function holm(at: usize, n: u32): usize {
  if (!prepareFor(bytesOf(n, n))) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const out = scratchAlloc(n << 3);
  return deliverList(holms.holm(at, n, out), out, n);
}

export function ecdf(at: usize, n: u32, gridAt: usize, m: u32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const out = scratchAlloc(m << 3);
  return deliverList(ecdfs.ecdf(at, n, gridAt, m, out), out, m);
}

export function xxh64(at: usize, n: u32, seed: u64): u64 {
  const digest = xxh64Of(at, n, seed);
  scratchReset(base);
  return digest;
}

export function textShortest(value: f64): usize {
  if (!prepareFor(64)) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const out = scratchAlloc(32);
  const bytes = texts.textShortest(value, out, 32);
  return deliverList(bytes < 0 ? bytes : OK, out, u32(max<i32>(0, bytes)));
}
