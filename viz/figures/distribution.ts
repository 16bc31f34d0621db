// The distribution of one case's receipt latency, one curve per trial: ECDF and percentiles by nines.

import type { Workspace } from '../../kernel/api/facade/workspace.ts';
import { ecdf, quantiles } from '../../kernel/api/statistics/summary.ts';
import type { Axis, FigureDefinition, LineRow, Panel, Tick } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { DEVICE } from '../tables/cells.ts';
import { count, words, type NumberCell, type Table } from '../tables/table.ts';
import { shapeOf } from '../theme.ts';
import { logAxis } from './axis.ts';

const NS_PER_MICROSECOND = 1000;
/** On a 400 px plot more points than this cannot be told apart; a page that zooms asks for more. */
const GRID_POINTS = 240;
/** Beyond this many samples a percentile is an order statistic of very few: the curve stops. */
const TAIL_SAMPLES = 10;
/** The grid runs to this percentile; the few beyond would squeeze all others together. */
const GRID_END = 0.999;

/** One trial's nanoseconds, warm-up already cut off. */
export interface TrialSamples {
  readonly series: number;
  readonly device: string;
  readonly trial: number;
  readonly samples: Float64Array;
}

/** One trial's curves, as computed by the kernel. */
export interface TrialCurve {
  readonly series: number;
  readonly device: string;
  readonly trial: number;
  readonly n: number;
  readonly gridNs: readonly number[];
  readonly fractions: readonly number[];
  readonly tail: readonly { readonly fraction: number; readonly ns: number }[];
}

const TABLE_FRACTIONS = [0.5, 0.9, 0.99, 0.999];
const NINES = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999];

/** Even steps in the number of nines from p0 to where fewer than ten samples remain. */
function tailFractions(n: number): number[] {
  const last = Math.log10(n / TAIL_SAMPLES);
  if (last <= 0) return [0, 0.5].filter((fraction) => n > 0 && fraction * n < n);
  const steps = Math.max(8, Math.round(last * 24));
  const even = Array.from({ length: steps + 1 }, (_, step) => 1 - 10 ** ((-last * step) / steps));
  // The table's percentiles are points of the curve, so that both print the same number.
  const printed = TABLE_FRACTIONS.filter((fraction) => n * (1 - fraction) >= TAIL_SAMPLES - 1e-9);
  return [...new Set([...even, ...printed])].sort((a, b) => a - b);
}

/** All curves on one log-spaced grid, so that they share one x. */
export function trialCurves(
  workspace: Workspace,
  trials: readonly TrialSamples[],
  gridPoints = GRID_POINTS,
): TrialCurve[] {
  const shown = trials.filter(({ samples }) => samples.length > 0);
  const ends = shown.map(({ samples }) =>
    quantiles(workspace, samples, [0, GRID_END], 'nearest-rank'),
  );
  const low = Math.min(...ends.map(([first = 1]) => Math.max(1, first)));
  const high = Math.max(...ends.map(([, last = 1]) => last), low + 1);
  const gridNs = Array.from({ length: gridPoints }, (_, index) =>
    Math.round(low * (high / low) ** (index / (gridPoints - 1))),
  ).filter((ns, index, all) => ns !== all[index - 1]);
  return shown.map(({ series, device, trial, samples }) => {
    const fractions = tailFractions(samples.length);
    const values = quantiles(workspace, samples, fractions, 'nearest-rank');
    return {
      series,
      device,
      trial,
      n: samples.length,
      gridNs,
      fractions: [...ecdf(workspace, samples, gridNs)],
      tail: fractions.map((fraction, index) => ({ fraction, ns: values[index] ?? Number.NaN })),
    };
  });
}

export function distributionFigure(
  caseName: string,
  curves: readonly TrialCurve[],
): FigureDefinition | null {
  if (curves.length === 0) return null;
  const devices = new Map(curves.map((curve) => [curve.series, curve.device]));
  return {
    id: 'distribution',
    title: `Distribution of receipt latency, ${caseName}`,
    caption: `One line per trial. Left: the share of echoes that were complete within a time, drawn to the ${GRID_END * 100} % point. Right: percentiles by the number of nines, up to where ten samples remain beyond.`,
    description: describe(caseName, curves, devices),
    legend: [...devices].map(([series, label]) => ({
      series,
      label,
      sample: 'line',
      shape: shapeOf(series),
    })),
    columns: 2,
    panels: [ecdfPanel(curves), ninesPanel(curves)],
    table: tableOf(caseName, curves),
  };
}

