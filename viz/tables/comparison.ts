// Every headline statistic of each run against one run, the baseline. A ratio of medians and whether the observed
// ranges overlap; whether a difference is real is for `echometer compare`.

import type { Spread } from '../../kernel/api/run/results.ts';
import type { Table } from '../definition.ts';
import {
  bulkText,
  payloadText,
  placesOf,
  sessionsText,
  spreadAt,
  type Device,
  type Place,
} from '../input/run-input.ts';
import { formatFixed, formatMeasured } from '../format.ts';
import { left, right } from './cells.ts';

interface Headline {
  readonly suites: readonly Place['suite'][];
  readonly path: string;
  readonly name: string;
  readonly unit: string;
  readonly divisor: number;
  readonly isLowerBetter: boolean;
  readonly place: (place: Place) => string;
}

const latency = (percentile: string): Headline => ({
  suites: ['latency'],
  path: `receiptNs.${percentile}`,
  name: `Receipt ${percentile}`,
  unit: 'µs',
  divisor: 1000,
  isLowerBetter: true,
  place: ({ params }) => payloadText(params),
});

const HEADLINES: readonly Headline[] = [
  latency('p50'),
  latency('p99'),
  {
    suites: ['bulk', 'managed'],
    path: 'bytesPerSecond',
    name: 'Throughput',
    unit: 'MB/s',
    divisor: 1e6,
    isLowerBetter: false,
    place: ({ params }) => bulkText(params),
  },
  {
    suites: ['concurrency', 'extra'],
    path: 'messagesPerSecond',
    name: 'Messages',
    unit: 'msg/s',
    divisor: 1,
    isLowerBetter: false,
    place: ({ params, suite }) => sessionsText(params) + (suite === 'extra' ? ' (extra)' : ''),
  },
];

export function comparisonTable(devices: readonly Device[], baseline: number): Table {
  const base = devices[baseline] ?? devices[0];
  const others = devices.filter((device) => device !== base);
  const rows = HEADLINES.flatMap((headline) =>
    placesOf(devices, headline.suites).flatMap((place) => {
      const reference = base === undefined ? null : spreadAt(base, place, headline.path);
      if (reference === null) return [];
      const cells = others.map((device) =>
        againstCell(spreadAt(device, place, headline.path), reference, headline),
      );
      const value = formatMeasured(reference.median / headline.divisor);
      return [[headline.name, headline.place(place), `${value} ${headline.unit}`, ...cells]];
    }),
  );
  return {
    caption: `Against ${base?.label ?? 'nothing'}`,
    columns: [
      left('Statistic'),
      left('Case'),
      right(base?.label ?? ''),
      ...others.map(({ label }) => right(label)),
    ],
    rows,
    notes: [
      'Medians over trials; × is the ratio to the baseline’s median. “Ranges overlap” means that some trials of both runs lie in one range: no call is made. Ratios between different machines compare whole set-ups.',
    ],
  };
}

function againstCell(spread: Spread | null, base: Spread, headline: Headline): string {
  if (spread === null) return '–';
  const value = formatMeasured(spread.median / headline.divisor);
  const ratio = formatFixed(spread.median / base.median, 2);
  const isOverlapping = spread.min <= base.max && base.min <= spread.max;
  const isLower = spread.median < base.median;
  const word = isOverlapping
    ? 'ranges overlap'
    : isLower === headline.isLowerBetter
      ? 'better'
      : 'worse';
  return `${value} (${ratio} ×, ${word})`;
}
