// Trials in the order they ran, each against the median of its case: shows drift and interference.

import { headlineOf } from '../../kernel/api/run/headline.ts';
import type { FigureDefinition, Panel, PointRow } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { DEVICE } from '../tables/cells.ts';
import { count, words, type Table } from '../tables/table.ts';
import { closeAxis, zeroAxis } from './axis.ts';
import { trialStatistic } from '../../kernel/api/run/statistic.ts';
import { spreadAt, type Device } from '../input/run-input.ts';

interface OrderedTrial {
  readonly order: number;
  readonly name: string;
  readonly percent: number;
  /** What disturbed the machine meanwhile (data.json, `marks`): THROTTLED, SLOWED, SHARED, STOLEN. */
  readonly marks: readonly string[];
}

function marksOf(trial: object): readonly string[] {
  const { marks } = trial as { readonly marks?: readonly string[] };
  return marks ?? [];
}

function orderedTrials(device: Device): OrderedTrial[] {
  return device.data.trials.flatMap((trial) => {
    const headline = headlineOf(trial.suite);
    if (headline === null) return [];
    const value = trialStatistic(trial.stats, headline.statistic);
    const median = spreadAt(device, trial, headline.statistic)?.median;
    if (value === null || median === undefined || value === 0 || median === 0) return [];
    const ratio = headline.isLowerBetter ? value / median : median / value;
    const name = `${trial.suite} ${trial.case}, trial ${trial.trial}`;
    return [{ order: trial.order, name, percent: (ratio - 1) * 100, marks: marksOf(trial) }];
  });
}

export function runOrderFigure(devices: readonly Device[]): FigureDefinition | null {
  const series = devices.map((device) => ({ device, trials: orderedTrials(device) }));
  // With one trial a case every trial is its own median.
  const shown = series.filter(({ trials }) => trials.some(({ percent }) => percent !== 0));
  if (shown.length === 0) return null;
  const edge = edgeOf(shown.flatMap(({ trials }) => trials.map(({ percent }) => percent)));
  const percents = shown.flatMap(({ trials }) => trials.map(({ percent }) => percent));
  const axis = closeAxis('% slower than the median of its case', [
    0,
    ...percents.map((percent) => Math.min(percent, edge)),
  ]);
  const isCut = percents.some((percent) => percent > edge);
  return {
    id: 'run-order',
    title: 'Run order',
    finding: findingOf(shown),
    caption:
      'Every trial that has a speed (idle sessions have none) at its place in the run, against the median of its own case; for rates the inverse is taken, so that up is always slower. Trials are shuffled within suites: a slope or a step is the machine, not the case. Filled symbols are trials during which the machine was disturbed.' +
      (isCut
        ? ` A symbol at ${formatFixed(edge, 0)} % stands for a trial that is slower still.`
        : ''),
    description: shown.map(({ device, trials }) => describe(device, trials)).join(' '),
    legend: [],
    columns: 1,
    panels: shown.map(({ device, trials }) => panelOf(device, trials, axis, edge)),
    table: tableOf(shown),
  };
}

/** A few trials that took many times as long would flatten all others: from here on they stand at the edge. */
function edgeOf(percents: readonly number[]): number {
  const sorted = [...percents].sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return Math.max(25, 3 * usual);
}

function panelOf(
  device: Device,
  trials: readonly OrderedTrial[],
  axis: Panel['y'],
  edge: number,
): Panel {
  const rows = trials.map(({ order, name, percent, marks }): PointRow => ({
    series: device.series,
    x: order,
    y: Math.min(percent, edge),
    filled: marks.length > 0,
    text: [`${device.label}, ${name}: ${formatFixed(percent, 1)} %`, ...marks].join(', '),
  }));
  const last = Math.max(...trials.map((trial) => trial.order));
  const x = zeroAxis('Place in the run', [last], 6);
  return {
    title: device.label,
    better: 'flat and close to zero is better',
    heightPx: 190,
    x: { ...x, max: last + 1, ticks: x.ticks.filter(({ at }) => at <= last), grid: false },
    y: axis,
    layers: [
      { kind: 'rules', rows: [{ axis: 'y', at: 0, text: '' }] },
      { kind: 'points', rows },
    ],
  };
}

function findingOf(shown: Parameters<typeof tableOf>[0]): string {
  const parts = shown.flatMap(({ device, trials }) => {
    const worst = furthest(trials);
    if (worst === undefined) return [];
    const where = shown.length === 1 ? '' : ` on ${device.label}`;
    return [`${formatFixed(worst.percent, 1)} %${where}`];
  });
  return `the furthest trial is ${listed(parts)} from the median of its case`;
}

const furthest = (trials: readonly OrderedTrial[]): OrderedTrial | undefined =>
  [...trials].sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent))[0];

function describe(device: Device, trials: readonly OrderedTrial[]): string {
  const worst = furthest(trials);
  if (worst === undefined) return '';
  const where = `${worst.name}, at place ${worst.order}`;
  return `On ${device.label} the trial furthest from the median of its case is ${where}: ${formatFixed(worst.percent, 1)} %.`;
}

/** Not all trials: the ones to look at. All of them are in data.json. */
const LISTED = 5;

function tableOf(
  series: readonly { readonly device: Device; readonly trials: readonly OrderedTrial[] }[],
): Table {
  return {
    caption: `The ${LISTED} trials of each device that are furthest from the median of their case`,
    columns: [
      DEVICE,
      { title: 'Trial' },
      { title: 'Place' },
      { title: '% slower' },
      { title: 'Disturbed' },
    ],
    rows: series.flatMap(({ device, trials }) =>
      [...trials]
        .sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent))
        .slice(0, LISTED)
        .map(({ name, order, percent, marks }) => [
          words(device.label),
          words(name),
          count(order),
          { value: percent, unit: '%', digits: { decimals: 1 } },
          words(marks.length === 0 ? 'no' : marks.join(', ').toLowerCase()),
        ]),
    ),
    notes: ['No trial is left out of any median. Every trial is in data.json.'],
  };
}
