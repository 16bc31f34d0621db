// The full cycle of every latency case: a table without a figure. Texts only.

import type { Table } from '../definition.ts';
import { payloadText, placesOf, spreadAt, type Device } from '../input/run-input.ts';
import { decimalsOf, DEFAULT_VIEW, PERCENTILES, type ViewOptions } from '../input/view-options.ts';
import { left, RANGE_NOTE, right, spreadCell, TAIL_NOTE } from './cells.ts';

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
      const cells = spreads.map((one) => spreadCell(one, timeUnit.ns, decimalsOf(timeUnit)));
      return [[payloadText(place.params), device.label, ...cells, String(median.n)]];
    }),
  );
  if (rows.length === 0) return null;
  return {
    caption: `Full cycle, ${timeUnit.name}: until the echo is verified and acknowledged`,
    columns: [
      left('Payload'),
      left('Device'),
      ...PERCENTILES.map((name) => right(`Full cycle ${name}`)),
      right('n'),
    ],
    rows,
    notes: [RANGE_NOTE, 'Lower is better.', TAIL_NOTE],
  };
}
