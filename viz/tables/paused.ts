// Table 4 (a paused consumer): data.json -> a table. Pure.

import type { DataCase, DataFile } from '../../kernel/api/results.ts';
import { formatBytes, formatCount } from '../../kernel/api/units.ts';
import { casesOf, countsNotes, paramsOf, plainSpread } from './cases-of.ts';
import type { Table } from './table.ts';

export function pausedTable(data: DataFile): Table {
  const cases = casesOf(data, 'paused');
  const shown = cases.map((entry) => paramsOf(data, entry)).find((params) => params !== null);
  const traffic =
    shown === undefined
      ? ''
      : ` Each trial sends ${formatCount(shown.frames)} frames of ${formatBytes(shown.payloadBytes)} after ${shown.warmupFrames} warm-up frames.`;
  return {
    title: 'Table 4. Queue high-water of a paused consumer',
    columns: [
      { name: 'Output credit', align: 'left' },
      { name: 'Queue high-water', align: 'right' },
      { name: '[min, max]', align: 'right' },
      { name: 'n', align: 'right' },
    ],
    rows: cases.map((entry) => pausedRow(data, entry)),
    notes: [
      `Most bytes that were received and not yet released, while consumption stopped and reading went on. A trial whose high-water differs from its credit has failed.${traffic}`,
      ...countsNotes(cases),
    ],
  };
}

function pausedRow(data: DataFile, entry: DataCase): string[] {
  const highWater = plainSpread(entry, 'queueHighWaterBytes');
  return [
    formatBytes(paramsOf(data, entry)?.creditBytes ?? 0),
    highWater === null ? '-' : formatBytes(highWater.median),
    highWater === null ? '-' : `[${formatBytes(highWater.min)}, ${formatBytes(highWater.max)}]`,
    String(entry.n),
  ];
}
