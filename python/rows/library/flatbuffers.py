"""FlatBuffers through the builder and table that flatc's classes call; read in full."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Callable

from ..row import Codec, Loaded, Row, Value
from ..suite import record_of

SLOTS = {
    "bool": "PrependBoolSlot",
    "int32": "PrependInt32Slot",
    "int64": "PrependInt64Slot",
    "float32": "PrependFloat32Slot",
    "float64": "PrependFloat64Slot",
}
FLAGS = {
    "bool": "BoolFlags",
    "int32": "Int32Flags",
    "int64": "Int64Flags",
    "float32": "Float32Flags",
    "float64": "Float64Flags",
}
OFFSET_BYTES = 4
FIRST_SLOT_BYTES = 4
SLOT_BYTES = 2

Shape = dict[str, Value]


class _Writer:
    """Builds one table after its children, which is the order the format asks for."""

    def __init__(self, builder: Value) -> None:
        self.builder = builder

    def table(self, record: Shape, value: dict[str, Value]) -> int:
        fields = record["fields"]
        inner = [self.child(field["shape"], value[field["name"]]) for field in fields]
        self.builder.StartObject(len(fields))
        for slot, (field, item) in enumerate(zip(fields, inner)):
            kind = field["shape"]["kind"]
            if kind in SLOTS:
                getattr(self.builder, SLOTS[kind])(slot, item, 0)
            else:
                self.builder.PrependUOffsetTRelativeSlot(slot, item, 0)
        return self.builder.EndObject()

    def child(self, shape: Shape, value: Value) -> Value:
        kind = shape["kind"]
        if kind == "string":
            return self.builder.CreateString(value)
        if kind == "bytes":
            return self.builder.CreateByteVector(value)
        if kind == "record":
            return self.table(shape, value)
        return self.vector(shape["of"], value) if kind == "list" else value

    def vector(self, shape: Shape, values: list[Value]) -> int:
        numbers = shape["kind"] == "float64"
        items = values if numbers else [self.child(shape, value) for value in values]
        width = 8 if numbers else OFFSET_BYTES
        self.builder.StartVector(width, len(items), width)
        put = self.builder.PrependFloat64 if numbers else self.builder.PrependUOffsetTRelative
        for item in reversed(items):
            put(item)
        return _end_vector(self.builder, len(items))


def _end_vector(builder: Value, count: int) -> int:
    # The argument left in 2.0 and older releases still want it.
    try:
        return builder.EndVector()
    except TypeError:
        return builder.EndVector(count)


def _field(number_types: Value, table_class: Value, shape: Shape) -> Callable[[Value, int], Value]:
    kind = shape["kind"]
    if kind in FLAGS:
        flags = getattr(number_types, FLAGS[kind])
        return lambda table, at: table.Get(flags, at + table.Pos) if at else flags.py_type(0)
    if kind == "string":
        return lambda table, at: table.String(at + table.Pos).decode() if at else ""
    if kind == "bytes":
        return lambda table, at: _bytes(table, at) if at else b""
    if kind == "record":
        read = _record(number_types, table_class, shape)
        return lambda table, at: read(table_class(table.Bytes, table.Indirect(at + table.Pos)))
    return _vector(number_types, table_class, shape["of"])


def _bytes(table: Value, at: int) -> bytes:
    start = table.Vector(at)
    return bytes(table.Bytes[start : start + table.VectorLen(at)])


def _vector(number_types: Value, table_class: Value, shape: Shape) -> Callable[[Value, int], Value]:
    read = _item(number_types, table_class, shape)
    width = 8 if shape["kind"] == "float64" else OFFSET_BYTES

    def items(table: Value, at: int) -> list[Value]:
        if not at:
            return []
        start = table.Vector(at)
        return [read(table, start + i * width) for i in range(table.VectorLen(at))]

    return items


def _item(number_types: Value, table_class: Value, shape: Shape) -> Callable[[Value, int], Value]:
    if shape["kind"] == "float64":
        flags = number_types.Float64Flags
        return lambda table, position: table.Get(flags, position)
    if shape["kind"] == "string":
        return lambda table, position: table.String(position).decode()
    read = _record(number_types, table_class, shape)
    return lambda table, position: read(table_class(table.Bytes, table.Indirect(position)))


def _record(
    number_types: Value, table_class: Value, shape: Shape
) -> Callable[[Value], dict[str, Value]]:
    fields = [
        (
            field["name"],
            FIRST_SLOT_BYTES + slot * SLOT_BYTES,
            _field(number_types, table_class, field["shape"]),
        )
        for slot, field in enumerate(shape["fields"])
    ]
    return lambda table: {name: read(table, table.Offset(slot)) for name, slot, read in fields}


def _load() -> Loaded:
    builder_class: Value = import_module("flatbuffers").Builder
    table_class: Value = import_module("flatbuffers.table").Table
    number_types: Value = import_module("flatbuffers.number_types")
    encoding: Value = import_module("flatbuffers.encode")
    packer: Value = import_module("flatbuffers.packer")

    def prepare(type_name: str, instances: int) -> Codec:
        shape = record_of(type_name)
        if instances != 1:
            items = {"name": "items", "shape": {"kind": "list", "of": shape}}
            shape = {"kind": "record", "name": f"Batch{shape['name']}", "fields": [items]}
        read = _record(number_types, table_class, shape)

        def encode(value: Value) -> bytes:
            builder = builder_class(1024)
            builder.Finish(_Writer(builder).table(shape, value))
            return bytes(builder.Output())

        def decode(data: bytes) -> Value:
            return table_class(data, encoding.Get(packer.uoffset, data, 0))

        if instances == 1:
            return Codec(encode, decode, to_domain=read)
        return Codec(
            encode, decode, lambda values: {"items": values}, lambda table: read(table)["items"]
        )

    return Loaded(prepare, version("flatbuffers"), "Python")


ROWS = [
    Row(
        "flatbuffers",
        "flatbuffers",
        "FlatBuffers",
        "zero-copy",
        _load,
        debian="python3-flatbuffers",
        pip="flatbuffers",
        schema_driven=True,
        counterpart="FlatBuffers",
    ),
]
