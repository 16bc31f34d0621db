// The tables of a duplex run, in reading order; a table without rows is left out. Pure.

import type { DataFile } from '../../kernel/api/results.ts';
import { fullCycleTable, receiptTable } from './latency.ts';
import { throughputTable } from './throughput.ts';
import type { Table } from './table.ts';

export function duplexTables(data: DataFile): Table[] {
  return [receiptTable(data), throughputTable(data), fullCycleTable(data)].filter(
    (table) => table.rows.length > 0,
  );
}
