// Quantiles, summaries, outlier rules, distributions and bootstrap intervals, typed. Each is one call of the kernel; the
// definitions, their sources and their limits are in docs/statistics.md under the same names.
import {
  doubleAt,
  doublesOf,
  outputOf,
  room,
  type Sample,
  sample,
  uncounted,
  type Workspace,
} from '../facade/workspace.ts';

/** Hyndman and Fan's names for the interpolating ones; Harrell-Davis weighs all values. */
export const QUANTILE_DEFINITIONS = ['nearest-rank', 'R-6', 'R-7', 'Harrell-Davis'] as const;
export type QuantileDefinition = (typeof QUANTILE_DEFINITIONS)[number];

/** In the samples' unit, but for cv (no unit). Quantiles are R-7. */
export interface Summary {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  /** ddof 1; 0 when n is 1. */
  readonly std: number;
  /** Median distance to the median, unscaled. */
  readonly mad: number;
  /** std / mean; 0 when the mean is 0. */
  readonly cv: number;
  readonly min: number;
  readonly max: number;
  readonly p5: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
  readonly p99: number;
  readonly warnings: readonly SummaryWarning[];
}

export type SummaryWarning =
  'one value' | 'the mean is 0' | 'fewer than 10 beyond p5 and p95' | 'fewer than 10 beyond p99';

const WARNINGS: readonly SummaryWarning[] = [
  'one value',
  'the mean is 0',
  'fewer than 10 beyond p5 and p95',
  'fewer than 10 beyond p99',
];

/**
 * Quantiles of n >= 1 values for probabilities from 0 to 1: one each, in their unit. EMPTY, NOT_FINITE, BAD_ARGUMENT (2: a probability
 * outside [0, 1]).
 */
export function quantiles(
  workspace: Workspace,
  values: Sample,
  probabilities: Sample,
  definition: QuantileDefinition,
): Float64Array {
  const which = QUANTILE_DEFINITIONS.indexOf(definition);
  const args = [sample(values), sample(probabilities), which, room(8 * probabilities.length)];
  return doublesOf(outputOf(workspace.call('quantiles', args)));
}

/** The summary of n >= 1 values. EMPTY, NOT_FINITE; OVERFLOW when a sum of squares exceeds binary64. */
export function summarize(workspace: Workspace, values: Sample): Summary {
  const out = outputOf(workspace.call('summarize', [sample(values), room(120)]));
  const bits = doubleAt(out, 14);
  return {
    n: doubleAt(out, 0),
    mean: doubleAt(out, 1),
    median: doubleAt(out, 2),
    std: doubleAt(out, 3),
    mad: doubleAt(out, 4),
    cv: doubleAt(out, 5),
    min: doubleAt(out, 6),
    max: doubleAt(out, 7),
    p5: doubleAt(out, 8),
    p25: doubleAt(out, 9),
    p50: doubleAt(out, 10),
    p75: doubleAt(out, 11),
    p95: doubleAt(out, 12),
    p99: doubleAt(out, 13),
    warnings: WARNINGS.filter((_, i) => (bits & (1 << i)) !== 0),
  };
}

/** Does the quantile `p` of n values lie where fewer than 10 are beyond it? Never at the median. */
export function isTailThin(workspace: Workspace, n: number, p: number): boolean {
  return workspace.call('tailWarning', [n, p]).status === 1;
}

/** Quartiles and fences in the values' unit. */
export interface Fences {
  readonly q1: number;
  readonly q3: number;
  readonly low: number;
  readonly high: number;
}

/** Tukey's fences q1 - k IQR and q3 + k IQR of n >= 1 values. k >= 0, else BAD_ARGUMENT 2. EMPTY, NOT_FINITE. */
export function tukeyFences(workspace: Workspace, values: Sample, k: number): Fences {
  const out = outputOf(workspace.call('tukeyFences', [sample(values), k, room(32)]));
  return {
    q1: doubleAt(out, 0),
    q3: doubleAt(out, 1),
    low: doubleAt(out, 2),
    high: doubleAt(out, 3),
  };
}

/** Series of one length as arguments of one range. */
function together(series: readonly Sample[]): Parameters<Workspace['call']>[1] {
  const n = series[0]?.length ?? 0;
  const wrong = series.findIndex(({ length }) => length !== n);
  if (wrong >= 0)
    throw new RangeError(`series ${wrong} has ${series[wrong]?.length ?? 0} values, not ${n}`);
  const arrays = series.map((each) =>
    each instanceof Float64Array ? each : Float64Array.from(each),
  );
  return [uncounted(...arrays), n, series.length];
}

/**
 * 1 for each of n rows that stays within the fences of every series, else 0: one series is the plain rule, several the paired one. All stay
 * when n < 10. RangeError for series of several lengths; EMPTY, NOT_FINITE, BAD_ARGUMENT 3 for k < 0.
 */
export function tukeyKeep(workspace: Workspace, series: readonly Sample[], k: number): Uint8Array {
  const args = [...together(series), k, room(series[0]?.length ?? 0)];
  return new Uint8Array(outputOf(workspace.call('tukeyKeep', args)).buffer);
}

