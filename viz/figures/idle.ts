// Idle sessions: what an open session costs in threads, and in the table also in resident memory.

import type { StatisticPath } from '../../kernel/api/run/statistic.ts';
import type { DotRow, FigureDefinition, LineRow, Panel } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { DEVICE, TRIALS } from '../tables/cells.ts';
import { count, words, type Column, type ListCell, type Table } from '../tables/table.ts';
import { countAxis } from './axis.ts';
import { dotPanel } from './dot-panel.ts';
import { deviceLegend, placesOf, spreadAt, type Device, type Place } from '../input/run-input.ts';

const BYTES_PER_MIB = 1_048_576;

export function idleFigure(devices: readonly Device[]): FigureDefinition | null {
  const places = [...placesOf(devices, ['idle'])].sort(
    (a, b) => a.params.sessions - b.params.sessions,
  );
  if (places.length === 0) return null;
  return {
    id: 'idle',
    title: 'Idle sessions',
    caption:
      'Threads while 1, 4 or 16 sessions are open and nothing is sent. Open symbols are trials, filled symbols their medians; lines connect medians. Equal values lie on top of each other.',
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: 2,
    panels: [
      panelOf(devices, places, 'Host threads', 'hostThreads.open'),
      panelOf(devices, places, 'Worker threads', 'workerThreads.open'),
    ],
    table: table(devices, places),
  };
}

function panelOf(
  devices: readonly Device[],
  places: readonly Place[],
  title: string,
  path: StatisticPath,
): Panel {
  const panel = dotPanel({
    devices,
    places,
    name: (place) => String(place.params.sessions),
    xLabel: 'Open sessions',
    path,
    divisor: 1,
    unit: 'threads',
    title,
    better: 'lower is better, and flat: a session needs no thread',
    yAxis: countAxis,
    heightPx: 260,
  });
  const dots = panel.layers.flatMap((layer) => (layer.kind === 'dots' ? layer.rows : []));
  const rows = devices.map((device) => connect(device, dots));
  return { ...panel, layers: [...panel.layers, { kind: 'lines', rows }] };
}

function connect(device: Device, dots: readonly DotRow[]): LineRow {
  const own = dots.filter((row) => row.series === device.series);
  return {
    series: device.series,
    xs: own.map((row) => row.x),
    ys: own.map((row) => row.median),
    stepped: false,
    text: device.label,
  };
}

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = devices.map((device) => {
    const counts = places.flatMap((place) => {
      const spread = spreadAt(device, place, 'hostThreads.open');
      return spread === null
        ? []
        : `${formatFixed(spread.median, 0)} with ${place.params.sessions}`;
    });
    return counts.length === 0
      ? ''
      : `On ${device.label} host threads are ${listed(counts)} sessions. `;
  });
  return `Threads with idle sessions; lower and flat is better. ${sentences.join('')}`.trim();
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
