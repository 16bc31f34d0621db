// Which trials of a case ran in which of the two states that the scheduler chooses from, in words: a table that mixes them says so.

import { placementsOf, schedulingOf, type Placement } from '../../kernel/api/compare/placement.ts';
import { trialStatistic, type StatisticPath } from '../../kernel/api/run/statistic.ts';
import { trialsAt, type Device, type Place } from '../input/run-input.ts';
import { formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import type { Measure } from './cells.ts';

const WORDS: Readonly<Record<Placement, string>> = {
  woken: 'each message had to wake the other processor first',
  together: 'host and worker shared a processor, or the other one was awake',
  apart: 'host and worker had a processor each',
};
const MANY_TOGETHER = 'host and worker shared a processor';

const CHOICE =
  'Which it is the system chooses anew for every trial; --cpus HOST,WORKER takes the choice away, and compare never mixes the two.';

/** Nothing where all trials of each case ran alike, or where the machine did not say. */
export function placementNotes(
  devices: readonly Device[],
  places: readonly Place[],
  path: StatisticPath,
  measure: Measure,
  nameOf: (place: Place) => string,
): string[] {
  const found = places.flatMap((place) =>
    devices.flatMap((device) => {
      const mixed = mixedIn(device, place, path, measure);
      const on = devices.length === 1 ? '' : ` on ${device.label}`;
      return mixed === null ? [] : [`${nameOf(place)}${on}: ${mixed}.`];
    }),
  );
  return found.length === 0 ? [] : [`${found.join(' ')} ${CHOICE}`];
}

function mixedIn(
  device: Device,
  place: Place,
  path: StatisticPath,
  measure: Measure,
): string | null {
  const ok = trialsAt(device, place).filter(({ state }) => state === 'ok');
  const schedulings = ok.map(schedulingOf);
  const placements = placementsOf(schedulings);
  const kinds = [...new Set(placements)];
  if (kinds.length < 2 || kinds.includes(null)) return null;
  const isOneFrame = schedulings.every((one) => one.isOneFrame);
  const parts = kinds.flatMap((kind) => {
    const own = ok.filter((_, index) => placements[index] === kind);
    const values = own.flatMap(({ stats }) => trialStatistic(stats, path) ?? []);
    if (kind === null || values.length === 0) return [];
    const said = kind === 'together' && !isOneFrame ? MANY_TOGETHER : WORDS[kind];
    return [`in ${own.length} of ${ok.length} trials ${said} (${rangeText(values, measure)})`];
  });
  return listed(parts);
}

function rangeText(values: readonly number[], { unit, divisor, decimals }: Measure): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) =>
    formatFixed(value / divisor, decimals),
  );
  return low === high ? `${low ?? ''} ${unit}` : `${low ?? ''} to ${high ?? ''} ${unit}`;
}
