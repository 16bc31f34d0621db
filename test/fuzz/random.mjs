// A seeded generator for the fuzzers (SplitMix64 on BigInt would halve their speed: this is sfc32). Not for statistics.
export function createRandom(seed) {
  let [a, b, c, d] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1];
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 20; i++) next();
  return {
    next,
    below: (n) => next() % n,
    unit: () => next() / 2 ** 32,
    pick: (list) => list[next() % list.length],
    word: () => (BigInt(next()) << 32n) | BigInt(next()),
  };
}
