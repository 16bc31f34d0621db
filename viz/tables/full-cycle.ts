// The full cycle of every latency case: a table without a figure. Texts only.

import { payloadText, placesOf, spreadAt, type Device } from '../input/run-input.ts';
import { DEFAULT_VIEW, measureOf, PERCENTILES, type ViewOptions } from '../input/view-options.ts';
import { DEVICE, RANGE_NOTE, spreadCell, tailNotes, TRIALS } from './cells.ts';
import { count, words, type Table } from './table.ts';

/** Null when no run has measured latency. */
export function fullCycleTable(
  devices: readonly Device[],
  { timeUnit }: ViewOptions = DEFAULT_VIEW,
): Table | null {
  const rows = placesOf(devices, ['latency']).flatMap((place) =>
    devices.flatMap((device) => {
      const spreads = PERCENTILES.map((name) => spreadAt(device, place, `fullCycleNs.${name}`));
      const [median] = spreads;
      if (median === undefined || median === null) return [];
      const cells = spreads.map((one) => spreadCell(one, measureOf(timeUnit)));
      return [[words(payloadText(place.params)), words(device.label), ...cells, count(median.n)]];
    }),
  );
  if (rows.length === 0) return null;
  return {
    caption: `Full cycle, ${timeUnit.name}: until the echo is verified and acknowledged`,
    columns: [
      { title: 'Payload' },
      DEVICE,
      ...PERCENTILES.map((name) => ({ title: `Full cycle ${name}` })),
      TRIALS,
    ],
    rows,
    notes: [RANGE_NOTE, 'Lower is better.', ...tailNotes(rows)],
  };
}
