// Table 3 (concurrent sessions): data.json -> a table. Pure.

import type { DataCase, DataFile } from '../../kernel/api/results.ts';
import { formatCount, formatMicroseconds } from '../../kernel/api/units.ts';
import { casesOf, countsNotes, nestedSpread, paramsOf, plainSpread } from './cases-of.ts';
import type { Table } from './table.ts';

export function concurrencyTable(data: DataFile): Table {
  const cases = [...casesOf(data, 'concurrency'), ...casesOf(data, 'extra')];
  return {
    title: 'Table 3. Concurrent sessions, receipt latency in microseconds',
    columns: [
      { name: 'Sessions / workers', align: 'left' },
      { name: 'msg/s', align: 'right' },
      { name: '[min, max]', align: 'right' },
      { name: 'p50', align: 'right' },
      { name: 'p99', align: 'right' },
      { name: 'n', align: 'right' },
    ],
    rows: cases.map((entry) => concurrencyRow(data, entry)),
    notes: [
      'Medians over n trials of message rate and receipt percentiles, with the observed range of the rate. A message is one echo cycle that was verified and acknowledged; the rate counts all sessions. Sessions begin their measured loops at a shared barrier, with one frame each under way.',
      ...countsNotes(cases),
    ],
  };
}

function concurrencyRow(data: DataFile, entry: DataCase): string[] {
  const params = paramsOf(data, entry);
  const rate = plainSpread(entry, 'messagesPerSecond');
  const percentile = (name: string): string => {
    const value = nestedSpread(entry, 'receiptNs', name);
    return value === null ? '-' : formatMicroseconds(value.median);
  };
  const name = params === null ? entry.case : `${params.sessions} / ${params.workers}`;
  return [
    entry.suite === 'extra' ? `${name}, additional` : name,
    rate === null ? '-' : formatCount(rate.median),
    rate === null ? '-' : `[${formatCount(rate.min)}, ${formatCount(rate.max)}]`,
    percentile('p50'),
    percentile('p99'),
    String(entry.n),
  ];
}
