// Table 2 (verified throughput): data.json -> a table. Pure.

import type { DataCase, DataFile } from '../../kernel/api/results.ts';
import { formatMegabytesPerSecond } from '../../kernel/api/units.ts';
import { casesOf, countsNotes, payloadText, plainSpread, settingsOf } from './cases-of.ts';
import type { Table } from './table.ts';

export function throughputTable(data: DataFile): Table {
  const cases = [...casesOf(data, 'bulk'), ...casesOf(data, 'managed')];
  return {
    title: 'Table 2. Verified throughput, MB/s in one direction',
    columns: [
      { name: 'Payload / frame window / ack', align: 'left' },
      { name: 'MB/s', align: 'right' },
      { name: '[min, max]', align: 'right' },
      { name: 'n', align: 'right' },
    ],
    rows: cases.map((entry) => throughputRow(data, entry)),
    notes: [
      'Median and observed range over n trials; 1 MB is 10^6 bytes. The rate counts one direction, the wire carries twice that. From the first decision to send until the last acknowledgement was accepted, with every returned byte compared.',
      'Frame window: frames that may be under way (default: 64 KiB of credit). Ack: frames per acknowledgement.',
      ...countsNotes(cases),
    ],
  };
}

function throughputRow(data: DataFile, entry: DataCase): string[] {
  const rate = plainSpread(entry, 'bytesPerSecond');
  const managed = entry.suite === 'managed' ? 'Managed ' : '';
  return [
    [`${managed}${payloadText(data, entry)}`, ...settingsOf(entry)].join(' / '),
    rate === null ? '-' : formatMegabytesPerSecond(rate.median),
    rate === null
      ? '-'
      : `[${formatMegabytesPerSecond(rate.min)}, ${formatMegabytesPerSecond(rate.max)}]`,
    String(entry.n),
  ];
}
