// Concurrent sessions: message rate, p50 and p99 in three panels.

import type { StatisticPath } from '../../kernel/api/run/statistic.ts';
import type { FigureDefinition } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { DEVICE, RANGE_NOTE, spreadCell, tailNotes, TRIALS } from '../tables/cells.ts';
import { count, words, type Table } from '../tables/table.ts';
import { zeroAxis } from './axis.ts';
import { dotPanel } from './dot-panel.ts';
import {
  deviceLegend,
  highestAt,
  placesOf,
  sessionsText,
  spreadAt,
  type Device,
  type Place,
} from '../input/run-input.ts';
import {
  decimalsOf,
  DEFAULT_VIEW,
  measureOf,
  type TimeUnit,
  type ViewOptions,
} from '../input/view-options.ts';

const PANELS = [
  { title: 'Messages', path: 'messagesPerSecond', isTime: false, better: 'higher' },
  { title: 'Receipt p50', path: 'receiptNs.p50', isTime: true, better: 'lower' },
  { title: 'Receipt p99', path: 'receiptNs.p99', isTime: true, better: 'lower' },
] as const;

/** "16 / 1 (extra)": the additional trials are a suite of their own and never pooled. */
const nameOf = (place: Place): string =>
  sessionsText(place.params) + (place.suite === 'extra' ? ' (extra)' : '');

export function concurrencyFigure(
  devices: readonly Device[],
  { timeUnit }: ViewOptions = DEFAULT_VIEW,
): FigureDefinition | null {
  const places = placesOf(devices, ['concurrency', 'extra']);
  if (places.length === 0) return null;
  return {
    id: 'concurrency',
    title: 'Concurrent sessions',
    finding: findingOf(devices, places),
    caption:
      'Every session sends 64 bytes, verifies the echo and acknowledges it before it sends again; all start at one barrier. Open symbols are trials, filled symbols their medians, lines the observed range. All panels start at zero.',
    description: describe(devices, places, timeUnit),
    legend: deviceLegend(devices),
    columns: 3,
    panels: PANELS.map(({ title, path, isTime, better }) =>
      dotPanel({
        devices,
        places,
        name: (place) => nameOf(place).replace(' (', '\n('),
        xLabel: 'Sessions / workers',
        path,
        divisor: isTime ? timeUnit.ns : 1,
        unit: isTime ? timeUnit.name : 'msg/s',
        title,
        better: `${better} is better`,
        yAxis: zeroAxis,
        heightPx: 290,
      }),
    ),
    table: table(devices, places, timeUnit),
  };
}

function findingOf(devices: readonly Device[], places: readonly Place[]): string {
  const parts = devices.flatMap((device) => {
    const best = highestAt(device, places, 'messagesPerSecond');
    if (best === null) return [];
    const where = devices.length === 1 ? '' : ` on ${device.label}`;
    const { sessions, workers } = best.place.params;
    const crowd = `${sessions} sessions on ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
    return [`${formatFixed(best.spread.median, 0)} messages a second${where} with ${crowd}`];
  });
  return `up to ${listed(parts)}`;
}

function describe(
  devices: readonly Device[],
  places: readonly Place[],
  timeUnit: TimeUnit,
): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const rate = spreadAt(device, place, 'messagesPerSecond');
      const p50 = spreadAt(device, place, 'receiptNs.p50');
      if (rate === null || p50 === null) return [];
      const latency = formatFixed(p50.median / timeUnit.ns, decimalsOf(timeUnit));
      return `${formatFixed(rate.median, 0)} messages per second (p50 ${latency} ${timeUnit.name}) on ${device.label}`;
    });
    return parts.length === 0 ? '' : `Sessions / workers ${nameOf(place)}: ${listed(parts)}. `;
  });
  return `Message rate, higher is better, and receipt latency, lower is better. ${sentences.join('')}`.trim();
}

function table(devices: readonly Device[], places: readonly Place[], timeUnit: TimeUnit): Table {
  const rows = places.flatMap((place) =>
    devices.flatMap((device) => {
      const rate = spreadAt(device, place, 'messagesPerSecond');
      if (rate === null) return [];
      const latency = (path: StatisticPath) =>
        spreadCell(spreadAt(device, place, path), measureOf(timeUnit));
      const cells = [
        spreadCell(rate, { unit: 'msg/s', divisor: 1, decimals: 0 }),
        latency('receiptNs.p50'),
        latency('receiptNs.p99'),
      ];
      return [[words(nameOf(place)), words(device.label), ...cells, count(rate.n)]];
    }),
  );
  return {
    caption: 'Concurrent sessions of 64 bytes',
    columns: [
      { title: 'Sessions / workers' },
      DEVICE,
      { title: 'msg/s' },
      { title: `Receipt p50, ${timeUnit.name}` },
      { title: `Receipt p99, ${timeUnit.name}` },
      TRIALS,
    ],
    rows,
    notes: [RANGE_NOTE, 'msg/s counts completed echo cycles of all sessions.', ...tailNotes(rows)],
  };
}
