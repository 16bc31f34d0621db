// The component's seeded draws: every list is drawn into an output of its own. Draws nothing itself.
import { NO_MEMORY } from '../assembly/abi';
import * as draws from '../assembly/stats/pragmastat-draws';
import { drawDistribution as drawFrom } from '../assembly/stats/pragmastat-distributions';
import { fnv1a as hashText } from '../assembly/stats/pragmastat-random';
import { deliverList, finish, freeResult, SMALL_PAYLOAD, takeOutput } from './component-area';

const NO_ROOM: usize = 0;

function refuseRoom(): usize {
  return finish(NO_MEMORY, SMALL_PAYLOAD);
}

/** Of UTF-8 bytes that the host has lowered: nothing to refuse. */
export function fnv1a(at: usize, n: u32): u64 {
  const out = takeOutput(8);
  if (out == NO_ROOM) unreachable();
  hashText(at, n, out);
  const hash = load<u64>(out);
  freeResult(0);
  return hash;
}

export function drawUnits(seed: u64, n: u32): usize {
  const out = takeOutput(u64(n) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawUnits(seed, n, out), out, n);
}

export function drawUnits32(seed: u64, n: u32): usize {
  const out = takeOutput(u64(n) << 2);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawUnits32(seed, n, out), out, n);
}

export function drawRange(seed: u64, least: f64, limit: f64, n: u32): usize {
  const out = takeOutput(u64(n) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawRange(seed, least, limit, n, out), out, n);
}

export function drawIntegers(seed: u64, least: i64, limit: i64, n: u32): usize {
  const out = takeOutput(u64(n) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawIntegers(seed, least, limit, n, out), out, n);
}

export function drawBooleans(seed: u64, n: u32): usize {
  const out = takeOutput(n);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawBooleans(seed, n, out), out, n);
}

export function drawSample(at: usize, n: u32, k: u32, seed: u64): usize {
  const count = min<u32>(k, n);
  const out = takeOutput(u64(count) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawSample(at, n, k, seed, out), out, count);
}

export function drawResample(at: usize, n: u32, k: u32, seed: u64): usize {
  const out = takeOutput(u64(k) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawResample(at, n, k, seed, out), out, k);
}

export function drawShuffle(at: usize, n: u32, seed: u64): usize {
  const out = takeOutput(u64(n) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(draws.drawShuffle(at, n, seed, out), out, n);
}

/** The cases of `distribution` in the WIT file have the kernel's order; one without a second parameter has 0 there. */
export function drawDistribution(kind: i32, a: f64, b: f64, seed: u64, n: u32): usize {
  const out = takeOutput(u64(n) << 3);
  if (out == NO_ROOM) return refuseRoom();
  return deliverList(drawFrom(kind, seed, a, b, n, out), out, n);
}
