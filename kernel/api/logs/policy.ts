// From the rows of a group to the values that statistics are computed of: warm-up off, then one outlier policy. It says what it removed.
import type { Workspace } from '../facade/workspace.ts';
import { tukeyKeep, winsorize } from '../statistics/summary.ts';
import type { LogGroup } from './group.ts';

export const POLICIES = ['all', 'iqr_1.5', 'iqr_3', 'winsorize_5_95'] as const;
export type Policy = (typeof POLICIES)[number];

/** The reference's default. */
export const DEFAULT_POLICY: Policy = 'iqr_1.5';

export interface CleanRows {
  readonly serNs: Float64Array;
  readonly deserNs: Float64Array;
  readonly totalNs: Float64Array;
  readonly size: Float64Array;
  readonly fidelity: Float64Array;
  readonly memoryPeakBytes: Float64Array;
  /** All rows of the group, warm-up too. */
  readonly runsRaw: number;
  readonly warmupSkipped: number;
  readonly outliersRemoved: number;
  /** Rows that winsorizing touched; they stay. */
  readonly valuesClipped: number;
}

const WARMUP_REPETITION = 0;

const pick = (values: Float64Array, keep: (index: number) => boolean): Float64Array =>
  values.filter((_, index) => keep(index));

/** Absent values are NaN and take no part. */
const present = (values: Float64Array): Float64Array =>
  values.filter((value) => !Number.isNaN(value));

/** Outlier fences are paired: a row stays when it is inside those of all three series. */
export function cleanRows(group: LogGroup, policy: Policy, workspace: Workspace): CleanRows {
  const repetition = group.series('repetition');
  const measured = (index: number): boolean => repetition[index] !== WARMUP_REPETITION;
  const times = [
    pick(group.series('serNs'), measured),
    pick(group.series('deserNs'), measured),
    pick(group.series('totalNs'), measured),
  ] as const;
  const n = times[0].length;
  const { series, kept, touched } = applyPolicy(times, policy, workspace);
  const keep = (index: number): boolean => kept === null || kept[index] === 1;
  const rest = (name: 'size' | 'fidelity' | 'memoryPeakBytes'): Float64Array =>
    present(pick(pick(group.series(name), measured), keep));
  const [serNs, deserNs, totalNs] = series;
  return {
    serNs,
    deserNs,
    totalNs,
    size: rest('size'),
    fidelity: rest('fidelity'),
    memoryPeakBytes: rest('memoryPeakBytes'),
    runsRaw: group.count,
    warmupSkipped: group.count - n,
    outliersRemoved: n - totalNs.length,
    valuesClipped: touched,
  };
}

type Times = readonly [Float64Array, Float64Array, Float64Array];

interface Applied {
  readonly series: Times;
  /** Null when no row goes. */
  readonly kept: Uint8Array | null;
  readonly touched: number;
}

function applyPolicy(times: Times, policy: Policy, workspace: Workspace): Applied {
  if (policy === 'all' || times[0].length === 0) return { series: times, kept: null, touched: 0 };
  if (policy === 'winsorize_5_95') {
    const { series, changed: touched } = winsorize(workspace, times);
    const [ser = times[0], deser = times[1], total = times[2]] = series;
    return { series: [ser, deser, total], kept: null, touched };
  }
  const kept = tukeyKeep(workspace, times, policy === 'iqr_3' ? 3 : 1.5);
  const keep = (index: number): boolean => kept[index] === 1;
  const [ser, deser, total] = times;
  return { series: [pick(ser, keep), pick(deser, keep), pick(total, keep)], kept, touched: 0 };
}
