// JSON text into one buffer: keys, numbers as the kernel's shortest text, strings without escapes. No parser.
import { scratchAlloc } from '../assembly/arena';
import { textShortest } from '../assembly/stats/text';

const OUT_BYTES: usize = 16_384;
// Scratch memory: the kernel writes to nothing else.
let out: usize = 0;
let used: usize = 0;
let isFirst: bool = true;

/** Takes the buffer; false when scratch memory is short. */
export function jsonOpen(): bool {
  out = scratchAlloc(u32(OUT_BYTES));
  used = 0;
  isFirst = true;
  return out != 0;
}

export function jsonAt(): usize {
  return out;
}

export function jsonBytes(): usize {
  return used;
}

function putByte(byte: u8): void {
  if (used >= OUT_BYTES) return;
  store<u8>(out + used, byte);
  used += 1;
}

/** ASCII of a zero-terminated text. */
function putText(text: usize): void {
  for (let p = text; load<u8>(p) != 0; p++) putByte(load<u8>(p));
}

function quote(text: usize): void {
  putByte(34);
  putText(text);
  putByte(34);
}

function separate(): void {
  if (!isFirst) putByte(44);
  isFirst = false;
}

export function openObject(): void {
  separate();
  putByte(123);
  isFirst = true;
}

export function closeObject(): void {
  putByte(125);
  isFirst = false;
}

export function openArray(): void {
  putByte(91);
  isFirst = true;
}

export function closeArray(): void {
  putByte(93);
  isFirst = false;
}

export function key(text: usize): void {
  separate();
  quote(text);
  putByte(58);
  isFirst = true;
}

/** A finite number. */
export function number(value: f64): void {
  separate();
  const n = textShortest(value, out + used, u32(OUT_BYTES - used));
  if (n > 0) used += usize(n);
}

export function text(value: usize): void {
  separate();
  quote(value);
}

export function nothing(): void {
  separate();
  putByte(110);
  putByte(117);
  putByte(108);
  putByte(108);
}

/** 16 hex digits, quoted. */
export function word(value: u64): void {
  separate();
  putByte(34);
  for (let shift: i32 = 60; shift >= 0; shift -= 4) {
    const digit = u8((value >> u64(shift)) & 15);
    putByte(digit < 10 ? 48 + digit : 87 + digit);
  }
  putByte(34);
}

export function endLine(): void {
  putByte(10);
}
