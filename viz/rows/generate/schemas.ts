// Schema texts of the four schema languages, derived from the catalogue. Pure; the generator script writes them.
import type { Field, RecordShape, ScalarKind, Shape } from '../../../kernel/api/facade/catalog.ts';
import { allRecords, camel } from './names.ts';

type ScalarNames = Readonly<Partial<Record<ScalarKind, string>>>;

function scalarName(names: ScalarNames, kind: string): string {
  const found = names[kind as ScalarKind];
  if (found === undefined) throw new Error(`no schema type for "${kind}"`);
  return found;
}

const proto: ScalarNames = {
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  float32: 'float',
  float64: 'double',
  string: 'string',
  bytes: 'bytes',
};

function protoType(shape: Shape): string {
  if (shape.kind === 'list') return `repeated ${protoType(shape.of)}`;
  return shape.kind === 'record' ? shape.name : scalarName(proto, shape.kind);
}

const protoMessage = ({ name, fields }: RecordShape): string =>
  [
    `message ${name} {`,
    ...fields.map((field, index) => `  ${protoType(field.shape)} ${field.name} = ${index + 1};`),
    '}',
  ].join('\n');

export const protoSchema = (): string =>
  ['syntax = "proto3";', 'package suite;', ...allRecords().map(protoMessage), ''].join('\n');

const fbs: ScalarNames = {
  bool: 'bool',
  int32: 'int',
  int64: 'long',
  float32: 'float',
  float64: 'double',
  string: 'string',
  bytes: '[ubyte]',
};

function fbsType(shape: Shape): string {
  if (shape.kind === 'list') return `[${fbsType(shape.of)}]`;
  return shape.kind === 'record' ? shape.name : scalarName(fbs, shape.kind);
}

const fbsTable = ({ name, fields }: RecordShape): string =>
  [
    `table ${name} {`,
    ...fields.map((field) => `  ${field.name}:${fbsType(field.shape)};`),
    '}',
  ].join('\n');

export const fbsSchema = (): string =>
  ['namespace suite;', ...allRecords().map(fbsTable), ''].join('\n');

const capnp: ScalarNames = {
  bool: 'Bool',
  int32: 'Int32',
  int64: 'Int64',
  float32: 'Float32',
  float64: 'Float64',
  string: 'Text',
  bytes: 'Data',
};

function capnpType(shape: Shape): string {
  if (shape.kind === 'list') return `List(${capnpType(shape.of)})`;
  return shape.kind === 'record' ? shape.name : scalarName(capnp, shape.kind);
}

const capnpStruct = ({ name, fields }: RecordShape): string =>
  [
    `struct ${name} {`,
    ...fields.map((field, index) => `  ${camel(field.name)} @${index} :${capnpType(field.shape)};`),
    '}',
  ].join('\n');

/** The file id is a constant of ours: it enters generated code only. */
export const capnpSchema = (): string =>
  ['@0xb281044f09e20199;', ...allRecords().map(capnpStruct), ''].join('\n');

const avro: ScalarNames = {
  bool: 'boolean',
  int32: 'int',
  int64: 'long',
  float32: 'float',
  float64: 'double',
  string: 'string',
  bytes: 'bytes',
};

export interface AvroRecord {
  readonly type: 'record';
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: AvroType }[];
}
export type AvroType = string | AvroRecord | { readonly type: 'array'; readonly items: AvroType };

const avroField = ({ name, shape }: Field) => ({ name, type: avroType(shape) });

/** Avro's batch is a bare array, so no Batch record is derived for it. */
function avroType(shape: Shape): AvroType {
  if (shape.kind === 'list') return { type: 'array', items: avroType(shape.of) };
  if (shape.kind !== 'record') return scalarName(avro, shape.kind);
  return { type: 'record', name: shape.name, fields: shape.fields.map(avroField) };
}

/** One schema per top-level record, in one JSON object keyed by record name. */
export function avroSchemas(roots: readonly RecordShape[]): string {
  const byName = Object.fromEntries(roots.map((root) => [root.name, avroType(root)]));
  return `${JSON.stringify(byName, null, 2)}\n`;
}
