// The statistics of logs, computed by the kernel. Values in, results out; the caller has opened scratch memory for them.
import { KernelError, statusName } from '../facade/errors.ts';
import type { RawKernel } from '../facade/raw.ts';
import { takeScratch, withScratch } from '../facade/scratch.ts';

export interface SampleSummary {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  /** With n - 1 in the denominator; 0 for one sample. */
  readonly std: number;
  /** Median distance to the median, unscaled. */
  readonly mad: number;
  readonly cv: number;
  readonly min: number;
  readonly max: number;
  readonly p5: number;
  readonly p25: number;
  readonly p75: number;
  readonly p95: number;
  readonly p99: number;
  /** Too few samples beyond: the value stands, with its footnote. */
  readonly fewBeyondP95: boolean;
  readonly fewBeyondP99: boolean;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Violin {
  readonly xs: readonly number[];
  readonly densities: readonly number[];
}

export const EFFECT_LABELS = ['negligible', 'small', 'medium', 'large'] as const;
export type EffectLabel = (typeof EFFECT_LABELS)[number];

export interface LogStatistics {
  summarize(values: Float64Array): SampleSummary;
  /** 1 for every row to keep: inside the Tukey fences of every series. */
  keepInside(series: readonly Float64Array[], k: number): Uint8Array;
  fences(values: Float64Array, k: number): Interval;
  winsorize(series: readonly Float64Array[]): {
    readonly series: readonly Float64Array[];
    readonly touched: number;
  };
  meanInterval(
    values: Float64Array,
    resamples: number,
    levelPercent: number,
    seed: bigint,
  ): Interval;
  /** Points and densities between the smallest and the largest value, the largest density 1; null when all are equal. */
  violin(values: Float64Array, points: number): Violin | null;
  /** First 8 bytes of SHA-256 of a text's UTF-8, little-endian. */
  textSeed(text: string): bigint;
  shuffle(n: number, seed: bigint): Uint32Array;
  cliffsDelta(
    x: Float64Array,
    y: Float64Array,
  ): { readonly delta: number; readonly label: EffectLabel };
  /** Null when it is not defined: fewer than two values, or no variation at all. */
  hedgesG(x: Float64Array, y: Float64Array): number | null;
  mannWhitney(x: Float64Array, y: Float64Array): { readonly u: number; readonly p: number };
  holm(ps: readonly number[]): Float64Array;
  fixed(value: number, decimals: number): string;
  significant(value: number, digits: number): string;
}

/** Mann-Whitney: the tie-corrected normal approximation with continuity correction, as the reference has it. */
const ASYMPTOTIC = 2;
const STATISTIC_MEAN = 0;
const WARN_TAIL_95 = 4;
const WARN_TAIL_99 = 8;
const TEXT_BYTES = 512;
const utf8 = new TextEncoder();

type Argument = number | bigint;

/** Calls of one kernel: a negative status is a KernelError. */
function caller(raw: RawKernel): (name: string, ...args: readonly Argument[]) => number {
  return (name, ...args) => {
    const status = raw.call(name)(...args);
    if (status >= 0) return status;
    throw new KernelError(statusName(status), name, raw.call('lastSubject')(), '');
  };
}

function put(raw: RawKernel, ...series: readonly Float64Array[]): number {
  const count = series.reduce((sum, values) => sum + values.length, 0);
  const at = takeScratch(raw, Math.max(count, 1) * 8);
  let offset = 0;
  for (const values of series) {
    new Float64Array(raw.memory.buffer, at + offset * 8, values.length).set(values);
    offset += values.length;
  }
  return at;
}

const doubles = (raw: RawKernel, at: number, count: number): Float64Array =>
  new Float64Array(raw.memory.buffer, at, count).slice();

function putBytes(raw: RawKernel, bytes: Uint8Array): number {
  const at = takeScratch(raw, Math.max(bytes.length, 1));
  new Uint8Array(raw.memory.buffer, at, bytes.length).set(bytes);
  return at;
}

function summaryOf(values: Float64Array): SampleSummary {
  const at = (index: number): number => values[index] ?? NaN;
  const warnings = at(14);
  return {
    n: at(0),
    mean: at(1),
    median: at(2),
    std: at(3),
    mad: at(4),
    cv: at(5),
    min: at(6),
    max: at(7),
    p5: at(8),
    p25: at(9),
    p75: at(11),
    p95: at(12),
    p99: at(13),
    fewBeyondP95: (warnings & WARN_TAIL_95) !== 0,
    fewBeyondP99: (warnings & WARN_TAIL_99) !== 0,
  };
}

type Samples = Pick<
  LogStatistics,
  'summarize' | 'keepInside' | 'fences' | 'winsorize' | 'meanInterval'
>;

function sampleCalls(raw: RawKernel): Samples {
  const call = caller(raw);
  return {
    summarize: (values) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 120);
        call('summarize', put(raw, values), values.length, out);
        return summaryOf(doubles(raw, out, 15));
      }),
    keepInside: (series, k) =>
      withScratch(raw, () => {
        const n = series[0]?.length ?? 0;
        const keep = takeScratch(raw, Math.max(n, 1));
        call('tukeyKeep', put(raw, ...series), n, series.length, k, keep);
        return new Uint8Array(raw.memory.buffer, keep, n).slice();
      }),
    fences: (values, k) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 32);
        call('tukeyFences', put(raw, values), values.length, k, out);
        const [, , low = NaN, high = NaN] = doubles(raw, out, 4);
        return { low, high };
      }),
    winsorize: (series) =>
      withScratch(raw, () => {
        const n = series[0]?.length ?? 0;
        const at = put(raw, ...series);
        const touched = call('winsorize', at, n, series.length, at);
        return { series: series.map((_, index) => doubles(raw, at + index * n * 8, n)), touched };
      }),
    meanInterval: (values, resamples, levelPercent, seed) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 16);
        const at = put(raw, values);
        const n = values.length;
        call('bootstrap', at, n, STATISTIC_MEAN, 0, resamples, levelPercent, seed, out);
        const [low = NaN, high = NaN] = doubles(raw, out, 2);
        return { low, high };
      }),
  };
}

