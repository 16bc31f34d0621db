// SplitMix64: the only generator of the plan. Deterministic; seeds come from the caller.
// Steele, Lea, Flood: Fast splittable pseudorandom number generators (OOPSLA 2014), constants of variant 13.

const GOLDEN: u64 = 0x9e3779b97f4a7c15;

/** The word that belongs to a state that was already advanced. */
export function mix64(state: u64): u64 {
  let z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/** The state after `state`; its word is mix64 of it. */
export function advance64(state: u64): u64 {
  return state + GOLDEN;
}
