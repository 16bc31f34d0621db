// From groups of rows to the statistics file of a log: per group the three series, per cell the effects against the fastest. No table, no rounding.
import { ifDefined } from '../facade/errors.ts';
import type { Summary } from '../statistics/summary.ts';
import type { CliffsDelta } from '../statistics/tests.ts';
import type { Workspace } from '../facade/workspace.ts';
import { textSeed } from '../statistics/draws.ts';
import { bootstrap, summarize } from '../statistics/summary.ts';
import { cliffsDelta, hedgesG, holm, mannWhitney } from '../statistics/tests.ts';
import type { GroupKey, LogGroup, OptionalSeries } from './group.ts';
import { groupBy } from './group-by.ts';
import { cleanRows } from './policy.ts';
import { opsPerSec, processesOf } from './processes.ts';
import type { Processes } from './processes.ts';
import type { CleanRows, Policy } from './policy.ts';
import { pythonTuple } from './python-repr.ts';

export interface SeriesStatistics extends Omit<Summary, 'p50' | 'warnings'> {
  /** Too few samples beyond: the value stands, with its footnote. */
  readonly fewBeyondP95: boolean;
  readonly fewBeyondP99: boolean;
  /** 95 % bootstrap interval of the mean; the mean itself below five values; NaN when none was asked for. */
  readonly ciLow: number;
  readonly ciHigh: number;
}

export interface Effect {
  /** The serializer with the lowest median total of this cell. */
  readonly reference: string;
  /** Positive: slower than the reference. */
  readonly cliffsDelta: number;
  readonly label: CliffsDelta['size'] | 'reference';
  readonly hedgesG: number | null;
  readonly mannWhitneyU: number | null;
  readonly p: number | null;
  /** Holm over the other serializers of this cell only. */
  readonly pHolm: number | null;
  readonly significant: boolean;
}

export interface GroupStatistics extends GroupKey {
  readonly version: string;
  readonly nativeKind: string;
  readonly streamMode: string;
  readonly runs: number;
  readonly runsRaw: number;
  readonly warmupSkipped: number;
  readonly outliersRemoved: number;
  readonly valuesClipped: number;
  readonly ser: SeriesStatistics;
  readonly deser: SeriesStatistics;
  readonly total: SeriesStatistics;
  /** 1e9 over the mean, the largest and the smallest total. */
  readonly averageOpsPerSec: number;
  readonly minOpsPerSec: number;
  readonly maxOpsPerSec: number;
  readonly medianSizeBytes: number | null;
  readonly medianSizeGzipBytes: number | null;
  readonly medianSizeZstdBytes: number | null;
  readonly meanFidelity: number | null;
  readonly meanMemoryPeakBytes: number | null;
  /** Medians of the four phases; null in logs that only have their sums. */
  readonly phases: Phases | null;
  /** What its fresh processes gave; null for a log that does not say which process a row is of. */
  readonly processes: Processes | null;
  readonly effect: Effect;
}

export interface Phases {
  readonly toNative: number;
  readonly encode: number;
  readonly decode: number;
  readonly toDomain: number;
}

export interface LogAnalysis {
  readonly policy: Policy;
  readonly groups: readonly GroupStatistics[];
  /** Groups with nothing but warm-up rows: named, because they appear in no table. */
  readonly withoutRuns: readonly GroupKey[];
}

const RESAMPLES = 2000;
const LEVEL_PERCENT = 95;
const MIN_FOR_INTERVAL = 5;
const ALPHA = 0.05;
const DEFAULT_SEED_TEXT = '42';

interface Cleaned {
  readonly group: LogGroup;
  readonly rows: CleanRows;
  readonly processes: Processes | null;
  readonly medianTotalNs: number;
}

export function analyzeGroups(
  groups: readonly LogGroup[],
  policy: Policy,
  workspace: Workspace,
  /** Rows that do only a part of the work: compared with the fastest, never the fastest. */
  unranked: ReadonlySet<string> = new Set(),
  withIntervals = true,
): LogAnalysis {
  const all = groups.map((group) => ({ group, rows: cleanRows(group, policy, workspace) }));
  const cleaned = all
    .filter(({ rows }) => rows.totalNs.length > 0)
    .map((entry) => {
      const processes = processesOf(entry.group, workspace);
      const medianTotalNs = processes?.medianNs ?? summarize(workspace, entry.rows.totalNs).median;
      return { ...entry, processes, medianTotalNs };
    });
  const effects = effectsOf(cleaned, unranked, workspace);
  return {
    policy,
    groups: cleaned.flatMap((entry) => {
      const effect = effects.get(entry);
      return effect === undefined ? [] : [groupStatistics(entry, effect, workspace, withIntervals)];
    }),
    withoutRuns: all.filter(({ rows }) => rows.totalNs.length === 0).map(({ group }) => group.key),
  };
}

/** What is compared with each other: one cell, one mode, one language. */
export const cellId = (key: GroupKey): string =>
  [key.language, key.dataType, key.typeConfigHash, key.instances, key.mode].join('\n');

function effectsOf(
  cleaned: readonly Cleaned[],
  unranked: ReadonlySet<string>,
  workspace: Workspace,
): ReadonlyMap<Cleaned, Effect> {
  const effects = new Map<Cleaned, Effect>();
  for (const cell of groupBy(cleaned, ({ group }) => cellId(group.key)).values())
    for (const [entry, effect] of cellEffects(cell, unranked, workspace))
      effects.set(entry, effect);
  return effects;
}

