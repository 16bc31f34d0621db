"""Self-describing binary formats: msgpack, cbor2, bson."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from ..row import Codec, Loaded, Row, Value, plain, rooted


def _msgpack() -> Loaded:
    module: Value = import_module("msgpack")
    packer: Value = module.Packer
    backend = "Cython" if "cmsgpack" in packer.__module__ else "Python"
    codec = Codec(
        partial(module.packb, datetime=True),
        partial(module.unpackb, timestamp=3, strict_map_key=False),
    )
    return Loaded(plain(codec), ".".join(map(str, module.version)), backend)


def _cbor2() -> Loaded:
    module: Value = import_module("cbor2")
    # Version 6 is written in Rust, inside the package; the C extension of version 5 was beside it.
    native = "Rust" if find_spec("cbor2._cbor2") is not None else "C"
    backend = "Python" if module.dumps.__module__ == "cbor2._encoder" else native
    return Loaded(plain(Codec(module.dumps, module.loads)), version("cbor2"), backend)


def _plain_ints(value: Value) -> Value:
    """Undo bson's own integer class: bson.int64.Int64 is an int with another name."""
    if isinstance(value, dict):
        return {key: _plain_ints(inner) for key, inner in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_plain_ints(inner) for inner in value]  # pyright: ignore[reportUnknownVariableType]
    return int(value) if type(value).__name__ == "Int64" else value


def _bson() -> Loaded:
    module: Value = import_module("bson")
    options = import_module("bson.codec_options").CodecOptions(tz_aware=True)
    codec = Codec(
        module.encode, partial(module.decode, codec_options=options), to_domain=_plain_ints
    )
    try:
        found = version("pymongo")
    except PackageNotFoundError:
        found = version("bson")
    return Loaded(rooted(codec), found, "C" if module.has_c() else "Python")


ROWS = [
    Row(
        "msgpack (datetime)",
        "msgpack",
        "MessagePack",
        "binary",
        _msgpack,
        debian="python3-msgpack",
        pip="msgpack",
        counterpart="SwiftMsgpack",
    ),
    Row(
        "cbor2",
        "cbor2",
        "CBOR",
        "binary",
        _cbor2,
        debian="python3-cbor2",
        pip="cbor2",
        counterpart="SwiftCbor",
    ),
    Row(
        "bson (tz_aware)",
        "pymongo",
        "BSON",
        "binary",
        _bson,
        debian="python3-bson",
        pip="pymongo",
        counterpart="SwiftBSON",
    ),
]
