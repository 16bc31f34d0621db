// Table 1 (receipt latency) and its twin for the full cycle: data.json -> a table. Pure.

import type { DataCase, DataFile, Spread } from '../../kernel/api/results.ts';
import { formatMicroseconds } from '../../kernel/api/units.ts';
import { casesOf, countsNotes, nestedSpread, payloadText, settingsOf } from './cases-of.ts';
import type { Column, Table } from './table.ts';

const COLUMNS: readonly Column[] = [
  { name: 'Payload', align: 'left' },
  { name: 'p50', align: 'right' },
  { name: 'p95', align: 'right' },
  { name: 'p99', align: 'right' },
  { name: 'p50 range', align: 'right' },
  { name: 'p99 range', align: 'right' },
  { name: 'n', align: 'right' },
];

export function receiptTable(data: DataFile): Table {
  return latencyTable(data, 'receiptNs', 'Table 1. Receipt latency, microseconds', [
    'Time from the decision to send until the complete echo has arrived; checking and acknowledging it come after.',
  ]);
}

export function fullCycleTable(data: DataFile): Table {
  return latencyTable(data, 'fullCycleNs', 'Full cycle, microseconds', [
    'The same start, until the echo is checked and the operating system has taken its acknowledgement.',
  ]);
}

function latencyTable(
  data: DataFile,
  statistic: string,
  title: string,
  what: readonly string[],
): Table {
  const cases = casesOf(data, 'latency');
  return {
    title,
    columns: COLUMNS,
    rows: cases.map((entry) => latencyRow(data, entry, statistic)),
    notes: [
      ...what,
      "Each figure is the median over n trials of that trial's percentile (nearest rank); ranges are the smallest and largest trial, not confidence intervals.",
      ...tailNotes(cases, statistic),
      ...countsNotes(cases),
    ],
  };
}

function latencyRow(data: DataFile, entry: DataCase, statistic: string): string[] {
  const of = (name: string): Spread | null => nestedSpread(entry, statistic, name);
  return [
    [payloadText(data, entry), ...settingsOf(entry)].join(' '),
    median(of('p50')),
    median(of('p95')),
    median(of('p99')),
    range(of('p50')),
    range(of('p99')),
    String(entry.n),
  ];
}

function median(value: Spread | null): string {
  return value === null ? '-' : formatMicroseconds(value.median);
}

function range(value: Spread | null): string {
  if (value === null) return '-';
  return `[${formatMicroseconds(value.min)}, ${formatMicroseconds(value.max)}]`;
}

function tailNotes(cases: readonly DataCase[], statistic: string): string[] {
  const short = cases.some(
    (entry) => entry.n > 0 && nestedSpread(entry, statistic, 'p99') === null,
  );
  return short ? ['A dash: too few samples for that percentile, or nothing to time.'] : [];
}
