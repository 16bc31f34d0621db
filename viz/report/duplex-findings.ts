// What duplex runs found, in sentences: numbers of data.json with their ranges. Nothing is said of which of two devices is better:
// that is a verdict (comparison.ts).

import type { Spread } from '../../kernel/api/statistics/durations.ts';
import {
  bulkText,
  highestAt,
  payloadText,
  placesOf,
  resolutionPercentOf,
  spreadAt,
  trialsAt,
  type Device,
  type Place,
} from '../input/run-input.ts';
import { formatBytes, formatFixed } from '../text/numbers.ts';
import { listed } from '../text/words.ts';
import type { Item } from './page.ts';

/** The lines of the first screen, each with the section that shows it. */
export function duplexFindings(devices: readonly Device[]): Item[] {
  const about = (to: string, of: (device: Device) => string | null): Item[] =>
    devices.flatMap((device) => {
      const text = of(device);
      if (text === null) return [];
      return [{ to, text: devices.length === 1 ? text : `${device.label}: ${text}` }];
    });
  return [
    ...about('latency', latencyFinding),
    ...about('throughput', throughputFinding),
    ...about('concurrency', concurrencyFinding),
    ...about('own', ownFinding),
    ...about('paused', (device) => checkText(pausedCheck(device))),
    ...about('idle', (device) => checkText(idleCheck(device))),
    ...about('run-order', resolutionFinding),
  ];
}

/** `[85.3, 95.0] in 5 trials`; one trial has no range. */
function rangeText(spread: Spread, divisor: number, decimals: number): string {
  if (spread.n < 2) return 'in one trial, which says nothing of chance';
  const text = (value: number): string => formatFixed(value / divisor, decimals);
  return `[${text(spread.min)}, ${text(spread.max)}] in ${spread.n} trials`;
}

const US = 1000;
const MB = 1e6;

function latencyFinding(device: Device): string | null {
  const places = [...placesOf([device], ['latency'])].sort(
    (a, b) => a.params.payloadBytes - b.params.payloadBytes,
  );
  const [smallest, largest] = [places[0], places.at(-1)];
  if (smallest === undefined || largest === undefined) return null;
  const first = timeOf(device, smallest);
  if (first === null) return null;
  const tail = spreadAt(device, smallest, 'receiptNs.p99');
  const rare =
    tail === null ? '' : `; one echo in a hundred takes longer than ${us(tail.median)} µs`;
  const last = largest === smallest ? null : timeOf(device, largest);
  const other =
    last === null
      ? ''
      : ` ${payloadText(largest.params)}: ${us(last.median)} µs ${rangeText(last, US, 1)}.`;
  return `A round trip of ${payloadText(smallest.params)} takes ${us(first.median)} µs ${rangeText(first, US, 1)}${rare}.${other}`;
}

/** A coarse clock measures batches alone. */
const timeOf = (device: Device, place: Place): Spread | null =>
  spreadAt(device, place, 'receiptNs.p50') ?? spreadAt(device, place, 'batchMeanNs');

const us = (ns: number): string => formatFixed(ns / US, 1);

function throughputFinding(device: Device): string | null {
  const parts = (
    [
      ['bulk', 'inline'],
      ['managed', 'through shared slots'],
    ] as const
  ).flatMap(([suite, how]) => {
    const best = highestAt(device, placesOf([device], [suite]), 'bytesPerSecond');
    if (best === null) return [];
    const { place, spread } = best;
    const rate = formatFixed(spread.median / MB, 0);
    return [`${how} ${rate} MB/s ${rangeText(spread, MB, 0)} (${bulkText(place.params)})`];
  });
  if (parts.length === 0) return null;
  return `The highest median rates with every returned byte compared: ${listed(parts)}.`;
}

