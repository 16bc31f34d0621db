// Names that schema languages and their generators derive from the catalogue. Knows no format.
import { batchName, DATA_TYPES, RECORDS } from '../../../kernel/api/facade/catalog.ts';
import type { RecordShape, Shape } from '../../../kernel/api/facade/catalog.ts';
import { EDGE_RECORD } from '../../../kernel/api/facade/catalog-edge.ts';

/** protobuf-es and capnp-es: `price_minor` -> `priceMinor`, `f_int32_2` -> `fInt322`. */
export const camel = (name: string): string =>
  name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const batchOf = (record: RecordShape): RecordShape => ({
  kind: 'record',
  name: batchName(record),
  fields: [{ name: 'items', shape: { kind: 'list', of: record } }],
});

function collect(shape: Shape, into: Map<string, RecordShape>): void {
  if (shape.kind === 'list') collect(shape.of, into);
  if (shape.kind !== 'record') return;
  for (const field of shape.fields) collect(field.shape, into);
  into.set(shape.name, shape);
}

/** Every record of the suite, inner ones before those that use them. */
export function allRecords(): readonly RecordShape[] {
  const found = new Map<string, RecordShape>();
  for (const type of DATA_TYPES) collect(RECORDS[type], found);
  for (const type of DATA_TYPES) collect(batchOf(RECORDS[type]), found);
  collect(EDGE_RECORD, found);
  return [...found.values()];
}
