// Cases of the user's own: message rate, throughput, p50 and p99 in four panels.

import type { StatisticPath } from '../../kernel/api/run/statistic.ts';
import type { FigureDefinition } from '../definition.ts';
import {
  bulkText,
  deviceLegend,
  placesOf,
  sessionsText,
  spreadAt,
  type Device,
  type Place,
} from '../input/run-input.ts';
import { DEFAULT_VIEW, measureOf, type TimeUnit, type ViewOptions } from '../input/view-options.ts';
import { DEVICE, RANGE_NOTE, spreadCell, tailNotes, TRIALS } from '../tables/cells.ts';
import { count, words, type Table } from '../tables/table.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { zeroAxis } from './axis.ts';
import { dotPanel } from './dot-panel.ts';

const BYTES_PER_MB = 1e6;

const PANELS = [
  { title: 'Messages', path: 'messagesPerSecond', unit: 'msg/s', better: 'higher' },
  { title: 'Throughput', path: 'bytesPerSecond', unit: 'MB/s', better: 'higher' },
  { title: 'Receipt p50', path: 'receiptNs.p50', unit: null, better: 'lower' },
  { title: 'Receipt p99', path: 'receiptNs.p99', unit: null, better: 'lower' },
] as const;

export function ownFigure(
  devices: readonly Device[],
  { timeUnit }: ViewOptions = DEFAULT_VIEW,
): FigureDefinition | null {
  const places = placesOf(devices, ['own']);
  if (places.length === 0) return null;
  return {
    id: 'own',
    title: 'Own cases',
    caption:
      'Cases that this run was given. With a credit of one frame the receipt is the latency of a round trip; with more, it holds the wait behind the frames before it. Open symbols are trials, filled symbols their medians, lines the observed range. All panels start at zero.',
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: 2,
    panels: PANELS.map(({ title, path, unit, better }) =>
      dotPanel({
        devices,
        places,
        name: (place) => place.case.replaceAll('/', '\n'),
        xLabel: 'Case',
        path,
        divisor: unit === null ? timeUnit.ns : divisorOf(unit),
        unit: unit ?? timeUnit.name,
        title,
        better: `${better} is better`,
        yAxis: zeroAxis,
        heightPx: 290,
      }),
    ),
    table: table(devices, places, timeUnit),
  };
}

const divisorOf = (unit: 'msg/s' | 'MB/s'): number => (unit === 'msg/s' ? 1 : BYTES_PER_MB);

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const rate = spreadAt(device, place, 'messagesPerSecond');
      return rate === null
        ? []
        : `${formatFixed(rate.median, 0)} messages per second on ${device.label}`;
    });
    return parts.length === 0 ? '' : `${place.case}: ${listed(parts)}. `;
  });
  return `Message rate, higher is better. ${sentences.join('')}`.trim();
}

function table(devices: readonly Device[], places: readonly Place[], timeUnit: TimeUnit): Table {
  const rows = places.flatMap((place) =>
    devices.flatMap((device) => {
      const rate = spreadAt(device, place, 'messagesPerSecond');
      if (rate === null) return [];
      const latency = (path: StatisticPath) =>
        spreadCell(spreadAt(device, place, path), measureOf(timeUnit));
      const bytes = spreadAt(device, place, 'bytesPerSecond');
      return [
        [
          words(place.case),
          words(device.label),
          words(bulkText(place.params)),
          words(sessionsText(place.params)),
          spreadCell(rate, { unit: 'msg/s', divisor: 1, decimals: 0 }),
          spreadCell(bytes, { unit: 'MB/s', divisor: BYTES_PER_MB, decimals: 1 }),
          latency('receiptNs.p50'),
          latency('receiptNs.p99'),
          count(rate.n),
        ],
      ];
    }),
  );
  return {
    caption: 'Own cases',
    columns: [
      { title: 'Case' },
      DEVICE,
      { title: 'Payload / credit / ack' },
      { title: 'Sessions / workers' },
      { title: 'msg/s' },
      { title: 'MB/s' },
      { title: `Receipt p50, ${timeUnit.name}` },
      { title: `Receipt p99, ${timeUnit.name}` },
      TRIALS,
    ],
    rows,
    notes: [
      RANGE_NOTE,
      'msg/s counts completed echo cycles of all sessions, MB/s their payload bytes in one direction.',
      ...tailNotes(rows),
    ],
  };
}
