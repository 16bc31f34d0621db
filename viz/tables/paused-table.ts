// A paused consumer: how far its queue grew, and how long all took.

import { placesOf, spreadAt, type Device, type Place } from '../input/run-input.ts';
import { DEVICE, medianCell, RANGE_NOTE, spreadCell, TRIALS, type Measure } from './cells.ts';
import { bytes, count, words, type Table } from './table.ts';

const NS_PER_MS = 1e6;

/** Null when no run has a paused consumer. */
export function pausedTable(devices: readonly Device[]): Table | null {
  const places = [...placesOf(devices, ['paused'])].sort(
    (a, b) => a.params.creditBytes - b.params.creditBytes,
  );
  return places.length === 0 ? null : table(devices, places);
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
