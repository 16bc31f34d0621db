// Every metric of a cell, a column a serializer. Names are the reference's.

import type { GroupStatistics, SeriesStatistics } from '../../kernel/api/logs/analysis.ts';
import { words, type Cell, type Table } from './table.ts';

interface Metric {
  readonly id: string;
  readonly cell: (group: GroupStatistics) => Cell;
}

type Pick<T> = (from: T) => number | null;

const number =
  (pick: Pick<GroupStatistics>, decimals: number, unit = ''): Metric['cell'] =>
  (group) => ({ value: pick(group), unit, digits: { decimals } });

/** Marks a tail quantile with fewer than ten values beyond it. */
const THIN_TAIL = '‡';

/** The p99 goes first: where the p95 is thin it is too. */
const hasThinTail = ({ ser, deser, total }: GroupStatistics): boolean =>
  [ser, deser, total].some(({ fewBeyondP99 }) => fewBeyondP99);

const SERIES: readonly (readonly [id: string, pick: Pick<SeriesStatistics>, decimals?: number])[] =
  [
    ['median_ns', (s) => s.median],
    ['mean_ns', (s) => s.mean],
    ['std_ns', (s) => s.std],
    ['mad_ns', (s) => s.mad],
    ['cv', (s) => s.cv, 4],
    ['p95_ns', (s) => s.p95],
    ['p99_ns', (s) => s.p99],
    ['ci_low_ns', (s) => s.ciLow],
    ['ci_high_ns', (s) => s.ciHigh],
    ['min_ns', (s) => s.min],
    ['max_ns', (s) => s.max],
    ['p5_ns', (s) => s.p5],
    ['p25_ns', (s) => s.p25],
    ['p75_ns', (s) => s.p75],
  ];

const isThin = (id: string, series: SeriesStatistics): boolean =>
  (id === 'p95_ns' && series.fewBeyondP95) || (id === 'p99_ns' && series.fewBeyondP99);

const seriesMetrics = (name: 'ser' | 'deser' | 'total'): readonly Metric[] =>
  SERIES.map(([id, pick, decimals = 1]) => ({
    id: `${name}_${id}`,
    cell: (group) => ({
      value: pick(group[name]),
      unit: id.endsWith('_ns') || id.startsWith('ci_') ? 'ns' : '',
      digits: { decimals },
      ...(isThin(id, group[name]) ? { note: THIN_TAIL } : {}),
    }),
  }));

const METRICS: readonly Metric[] = [
  ...seriesMetrics('total'),
  ...seriesMetrics('ser'),
  ...seriesMetrics('deser'),
  { id: 'avg_ops_per_sec', cell: number((g) => g.averageOpsPerSec, 0, 'ops/s') },
  { id: 'median_size_bytes', cell: number((g) => g.medianSizeBytes, 0, 'B') },
  { id: 'mean_fidelity', cell: number((g) => g.meanFidelity, 2) },
  { id: 'serializer_version', cell: (g) => words(g.version || '–') },
  { id: 'runs', cell: number((g) => g.runs, 0) },
  { id: 'runs_raw', cell: number((g) => g.runsRaw, 0) },
  { id: 'warmup_skipped', cell: number((g) => g.warmupSkipped, 0) },
  { id: 'outliers_removed', cell: number((g) => g.outliersRemoved, 0) },
  { id: 'values_clipped', cell: number((g) => g.valuesClipped, 0) },
  { id: 'mean_memory_peak_bytes', cell: number((g) => g.meanMemoryPeakBytes, 0, 'B') },
  { id: 'cliffs_delta', cell: number((g) => g.effect.cliffsDelta, 4) },
  { id: 'cliffs_label', cell: (g) => words(g.effect.label) },
  { id: 'p_holm', cell: number((g) => g.effect.pHolm, 4) },
  { id: 'mann_whitney_u', cell: number((g) => g.effect.mannWhitneyU, 1) },
  { id: 'hedges_g', cell: number((g) => g.effect.hedgesG, 3) },
  { id: 'p_value', cell: number((g) => g.effect.p, 4) },
  { id: 'native_kind', cell: (g) => words(g.nativeKind || '–') },
];

/** `groups` are of one cell and mode. */
export const metricTable = (groups: readonly GroupStatistics[], caption: string): Table => ({
  caption,
  columns: [{ title: 'Metric' }, ...groups.map(({ serializer }) => ({ title: serializer }))],
  rows: METRICS.map(({ id, cell }) => [words(id), ...groups.map(cell)]),
  notes: groups.some(hasThinTail)
    ? [`${THIN_TAIL} fewer than ten values lie beyond: read it as an order of magnitude.`]
    : [],
});
