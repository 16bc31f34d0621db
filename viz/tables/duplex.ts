// The tables of a duplex run, in reading order; a table without rows is left out. Pure.

import type { DataFile } from '../../kernel/api/results.ts';
import { concurrencyTable } from './concurrency.ts';
import { idleTable } from './idle.ts';
import { fullCycleTable, receiptTable } from './latency.ts';
import { openLoopTable } from './open-loop.ts';
import { pausedTable } from './paused.ts';
import { throughputTable } from './throughput.ts';
import type { Table } from './table.ts';

export function duplexTables(data: DataFile): Table[] {
  return [
    receiptTable(data),
    throughputTable(data),
    concurrencyTable(data),
    pausedTable(data),
    idleTable(data),
    fullCycleTable(data),
    openLoopTable(data),
  ].filter((table) => table.rows.length > 0);
}
