// The data catalogue of the serializer suite: every schema, conversion and fixture is derived from this file. It generates no instance; the kernel does.

/** Kinds a schema language can express; `date` and `null` exist in self-describing formats only. */
export type ScalarKind =
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float32'
  | 'float64'
  | 'string'
  | 'bytes'
  | 'date'
  | 'null'
  | 'keys';

export type Shape =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'record'; readonly name: string; readonly fields: readonly Field[] };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
}

export type RecordShape = Extract<Shape, { kind: 'record' }>;

export const DATA_TYPES = ['message', 'document', 'telemetry', 'strings', 'event'] as const;
export type DataType = (typeof DATA_TYPES)[number];

/** Instances in one call. The reference's cells are every type at both counts, in this order. */
export const INSTANCE_COUNTS = [1, 100] as const;

export const DEFAULT_SEED = 42n;

const scalar = (name: string, kind: ScalarKind): Field => ({ name, shape: { kind } });
const list = (name: string, of: Shape): Field => ({ name, shape: { kind: 'list', of } });
const record = (name: string, ...fields: Field[]): RecordShape => ({
  kind: 'record',
  name,
  fields,
});

/** Field order is the order of the reference's generator and of every wire format here. */
export const RECORDS: Readonly<Record<DataType, RecordShape>> = {
  message: record(
    'Message',
    scalar('f_bool', 'bool'),
    scalar('f_int32', 'int32'),
    scalar('f_int64', 'int64'),
    scalar('f_float64', 'float64'),
    scalar('f_string', 'string'),
    scalar('f_bool_2', 'bool'),
    scalar('f_int32_2', 'int32'),
    scalar('f_string_2', 'string'),
  ),
  document: record(
    'Document',
    scalar('id', 'string'),
    scalar('status', 'int32'),
    { name: 'meta', shape: record('Meta', scalar('region', 'string'), scalar('version', 'int32')) },
    list(
      'items',
      record(
        'Item',
        scalar('sku', 'string'),
        scalar('qty', 'int32'),
        scalar('price_minor', 'int64'),
      ),
    ),
  ),
  telemetry: record(
    'Telemetry',
    scalar('source', 'string'),
    scalar('ts', 'int64'),
    list('tags', { kind: 'string' }),
    list('values', { kind: 'float64' }),
  ),
  strings: record('Strings', list('items', { kind: 'string' })),
  event: record(
    'Event',
    scalar('event_id', 'string'),
    scalar('event_type', 'string'),
    scalar('occurred_at', 'int64'),
    scalar('producer', 'string'),
    list('attrs', record('Attr', scalar('key', 'string'), scalar('value', 'string'))),
  ),
};

/**
 * The reference's resolved type_config. It declares more than its generator uses (`duplication`,
 * `field_count`), but the hash in every log covers all of it.
 */
export const TYPE_CONFIGS: Readonly<Record<DataType, Readonly<Record<string, unknown>>>> = {
  message: {
    field_count: 8,
    int_range: { max: 1_000_000, min: 0 },
    primitive_types: ['bool', 'int32', 'int64', 'float64', 'utf8_string'],
    string_len: { max: 16, min: 3 },
  },
  document: { children: 8, fields_per_child: 3, max_depth: 2, string_len: { max: 12, min: 3 } },
  telemetry: { number_type: 'float64', points: 32, string_len: { max: 10, min: 3 }, tag_count: 2 },
  strings: { count: 32, duplication: 0.1, string_len: { max: 16, min: 3 } },
  event: { attr_count: 4, include_payload_bytes: 0, string_len: { max: 12, min: 3 } },
};

/** First 12 hex digits of the SHA-256 of TYPE_CONFIGS as compact JSON with sorted keys. */
export const TYPE_CONFIG_HASHES: Readonly<Record<DataType, string>> = {
  message: '99d1c7fab316',
  document: 'c4a54cdecc67',
  telemetry: '0dc568076b54',
  strings: '68ff6ad99f20',
  event: '963dc8e1b85e',
};

/** Name of a record that holds many instances where a format needs a record at its root. */
export const batchName = (record: RecordShape): string => `Batch${record.name}`;
