"""JSON by other libraries: orjson, ujson, rapidjson, msgspec."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version

from ..row import Codec, Loaded, Row, Value, plain


def _orjson() -> Loaded:
    module: Value = import_module("orjson")
    return Loaded(plain(Codec(module.dumps, module.loads)), module.__version__)


def _ujson() -> Loaded:
    module: Value = import_module("ujson")

    def encode(value: Value) -> bytes:
        return module.dumps(value, ensure_ascii=False, escape_forward_slashes=False).encode()

    return Loaded(plain(Codec(encode, module.loads)), module.__version__)


def _rapidjson() -> Loaded:
    module: Value = import_module("rapidjson")

    def encode(value: Value) -> bytes:
        return module.dumps(value, ensure_ascii=False).encode()

    return Loaded(plain(Codec(encode, module.loads)), module.__version__)


def _msgspec(name: str) -> Loaded:
    module: Value = import_module(f"msgspec.{name}")
    encoder, decoder = module.Encoder(), module.Decoder()
    return Loaded(plain(Codec(encoder.encode, decoder.decode)), version("msgspec"))


ROWS = [
    Row("orjson", "orjson", "JSON", "text", _orjson, pip="orjson", counterpart="IkigaJSON"),
    Row("ujson", "ujson", "JSON", "text", _ujson, debian="python3-ujson", pip="ujson"),
    Row(
        "rapidjson",
        "python-rapidjson",
        "JSON",
        "text",
        _rapidjson,
        debian="python3-rapidjson",
        pip="python-rapidjson",
    ),
    Row(
        "msgspec (JSON)",
        "msgspec",
        "JSON",
        "text",
        lambda: _msgspec("json"),
        pip="msgspec",
        reuse="instance",
    ),
    Row(
        "msgspec (MessagePack)",
        "msgspec",
        "MessagePack",
        "binary",
        lambda: _msgspec("msgpack"),
        pip="msgspec",
        reuse="instance",
    ),
]