type Pairs = Pick<LogStatistics, 'cliffsDelta' | 'hedgesG' | 'mannWhitney' | 'holm'>;

function pairCalls(raw: RawKernel): Pairs {
  const call = caller(raw);
  return {
    cliffsDelta: (x, y) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 32);
        const label = call('cliffsDelta', put(raw, x), x.length, put(raw, y), y.length, out);
        const [delta = NaN] = doubles(raw, out, 1);
        return { delta, label: EFFECT_LABELS[label] ?? 'large' };
      }),
    hedgesG: (x, y) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 8);
        const status = raw.call('hedgesG')(put(raw, x), x.length, put(raw, y), y.length, out);
        if (status >= 0) return doubles(raw, out, 1)[0] ?? null;
        const name = statusName(status);
        if (name === 'DOMAIN' || name === 'TOO_FEW') return null;
        throw new KernelError(name, 'hedgesG', raw.call('lastSubject')(), '');
      }),
    mannWhitney: (x, y) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 24);
        call('mannWhitney', put(raw, x), x.length, put(raw, y), y.length, ASYMPTOTIC, out);
        const [u = NaN, , p = NaN] = doubles(raw, out, 3);
        return { u, p };
      }),
    holm: (ps) =>
      withScratch(raw, () => {
        if (ps.length === 0) return new Float64Array(0);
        const out = takeScratch(raw, ps.length * 8);
        call('holm', put(raw, Float64Array.from(ps)), ps.length, out);
        return doubles(raw, out, ps.length);
      }),
  };
}

function violinOf(raw: RawKernel, values: Float64Array, points: number): Violin | null {
  return withScratch(raw, () => {
    const grid = takeScratch(raw, points * 8);
    const out = takeScratch(raw, points * 8);
    const at = put(raw, values);
    const status = raw.call('violin')(at, values.length, points, grid, out);
    if (status >= 0)
      return { xs: [...doubles(raw, grid, points)], densities: [...doubles(raw, out, points)] };
    const name = statusName(status);
    if (name === 'DOMAIN' || name === 'TOO_FEW') return null;
    throw new KernelError(name, 'violin', raw.call('lastSubject')(), '');
  });
}

type Texts = Pick<LogStatistics, 'textSeed' | 'shuffle' | 'fixed' | 'significant'>;

function textCalls(raw: RawKernel): Texts {
  const call = caller(raw);
  const written = (name: string, value: number, digits: number): string =>
    withScratch(raw, () => {
      const out = takeScratch(raw, TEXT_BYTES);
      const bytes = call(name, value, digits, out, TEXT_BYTES);
      return String.fromCharCode(...new Uint8Array(raw.memory.buffer, out, bytes));
    });
  return {
    textSeed: (text) =>
      withScratch(raw, () => {
        const out = takeScratch(raw, 8);
        const bytes = utf8.encode(text);
        call('textSeed', putBytes(raw, bytes), bytes.length, out);
        return new DataView(raw.memory.buffer, out, 8).getBigUint64(0, true);
      }),
    shuffle: (n, seed) =>
      withScratch(raw, () => {
        const at = takeScratch(raw, Math.max(n, 1) * 4);
        if (n > 0) call('shuffleOrder', at, n, seed);
        return new Uint32Array(raw.memory.buffer, at, n).slice();
      }),
    fixed: (value, decimals) => written('textFixed', value, decimals),
    significant: (value, digits) => written('textSignificant', value, digits),
  };
}

export const logStatistics = (raw: RawKernel): LogStatistics => ({
  ...sampleCalls(raw),
  ...pairCalls(raw),
  ...textCalls(raw),
  violin: (values, points) => violinOf(raw, values, points),
});
