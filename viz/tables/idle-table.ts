// Idle sessions: threads and resident memory before sessions open, while they are open, and after they have ended.

import { placesOf, spreadAt, type Device, type Place } from '../input/run-input.ts';
import { DEVICE, TRIALS } from './cells.ts';
import { count, words, type Column, type ListCell, type Table } from './table.ts';

const BYTES_PER_MIB = 1_048_576;

/** Null when no run has idle sessions. */
export function idleTable(devices: readonly Device[]): Table | null {
  const places = [...placesOf(devices, ['idle'])].sort(
    (a, b) => a.params.sessions - b.params.sessions,
  );
  return places.length === 0 ? null : table(devices, places);
}

type SnapshotName = 'hostThreads' | 'workerThreads' | 'hostRssBytes' | 'workerRssBytes';

const PHASES = ['before', 'open', 'after'] as const;

function table(devices: readonly Device[], places: readonly Place[]): Table {
  const phases = (device: Device, place: Place, name: SnapshotName): ListCell => {
    const isBytes = name.endsWith('Bytes');
    const values = PHASES.map((phase) => {
      const spread = spreadAt(device, place, `${name}.${phase}`);
      return spread === null ? null : spread.median / (isBytes ? BYTES_PER_MIB : 1);
    });
    return { values, unit: isBytes ? 'MiB' : '', digits: { decimals: isBytes ? 1 : 0 } };
  };
  const column = (title: string): Column => ({ title, parts: PHASES });
  return {
    caption: 'Idle sessions: before / open / after',
    columns: [
      { title: 'Sessions' },
      DEVICE,
      column('Host threads'),
      column('Worker threads'),
      column('Host RSS, MiB'),
      column('Worker RSS, MiB'),
      TRIALS,
    ],
    rows: places.flatMap((place) =>
      devices.flatMap((device) => {
        const spread = spreadAt(device, place, 'hostThreads.open');
        if (spread === null) return [];
        return [
          [
            count(place.params.sessions),
            words(device.label),
            phases(device, place, 'hostThreads'),
            phases(device, place, 'workerThreads'),
            phases(device, place, 'hostRssBytes'),
            phases(device, place, 'workerRssBytes'),
            count(spread.n),
          ],
        ];
      }),
    ),
    notes: [
      'Medians over trials, before sessions open, while they are open, after they closed. RSS is resident memory as the system reports it, neither peak nor exclusively owned. MiB is 1,048,576 bytes.',
    ],
  };
}
