"""Avro by the pure Python reference library and by fastavro."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.metadata import version
from io import BytesIO

from ..row import Codec, Loaded, Row, Value
from ..suite import SUITE, record_name


def _schema(type_name: str, instances: int) -> Value:
    schema = SUITE["avro"][record_name(type_name, 1)]
    return schema if instances == 1 else {"type": "array", "items": schema}


def _avro() -> Loaded:
    parse: Value = import_module("avro.schema").parse
    io: Value = import_module("avro.io")

    def prepare(type_name: str, instances: int) -> Codec:
        schema = parse(json.dumps(_schema(type_name, instances)))
        writer, reader = io.DatumWriter(schema), io.DatumReader(schema)

        def encode(value: Value) -> bytes:
            out = BytesIO()
            writer.write(value, io.BinaryEncoder(out))
            return out.getvalue()

        return Codec(encode, lambda data: reader.read(io.BinaryDecoder(BytesIO(data))))

    return Loaded(prepare, version("avro"), "Python")


def _fastavro() -> Loaded:
    module: Value = import_module("fastavro")

    def prepare(type_name: str, instances: int) -> Codec:
        schema = module.parse_schema(_schema(type_name, instances))

        def encode(value: Value) -> bytes:
            out = BytesIO()
            module.schemaless_writer(out, schema, value)
            return out.getvalue()

        return Codec(encode, lambda data: module.schemaless_reader(BytesIO(data), schema))

    return Loaded(prepare, module.__version__)


ROWS = [
    Row(
        "avro",
        "avro",
        "Avro",
        "schema",
        _avro,
        debian="python3-avro",
        pip="avro",
        schema_driven=True,
        counterpart="SwiftAvroCore",
        reuse="instance",
    ),
    Row(
        "fastavro",
        "fastavro",
        "Avro",
        "schema",
        _fastavro,
        pip="fastavro",
        schema_driven=True,
        reuse="instance",
    ),
]
