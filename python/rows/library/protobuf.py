"""Protobuf on the catalogue's compiled descriptor: no protoc, no generated module."""

from __future__ import annotations

from importlib import import_module
from typing import Callable

from ..row import Codec, Loaded, Row, Value
from ..suite import SUITE, record_name, record_of

PACKAGE = "suite"


def _classes() -> Callable[[str], Value]:
    descriptor_pb2 = import_module("google.protobuf.descriptor_pb2")
    pool: Value = import_module("google.protobuf.descriptor_pool").DescriptorPool()
    factory: Value = import_module("google.protobuf.message_factory")
    data = bytes.fromhex(SUITE["protoDescriptorHex"])
    pool.Add(descriptor_pb2.FileDescriptorProto.FromString(data))

    def class_of(name: str) -> Value:
        descriptor = pool.FindMessageTypeByName(f"{PACKAGE}.{name}")
        # GetMessageClass came in 4.22; the factory object left in 5.x.
        if hasattr(factory, "GetMessageClass"):
            return factory.GetMessageClass(descriptor)
        return factory.MessageFactory(pool).GetPrototype(descriptor)

    return class_of


def _reader(shape: dict[str, Value]) -> Callable[[Value], Value]:
    if shape["kind"] == "list":
        item = _reader(shape["of"])
        return lambda values: [item(value) for value in values]
    if shape["kind"] != "record":
        return lambda value: value
    fields = [(field["name"], _reader(field["shape"])) for field in shape["fields"]]
    return lambda message: {name: read(getattr(message, name)) for name, read in fields}


def _load() -> Loaded:
    class_of = _classes()

    def prepare(type_name: str, instances: int) -> Codec:
        message: Value = class_of(record_name(type_name, instances))
        read = _reader(record_of(type_name))
        if instances == 1:
            return Codec(
                message.SerializeToString, message.FromString, lambda v: message(**v), read
            )
        return Codec(
            message.SerializeToString,
            message.FromString,
            lambda values: message(items=values),
            lambda batch: [read(item) for item in batch.items],
        )

    implementation = import_module("google.protobuf.internal.api_implementation").Type()
    found = import_module("google.protobuf").__version__
    return Loaded(prepare, found, implementation)


ROWS = [
    Row(
        "protobuf",
        "protobuf",
        "Protobuf",
        "schema",
        _load,
        debian="python3-protobuf",
        pip="protobuf",
        schema_driven=True,
        counterpart="SwiftProtobuf",
    ),
]
