// One interval histogram of a log: Base64, zlib, and then the encodings V0, V1 and V2. The kernel decodes V2; the other two
// differ in their header and in the width of their counts, and are written again as V2 for it.
import { unzlibSync } from 'fflate';
import { bytesOfBase64 } from '../facade/base64.ts';
import { KernelError } from '../facade/errors.ts';
import type { Workspace } from '../facade/workspace.ts';
import { decodeHistogram } from '../statistics/data.ts';

export interface Interval {
  /** Ends of the buckets that hold values, ascending. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly counts: Float64Array;
}

const COMPRESSED = { V0: 0x1c849309, V1: 0x1c849302, V2: 0x1c849304 } as const;
const PLAIN = { V0: 0x1c849308, V1: 0x1c849301, V2: 0x1c849303 } as const;
/** The second-lowest half byte of a cookie is the width of a count. */
const BASE = ~0xf0;
const V0_HEADER = 32;
const V2_HEADER = 40;
/** A log line holds one interval: no histogram of five digits over 64 bits is larger. */
const LARGEST = 1 << 26;

/** RangeError with the cause when the text is no histogram. */
export function decodeInterval(text: string, workspace: Workspace): Interval {
  const bytes = bytesOfBase64(text);
  if (bytes === null) throw new RangeError('the histogram is no whole Base64 text');
  const view = new DataView(bytes.buffer);
  if (bytes.length < 8) throw new RangeError('the histogram is cut off');
  const cookie = view.getInt32(0) & BASE;
  const isKnown = Object.values(COMPRESSED).some((known) => (known & BASE) === cookie);
  if (!isKnown)
    throw new RangeError('the histogram begins with a cookie that is none of V0, V1 and V2');
  const plain = inflated(bytes.subarray(8));
  try {
    return bucketsOf(decodeHistogram(workspace, asV2(plain)));
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    throw new RangeError(`the histogram is damaged: ${error.code} at byte ${error.subject}`, {
      cause: error,
    });
  }
}

/** zlib's check at the end is not looked at by the library. */
function inflated(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let plain: Uint8Array<ArrayBuffer>;
  try {
    plain = new Uint8Array(unzlibSync(bytes));
  } catch (error) {
    throw new RangeError('the histogram cannot be inflated', { cause: error });
  }
  let [a, b] = [1, 0];
  for (const byte of plain) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  const [p = 0, q = 0, r = 0, s = 0] = bytes.subarray(-4);
  if (((p << 8) | q) !== b || ((r << 8) | s) !== a || plain.length > LARGEST)
    throw new RangeError('the histogram does not have the checksum that was written with it');
  return plain;
}

function asV2(plain: Uint8Array<ArrayBuffer>): Uint8Array {
  if (plain.length < V0_HEADER) throw new RangeError('the histogram has no whole header');
  const view = new DataView(plain.buffer);
  const cookie = view.getInt32(0);
  if ((cookie & BASE) === (PLAIN.V2 & BASE)) return plain;
  const isV0 = (cookie & BASE) === (PLAIN.V0 & BASE);
  if (!isV0 && (cookie & BASE) !== (PLAIN.V1 & BASE))
    throw new RangeError('the histogram has a cookie that is none of V0, V1 and V2');
  const width = ((cookie & 0xf0) >> 4) & 0xe;
  if (width !== 2 && width !== 4 && width !== 8)
    throw new RangeError(`the histogram has counts of ${width} bytes`);
  const start = isV0 ? V0_HEADER : V2_HEADER;
  const end = isV0 ? plain.length : start + view.getInt32(4);
  if (end > plain.length || (end - start) % width !== 0)
    throw new RangeError('the histogram has no whole counts');
  const counts: number[] = [];
  for (let at = start; at < end; at += width) counts.push(...zigzag(countAt(view, at, width)));
  const v2 = new Uint8Array(V2_HEADER + counts.length);
  // Header fields of V1 and V2 are the same; V0 has three of them, in another place.
  if (isV0) v2.set(plain.subarray(4, 24), 12);
  else v2.set(plain.subarray(8, V2_HEADER), 8);
  const out = new DataView(v2.buffer);
  out.setInt32(0, PLAIN.V2 | 0x10);
  out.setInt32(4, counts.length);
  if (isV0) out.setFloat64(32, 1);
  v2.set(counts, V2_HEADER);
  return v2;
}

function countAt(view: DataView, at: number, width: 2 | 4 | 8): bigint {
  if (width === 8) return view.getBigInt64(at);
  return BigInt(width === 4 ? view.getInt32(at) : view.getInt16(at));
}

/** ZigZag LEB128 of at most nine bytes, the last of which holds eight bits. */
function zigzag(count: bigint): number[] {
  if (count < 0n) throw new RangeError('the histogram has a negative count');
  const bytes: number[] = [];
  let rest = count << 1n;
  while (bytes.length < 8 && rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

/** The record of docs/statistics.md: where its counters lie and which values each holds. */
function bucketsOf(histogram: Uint8Array): Interval {
  const view = new DataView(histogram.buffer, histogram.byteOffset, histogram.byteLength);
  const unit = view.getUint32(24, true);
  const half = 2 ** view.getUint32(28, true);
  const length = view.getUint32(32, true);
  const found: [low: number, high: number, count: number][] = [];
  for (let index = 0; index < length; index++) {
    const count = Number(view.getBigUint64(64 + 8 * index, true));
    if (count === 0) continue;
    const bucket = Math.floor(index / half);
    const width = 2 ** (unit + Math.max(0, bucket - 1));
    const low = (bucket === 0 ? index : (index % half) + half) * width;
    found.push([low, low + width - 1, count]);
  }
  return {
    low: Float64Array.from(found, ([low]) => low),
    high: Float64Array.from(found, ([, high]) => high),
    counts: Float64Array.from(found, ([, , count]) => count),
  };
}
