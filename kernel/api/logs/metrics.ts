// The metrics of a group by importance, and which of them a profile prints. Names are the reference's.
import type { GroupStatistics, SeriesStatistics } from './analysis.ts';
import type { LogStatistics } from './statistics.ts';

export const PROFILES = ['multi_way', 'pairwise', 'full'] as const;
export type MetricsProfile = (typeof PROFILES)[number];

type Tier = 'high' | 'medium' | 'low';

export interface Metric {
  readonly id: string;
  readonly tier: Tier;
  readonly text: (group: GroupStatistics, statistics: LogStatistics) => string;
}

const number =
  (pick: (group: GroupStatistics) => number | null, decimals: number): Metric['text'] =>
  (group, statistics) => {
    const value = pick(group);
    return value === null || !Number.isFinite(value) ? '-' : statistics.fixed(value, decimals);
  };

/** Marks a tail quantile with fewer than ten values beyond it. */
export const THIN_TAIL = '‡';

const tail =
  (pick: (group: GroupStatistics) => number, isThin: (group: GroupStatistics) => boolean) =>
  (group: GroupStatistics, statistics: LogStatistics): string =>
    `${number(pick, 1)(group, statistics)}${isThin(group) ? ` ${THIN_TAIL}` : ''}`;

/** The p99 goes first: where the p95 is thin it is too. */
export const hasThinTail = ({ ser, deser, total }: GroupStatistics): boolean =>
  [ser, deser, total].some(({ fewBeyondP99 }) => fewBeyondP99);

const seriesMetrics = (
  name: 'ser' | 'deser' | 'total',
  of: (group: GroupStatistics) => SeriesStatistics,
): readonly Metric[] => {
  const metric = (id: string, tier: Tier, pick: (s: SeriesStatistics) => number, decimals = 1) => ({
    id: `${name}_${id}`,
    tier,
    text: number((group) => pick(of(group)), decimals),
  });
  return [
    metric('median_ns', 'high', (s) => s.median),
    metric('mean_ns', 'medium', (s) => s.mean),
    metric('std_ns', 'medium', (s) => s.std),
    metric('mad_ns', 'medium', (s) => s.mad),
    metric('cv', 'medium', (s) => s.cv, 4),
    {
      id: `${name}_p95_ns`,
      tier: 'medium',
      text: tail(
        (g) => of(g).p95,
        (g) => of(g).fewBeyondP95,
      ),
    },
    {
      id: `${name}_p99_ns`,
      tier: 'medium',
      text: tail(
        (g) => of(g).p99,
        (g) => of(g).fewBeyondP99,
      ),
    },
    metric('ci_low_ns', 'medium', (s) => s.ciLow),
    metric('ci_high_ns', 'medium', (s) => s.ciHigh),
    metric('min_ns', 'low', (s) => s.min),
    metric('max_ns', 'low', (s) => s.max),
    metric('p5_ns', 'low', (s) => s.p5),
    metric('p25_ns', 'low', (s) => s.p25),
    metric('p75_ns', 'low', (s) => s.p75),
  ];
};

const METRICS: readonly Metric[] = [
  ...seriesMetrics('total', (group) => group.total),
  ...seriesMetrics('ser', (group) => group.ser),
  ...seriesMetrics('deser', (group) => group.deser),
  { id: 'avg_ops_per_sec', tier: 'high', text: number((g) => g.averageOpsPerSec, 0) },
  { id: 'median_size_bytes', tier: 'high', text: number((g) => g.medianSizeBytes, 0) },
  { id: 'mean_fidelity', tier: 'high', text: number((g) => g.meanFidelity, 2) },
  { id: 'serializer_version', tier: 'high', text: (g) => g.version || '-' },
  { id: 'runs', tier: 'high', text: number((g) => g.runs, 0) },
  { id: 'runs_raw', tier: 'medium', text: number((g) => g.runsRaw, 0) },
  { id: 'warmup_skipped', tier: 'medium', text: number((g) => g.warmupSkipped, 0) },
  { id: 'outliers_removed', tier: 'medium', text: number((g) => g.outliersRemoved, 0) },
  { id: 'values_clipped', tier: 'medium', text: number((g) => g.valuesClipped, 0) },
  {
    id: 'mean_memory_peak_bytes',
    tier: 'medium',
    text: number((g) => g.meanMemoryPeakBytes, 0),
  },
  { id: 'cliffs_delta', tier: 'medium', text: number((g) => g.effect.cliffsDelta, 4) },
  { id: 'cliffs_label', tier: 'medium', text: (g) => g.effect.label },
  { id: 'p_holm', tier: 'medium', text: number((g) => g.effect.pHolm, 4) },
  { id: 'mann_whitney_u', tier: 'medium', text: number((g) => g.effect.mannWhitneyU, 1) },
  { id: 'hedges_g', tier: 'low', text: number((g) => g.effect.hedgesG, 3) },
  { id: 'p_value', tier: 'low', text: number((g) => g.effect.p, 4) },
  { id: 'native_kind', tier: 'low', text: (g) => g.nativeKind || '-' },
];

/** multi_way prints the high tier; pairwise (two serializers) and full print every tier. */
export const metricColumns = (profile: MetricsProfile): readonly Metric[] =>
  profile === 'multi_way' ? METRICS.filter(({ tier }) => tier === 'high') : METRICS;

/** The reference prints everything when exactly two serializers are compared. */
export function defaultProfile(groups: readonly GroupStatistics[]): MetricsProfile {
  const serializers = new Set(groups.map(({ serializer }) => serializer));
  return serializers.size === 2 ? 'pairwise' : 'multi_way';
}