/** Each series clipped at its own p5 and p95, and how many rows that changed. RangeError for several lengths; EMPTY, NOT_FINITE. */
export function winsorize(
  workspace: Workspace,
  series: readonly Sample[],
): { readonly series: readonly Float64Array[]; readonly changed: number } {
  const n = series[0]?.length ?? 0;
  const args = [...together(series), room(8 * n * series.length)];
  const answer = workspace.call('winsorize', args);
  const values = doublesOf(outputOf(answer));
  return {
    series: series.map((_, i) => values.slice(i * n, (i + 1) * n)),
    changed: answer.status,
  };
}

/** `points` >= 2 values with equal ratios from `low` > 0 (DOMAIN) to `high` > low (BAD_ARGUMENT 1), both included. NOT_FINITE. */
export function logGrid(
  workspace: Workspace,
  low: number,
  high: number,
  points: number,
): Float64Array {
  return doublesOf(outputOf(workspace.call('logGrid', [low, high, points, room(8 * points)])));
}

/** The share, 0 to 1, of values at or below each point of an ascending grid (DOMAIN 2 when it descends). EMPTY, NOT_FINITE. */
export function ecdf(workspace: Workspace, values: Sample, grid: Sample): Float64Array {
  const args = [sample(values), sample(grid), room(8 * grid.length)];
  return doublesOf(outputOf(workspace.call('ecdf', args)));
}

/** The last k steps (1 to n, else BAD_ARGUMENT) of the distribution, ascending: [value, share at or below]. EMPTY, NOT_FINITE. */
export function ecdfTail(workspace: Workspace, values: Sample, k: number): [number, number][] {
  const out = outputOf(workspace.call('ecdfTail', [sample(values), k, room(16 * k)]));
  return Array.from({ length: k }, (_, i) => [doubleAt(out, 2 * i), doubleAt(out, 2 * i + 1)]);
}

const RULES = ['scott', 'silverman', 'silverman-robust'] as const;
const SCALES = ['linear', 'log'] as const;

/** On the logarithmic scale the bandwidth is of ln x. */
export interface DensityOptions {
  readonly scale: (typeof SCALES)[number];
  /** In the scale's unit, above 0; or the rule that finds it. */
  readonly bandwidth: number | (typeof RULES)[number];
}

/**
 * Gaussian kernel density at each point of the grid, per unit of the values on both scales. On the log scale values and points must be
 * positive (DOMAIN); a rule finds no bandwidth when all values are equal (DOMAIN). EMPTY, NOT_FINITE, BAD_ARGUMENT.
 */
export function density(
  workspace: Workspace,
  values: Sample,
  grid: Sample,
  options: DensityOptions,
): Float64Array {
  const scale = SCALES.indexOf(options.scale);
  const bandwidth =
    typeof options.bandwidth === 'number'
      ? options.bandwidth
      : bandwidthOf(workspace, values, RULES.indexOf(options.bandwidth), scale);
  const args = [sample(values), bandwidth, scale, sample(grid), room(8 * grid.length)];
  return doublesOf(outputOf(workspace.call('density', args)));
}

function bandwidthOf(workspace: Workspace, values: Sample, rule: number, scale: number): number {
  const args = [sample(values), rule, scale, room(8)];
  return doubleAt(outputOf(workspace.call('densityBandwidth', args)), 0);
}

/**
 * A violin's outline: `points` >= 2 values from min to max, and the density there (Scott's bandwidth) over its largest value, 0 to 1.
 * DOMAIN when all values are equal. EMPTY, NOT_FINITE, BAD_ARGUMENT.
 */
export function violin(
  workspace: Workspace,
  values: Sample,
  points: number,
): { readonly grid: Float64Array; readonly width: Float64Array } {
  const args = [sample(values), points, room(8 * points), room(8 * points)];
  const [grid, width] = workspace.call('violin', args).outputs.map(doublesOf);
  return { grid: grid ?? new Float64Array(0), width: width ?? new Float64Array(0) };
}

/** In the unit of the values. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The statistic of the sample itself. */
  readonly estimate: number;
}

/** What is drawn: `resamples` samples of n values with replacement, and a statistic of each. */
export interface BootstrapOptions {
  readonly statistic: 'mean' | 'median' | { readonly quantile: number };
  /** n x resamples up to 2^29, else BAD_ARGUMENT 4. */
  readonly resamples: number;
  /** Above 0 and below 100. */
  readonly levelPercent: number;
  readonly seed: bigint;
}

/**
 * numpy's percentile interval of n >= 1 values on the draws of default_rng(seed). n = 1 gives the value three times. EMPTY, NOT_FINITE,
 * BAD_ARGUMENT (2: the quantile, 4: too many draws, 5: the level).
 */
export function bootstrap(
  workspace: Workspace,
  values: Sample,
  options: BootstrapOptions,
): Interval {
  const { statistic, resamples, levelPercent, seed } = options;
  const which = statistic === 'mean' ? 0 : statistic === 'median' ? 1 : 2;
  const p = typeof statistic === 'string' ? 0.5 : statistic.quantile;
  const args = [sample(values), which, p, resamples, levelPercent, seed, room(24)];
  const out = outputOf(workspace.call('bootstrap', args, 24 * resamples));
  return { low: doubleAt(out, 0), high: doubleAt(out, 1), estimate: doubleAt(out, 2) };
}
