// The statistics of kernel scratch memory as typed functions: values in, results out, nothing kept.
import { KernelError, statusName } from './errors.ts';
import type { RawKernel } from './raw.ts';
import { takeScratch, withScratch } from './scratch.ts';

export interface DurationSummary {
  readonly n: number;
  readonly min: number;
  readonly p50: number;
  /** null when fewer than 10 samples lie beyond it; `p95Reason` and `p99Reason` say so. */
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number;
  readonly mean: number;
  readonly p95Reason?: string;
  readonly p99Reason?: string;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

const DURATION_BYTES = 56;
const SPREAD_BYTES = 32;

/** Calls one statistic and throws its negative status. */
export function callStatistic(raw: RawKernel, name: string, ...args: number[]): void {
  const status = raw.call(name)(...args);
  if (status < 0) throw new KernelError(statusName(status), name, raw.call('lastSubject')(), '');
}

function thin(n: number): string {
  return `fewer than 10 of ${n} samples lie beyond it`;
}

/** Nearest-rank summary of little-endian u64 nanoseconds, warm-up already cut off by the caller. */
export function summarizeNs(raw: RawKernel, samples: Uint8Array): DurationSummary {
  return withScratch(raw, () => {
    const at = takeScratch(raw, samples.byteLength);
    new Uint8Array(raw.memory.buffer, at, samples.byteLength).set(samples);
    const out = takeScratch(raw, DURATION_BYTES);
    callStatistic(raw, 'summarizeNs', at, samples.byteLength >>> 3, out);
    const view = new DataView(raw.memory.buffer, out, DURATION_BYTES);
    const ns = (offset: number): number => Number(view.getBigUint64(offset, true));
    const n = view.getUint32(0, true);
    const warnings = view.getUint32(4, true);
    return {
      n,
      min: ns(8),
      p50: ns(16),
      p95: (warnings & 1) === 0 ? ns(24) : null,
      p99: (warnings & 2) === 0 ? ns(32) : null,
      max: ns(40),
      mean: view.getFloat64(48, true),
      ...((warnings & 1) === 0 ? {} : { p95Reason: thin(n) }),
      ...((warnings & 2) === 0 ? {} : { p99Reason: thin(n) }),
    };
  });
}

/** Median and observed range of a statistic over trials. */
export function spread(raw: RawKernel, values: readonly number[]): Spread {
  return withScratch(raw, () => {
    const at = takeScratch(raw, values.length * 8);
    new Float64Array(raw.memory.buffer, at, values.length).set(values);
    const out = takeScratch(raw, SPREAD_BYTES);
    callStatistic(raw, 'spread', at, values.length, out);
    const view = new DataView(raw.memory.buffer, out, SPREAD_BYTES);
    return {
      median: view.getFloat64(0, true),
      min: view.getFloat64(8, true),
      max: view.getFloat64(16, true),
      n: view.getUint32(24, true),
    };
  });
}
