// The suite's .proto as a compiled FileDescriptorProto, so that no protoc is needed anywhere. Built with the library that reads it.
import { create, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  DescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import type { Field, RecordShape, Shape } from '../../../kernel/api/facade/catalog.ts';
import { allRecords, camel } from './names.ts';

const types: Readonly<Partial<Record<Shape['kind'], Type>>> = {
  bool: Type.BOOL,
  int32: Type.INT32,
  int64: Type.INT64,
  float32: Type.FLOAT,
  float64: Type.DOUBLE,
  string: Type.STRING,
  bytes: Type.BYTES,
  record: Type.MESSAGE,
};

function fieldDescriptor({ name, shape }: Field, index: number) {
  const repeated = shape.kind === 'list';
  const element = repeated ? shape.of : shape;
  const type = types[element.kind];
  if (type === undefined) throw new Error(`no protobuf type for "${element.kind}"`);
  return create(FieldDescriptorProtoSchema, {
    name,
    number: index + 1,
    label: repeated ? Label.REPEATED : Label.OPTIONAL,
    type,
    jsonName: camel(name),
    ...(element.kind === 'record' ? { typeName: `.suite.${element.name}` } : {}),
  });
}

const message = ({ name, fields }: RecordShape) =>
  create(DescriptorProtoSchema, { name, field: fields.map(fieldDescriptor) });

export function fileDescriptor(): Uint8Array {
  const file = create(FileDescriptorProtoSchema, {
    name: 'suite.proto',
    package: 'suite',
    syntax: 'proto3',
    messageType: allRecords().map(message),
  });
  return toBinary(FileDescriptorProtoSchema, file);
}
