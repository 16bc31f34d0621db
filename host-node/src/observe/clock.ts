// The monotonic clock of this host, and how fine and how costly it is. It keeps no samples.

import type { ClockFacts } from '../../../kernel/api/run/results.ts';

/** All times of a trial come from here, so that host and kernel speak of the same nanoseconds. */
export const nowNs: () => bigint = process.hrtime.bigint.bind(process.hrtime);

/** When this process loaded the clock; stamps in results are relative to it. */
const STARTED_NS = nowNs();

/** A stamp as results hold it; 0 stays 0, which means never. */
export function sinceStart(stampNs: bigint): string {
  return String(stampNs === 0n ? 0n : stampNs - STARTED_NS);
}

/** Enough reads that the smallest step is seen and the median is steady; about 2 ms. */
const READS = 20_000;

export function measureClock(): ClockFacts {
  const stamps: bigint[] = [];
  for (let index = 0; index < READS; index += 1) stamps.push(nowNs());
  const steps: number[] = [];
  for (let index = 1; index < stamps.length; index += 1) {
    const step = Number((stamps[index] ?? 0n) - (stamps[index - 1] ?? 0n));
    steps.push(step);
  }
  const sorted = steps.sort((a, b) => a - b);
  const positive = sorted.find((step) => step > 0) ?? 0;
  return {
    source: 'process.hrtime.bigint',
    resolutionNs: positive,
    readNs: sorted[sorted.length >> 1] ?? 0,
  };
}
