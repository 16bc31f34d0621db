// Receipt latency: three panels (p50, p95, p99) over payload, one log axis for all.

import type { FigureDefinition, Table } from '../definition.ts';
import { formatFixed, listed } from '../format.ts';
import { left, RANGE_NOTE, right, spreadCell, TAIL_NOTE } from '../tables/cells.ts';
import { logAxis } from './axis.ts';
import { dotPanel, dotRows, type DotPanelOptions } from './dot-panel.ts';
import {
  deviceLegend,
  payloadText,
  placesOf,
  spreadAt,
  type Device,
  type Place,
} from './run-input.ts';

const PERCENTILES = ['p50', 'p95', 'p99'] as const;
const NS_PER_MICROSECOND = 1000;

export function latencyFigure(devices: readonly Device[]): FigureDefinition | null {
  const places = placesOf(devices, ['latency']);
  if (places.length === 0) return null;
  const base = (name: string): DotPanelOptions => ({
    devices,
    places,
    name: (place) => payloadText(place.params).replace(', ', '\n'),
    xLabel: 'Payload',
    path: `receiptNs.${name}`,
    divisor: NS_PER_MICROSECOND,
    unit: 'µs, log axis',
    title: name === 'p50' ? 'p50 (median)' : name,
    better: 'lower is better',
    yAxis: logAxis,
    heightPx: 330,
  });
  const all = PERCENTILES.flatMap((name) => dotRows(base(name)));
  const shared = logAxis(
    'µs, log axis',
    all.flatMap((row) => [row.min, row.max]),
  );
  return {
    id: 'latency',
    title: 'Receipt latency',
    caption:
      'From the decision to send until the complete echo is there, before its bytes are verified. Open symbols are trials, filled symbols their medians, lines the observed range. All panels share one logarithmic axis.',
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: 3,
    panels: PERCENTILES.map((name) => dotPanel({ ...base(name), yAxis: () => shared })),
    table: table(devices, places),
  };
}

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const p50 = spreadAt(device, place, 'receiptNs.p50');
      if (p50 === null) return [];
      const p99 = spreadAt(device, place, 'receiptNs.p99');
      const tail = p99 === null ? '' : ` (p99 ${formatFixed(p99.median / NS_PER_MICROSECOND, 1)})`;
      return `${formatFixed(p50.median / NS_PER_MICROSECOND, 1)} µs${tail} on ${device.label}`;
    });
    return parts.length === 0 ? '' : `At ${payloadText(place.params)} p50 is ${listed(parts)}. `;
  });
  return `Receipt latency by payload on a logarithmic axis; lower is better. ${sentences.join('')}`.trim();
}

function table(devices: readonly Device[], places: readonly Place[]): Table {
  const cell = (device: Device, place: Place, path: string) =>
    spreadCell(spreadAt(device, place, path), NS_PER_MICROSECOND, 1);
  return {
    caption: 'Receipt latency and full cycle, µs',
    columns: [
      left('Payload'),
      left('Device'),
      ...PERCENTILES.map((name) => right(`Receipt ${name}`)),
      right('Full cycle p50'),
      right('n'),
    ],
    rows: places.flatMap((place) =>
      devices.flatMap((device) => {
        const receipt = spreadAt(device, place, 'receiptNs.p50');
        if (receipt === null) return [];
        return [
          [
            payloadText(place.params),
            device.label,
            ...PERCENTILES.map((name) => cell(device, place, `receiptNs.${name}`)),
            cell(device, place, 'fullCycleNs.p50'),
            String(receipt.n),
          ],
        ];
      }),
    ),
    notes: [
      RANGE_NOTE,
      'Receipt ends when the host has the complete echo; the full cycle also holds verification and acknowledgement.',
      TAIL_NOTE,
    ],
  };
}
