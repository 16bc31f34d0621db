// Concurrent sessions: message rate, p50 and p99 in three panels.

import type { FigureDefinition, Table } from '../definition.ts';
import { formatFixed, listed } from '../format.ts';
import { left, RANGE_NOTE, right, spreadCell, TAIL_NOTE } from '../tables/cells.ts';
import { zeroAxis } from './axis.ts';
import { dotPanel } from './dot-panel.ts';
import {
  deviceLegend,
  placesOf,
  sessionsText,
  spreadAt,
  type Device,
  type Place,
} from './run-input.ts';

const NS_PER_MICROSECOND = 1000;

const PANELS = [
  { title: 'Messages', path: 'messagesPerSecond', divisor: 1, unit: 'msg/s', better: 'higher' },
  { title: 'Receipt p50', path: 'receiptNs.p50', divisor: 1000, unit: 'µs', better: 'lower' },
  { title: 'Receipt p99', path: 'receiptNs.p99', divisor: 1000, unit: 'µs', better: 'lower' },
] as const;

/** "16 / 1 (extra)": the additional trials are a suite of their own and never pooled. */
const nameOf = (place: Place): string =>
  sessionsText(place.params) + (place.suite === 'extra' ? ' (extra)' : '');

export function concurrencyFigure(devices: readonly Device[]): FigureDefinition | null {
  const places = placesOf(devices, ['concurrency', 'extra']);
  if (places.length === 0) return null;
  return {
    id: 'concurrency',
    title: 'Concurrent sessions',
    caption:
      'Every session sends 64 bytes, verifies the echo and acknowledges it before it sends again; all start at one barrier. Open symbols are trials, filled symbols their medians, lines the observed range. All panels start at zero.',
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: 3,
    panels: PANELS.map(({ title, path, divisor, unit, better }) =>
      dotPanel({
        devices,
        places,
        name: (place) => nameOf(place).replace(' (', '\n('),
        xLabel: 'Sessions / workers',
        path,
        divisor,
        unit,
        title,
        better: `${better} is better`,
        yAxis: zeroAxis,
        heightPx: 290,
      }),
    ),
    table: table(devices, places),
  };
}

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const rate = spreadAt(device, place, 'messagesPerSecond');
      const p50 = spreadAt(device, place, 'receiptNs.p50');
      if (rate === null || p50 === null) return [];
      const latency = formatFixed(p50.median / NS_PER_MICROSECOND, 1);
      return `${formatFixed(rate.median, 0)} messages per second (p50 ${latency} µs) on ${device.label}`;
    });
    return parts.length === 0 ? '' : `Sessions / workers ${nameOf(place)}: ${listed(parts)}. `;
  });
  return `Message rate, higher is better, and receipt latency, lower is better. ${sentences.join('')}`.trim();
}

function table(devices: readonly Device[], places: readonly Place[]): Table {
  return {
    caption: 'Concurrent sessions of 64 bytes',
    columns: [
      left('Sessions / workers'),
      left('Device'),
      right('msg/s'),
      right('Receipt p50, µs'),
      right('Receipt p99, µs'),
      right('n'),
    ],
    rows: places.flatMap((place) =>
      devices.flatMap((device) => {
        const rate = spreadAt(device, place, 'messagesPerSecond');
        if (rate === null) return [];
        const latency = (path: string) =>
          spreadCell(spreadAt(device, place, path), NS_PER_MICROSECOND, 1);
        const cells = [spreadCell(rate, 1, 0), latency('receiptNs.p50'), latency('receiptNs.p99')];
        return [[nameOf(place), device.label, ...cells, String(rate.n)]];
      }),
    ),
    notes: [RANGE_NOTE, 'msg/s counts completed echo cycles of all sessions.', TAIL_NOTE],
  };
}
