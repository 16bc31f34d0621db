// A warm cell's line in `.curves.jsonl`: its first call, its warm-up and the state of the machine. The format; what it means is in cold-warm.ts.
import type { Mode } from './columns.ts';
import { LineReader } from './lines.ts';
import { ProblemCounter } from './problems.ts';
import type { LogProblem } from './problems.ts';

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
  return curvesIn('', [new TextEncoder().encode(text)]).curves;
}

/** The same from pieces, with a problem for what is no curve in the middle of the file. */
export function curvesIn(
  file: string,
  pieces: Iterable<Uint8Array>,
): { readonly curves: readonly WarmCurve[]; readonly problems: readonly LogProblem[] } {
  const problems = new ProblemCounter(file);
  const curves: WarmCurve[] = [];
  const lines = new LineReader(file, (text, line, ended) => {
    const curve = text === '' ? null : curveOf(text);
    if (curve !== null) curves.push(curve);
    else if (text !== '' && ended) problems.add('BAD_CURVE', line);
  });
  for (const piece of pieces) lines.push(piece);
  lines.end();
  return { curves, problems: problems.list() };
}

function curveOf(text: string): WarmCurve | null {
  try {
    const curve = JSON.parse(text) as WarmCurve | null;
    return isCurve(curve) ? curve : null;
  } catch {
    return null;
  }
}

const NUMBERS = [
  'round',
  'place',
  'size',
  'callsPerSample',
  'samples',
  'batches',
  'elapsedMs',
] as const;
const TEXTS = ['serializer', 'cell', 'mode', 'startedAt'] as const;

const areNumbers = (values: unknown, count: number | null): boolean =>
  Array.isArray(values) &&
  (count === null || values.length === count) &&
  values.every((value) => Number.isFinite(value));

const isCurve = (curve: Partial<Record<keyof WarmCurve, unknown>> | null): curve is WarmCurve =>
  curve !== null &&
  NUMBERS.every((name) => Number.isFinite(curve[name])) &&
  TEXTS.every((name) => typeof curve[name] === 'string') &&
  typeof curve.steady === 'boolean' &&
  areNumbers(curve.phasesNs, 4) &&
  areNumbers(curve.loadAverage, 2) &&
  Array.isArray(curve.curve) &&
  curve.curve.every((point) => areNumbers(point, 2)) &&
  (curve.stealNs === null || Number.isFinite(curve.stealNs));