function concurrencyFinding(device: Device): string | null {
  const best = highestAt(device, placesOf([device], ['concurrency']), 'messagesPerSecond');
  if (best === null) return null;
  const { place, spread } = best;
  const { sessions, workers } = place.params;
  return `${sessions} sessions on ${workers} ${workers === 1 ? 'worker' : 'workers'} exchange ${formatFixed(spread.median, 0)} messages a second ${rangeText(spread, 1, 0)}, the highest median.`;
}

/** The cases that the run was given, each by its time. */
function ownFinding(device: Device): string | null {
  const parts = placesOf([device], ['own']).flatMap((place) => {
    const spread = timeOf(device, place);
    if (spread === null) return [];
    return [`${place.case} ${us(spread.median)} µs ${rangeText(spread, US, 1)}`];
  });
  if (parts.length === 0) return null;
  const more = parts.length - MOST_NAMED;
  const shown = more > 0 ? [...parts.slice(0, MOST_NAMED), `${more} more`] : parts;
  return `Own cases, p50 of the receipt: ${listed(shown)}.`;
}

const MOST_NAMED = 4;

/** Something that holds or does not. */
export interface Check {
  readonly passed: boolean;
  readonly text: string;
}

const checkText = (check: Check | null): string | null =>
  check === null ? null : `${check.passed ? '✓ ' : ''}${check.text}`;

/** A trial whose queue did not stop at its credit has failed, so that passing is the finding. */
export function pausedCheck(device: Device): Check | null {
  const places = placesOf([device], ['paused']);
  const trials = places.flatMap((place) => trialsAt(device, place));
  const measured = trials.filter(({ state }) => state !== 'unsupported');
  if (measured.length === 0) return null;
  const ok = measured.filter(({ state }) => state === 'ok').length;
  const credits = listed(places.map(({ params }) => formatBytes(params.creditBytes)));
  const failed = measured.length - ok;
  return {
    passed: failed === 0,
    text:
      failed === 0
        ? `A paused consumer holds the sender back: its queue stopped at the credit (${credits}) in all ${ok} trials.`
        : `A paused consumer: in ${failed} of ${measured.length} trials the queue did not stop at the credit (${credits}), or the trial failed.`,
  };
}

/** Threads while sessions are open against before, and whether all went away. */
export function idleCheck(device: Device): Check | null {
  const places = [...placesOf([device], ['idle'])].sort(
    (a, b) => a.params.sessions - b.params.sessions,
  );
  const of = (
    place: Place | undefined,
    name: 'host' | 'worker',
    when: 'before' | 'open' | 'after',
  ) =>
    place === undefined
      ? null
      : (spreadAt(device, place, `${name}Threads.${when}`)?.median ?? null);
  const last = places.at(-1);
  const parts = (['host', 'worker'] as const).flatMap((name) => {
    const [before, open, after] = (['before', 'open', 'after'] as const).map((when) =>
      of(last, name, when),
    );
    if (before == null || open == null || after == null) return [];
    return [{ name, before, open, after }];
  });
  if (last === undefined || parts.length === 0) return null;
  const counted = listed(
    parts.map(({ name, before, open, after }) =>
      before === open && open === after
        ? `${name} ${formatFixed(open, 0)}`
        : `${name} ${formatFixed(before, 0)} before, ${formatFixed(open, 0)} open, ${formatFixed(after, 0)} after`,
    ),
  );
  const isFlat = parts.every(({ before, open, after }) => before === open && open === after);
  return {
    passed: isFlat,
    text: isFlat
      ? `Idle sessions take no thread: with ${last.params.sessions} open there are as many as before and after (${counted}).`
      : `Threads with ${last.params.sessions} idle sessions: ${counted}.`,
  };
}

function resolutionFinding(device: Device): string | null {
  const percent = resolutionPercentOf(device);
  if (percent !== null)
    return `Measured against itself, this machine resolves ±${formatFixed(percent, 1)} %: smaller differences mean nothing here.`;
  const { resolutionReason } = device.data;
  return resolutionReason === undefined || device.variant !== undefined
    ? null
    : `What this machine resolves is unknown: ${resolutionReason}.`;
}
