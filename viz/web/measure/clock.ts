// The clock of a page or a worker, and how coarse a browser makes it. It keeps no samples.
import type { ClockFacts } from '../../../kernel/api/run/results.ts';

const NS_PER_MS = 1e6;

/** Milliseconds with a fraction become whole nanoseconds; the browser has rounded them to its step already. */
export function nowNs(): bigint {
  return BigInt(Math.round(performance.now() * NS_PER_MS));
}

export function sinceStart(stampNs: bigint): string {
  return String(stampNs);
}

/** Enough steps that a jittered clock shows its smallest ... */
const STEPS = 1024;
/** ... but of a clock in steps of 100 ms, as privacy settings make it, a few are enough. */
const FEWEST_STEPS = 4;
const PATIENCE_MS = 100;

export function measureClock(): ClockFacts {
  let least = Infinity;
  let steps = 0;
  let reads = 0;
  const begun = performance.now();
  let last = begun;
  while (steps < STEPS && (steps < FEWEST_STEPS || last - begun < PATIENCE_MS)) {
    const now = performance.now();
    reads += 1;
    if (now === last) continue;
    least = Math.min(least, now - last);
    last = now;
    steps += 1;
  }
  return {
    source: 'performance.now',
    resolutionNs: Math.round(least * NS_PER_MS),
    readNs: Math.round(((last - begun) / reads) * NS_PER_MS),
  };
}