function ecdfPanel(curves: readonly TrialCurve[]): Panel {
  const rows = curves.map((curve): LineRow => ({
    series: curve.series,
    xs: curve.gridNs.map((ns) => ns / NS_PER_MICROSECOND),
    ys: curve.fractions.map((fraction) => fraction * 100),
    stepped: true,
    text: `${curve.device}, trial ${curve.trial}`,
  }));
  const ticks = [0, 25, 50, 75, 100].map((at): Tick => ({ at, text: String(at) }));
  return {
    title: 'ECDF',
    better: 'further left is better',
    heightPx: 300,
    x: logAxis(
      'Receipt latency, µs (log)',
      rows.flatMap((row) => [row.xs[0] ?? 1, row.xs.at(-1) ?? 1]),
    ),
    y: { label: '% of echoes', scale: 'linear', min: 0, max: 100, ticks, grid: true },
    layers: [{ kind: 'lines', rows }],
  };
}

const ninesOf = (fraction: number): number => 0 - Math.log10(1 - fraction);

function ninesPanel(curves: readonly TrialCurve[]): Panel {
  const rows = curves.map((curve): LineRow => ({
    series: curve.series,
    xs: curve.tail.map(({ fraction }) => ninesOf(fraction)),
    ys: curve.tail.map(({ ns }) => ns / NS_PER_MICROSECOND),
    stepped: false,
    text: `${curve.device}, trial ${curve.trial}`,
  }));
  const max = Math.max(1, ...rows.map((row) => row.xs.at(-1) ?? 0));
  const ticks = NINES.filter((fraction) => ninesOf(fraction) <= max + 0.01);
  const x: Axis = {
    label: 'Percentile',
    scale: 'linear',
    min: 0,
    max,
    ticks: ticks.map((fraction) => ({ at: ninesOf(fraction), text: percentText(fraction) })),
    grid: true,
  };
  return {
    title: 'Percentiles by nines',
    better: 'lower is better',
    heightPx: 300,
    x,
    y: logAxis(
      'µs, log axis',
      rows.flatMap((row) => row.ys.filter((value) => value !== null)),
    ),
    layers: [{ kind: 'lines', rows }],
  };
}

/** 0.9999 -> "99.99". */
const percentText = (fraction: number): string => String(Number((fraction * 100).toFixed(4)));

function quantileNear(curve: TrialCurve, fraction: number): number | null {
  const found = curve.tail.find((point) => point.fraction === fraction);
  return found?.ns ?? null;
}

function describe(
  caseName: string,
  curves: readonly TrialCurve[],
  devices: ReadonlyMap<number, string>,
): string {
  const parts = [...devices].map(([series, device]) => {
    const medians = curves
      .filter((curve) => curve.series === series)
      .map((curve) => (quantileNear(curve, 0.5) ?? 0) / NS_PER_MICROSECOND);
    const [low, high] = [Math.min(...medians), Math.max(...medians)];
    return `${formatFixed(low, 1)} to ${formatFixed(high, 1)} µs on ${device}`;
  });
  return `Distribution of receipt latency at ${caseName}, one curve per trial. Half of the echoes are complete within ${listed(parts)}.`;
}

function tableOf(caseName: string, curves: readonly TrialCurve[]): Table {
  return {
    caption: `Percentiles of receipt latency per trial, ${caseName}, µs`,
    columns: [
      DEVICE,
      { title: 'Trial' },
      ...TABLE_FRACTIONS.map((fraction) => ({ title: `p${percentText(fraction)}` })),
      { title: 'Samples' },
    ],
    rows: curves.map((curve) => [
      words(curve.device),
      count(curve.trial),
      ...TABLE_FRACTIONS.map((fraction): NumberCell => {
        const ns = quantileNear(curve, fraction);
        const value = ns === null ? null : ns / NS_PER_MICROSECOND;
        return { value, unit: 'µs', digits: { decimals: 1 } };
      }),
      count(curve.n),
    ]),
    notes: [
      'Nearest rank, warm-up left out. – stands where fewer than ten samples lie beyond the percentile.',
    ],
  };
}
