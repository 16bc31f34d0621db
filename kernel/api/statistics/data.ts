// Histograms, digests and number texts, typed. Definitions and limits: docs/statistics.md.
import {
  counted,
  outputOf,
  room,
  type Sample,
  sample,
  uncounted,
  type Workspace,
} from '../facade/workspace.ts';

/** An HDR histogram as its bytes: exact counts of integers, mergeable in any order, nothing else kept. */
export type Histogram = Uint8Array;

export interface HistogramOptions {
  /** The smallest value to tell apart, >= 1. */
  readonly lowest: bigint;
  readonly highest: bigint;
  /** Significant decimal digits, 0 to 5. */
  readonly digits: number;
}

/** An empty histogram. BAD_ARGUMENT 0, 1, 2 for its three numbers. */
export function createHistogram(workspace: Workspace, options: HistogramOptions): Histogram {
  const { lowest, highest, digits } = options;
  const bytes = workspace.call('histogramBytes', [lowest, highest, digits]).status;
  const args = [room(bytes), bytes, lowest, highest, digits];
  return bytesOf(outputOf(workspace.call('histogramInit', args)));
}

/** A new histogram: this one with more values, each counted once; all of them or, above its range (DOMAIN 1), none. CORRUPT 0. */
export function recordAll(
  workspace: Workspace,
  histogram: Histogram,
  values: BigUint64Array,
): Histogram {
  const args = [room(histogram), uncounted(values), values.length];
  return bytesOf(outputOf(workspace.call('histogramRecordBatch', args)));
}

/** A new histogram: both together; merge(a, b) and merge(b, a) are the same bytes. DOMAIN when their three numbers differ, CORRUPT. */
export function mergeHistograms(workspace: Workspace, into: Histogram, from: Histogram): Histogram {
  const args = [room(into), uncounted(from)];
  return bytesOf(outputOf(workspace.call('histogramMerge', args)));
}

/**
 * Nearest-rank quantiles for probabilities from 0 to 1, one each, in the values' unit: the largest value of each counter. EMPTY for an
 * empty histogram, BAD_ARGUMENT for a probability outside, CORRUPT.
 */
export function histogramQuantiles(
  workspace: Workspace,
  histogram: Histogram,
  probabilities: Sample,
): BigUint64Array {
  const args = [uncounted(histogram), sample(probabilities), room(8 * probabilities.length)];
  const out = outputOf(workspace.call('histogramQuantiles', args));
  return new BigUint64Array(out.buffer, 0, probabilities.length);
}

/** The V2 log encoding of HdrHistogram, as bytes (deflate and base64 are the host's). CORRUPT. */
export function encodeHistogram(workspace: Workspace, histogram: Histogram): Uint8Array {
  const capacity = 40 + 9 * (histogram.length >>> 3);
  const args = [uncounted(histogram), room(capacity), capacity];
  const answer = workspace.call('histogramEncode', args);
  return bytesOf(outputOf(answer)).slice(0, answer.status);
}

/** The histogram of a V2 encoding. CORRUPT with the offset of the first wrong field or word. */
export function decodeHistogram(workspace: Workspace, encoded: Uint8Array): Histogram {
  const bytes = workspace.call('histogramDecodedBytes', [counted(encoded)]).status;
  const args = [counted(encoded), room(bytes), bytes];
  return bytesOf(outputOf(workspace.call('histogramDecode', args)));
}

/** XXH64 of any number of bytes, as 64 unsigned bits. */
export function xxh64(workspace: Workspace, bytes: Uint8Array, seed: bigint): bigint {
  return outputOf(workspace.call('xxh64', [counted(bytes), seed, room(8)])).getBigUint64(0, true);
}

/** SHA-256 of any number of bytes: 32 bytes. */
export function sha256(workspace: Workspace, bytes: Uint8Array): Uint8Array {
  return bytesOf(outputOf(workspace.call('sha256', [counted(bytes), room(32)])));
}

function textOf(workspace: Workspace, name: string, args: readonly number[]): string {
  const answer = workspace.call(name, [...args, room(512), 512]);
  return String.fromCharCode(...bytesOf(outputOf(answer)).subarray(0, answer.status));
}

/** The shortest text that reads back as the same f64: Number::toString for every double, "0" for both zeros. NOT_FINITE. */
export function textShortest(workspace: Workspace, value: number): string {
  return textOf(workspace, 'textShortest', [value]);
}

/** `decimals` (0 to 100, else BAD_ARGUMENT) digits after the point, half to even on the exact binary value. NOT_FINITE. */
export function textFixed(workspace: Workspace, value: number, decimals: number): string {
  return textOf(workspace, 'textFixed', [value, decimals]);
}

/** `digits` (1 to 15, else BAD_ARGUMENT) significant digits, never an exponent. NOT_FINITE. */
export function textSignificant(workspace: Workspace, value: number, digits: number): string {
  return textOf(workspace, 'textSignificant', [value, digits]);
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
