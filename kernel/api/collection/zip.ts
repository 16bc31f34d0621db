// The files of a zip, read one at a time. Sizes are those of its central directory and are checked before anything is
// unpacked; a file whose CRC-32 is another one than the directory says is refused. Inflating is the host's.

import { ResultError } from '../run/result-error.ts';

/** Gives exactly `size` bytes of a raw deflate stream, or throws. */
export type InflateRaw = (bytes: Uint8Array, size: number) => Uint8Array;

export interface ZipEntry {
  readonly name: string;
  /** Unpacked, as the directory says. */
  readonly size: number;
  read(): Uint8Array;
}

interface Place {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly header: number;
}

/*
 * APPNOTE.TXT 6.3.10: 4.3.16 end of central directory, 4.3.12 central header, 4.3.7 local header, 4.3.14 and 4.5.3 their
 * 64-bit forms. Offsets are from the signature of each.
 */
const END = { signature: 0x06054b50, bytes: 22, entries: 10, offset: 16 };
const LOCATOR = { signature: 0x07064b50, bytes: 20, offset: 8 };
const END_64 = { signature: 0x06064b50, entries: 32, offset: 48 };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const LONGEST_COMMENT = 0xffff;
const IN_EXTRA = 0xffffffff;
const EXTRA_64 = 1;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** Every file of the zip, folders left out; throws ResultError BAD_ZIP. */
export function zipEntries(name: string, bytes: Uint8Array, inflate: InflateRaw): ZipEntry[] {
  try {
    return directory(name, bytes, inflate);
  } catch (error) {
    // A DataView throws for every place beyond the end.
    throw error instanceof RangeError ? bad(name, 'it is cut off or damaged') : error;
  }
}

function directory(file: string, bytes: Uint8Array, inflate: InflateRaw): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: ZipEntry[] = [];
  const { entries, offset } = endOf(file, view);
  let at = offset;
  for (let index = 0; index < entries; index += 1) {
    if (view.getUint32(at, true) !== CENTRAL.signature) throw bad(file, 'its directory is damaged');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const nameAt = at + CENTRAL.bytes;
    const name = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameBytes));
    const place = placeOf(view, at, nameAt + nameBytes, extraBytes);
    const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0;
    const read = (): Uint8Array => {
      if (isEncrypted) throw bad(`${file}/${name}`, 'it is encrypted');
      return contentOf(`${file}/${name}`, bytes, view, place, inflate);
    };
    if (!name.endsWith('/')) found.push({ name, size: place.size, read });
    at = nameAt + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
  return found;
}

/** The last end record: a comment may stand behind it. */
function endOf(file: string, view: DataView): { entries: number; offset: number } {
  const least = Math.max(0, view.byteLength - END.bytes - LONGEST_COMMENT);
  for (let at = view.byteLength - END.bytes; at >= least; at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    const locator = at - LOCATOR.bytes;
    if (locator >= 0 && view.getUint32(locator, true) === LOCATOR.signature) {
      const end = long(view, locator + LOCATOR.offset);
      if (view.getUint32(end, true) !== END_64.signature) throw bad(file, 'its end is damaged');
      return { entries: long(view, end + END_64.entries), offset: long(view, end + END_64.offset) };
    }
    return {
      entries: view.getUint16(at + END.entries, true),
      offset: view.getUint32(at + END.offset, true),
    };
  }
  throw bad(file, 'it has no directory, as a zip has');
}

function placeOf(view: DataView, at: number, extra: number, extraBytes: number): Place {
  const wide = wideFields(view, extra, extraBytes);
  // The 64-bit field holds only what does not fit, in this order.
  const field = (offset: number): number => {
    const value = view.getUint32(at + offset, true);
    return value === IN_EXTRA ? (wide.next().value ?? value) : value;
  };
  const size = field(24);
  const packed = field(20);
  const header = field(42);
  return {
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    size,
    packed,
    header,
  };
}

function* wideFields(view: DataView, from: number, bytes: number): Generator<number, undefined> {
  for (let at = from; at + 4 <= from + bytes; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== EXTRA_64) continue;
    const end = at + 4 + view.getUint16(at + 2, true);
    for (let value = at + 4; value + 8 <= end; value += 8) yield long(view, value);
  }
}

/** 2^53 bytes are more than any file; a larger number is damage, and beyond the end. */
const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function contentOf(
  subject: string,
  bytes: Uint8Array,
  view: DataView,
  { method, crc, packed, size, header }: Place,
  inflate: InflateRaw,
): Uint8Array {
  if (header + LOCAL.bytes > bytes.length || view.getUint32(header, true) !== LOCAL.signature)
    throw bad(subject, 'it is not where the directory says');
  const from =
    header + LOCAL.bytes + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const content = bytes.subarray(from, from + packed);
  if (content.length !== packed) throw bad(subject, 'it is cut off');
  if (method !== STORED && method !== DEFLATED)
    throw bad(subject, `its method ${method} is unknown`);
  const plain = method === STORED ? content : inflated(subject, content, size, inflate);
  if (plain.length !== size) throw bad(subject, 'it has another size than the directory says');
  if (crc32(plain) !== crc) throw bad(subject, 'its bytes are damaged (CRC-32)');
  return plain;
}

function inflated(
  subject: string,
  bytes: Uint8Array,
  size: number,
  inflate: InflateRaw,
): Uint8Array {
  try {
    return inflate(bytes, size);
  } catch {
    throw bad(subject, 'it cannot be unpacked');
  }
}

const bad = (subject: string, why: string): ResultError =>
  new ResultError('BAD_ZIP', subject, `${subject} cannot be read from its zip: ${why}`);

/** Reflected, polynomial 0x04c11db7 (APPNOTE.TXT 4.4.7). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}
