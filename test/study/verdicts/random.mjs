// Seeded random numbers of the study: SplitMix64 and the normal distribution from it. The same seed gives the same study everywhere.

const MASK = 0xffff_ffff_ffff_ffffn;
const GOLDEN = 0x9e37_79b9_7f4a_7c15n;

/** A stream of uniform numbers in (0, 1), normal ones, and picks. */
export function randomOf(seed) {
  let state = BigInt(seed);
  const word = () => {
    state = (state + GOLDEN) & MASK;
    let z = ((state ^ (state >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & MASK;
    return z ^ (z >> 31n);
  };
  const uniform = () => (Number(word() >> 11n) + 0.5) * 2 ** -53;
  // Box and Muller 1958; the second number of a pair is kept.
  let spare = null;
  const normal = () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const pick = (list) => list[Math.floor(uniform() * list.length)];
  return { uniform, normal, pick };
}
