// Receipt latency: three panels (p50, p95, p99) over payload, one log axis for all.

import type { StatisticPath } from '../../kernel/api/run/statistic.ts';
import type { Spread } from '../../kernel/api/statistics/durations.ts';
import { isCoarse } from '../../kernel/api/run/trial-stats.ts';
import type { FigureDefinition } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { placementNotes } from '../tables/placement-notes.ts';
import { BATCH_MARK, DEVICE, RANGE_NOTE, spreadCell, tailNotes, TRIALS } from '../tables/cells.ts';
import { count, words, type Cell, type Table } from '../tables/table.ts';
import { logAxis, zeroAxis } from './axis.ts';
import { dotPanel, dotRows, type DotPanelOptions } from './dot-panel.ts';
import {
  deviceLegend,
  payloadText,
  placesOf,
  spreadAt,
  type Device,
  type Place,
} from '../input/run-input.ts';
import {
  decimalsOf,
  DEFAULT_VIEW,
  measureOf,
  PERCENTILES,
  type Percentile,
  type TimeUnit,
  type ViewOptions,
} from '../input/view-options.ts';

export function latencyFigure(
  devices: readonly Device[],
  view: ViewOptions = DEFAULT_VIEW,
): FigureDefinition | null {
  const places = placesOf(devices, ['latency']);
  if (places.length === 0) return null;
  const isLog = view.latencyScale === 'log';
  const yAxis = isLog ? logAxis : zeroAxis;
  const base = (name: Percentile): DotPanelOptions => ({
    devices,
    places,
    name: (place) => payloadText(place.params).replace(', ', '\n'),
    xLabel: 'Payload',
    path: `receiptNs.${name}`,
    divisor: view.timeUnit.ns,
    unit: view.timeUnit.name,
    title: name === 'p50' ? 'p50 (median)' : name,
    better: 'lower is better',
    yAxis,
    heightPx: 330,
  });
  const all = view.percentiles.flatMap((name) => dotRows(base(name)));
  const shared = yAxis(
    `${view.timeUnit.name}${isLog ? ', log axis' : ''}`,
    all.flatMap((row) => [row.min, row.max]),
  );
  return {
    id: 'latency',
    title: 'Receipt latency',
    finding: findingOf(devices, places, view.timeUnit),
    caption:
      'From the decision to send until the complete echo is there, before its bytes are verified. Open symbols are trials, filled symbols their medians, lines the observed range. ' +
      (view.percentiles.length > 1 ? 'All panels share one ' : 'It has a ') +
      (isLog ? 'logarithmic axis.' : 'axis from zero.'),
    description: describe(devices, places, view),
    legend: deviceLegend(devices),
    columns: view.percentiles.length,
    panels: view.percentiles.map((name) => dotPanel({ ...base(name), yAxis: () => shared })),
    table: table(devices, places, view),
  };
}

/** The smallest and the largest payload that are inline. */
function findingOf(devices: readonly Device[], places: readonly Place[], unit: TimeUnit): string {
  const sorted = [...places].sort((a, b) => a.params.payloadBytes - b.params.payloadBytes);
  const ends = [...new Set([sorted[0], sorted.at(-1)])].filter((place) => place !== undefined);
  const parts = ends.flatMap((place) => {
    const times = devices.flatMap((device) => {
      const spread =
        spreadAt(device, place, 'receiptNs.p50') ?? spreadAt(device, place, 'batchMeanNs');
      if (spread === null) return [];
      const where = devices.length === 1 ? '' : ` on ${device.label}`;
      return [`${formatFixed(spread.median / unit.ns, decimalsOf(unit))} ${unit.name}${where}`];
    });
    return times.length === 0 ? [] : [`${payloadText(place.params)} ${listed(times)}`];
  });
  return parts.join('; ');
}

function describe(
  devices: readonly Device[],
  places: readonly Place[],
  { timeUnit }: ViewOptions,
): string {
  const text = (ns: number) => formatFixed(ns / timeUnit.ns, decimalsOf(timeUnit));
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const p50 = spreadAt(device, place, 'receiptNs.p50');
      if (p50 === null) return [];
      const p99 = spreadAt(device, place, 'receiptNs.p99');
      const tail = p99 === null ? '' : ` (p99 ${text(p99.median)})`;
      return `${text(p50.median)} ${timeUnit.name}${tail} on ${device.label}`;
    });
    return parts.length === 0 ? '' : `At ${payloadText(place.params)} p50 is ${listed(parts)}. `;
  });
  return `Receipt latency by payload; lower is better. ${sentences.join('')}`.trim();
}

function table(
  devices: readonly Device[],
  places: readonly Place[],
  { timeUnit }: ViewOptions,
): Table {
  const cell = (device: Device, place: Place, path: StatisticPath) =>
    spreadCell(spreadAt(device, place, path), measureOf(timeUnit));
  const rows = places.flatMap((place) =>
    devices.flatMap((device) => {
      const receipt = spreadAt(device, place, 'receiptNs.p50');
      const batch = spreadAt(device, place, 'batchMeanNs');
      if (batch !== null) return [batchRow(place, device, batch, timeUnit)];
      if (receipt === null) return [];
      return [
        [
          words(payloadText(place.params)),
          words(device.label),
          ...PERCENTILES.map((name) => cell(device, place, `receiptNs.${name}`)),
          cell(device, place, 'fullCycleNs.p50'),
          count(receipt.n),
        ],
      ];
    }),
  );
  return {
    caption: `Receipt latency and full cycle, ${timeUnit.name}`,
    columns: [
      { title: 'Payload' },
      DEVICE,
      ...PERCENTILES.map((name) => ({ title: `Receipt ${name}` })),
      { title: 'Full cycle p50' },
      TRIALS,
    ],
    rows,
    notes: [
      RANGE_NOTE,
      'Receipt ends when the host has the complete echo; the full cycle also holds verification and acknowledgement.',
      ...placementNotes(devices, places, 'receiptNs.p50', measureOf(timeUnit), ({ params }) =>
        payloadText(params),
      ),
      ...tailNotes(rows),
      ...(devices.some(({ run }) => isCoarse(run.clock)) ? [BATCH_NOTE] : []),
    ],
  };
}

const BATCH_NOTE =
  'A batch mean is the time of all cycles of a trial divided by their number. It stands alone where the clock of a device moves in steps that are too coarse for a single cycle.';

function batchRow(place: Place, device: Device, mean: Spread, timeUnit: TimeUnit): Cell[] {
  const cell = { ...spreadCell(mean, measureOf(timeUnit)), note: BATCH_MARK };
  const none = PERCENTILES.map(() => spreadCell(null, measureOf(timeUnit)));
  return [words(payloadText(place.params)), words(device.label), ...none, cell, count(mean.n)];
}
