// The `edge` type: one value per way a serializer loses something. For fidelity only, never timed.
import type { RecordShape, ScalarKind, Shape } from './catalog.ts';

export type EdgeClass =
  | 'int64'
  | 'int32'
  | 'float64'
  | 'float32'
  | 'negative-zero'
  | 'non-finite'
  | 'bytes'
  | 'date'
  | 'text'
  | 'empty'
  | 'null'
  | 'keys';

export interface EdgeField {
  readonly name: string;
  readonly fieldClass: EdgeClass;
  readonly shape: Shape;
  readonly value: unknown;
}

const field = (
  name: string,
  fieldClass: EdgeClass,
  kind: ScalarKind,
  value: unknown,
): EdgeField => ({ name, fieldClass, shape: { kind }, value });

const textList = (name: string, value: readonly string[]): EdgeField => ({
  name,
  fieldClass: 'empty',
  shape: { kind: 'list', of: { kind: 'string' } },
  value,
});

export const EDGE_FIELDS: readonly EdgeField[] = [
  field('int64_max', 'int64', 'int64', 9223372036854775807n),
  field('int64_min', 'int64', 'int64', -9223372036854775808n),
  field('int53_plus_one', 'int64', 'int64', 9007199254740993n),
  field('int64_safe', 'int64', 'int64', 9007199254740991),
  field('int32_min', 'int32', 'int32', -2147483648),
  field('float64_max', 'float64', 'float64', 1.7976931348623157e308),
  field('float64_denormal', 'float64', 'float64', 5e-324),
  field('float64_inexact', 'float64', 'float64', 0.1 + 0.2),
  field('float32', 'float32', 'float32', Math.fround(1.1)),
  field('negative_zero', 'negative-zero', 'float64', -0),
  field('not_a_number', 'non-finite', 'float64', NaN),
  field('infinity', 'non-finite', 'float64', Infinity),
  field('negative_infinity', 'non-finite', 'float64', -Infinity),
  field('bytes', 'bytes', 'bytes', new Uint8Array([0, 1, 127, 128, 255])),
  field('empty_bytes', 'bytes', 'bytes', new Uint8Array(0)),
  field('date', 'date', 'date', new Date('2026-07-24T20:24:25.567Z')),
  field('date_before_1970', 'date', 'date', new Date('1900-01-01T00:00:00.001Z')),
  field('unicode', 'text', 'string', 'h\u00e9llo \u65e5\u672c\u8a9e \u{1f600}'),
  field('lone_surrogate', 'text', 'string', 'a\ud800b'),
  field('nul', 'text', 'string', 'a\0b'),
  field('control', 'text', 'string', '\u0001\u001f'),
  field('line_ends', 'text', 'string', 'a\r\nb\n'),
  field('outer_spaces', 'text', 'string', '  x  '),
  field('numeric_text', 'text', 'string', '00123'),
  field('boolean_text', 'text', 'string', 'yes'),
  field('null_text', 'text', 'string', 'null'),
  field('date_text', 'text', 'string', '2026-07-24'),
  field('markup', 'text', 'string', '<a>&amp;]]></a>'),
  field('long_text', 'text', 'string', '\u00e9'.repeat(70_000)),
  field('empty_text', 'empty', 'string', ''),
  textList('empty_list', []),
  textList('single_list', ['x']),
  textList('duplicates', ['', 'x', 'x']),
  field('null_value', 'null', 'null', null),
  // Own fields whose names mean something to JavaScript, or nothing at all. Parsed: written as a literal, the first would set a prototype.
  field('proto_key', 'keys', 'keys', JSON.parse('{"__proto__":"x","a":"y"}')),
  field('constructor_key', 'keys', 'keys', { constructor: 'x', a: 'y' }),
  field('empty_key', 'keys', 'keys', { '': 'x', a: 'y' }),
];

/** Left to the self-describing formats. */
const NO_SCHEMA: ReadonlySet<Shape['kind']> = new Set(['date', 'null', 'keys']);

/** What a schema language can hold. */
export const EDGE_RECORD: RecordShape = {
  kind: 'record',
  name: 'Edge',
  fields: EDGE_FIELDS.filter(({ shape }) => !NO_SCHEMA.has(shape.kind)).map(({ name, shape }) => ({
    name,
    shape,
  })),
};

const benign: Readonly<Record<Shape['kind'], () => unknown>> = {
  bool: () => false,
  int32: () => 0,
  int64: () => 0,
  float32: () => 0,
  float64: () => 0,
  string: () => '',
  bytes: () => new Uint8Array(0),
  date: () => null,
  null: () => null,
  keys: () => ({}),
  list: () => [],
  record: () => ({}),
};

/** A whole EDGE_RECORD with harmless values, for codecs whose schema wants every field. */
export const benignEdge = (): Record<string, unknown> =>
  Object.fromEntries(EDGE_RECORD.fields.map(({ name, shape }) => [name, benign[shape.kind]()]));
