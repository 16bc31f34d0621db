// fast-json-stringify writes JSON from a schema and reads nothing: its row pairs it with JSON.parse and says so.
import { RECORDS } from '../../../kernel/api/facade/catalog.ts';
import type { Shape } from '../../../kernel/api/facade/catalog.ts';
import { EDGE_RECORD } from '../../../kernel/api/facade/catalog-edge.ts';
import type { PreparedType, Row } from '../row.ts';
import { textCodec } from '../row.ts';

const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int32: 'integer',
  int64: 'integer',
  float32: 'number',
  float64: 'number',
  string: 'string',
};

type JsonSchema = Record<string, unknown>;

function jsonSchema(shape: Shape): JsonSchema {
  if (shape.kind === 'list') return { type: 'array', items: jsonSchema(shape.of) };
  if (shape.kind !== 'record') {
    const type = types[shape.kind];
    return type === undefined ? {} : { type };
  }
  const properties = shape.fields.map(({ name, shape: inner }) => [name, jsonSchema(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) as JsonSchema };
}

function rootSchema(type: PreparedType, instances: number): JsonSchema {
  const schema = jsonSchema(type === 'edge' ? EDGE_RECORD : RECORDS[type]);
  return instances === 1 ? schema : { type: 'array', items: schema };
}

export const fastJsonRow: Row = {
  id: 'fast-json-stringify + JSON.parse',
  library: 'fast-json-stringify',
  format: 'JSON',
  kind: 'text',
  counterpart: 'IkigaJSON',
  reuse: 'instance',
  schemaDriven: true,
  ranked: true,
  async load() {
    const module = (await import('fast-json-stringify')) as unknown as {
      default: (schema: JsonSchema) => (value: unknown) => string;
    };
    return {
      addon: 'none',
      prepare: (type, instances) =>
        textCodec(
          module.default(rootSchema(type, instances)),
          (text) => JSON.parse(text) as unknown,
        ),
    };
  },
};
