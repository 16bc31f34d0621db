// A warm cell's line in `.curves.jsonl`: its first call, its warm-up and the state of the machine. The format; what it means is in cold-warm.ts.
import type { Mode } from './columns.ts';

/** Index of a batch, and its mean per call in ns to one decimal. */
export type CurvePoint = readonly [number, number];

export interface WarmCurve {
  readonly serializer: string;
  readonly cell: string;
  readonly mode: Mode;
  readonly round: number;
  /** Place in the shuffled order of its round. */
  readonly place: number;
  /** Of the first call ever in this process: toNative, encode, decode, toDomain. */
  readonly phasesNs: readonly number[];
  readonly size: number;
  readonly steady: boolean;
  readonly callsPerSample: number;
  readonly samples: number;
  /** How many batches the warm-up had; `curve` keeps some of them. */
  readonly batches: number;
  readonly curve: readonly CurvePoint[];
  /** UTC, with the time the whole cell took, process start included. */
  readonly startedAt: string;
  readonly elapsedMs: number;
  /** One-minute load average before and after. */
  readonly loadAverage: readonly [number, number];
  /** Taken by the hypervisor meanwhile, all processors; null where the system does not say. */
  readonly stealNs: number | null;
}

/** The fast part of a warm-up is its beginning: every batch of it is kept. */
const KEPT_WHOLE = 32;
/** Then each kept batch is at least a quarter further on than the last one. */
const STEP = 1.25;

/** At most about fifty points of a warm-up of any length: its first 32 batches, then at growing distances, and the last. */
export function boundedCurve(warmupNs: readonly number[]): readonly CurvePoint[] {
  const points: CurvePoint[] = [];
  let next = 0;
  for (const [index, ns] of warmupNs.entries()) {
    if (index < next && index !== warmupNs.length - 1) continue;
    points.push([index, Math.round(ns * 10) / 10]);
    next = index < KEPT_WHOLE ? index + 1 : Math.ceil(index * STEP);
  }
  return points;
}

/** The whole lines of a curves file; a line that was cut by a kill is not one. */
export function readCurves(text: string): readonly WarmCurve[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as WarmCurve];
    } catch {
      return [];
    }
  });
}
