// Runs the vectors of frame headers and payloads: encode, decode, fill, verify. It reads no file.

import type { Kernel } from '../facade/facade.ts';
import { takeScratch, withScratch } from '../facade/scratch.ts';
import { disagreement, fromHex, toHex } from './vector.ts';
import type { Vector, VectorRunner } from './vector.ts';

const HEADER_BYTES = 16;
const EVENT = ['length', 'kind', 'flags', 'slot', 'session', 'sequence', 'totalBytes'] as const;
type Event = Readonly<Record<string, number>>;

/** A header becomes an event and the event becomes the header again; a bad one is minus (100 + its fault). */
export const runFrame: VectorRunner = (vector, { scratch }) =>
  withScratch(scratch.raw, () => {
    const hex = String(vector.input['hex']);
    const event = vector.output as Event | undefined;
    if (event === undefined)
      return disagreement(-100 - Number(vector.error?.code), decode(scratch, hex, HEADER_BYTES));
    const total = event['totalBytes'] ?? 0;
    return (
      disagreement(0, decode(scratch, hex, HEADER_BYTES - 1)) ??
      disagreement(event, decode(scratch, hex, total)) ??
      disagreement(hex, encode(scratch, event))
    );
  });

function decode(kernel: Kernel, hex: string, available: number): number | Event {
  const at = takeScratch(kernel.raw, HEADER_BYTES);
  const eventAt = takeScratch(kernel.raw, EVENT.length * 4);
  new Uint8Array(kernel.raw.memory.buffer, at, HEADER_BYTES).set(fromHex(hex));
  const answer = kernel.raw.call('frameDecode')(at, available, eventAt);
  if (answer !== 1) return answer;
  const view = new DataView(kernel.raw.memory.buffer, eventAt, EVENT.length * 4);
  return Object.fromEntries(EVENT.map((name, index) => [name, view.getUint32(index * 4, true)]));
}

function encode(kernel: Kernel, event: Event): string {
  const at = takeScratch(kernel.raw, HEADER_BYTES);
  const fields = EVENT.slice(0, -1).map((name) => event[name] ?? 0);
  kernel.raw.call('frameEncode')(at, HEADER_BYTES, ...fields);
  return toHex(new Uint8Array(kernel.raw.memory.buffer, at, HEADER_BYTES));
}

/** The bytes of a payload: the first 64 and the hash of all. */
export const runPayload: VectorRunner = (vector, { scratch, sha256 }) =>
  withScratch(scratch.raw, () => {
    const { bytes } = filled(scratch, vector);
    return disagreement(vector.output, {
      front: toHex(bytes.subarray(0, 64)),
      sha256: sha256(bytes),
    });
  });

/** Payloads with changed bytes; the answer is the first wrong offset. */
export const runVerification: VectorRunner = (vector, { scratch }) =>
  withScratch(scratch.raw, () => {
    const { bytes, at, where } = filled(scratch, vector);
    const changes = (vector.input['changes'] ?? []) as readonly (readonly [number, number])[];
    for (const [offset, change] of changes) bytes[offset] = (bytes[offset] ?? 0) ^ change;
    const offset = scratch.raw.call('payloadVerify')(at, bytes.length, ...where);
    return disagreement(vector.output, { offset });
  });

/** At an odd address on purpose: payloads land wherever the previous frame ended. */
const ODD = 61;

function filled(
  kernel: Kernel,
  vector: Vector,
): { readonly bytes: Uint8Array; readonly at: number; readonly where: readonly [number, number] } {
  const n = Number(vector.input['bytes']);
  const where = [Number(vector.input['session']), Number(vector.input['sequence'])] as const;
  const at = takeScratch(kernel.raw, n + ODD) + ODD;
  kernel.raw.call('payloadFill')(at, n, ...where);
  return { bytes: new Uint8Array(kernel.raw.memory.buffer, at, n), at, where };
}
