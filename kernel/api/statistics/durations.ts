// What a duplex run says of a trial's samples and of a case's trials, typed. Definitions and limits: docs/statistics.md.
import { doubleAt, outputOf, room, type Sample, sample, uncounted } from '../facade/workspace.ts';
import type { Workspace } from '../facade/workspace.ts';

/** Nearest ranks of nanoseconds; the mean is one too. A tail with fewer than 10 samples beyond it is null with a reason. */
export interface DurationSummary {
  readonly n: number;
  readonly min: number;
  readonly p50: number;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number;
  readonly mean: number;
  readonly p95Reason?: string;
  readonly p99Reason?: string;
}

/** Over the ok trials of a case, in their unit: the median and the observed range. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

const DURATION_BYTES = 56;
const SPREAD_BYTES = 32;

function thin(n: number): string {
  return `fewer than 10 of ${n} samples lie beyond it`;
}

/** Of n >= 1 little-endian u64 nanoseconds (8 n bytes, EMPTY), warm-up already cut off by the caller. OVERFLOW when their sum exceeds u64. */
export function summarizeNs(workspace: Workspace, samples: Uint8Array): DurationSummary {
  const args = [uncounted(samples), samples.byteLength >>> 3, room(DURATION_BYTES)];
  const out = outputOf(workspace.call('summarizeNs', args));
  const ns = (offset: number): number => Number(out.getBigUint64(offset, true));
  const n = out.getUint32(0, true);
  const warnings = out.getUint32(4, true);
  const [isThin95, isThin99] = [(warnings & 1) !== 0, (warnings & 2) !== 0];
  return {
    n,
    min: ns(8),
    p50: ns(16),
    p95: isThin95 ? null : ns(24),
    p99: isThin99 ? null : ns(32),
    max: ns(40),
    mean: out.getFloat64(48, true),
    ...(isThin95 ? { p95Reason: thin(n) } : {}),
    ...(isThin99 ? { p99Reason: thin(n) } : {}),
  };
}

/** The median and the observed range of a statistic over n >= 1 trials, in its unit. EMPTY, NOT_FINITE. */
export function spread(workspace: Workspace, values: Sample): Spread {
  const out = outputOf(workspace.call('spread', [sample(values), room(SPREAD_BYTES)]));
  return {
    median: doubleAt(out, 0),
    min: doubleAt(out, 1),
    max: doubleAt(out, 2),
    n: out.getUint32(24, true),
  };
}
