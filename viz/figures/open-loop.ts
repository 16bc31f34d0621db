// Open loop: frames are due at fixed times, whatever became of the one before; latency counts from the due time.

import type { FigureDefinition } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { DEVICE, RANGE_NOTE, spreadCell, tailNotes, TRIALS } from '../tables/cells.ts';
import { count, words, type Table } from '../tables/table.ts';
import { logAxis } from './axis.ts';
import { dotPanel } from './dot-panel.ts';
import { deviceLegend, placesOf, spreadAt, type Device, type Place } from '../input/run-input.ts';
import { measureOf, MICROSECONDS, PERCENTILES } from '../input/view-options.ts';

const NS_PER_MICROSECOND = 1000;

export function openLoopFigure(devices: readonly Device[]): FigureDefinition | null {
  // The suite is young: older case lists do not have it.
  const places = placesOf(devices, ['openloop']);
  if (places.length === 0) return null;
  return {
    id: 'open-loop',
    title: 'Open loop',
    caption:
      'Every session sends on a timetable and does not wait for the echo before. Latency counts from the time a frame was due, so that waiting behind a slow one is not left out. Open symbols are trials, filled symbols their medians, lines the observed range.',
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: PERCENTILES.length,
    panels: PERCENTILES.map((name) =>
      dotPanel({
        devices,
        places,
        name: (place) => place.case.replace('/', '\n'),
        xLabel: 'Payload / messages per second',
        path: `receiptNs.${name}`,
        divisor: NS_PER_MICROSECOND,
        unit: 'µs, log axis',
        title: name,
        better: 'lower is better',
        yAxis: logAxis,
        heightPx: 280,
      }),
    ),
    table: table(devices, places),
  };
}

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const p50 = spreadAt(device, place, 'receiptNs.p50');
      return p50 === null
        ? []
        : `${formatFixed(p50.median / NS_PER_MICROSECOND, 1)} µs on ${device.label}`;
    });
    return parts.length === 0 ? '' : `${place.case}: p50 ${listed(parts)}. `;
  });
  return `Latency on a timetable; lower is better. ${sentences.join('')}`.trim();
}

function table(devices: readonly Device[], places: readonly Place[]): Table {
  const rows = places.flatMap((place) =>
    devices.flatMap((device) => {
      const p50 = spreadAt(device, place, 'receiptNs.p50');
      if (p50 === null) return [];
      const cells = PERCENTILES.map((name) =>
        spreadCell(spreadAt(device, place, `receiptNs.${name}`), measureOf(MICROSECONDS)),
      );
      return [[words(place.case), words(device.label), ...cells, count(p50.n)]];
    }),
  );
  return {
    caption: 'Open loop, µs from the due time to receipt',
    columns: [
      { title: 'Payload / rate' },
      DEVICE,
      ...PERCENTILES.map((title) => ({ title })),
      TRIALS,
    ],
    rows,
    notes: [RANGE_NOTE, ...tailNotes(rows)],
  };
}
