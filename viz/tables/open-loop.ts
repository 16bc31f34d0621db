// The open loop (frames sent at a fixed rate, timed from when they were due): data.json -> a table. Pure.

import type { DataFile } from '../../kernel/api/results.ts';
import { formatBytes, formatCount, formatMicroseconds } from '../../kernel/api/units.ts';
import { casesOf, countsNotes, nestedSpread, paramsOf, plainSpread } from './cases-of.ts';
import type { Table } from './table.ts';

const NS_PER_SECOND = 1e9;

export function openLoopTable(data: DataFile): Table {
  const cases = casesOf(data, 'openloop');
  return {
    title: 'Open loop, receipt latency in microseconds',
    columns: [
      { name: 'Payload', align: 'left' },
      { name: 'due per s', align: 'right' },
      { name: 'msg/s', align: 'right' },
      { name: 'p50', align: 'right' },
      { name: 'p95', align: 'right' },
      { name: 'p99', align: 'right' },
      { name: 'n', align: 'right' },
    ],
    rows: cases.map((entry) => {
      const params = paramsOf(data, entry);
      const rate = plainSpread(entry, 'messagesPerSecond');
      const due = ((params?.sessions ?? 0) * NS_PER_SECOND) / (params?.intervalNs ?? Infinity);
      const percentile = (name: string): string => {
        const value = nestedSpread(entry, 'receiptNs', name);
        return value === null ? '-' : formatMicroseconds(value.median);
      };
      return [
        formatBytes(params?.payloadBytes ?? 0),
        formatCount(due),
        rate === null ? '-' : formatCount(rate.median),
        percentile('p50'),
        percentile('p95'),
        percentile('p99'),
        String(entry.n),
      ];
    }),
    notes: [
      'Frames are due at a fixed rate and are timed from when they were due, not from when they were sent: a stall is in every frame that it delayed. Medians over n trials.',
      ...countsNotes(cases),
    ],
  };
}
