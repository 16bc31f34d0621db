// The statistics of duplex results, each computed by the kernel: it copies samples into scratch memory, calls, and reads
// the answer. It adds nothing but the reason beside a tail that is not given.

import type { DerivingKernel } from './derive.ts';
import { KernelError, statusName } from './errors.ts';
import { takeScratch, withScratch } from './facade.ts';
import type { Kernel } from './facade.ts';
import type { RawKernel } from './raw.ts';
import type { LatencyStats, Spread } from './results.ts';

const BYTES = 8;

/** docs/statistics.md: the definition of a quantile, as the kernel numbers it. */
const NEAREST_RANK = 0;

/** The summary record of `summarize`: f64 fields in this order (docs/statistics.md). */
const SUMMARY = { bytes: 120, mean: 8, median: 16, min: 48, max: 56 } as const;

const RATES = [0.5, 0.95, 0.99] as const;
/** Times the sample in f64: the sample, its sorted copy and the kernel's own work, with room to spare. */
const SCRATCH_PER_SAMPLE = 8 * BYTES;
const SCRATCH_BASE = 1_048_576;

/** Scratch memory that statistics of at most `samples` samples need. */
export function scratchBytesFor(samples: number): number {
  return SCRATCH_BASE + samples * SCRATCH_PER_SAMPLE;
}

/** `kernel` must have been opened with scratch memory for the largest sample. */
export function duplexStatistics(kernel: Kernel): DerivingKernel {
  const { raw } = kernel;
  return {
    summarizeNs: (samples) => withScratch(raw, () => summarizeNs(raw, samples)),
    spread: (values) => withScratch(raw, () => spread(raw, values)),
  };
}

function summarizeNs(raw: RawKernel, samples: Uint8Array): LatencyStats {
  const n = samples.length / BYTES;
  const at = takeScratch(raw, samples.length);
  const from = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  const to = new Float64Array(raw.memory.buffer, at, n);
  // Nanoseconds stay below 2^53, so the conversion is exact.
  for (let index = 0; index < n; index += 1)
    to[index] = Number(from.getBigUint64(index * BYTES, true));
  const summary = summarize(raw, at, n);
  const [p50, p95, p99] = quantiles(raw, at, n);
  return {
    n,
    min: summary.min,
    p50,
    ...tail(raw, n, 'p95', 0.95, p95),
    ...tail(raw, n, 'p99', 0.99, p99),
    max: summary.max,
    mean: summary.mean,
  } as LatencyStats;
}

function tail(
  raw: RawKernel,
  n: number,
  name: 'p95' | 'p99',
  rate: number,
  value: number,
): Readonly<Record<string, number | string | null>> {
  if (checked(raw, 'tailWarning', n, rate) === 0) return { [name]: value };
  return { [name]: null, [`${name}Reason`]: 'fewer than 10 samples beyond it' };
}

function spread(raw: RawKernel, values: readonly number[]): Spread {
  const at = takeScratch(raw, values.length * BYTES);
  new Float64Array(raw.memory.buffer, at, values.length).set(values);
  const { median, min, max } = summarize(raw, at, values.length);
  return { median, min, max, n: values.length };
}

function summarize(
  raw: RawKernel,
  at: number,
  n: number,
): Record<'mean' | 'median' | 'min' | 'max', number> {
  const out = takeScratch(raw, SUMMARY.bytes);
  checked(raw, 'summarize', at, n, out);
  const view = new DataView(raw.memory.buffer, out, SUMMARY.bytes);
  const field = (offset: number): number => view.getFloat64(offset, true);
  return {
    mean: field(SUMMARY.mean),
    median: field(SUMMARY.median),
    min: field(SUMMARY.min),
    max: field(SUMMARY.max),
  };
}

function quantiles(raw: RawKernel, at: number, n: number): readonly [number, number, number] {
  const ratesAt = takeScratch(raw, RATES.length * BYTES);
  const out = takeScratch(raw, RATES.length * BYTES);
  new Float64Array(raw.memory.buffer, ratesAt, RATES.length).set(RATES);
  checked(raw, 'quantiles', at, n, ratesAt, RATES.length, NEAREST_RANK, out);
  const [p50 = 0, p95 = 0, p99 = 0] = new Float64Array(raw.memory.buffer, out, RATES.length);
  return [p50, p95, p99];
}

function checked(raw: RawKernel, name: string, ...args: number[]): number {
  const status = raw.call(name)(...args);
  if (status >= 0) return status;
  throw new KernelError(statusName(status), name, raw.call('lastSubject')(), '');
}