function cellEffects(
  cell: readonly Cleaned[],
  unranked: ReadonlySet<string>,
  workspace: Workspace,
): readonly (readonly [Cleaned, Effect])[] {
  const ranked = cell.filter(({ group }) => !unranked.has(group.key.serializer));
  const fastest = (ranked.length === 0 ? cell : ranked).reduce((best, entry) =>
    entry.medianTotalNs < best.medianTotalNs ? entry : best,
  );
  const reference = fastest.group.key.serializer;
  const others = cell.filter((entry) => entry !== fastest);
  const tests = others.map(({ rows }) =>
    mannWhitney(workspace, rows.totalNs, fastest.rows.totalNs, 'asymptotic'),
  );
  const adjusted = holm(
    workspace,
    tests.map(({ p }) => p),
  );
  const compared = others.map((entry, index): readonly [Cleaned, Effect] => {
    const { delta, size } = cliffsDelta(workspace, entry.rows.totalNs, fastest.rows.totalNs);
    const pHolm = adjusted[index] ?? 1;
    return [
      entry,
      {
        reference,
        cliffsDelta: delta,
        label: size,
        hedgesG: ifDefined(() => hedgesG(workspace, entry.rows.totalNs, fastest.rows.totalNs)),
        mannWhitneyU: tests[index]?.u ?? null,
        p: tests[index]?.p ?? null,
        pHolm,
        significant: pHolm < ALPHA,
      },
    ];
  });
  return [[fastest, referenceEffect(reference)], ...compared];
}

const referenceEffect = (reference: string): Effect => ({
  reference,
  cliffsDelta: 0,
  label: 'reference',
  hedgesG: null,
  mannWhitneyU: null,
  p: null,
  pHolm: null,
  significant: false,
});

/** The reference's per-group seed: SHA-256 of "42" + repr(key) + "|" + series + "|", low 32 bits. */
function seriesSeed(key: GroupKey, series: string, workspace: Workspace): bigint {
  const tuple = pythonTuple([
    key.serializer,
    key.dataType,
    key.typeConfigHash,
    key.instances,
    key.mode,
    key.language,
  ]);
  return textSeed(workspace, `${DEFAULT_SEED_TEXT}${tuple}|${series}|`) & 0xffff_ffffn;
}

function seriesStatistics(
  values: Float64Array,
  key: GroupKey,
  series: string,
  workspace: Workspace,
  withIntervals: boolean,
): SeriesStatistics {
  const { p50, warnings, ...summary } = summarize(workspace, values);
  const about = {
    ...summary,
    fewBeyondP95: warnings.includes('fewer than 10 beyond p5 and p95'),
    fewBeyondP99: warnings.includes('fewer than 10 beyond p99'),
  };
  if (!withIntervals) return { ...about, ciLow: NaN, ciHigh: NaN };
  if (values.length < MIN_FOR_INTERVAL)
    return { ...about, ciLow: summary.mean, ciHigh: summary.mean };
  const seed = seriesSeed(key, series, workspace);
  const how = { statistic: 'mean', resamples: RESAMPLES, levelPercent: LEVEL_PERCENT } as const;
  const { low, high } = bootstrap(workspace, values, { ...how, seed });
  return { ...about, ciLow: low, ciHigh: high };
}

function groupStatistics(
  { group, rows, processes }: Cleaned,
  effect: Effect,
  workspace: Workspace,
  withIntervals: boolean,
): GroupStatistics {
  const { key } = group;
  const total = seriesStatistics(rows.totalNs, key, 'total', workspace, withIntervals);
  const medianOf: MedianOf = (values) =>
    values.length === 0 ? null : summarize(workspace, values).median;
  const meanOf = (values: Float64Array): number | null =>
    values.length === 0 ? null : summarize(workspace, values).mean;
  return {
    ...key,
    version: [...group.versions].join(' and '),
    nativeKind: [...group.nativeKinds].join(' and '),
    streamMode: [...group.streamModes].join(' and '),
    runs: rows.totalNs.length,
    runsRaw: rows.runsRaw,
    warmupSkipped: rows.warmupSkipped,
    outliersRemoved: rows.outliersRemoved,
    valuesClipped: rows.valuesClipped,
    ser: seriesStatistics(rows.serNs, key, 'ser', workspace, withIntervals),
    deser: seriesStatistics(rows.deserNs, key, 'deser', workspace, withIntervals),
    total,
    averageOpsPerSec: opsPerSec(total.mean),
    minOpsPerSec: opsPerSec(total.max),
    maxOpsPerSec: opsPerSec(total.min),
    medianSizeBytes: medianOf(rows.size),
    medianSizeGzipBytes: medianOf(measuredRows(group, 'sizeGzip')),
    medianSizeZstdBytes: medianOf(measuredRows(group, 'sizeZstd')),
    meanFidelity: meanOf(rows.fidelity),
    meanMemoryPeakBytes: meanOf(rows.memoryPeakBytes),
    phases: phasesOf(group, medianOf),
    processes,
    effect,
  };
}

type MedianOf = (values: Float64Array) => number | null;

/** An optional column without its warm-up rows; empty when the log has no such column. */
function measuredRows(group: LogGroup, name: OptionalSeries): Float64Array {
  const repetition = group.series('repetition');
  return (group.optional(name) ?? new Float64Array(0)).filter(
    (value, index) => repetition[index] !== 0 && !Number.isNaN(value),
  );
}

function phasesOf(group: LogGroup, medianOf: MedianOf): Phases | null {
  const phase = (name: OptionalSeries): number | null => medianOf(measuredRows(group, name));
  const [toNative, encode] = [phase('toNativeNs'), phase('encodeNs')];
  const [decode, toDomain] = [phase('decodeNs'), phase('toDomainNs')];
  if (toNative === null || encode === null || decode === null || toDomain === null) return null;
  return { toNative, encode, decode, toDomain };
}
