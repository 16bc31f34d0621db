// The component's statistics: kernel/wit's functions over the kernel's exports of the same names. Computes nothing itself.
import { NO_MEMORY, OK } from '../assembly/abi';
import { scratchAlloc } from '../assembly/arena';
import * as identity from '../assembly/selfcheck/selfcheck';
import * as bootstraps from '../assembly/stats/bootstrap';
import * as densities from '../assembly/stats/density';
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
import {
  bytesOf,
  deliver,
  deliverList,
  finish,
  freeResult,
  PAYLOAD,
  prepareFor,
  RESULT,
  SMALL_PAYLOAD,
} from './component-area';

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

// The cases of `bandwidth` in the WIT file.
const WIDTH: i32 = 0;

/** `bandwidth` is f64 or a rule: the canonical ABI joins both to 64 bits. */
export function density(
  at: usize,
  n: u32,
  gridAt: usize,
  m: u32,
  scale: i32,
  bandwidthCase: i32,
  bandwidth: u64,
): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const out = scratchAlloc(m << 3);
  let width = reinterpret<f64>(bandwidth);
  if (bandwidthCase != WIDTH) {
    const widthAt = scratchAlloc(8);
    const status = densities.densityBandwidth(at, n, i32(bandwidth), scale, widthAt);
    if (status != OK) return finish(status, SMALL_PAYLOAD);
    width = load<f64>(widthAt);
  }
  return deliverList(densities.density(at, n, width, scale, gridAt, m, out), out, m);
}

/** Two lists of m. */
export function violin(at: usize, n: u32, m: u32): usize {
  if (!prepareFor(bytesOf(n, m))) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const grid = scratchAlloc(m << 3);
  const width = scratchAlloc(m << 3);
  const status = densities.violin(at, n, m, grid, width);
  store<u32>(RESULT + SMALL_PAYLOAD + 8, u32(width));
  store<u32>(RESULT + SMALL_PAYLOAD + 12, m);
  return deliverList(status, grid, m);
}

export function xxh64(at: usize, n: u32, seed: u64): u64 {
  const digest = xxh64Of(at, n, seed);
  freeResult(0);
  return digest;
}

export function textShortest(value: f64): usize {
  if (!prepareFor(64)) return finish(NO_MEMORY, SMALL_PAYLOAD);
  const out = scratchAlloc(32);
  const bytes = texts.textShortest(value, out, 32);
  return deliverList(bytes < 0 ? bytes : OK, out, u32(max<i32>(0, bytes)));
}
