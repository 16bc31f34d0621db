// The xorshift64 stream of the serializer suite's data and its draws, written as record fields. Knows no data type.

// Documented by the reference suite: s ^= s << 13; s ^= s >> 7; s ^= s << 17; the output is s. A zero seed becomes the golden ratio.
const GOLDEN: u64 = 0x9e3779b97f4a7c15;
const FNV_PRIME: u64 = 0x100000001b3;
const LOWER_A: u64 = 97;
const ALPHABET: u64 = 26;

let state: u64 = 0;
/** Where the next field goes. */
let cursor: usize = 0;

/** Starts the stream of one instance: FNV over the type's name from the seed, mixed with the instance's index. */
export function startInstance(seed: u64, name: usize, nameBytes: usize, index: u64): void {
  let hash = seed == 0 ? GOLDEN : seed;
  for (let i: usize = 0; i < nameBytes; i++) hash = (hash ^ u64(load<u8>(name + i))) * FNV_PRIME;
  hash ^= index * GOLDEN;
  state = hash == 0 ? 1 : hash;
}

function next(): u64 {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/** Fields are written here from now on; the old place is returned. */
export function writeAt(at: usize): usize {
  const before = cursor;
  cursor = at;
  return before;
}

export function putCount(count: u32): void {
  store<u32>(cursor, count);
  cursor += 4;
}

export function putBool(): void {
  store<u8>(cursor, u8(next() & 1));
  cursor += 1;
}

function integer(least: u64, most: u64): u64 {
  return least + (next() % (most - least + 1));
}

export function putI32(least: u64, most: u64): void {
  store<u32>(cursor, u32(integer(least, most)));
  cursor += 4;
}

export function putI64(base: u64, most: u64): void {
  store<u64>(cursor, base + integer(0, most));
  cursor += 8;
}

/** A double in [0, scale). */
export function putF64(scale: f64): void {
  store<f64>(cursor, f64(next() >> 11) * 1.1102230246251565e-16 * scale);
  cursor += 8;
}

/** A word of lower-case letters: u16 length, then the letters. */
export function putWord(least: u64, most: u64): void {
  const length = usize(integer(least, most));
  store<u16>(cursor, u16(length));
  for (let i: usize = 0; i < length; i++)
    store<u8>(cursor + 2 + i, u8(LOWER_A + (next() % ALPHABET)));
  cursor += 2 + length;
}

/** Appends bytes that were drawn earlier than their place in the record. */
export function putDrawn(at: usize, bytes: usize): void {
  memory.copy(cursor, at, bytes);
  cursor += bytes;
}
