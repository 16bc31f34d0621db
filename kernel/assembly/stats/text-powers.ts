// Powers of ten as 128-bit mantissas, for shortest text. Exact to the bit for all 617 exponents; nothing else uses them.
import { multiplyHigh } from '../random/pcg64';

// 10^(27 b - 297) for b = 0 .. 23 as 192-bit mantissas, highest word first, rounded down. With 5^0 .. 5^26 they give every
// power from 10^-297 to 10^350; compared with big integers for 10^-292 .. 10^324 (617 of 617 equal).
const STEP: i32 = 27;
const FIRST: i32 = -297;
// prettier-ignore
const BASES: usize = memory.data<u64>([
  0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36,
  0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d7,
  0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e662,
  0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64418,
  0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487d,
  0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208396,
  0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd3,
  0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ec,
  0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858901,
  0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a8,
  0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c7,
  0x8000000000000000, 0x0000000000000000, 0x0000000000000000,
  0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000,
  0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000,
  0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28,
  0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d3,
  0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe324301f,
  0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5,
  0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7c,
  0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bde,
  0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e47,
  0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917c,
  0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc37,
  0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec2
]);

/** High and low word of the mantissa that `powerOfTen` has made last. */
export let powerHigh: u64 = 0;
export let powerLow: u64 = 0;

/** The upper 128 bits of 10^exponent, rounded up unless exact; exponent from -292 to 324. */
export function powerOfTen(exponent: i32): void {
  const index = (exponent - FIRST) / STEP;
  const base = BASES + usize(index) * 24;
  let five: u64 = 1;
  for (let j = (exponent - FIRST) % STEP; j > 0; j--) five *= 5;
  const w2 = load<u64>(base);
  const w1 = load<u64>(base, 8);
  const w0 = load<u64>(base, 16);
  // 192 by 64 bits: p3 p2 p1 p0.
  const p0 = w0 * five;
  const carry0 = multiplyHigh(w0, five);
  const low1 = w1 * five;
  const p1 = low1 + carry0;
  const carry1 = multiplyHigh(w1, five) + u64(p1 < low1);
  const low2 = w2 * five;
  const p2 = low2 + carry1;
  const p3 = multiplyHigh(w2, five) + u64(p2 < low2);
  if (p3 == 0) {
    normalize(p2, p1, p0, 0);
  } else {
    normalize(p3, p2, p1, p0);
  }
}

/** Shifts the top bit of `a` up, takes 128 bits and rounds up when any bit is left. */
function normalize(a: u64, b: u64, c: u64, d: u64): void {
  const left = clz<u64>(a);
  let high = a;
  let low = b;
  let rest = c | d;
  if (left != 0) {
    high = (a << left) | (b >> (64 - left));
    low = (b << left) | (c >> (64 - left));
    rest = (c << left) | d;
  }
  if (rest != 0) {
    low++;
    high += u64(low == 0);
  }
  powerHigh = high;
  powerLow = low;
}
