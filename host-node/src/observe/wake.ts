// Wakes a caller at a time of the monotonic clock, finer than a timer's millisecond. It is for open loops alone: shortly
// before the time it keeps the event loop turning, which costs a processor.

import { nowNs } from './clock.ts';

/** A timer may be late by its granularity of 1 ms and by what the loop is doing. */
const TURNING_NS = 2_500_000n;
const NS_PER_MS = 1_000_000n;

export function wakeAt(atNs: bigint, wake: () => void): void {
  const turn = (): void => {
    const leftNs = atNs - nowNs();
    if (leftNs <= 0n) wake();
    else if (leftNs > TURNING_NS) setTimeout(turn, Number((leftNs - TURNING_NS) / NS_PER_MS));
    // Sockets are looked at in every turn, so an echo is stamped as soon as it is there.
    else setImmediate(turn);
  };
  setImmediate(turn);
}
