// Trials in the order they ran, each against the median of its case: shows drift and interference.

import type { FigureDefinition, Panel, PointRow } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { DEVICE } from '../tables/cells.ts';
import { count, words, type Table } from '../tables/table.ts';
import { closeAxis, zeroAxis } from './axis.ts';
import { trialStatistic, type StatisticPath } from '../../kernel/api/run/statistic.ts';
import { spreadAt, type Device } from '../input/run-input.ts';

/** The headline statistic of each suite; of a rate the inverse is drawn, so that up is always slower. */
const HEADLINES: Readonly<
  Record<string, { readonly path: StatisticPath; readonly isRate: boolean }>
> = {
  latency: { path: 'receiptNs.p50', isRate: false },
  bulk: { path: 'bytesPerSecond', isRate: true },
  managed: { path: 'bytesPerSecond', isRate: true },
  concurrency: { path: 'messagesPerSecond', isRate: true },
  extra: { path: 'messagesPerSecond', isRate: true },
  paused: { path: 'elapsedNs', isRate: false },
};

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
    const headline = HEADLINES[trial.suite];
    if (headline === undefined) return [];
    const value = trialStatistic(trial.stats, headline.path);
    const median = spreadAt(device, trial, headline.path)?.median;
    if (value === null || median === undefined || value === 0 || median === 0) return [];
    const ratio = headline.isRate ? median / value : value / median;
    const name = `${trial.suite} ${trial.case}, trial ${trial.trial}`;
    return [{ order: trial.order, name, percent: (ratio - 1) * 100, marks: marksOf(trial) }];
  });
}

export function runOrderFigure(devices: readonly Device[]): FigureDefinition | null {
  const series = devices.map((device) => ({ device, trials: orderedTrials(device) }));
  const shown = series.filter(({ trials }) => trials.length > 1);
  if (shown.length === 0) return null;
  const percents = shown.flatMap(({ trials }) => trials.map((trial) => trial.percent));
  const axis = closeAxis('% slower than the median of its case', [0, ...percents]);
  return {
    id: 'run-order',
    title: 'Run order',
    caption:
      'Every trial at its place in the run, against the median of its own case; for rates the inverse is taken, so that up is always slower. Trials are shuffled within suites: a slope or a step is the machine, not the case. Filled symbols are trials during which the machine was disturbed.',
    description: shown.map(({ device, trials }) => describe(device, trials)).join(' '),
    legend: [],
    columns: 1,
    panels: shown.map(({ device, trials }) => panelOf(device, trials, axis)),
    table: tableOf(shown),
  };
}

function panelOf(device: Device, trials: readonly OrderedTrial[], axis: Panel['y']): Panel {
  const rows = trials.map(({ order, name, percent, marks }): PointRow => ({
    series: device.series,
    x: order,
    y: percent,
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
