// Which record of the schemas a cell uses. One rule for every schema library.
import { batchName, RECORDS } from '../../kernel/api/facade/catalog.ts';
import { EDGE_RECORD } from '../../kernel/api/facade/catalog-edge.ts';
import type { PreparedType } from './row.ts';

export function recordName(type: PreparedType, instances: number): string {
  const record = type === 'edge' ? EDGE_RECORD : RECORDS[type];
  return instances === 1 ? record.name : batchName(record);
}
