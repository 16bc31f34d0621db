// A paused consumer: when it stood still, how long all took, and whether the queue stopped at the credit.

import type { Axis, BarRow, DotRow, FigureDefinition, Panel } from '../definition.ts';
import { formatBytes } from '../text/numbers.ts';
import { formatFixed, formatMeasured } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import {
  DEVICE,
  medianCell,
  RANGE_NOTE,
  spreadCell,
  TRIALS,
  type Measure,
} from '../tables/cells.ts';
import { bytes, count, words, type Table } from '../tables/table.ts';
import { categoryAxis, slotOf, zeroAxis } from './axis.ts';
import {
  deviceLegend,
  placesOf,
  spreadAt,
  valuesAt,
  type Device,
  type Place,
} from '../input/run-input.ts';

const NS_PER_MS = 1e6;
const HALF_BAR = 0.3;

export function pausedFigure(devices: readonly Device[]): FigureDefinition | null {
  const places = [...placesOf(devices, ['paused'])].sort(
    (a, b) => a.params.creditBytes - b.params.creditBytes,
  );
  if (places.length === 0) return null;
  return {
    id: 'paused',
    title: 'A paused consumer',
    caption: `Left: the time from the first send to the last acknowledgement (pale) and for how long of it consumption stood still (solid), medians of trials; when the pause began is not recorded, so that it is drawn from the start. Right: the most that ever waited in the receive queue, as a share of the credit; open symbols are trials.`,
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: 2,
    panels: [timeline(devices, places), highWater(devices, places)],
    table: table(devices, places),
  };
}

/** A long label would leave no room for the bars; the table has it whole. */
const LABEL_CHARACTERS = 18;

/** No comma or space before the dots. */
const shortened = (label: string): string =>
  label.length <= LABEL_CHARACTERS
    ? label
    : `${label.slice(0, LABEL_CHARACTERS - 1).replace(/[\s,;:.-]+$/, '')}…`;

/** When the pause began is not recorded: the solid part is a length, drawn from the start. */
function timeline(devices: readonly Device[], places: readonly Place[]): Panel {
  const rows: BarRow[] = [];
  const names: string[] = [];
  // The legend names a device that is alone.
  const prefix = ({ label }: Device): string =>
    devices.length === 1 ? '' : `${shortened(label)}, `;
  for (const place of places) {
    for (const device of devices) {
      const elapsed = spreadAt(device, place, 'elapsedNs')?.median;
      const pause = spreadAt(device, place, 'pauseNs')?.median ?? place.params.pauseNs;
      if (elapsed === undefined || pause === undefined) continue;
      const y = names.length;
      const credit = formatBytes(place.params.creditBytes);
      names.push(prefix(device) + credit);
      const [end, length] = [elapsed / NS_PER_MS, pause / NS_PER_MS];
      const text = `${device.label}, ${credit}: paused ${formatFixed(length, 0)} ms of ${formatFixed(end, 0)} ms`;
      const bar = { series: device.series, y0: y - HALF_BAR, y1: y + HALF_BAR };
      rows.push({ ...bar, x0: 0, x1: end, soft: true, text });
      rows.push({ ...bar, x0: 0, x1: length, soft: false, text: '' });
    }
  }
  return {
    title: 'Time paused and in all',
    better: 'shorter after the pause is better',
    heightPx: 60 + 44 * Math.max(2, names.length),
    x: zeroAxis(
      'ms since the first send',
      rows.map((row) => row.x1),
    ),
    y: reversed(categoryAxis(devices.length === 1 ? 'per credit' : 'per device and credit', names)),
    layers: [{ kind: 'bars', rows }],
  };

  /** The first row of the table on top. */
  function reversed(axis: Axis): Axis {
    const last = names.length - 1;
    rows.splice(
      0,
      rows.length,
      ...rows.map((row) => ({ ...row, y0: last - row.y0, y1: last - row.y1 })),
    );
    return { ...axis, ticks: axis.ticks.map(({ at, text }) => ({ at: last - at, text })) };
  }
}

function highWater(devices: readonly Device[], places: readonly Place[]): Panel {
  const rows = places.flatMap((place, category) =>
    devices.flatMap((device, index): DotRow[] => {
      const spread = spreadAt(device, place, 'queueHighWaterBytes');
      if (spread === null) return [];
      const share = (bytes: number) => (bytes / place.params.creditBytes) * 100;
      const text = `${device.label}: high-water ${formatBytes(spread.median)} of ${formatBytes(place.params.creditBytes)} credit (${formatMeasured(share(spread.median))} %), n = ${spread.n}`;
      return [
        {
          series: device.series,
          x: category + slotOf(index, devices.length),
          trials: valuesAt(device, place, 'queueHighWaterBytes').map(share),
          median: share(spread.median),
          min: share(spread.min),
          max: share(spread.max),
          text,
        },
      ];
    }),
  );
  return {
    title: 'Queue high-water',
    better: 'exactly 100 is right',
    heightPx: 60 + 44 * Math.max(2, places.length * devices.length),
    x: categoryAxis(
      'Output credit',
      places.map((place) => formatBytes(place.params.creditBytes)),
    ),
    y: zeroAxis('% of the credit', [110, ...rows.map((row) => row.max)]),
    layers: [
      { kind: 'rules', rows: [{ axis: 'y', at: 100, text: 'the credit' }] },
      { kind: 'dots', rows },
    ],
  };
}

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const spread = spreadAt(device, place, 'queueHighWaterBytes');
      return spread === null ? [] : `${formatBytes(spread.median)} on ${device.label}`;
    });
    const credit = formatBytes(place.params.creditBytes);
    return parts.length === 0
      ? ''
      : `With ${credit} of credit the queue reached ${listed(parts)}. `;
  });
  return `How far a queue grows while the consumer pauses; it should reach the credit and no more. ${sentences.join('')}`.trim();
}

const MS: Measure = { unit: 'ms', divisor: NS_PER_MS, decimals: 1 };

function table(devices: readonly Device[], places: readonly Place[]): Table {
  return {
    caption: 'Paused consumer',
    columns: [
      { title: 'Output credit' },
      DEVICE,
      { title: 'Queue high-water' },
      { title: 'Pause, ms' },
      { title: 'Elapsed, ms' },
      TRIALS,
    ],
    rows: places.flatMap((place) =>
      devices.flatMap((device) => {
        const spread = spreadAt(device, place, 'queueHighWaterBytes');
        if (spread === null) return [];
        const pause = spreadAt(device, place, 'pauseNs')?.median ?? place.params.pauseNs ?? null;
        return [
          [
            bytes(place.params.creditBytes),
            words(device.label),
            bytes(spread.median),
            { ...medianCell(null, MS), value: pause === null ? null : pause / NS_PER_MS },
            spreadCell(spreadAt(device, place, 'elapsedNs'), MS),
            count(spread.n),
          ],
        ];
      }),
    ),
    notes: [
      RANGE_NOTE,
      'After the pause everything that was sent is received, verified and acknowledged.',
    ],
  };
}
