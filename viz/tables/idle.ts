// Table 5 (idle sessions): data.json -> a table. Pure.

import type { DataCase, DataFile } from '../../kernel/api/results.ts';
import { formatCount } from '../../kernel/api/units.ts';
import { casesOf, countsNotes, nestedSpread, paramsOf } from './cases-of.ts';
import type { Table } from './table.ts';

const MIB = 1_048_576;

export function idleTable(data: DataFile): Table {
  const cases = casesOf(data, 'idle');
  const memory = (bytes: number): string => (bytes / MIB).toFixed(1);
  return {
    title: 'Table 5. Idle sessions, before / open',
    columns: [
      { name: 'Sessions', align: 'left' },
      { name: 'Host threads', align: 'right' },
      { name: 'Worker threads', align: 'right' },
      { name: 'Host MiB', align: 'right' },
      { name: 'Worker MiB', align: 'right' },
      { name: 'n', align: 'right' },
    ],
    rows: cases.map((entry) => [
      formatCount(paramsOf(data, entry)?.sessions ?? 0),
      beforeOpen(entry, 'hostThreads', formatCount),
      beforeOpen(entry, 'workerThreads', formatCount),
      beforeOpen(entry, 'hostRssBytes', memory),
      beforeOpen(entry, 'workerRssBytes', memory),
      String(entry.n),
    ]),
    notes: [
      'Before sessions open / with all of them open and idle: medians of n trials. MiB is resident set size, neither peak allocation nor exclusive ownership; 1 MiB is 1,048,576 bytes.',
      ...countsNotes(cases),
    ],
  };
}

function beforeOpen(entry: DataCase, statistic: string, format: (value: number) => string): string {
  const of = (when: string): string => {
    const value = nestedSpread(entry, statistic, when);
    return value === null ? '-' : format(value.median);
  };
  return `${of('before')} / ${of('open')}`;
}
