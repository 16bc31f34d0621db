// fast-xml-parser. XML has no types: the row decodes by the catalogue, in `toDomain`, where that work is timed as what it is.
import { RECORDS } from '../../../kernel/api/facade/catalog.ts';
import type { RecordShape, Shape } from '../../../kernel/api/facade/catalog.ts';
import { EDGE_RECORD } from '../../../kernel/api/facade/catalog-edge.ts';
import type { Row } from '../row.ts';
import { textCodec } from '../row.ts';

interface Xml {
  readonly XMLBuilder: new (options: object) => { build(value: unknown): string };
  readonly XMLParser: new (options: object) => { parse(text: string): unknown };
}

/** Paths of elements that are lists: a list of one looks like a single element. */
function listPaths(shape: Shape, at: string, into: Set<string>): void {
  if (shape.kind === 'list') {
    into.add(at);
    listPaths(shape.of, at, into);
  }
  if (shape.kind !== 'record') return;
  for (const field of shape.fields) listPaths(field.shape, `${at}.${field.name}`, into);
}

function typed(shape: Shape, value: unknown): unknown {
  if (shape.kind === 'list')
    return Array.isArray(value) ? value.map((item) => typed(shape.of, item)) : [];
  if (shape.kind === 'record') return typedRecord(shape, value as Record<string, unknown>);
  if (shape.kind === 'bool') return value === 'true';
  return shape.kind === 'string' || shape.kind === 'bytes' ? value : number(value);
}

/** int64 beyond 2^53 keeps its digits. */
function number(value: unknown): unknown {
  const text = String(value);
  const parsed = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(parsed) ? BigInt(text) : parsed;
}

/** Absent elements stay absent, except lists: XML cannot say an empty list. */
function typedRecord(shape: RecordShape, value: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const field of shape.fields)
    if (field.name in value || field.shape.kind === 'list')
      out[field.name] = typed(field.shape, value[field.name]);
  return out;
}

export const xmlRow: Row = {
  id: 'fast-xml-parser (typed by schema)',
  library: 'fast-xml-parser',
  format: 'XML',
  kind: 'text',
  counterpart: 'XMLCoder',
  reuse: 'instance',
  schemaDriven: true,
  ranked: true,
  async load() {
    const xml = (await import('fast-xml-parser')) as unknown as Xml;
    const builder = new xml.XMLBuilder({ format: false });
    return {
      addon: 'none',
      prepare(type, instances) {
        const record = type === 'edge' ? EDGE_RECORD : RECORDS[type];
        const shape: Shape = instances === 1 ? record : { kind: 'list', of: record };
        const lists = new Set<string>();
        listPaths(shape, 'r.i', lists);
        const parser = new xml.XMLParser({
          parseTagValue: false,
          trimValues: false,
          isArray: (_: string, path: unknown) => lists.has(String(path)),
        });
        const codec = textCodec(
          (value) => builder.build({ r: { i: value } }),
          (text) => (parser.parse(text) as { r: { i: unknown } }).r.i,
        );
        return { ...codec, toDomain: (native) => typed(shape, native) };
      },
    };
  },
};
