// Verified throughput: small and large payloads in two panels, one unit, both from zero.

import type { FigureDefinition, Panel } from '../definition.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import { placementNotes } from '../tables/placement-notes.ts';
import { DEVICE, RANGE_NOTE, spreadCell, TRIALS } from '../tables/cells.ts';
import { count, words, type Table } from '../tables/table.ts';
import { zeroAxis } from './axis.ts';
import { dotPanel } from './dot-panel.ts';
import {
  bulkText,
  deviceLegend,
  highestAt,
  placesOf,
  spreadAt,
  type Device,
  type Place,
} from '../input/run-input.ts';

const BYTES_PER_MB = 1e6;
const PATH = 'bytesPerSecond';
/** From this payload on rates are several times those of small ones: they have a panel of their own. */
const LARGE_PAYLOAD_BYTES = 131_072;

export function throughputFigure(devices: readonly Device[]): FigureDefinition | null {
  const places = [...placesOf(devices, ['bulk', 'managed'])].sort(
    (a, b) => a.params.payloadBytes - b.params.payloadBytes,
  );
  if (places.length === 0) return null;
  const isLarge = (place: Place) => place.params.payloadBytes >= LARGE_PAYLOAD_BYTES;
  const panels = [
    panelOf(
      devices,
      'Small payloads',
      places.filter((place) => !isLarge(place)),
    ),
    panelOf(devices, 'Large payloads', places.filter(isLarge)),
  ].filter((panel) => panel !== null);
  return {
    id: 'throughput',
    title: 'Verified throughput',
    finding: findingOf(devices, places),
    caption:
      'Payload bytes in one direction per second, from the first send decision to the last acknowledgement, with every returned byte compared. Open symbols are trials, filled symbols and bars their medians, lines the observed range.' +
      (panels.length > 1
        ? ' Both panels start at zero; their scales differ.'
        : ' The axis starts at zero.'),
    description: describe(devices, places),
    legend: deviceLegend(devices),
    columns: 2,
    panels,
    table: table(devices, places),
  };
}

function panelOf(
  devices: readonly Device[],
  title: string,
  places: readonly Place[],
): Panel | null {
  if (places.length === 0) return null;
  return dotPanel({
    devices,
    places,
    name: (place) => bulkText(place.params).replace(' / ', '\n').replace('anaged ', 'anaged\n'),
    xLabel: 'Payload, credit in frames / ack interval',
    path: PATH,
    divisor: BYTES_PER_MB,
    unit: 'MB/s',
    title,
    better: 'higher is better',
    yAxis: zeroAxis,
    heightPx: 320,
    bars: true,
  });
}

/** `up to 3,974.2 MB/s (Managed 256 KiB / 16 / 4)`, device by device. */
function findingOf(devices: readonly Device[], places: readonly Place[]): string {
  const parts = devices.flatMap((device) => {
    const best = highestAt(device, places, PATH);
    if (best === null) return [];
    const where = devices.length === 1 ? '' : ` on ${device.label}`;
    const rate = formatFixed(best.spread.median / BYTES_PER_MB, 0);
    return [`${rate} MB/s${where} (${bulkText(best.place.params)})`];
  });
  return `up to ${listed(parts)}`;
}

function describe(devices: readonly Device[], places: readonly Place[]): string {
  const sentences = places.map((place) => {
    const parts = devices.flatMap((device) => {
      const spread = spreadAt(device, place, PATH);
      return spread === null
        ? []
        : `${formatFixed(spread.median / BYTES_PER_MB, 1)} MB/s on ${device.label}`;
    });
    return parts.length === 0 ? '' : `${bulkText(place.params)}: ${listed(parts)}. `;
  });
  return `Verified throughput per payload, credit and ack interval; higher is better. ${sentences.join('')}`.trim();
}

const RATE = { unit: 'MB/s', divisor: BYTES_PER_MB, decimals: 1 };

function table(devices: readonly Device[], places: readonly Place[]): Table {
  return {
    caption: 'Verified throughput in one direction',
    columns: [{ title: 'Payload / credit / ack' }, DEVICE, { title: 'MB/s' }, TRIALS],
    rows: places.flatMap((place) =>
      devices.flatMap((device) => {
        const spread = spreadAt(device, place, PATH);
        if (spread === null) return [];
        const rate = spreadCell(spread, RATE);
        return [[words(bulkText(place.params)), words(device.label), rate, count(spread.n)]];
      }),
    ),
    notes: [
      RANGE_NOTE,
      'MB is 10^6 bytes; traffic of both directions is twice the rate. Credit is in frames; the default is 64 KiB. Ack is the number of frames per acknowledgement. Managed: the input lies in memory both sides map, and the output comes back inline.',
      ...placementNotes(devices, places, PATH, RATE, ({ params }) => bulkText(params)),
    ],
  };
}
