// How rooms put their results into the kernel's signature. One function of a word and a word; knows no room.

/** The signature `word` with one more result in it; the order of results matters. */
export function fold(word: u64, result: u64): u64 {
  const z = (word ^ result) * 0x9e3779b97f4a7c15;
  return (z ^ (z >> 32)) * 0xd6e8feb86659fd93 + 1;
}

/** The signature with `bytes` of memory in it, byte by byte. */
export function foldBytes(word: u64, at: usize, bytes: u32): u64 {
  let sum = word;
  for (let i: u32 = 0; i < bytes; i++) sum = fold(sum, u64(load<u8>(at + usize(i))));
  return sum;
}
