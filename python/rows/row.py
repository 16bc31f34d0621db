"""What a row is on this side: an adapter of one library with its options. It reads no clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

# Whatever a serializer takes and gives: domain objects, messages, tables, modules.
Value = Any

Convert = Callable[[Value], Value]


def same(value: Value) -> Value:
    """Return the value: the conversion of libraries that take plain objects."""
    return value


@dataclass(frozen=True)
class Codec:
    """One row prepared for one cell; the four calls are the timed phases."""

    encode: Callable[[Value], bytes]
    decode: Callable[[bytes], Value]
    to_native: Convert = same
    to_domain: Convert = same


Prepare = Callable[[str, int], Codec]


@dataclass(frozen=True)
class Loaded:
    """An imported library: how to prepare a cell, its version and which implementation runs."""

    prepare: Prepare
    version: str
    backend: str = ""


@dataclass(frozen=True)
class Row:
    """A library plus every option that changes the wire; `debian` is the package that brings it."""

    id: str
    library: str
    format: str
    kind: str
    load: Callable[[], Loaded]
    debian: str = ""
    schema_driven: bool = False
    counterpart: str = ""
    pip: str = field(default="")
    # What lives from call to call: `instance`, `buffer` or `none`.
    reuse: str = "none"


def plain(codec: Codec) -> Prepare:
    """Use one codec for every cell."""
    return lambda _type, _instances: codec


def rooted(codec: Codec) -> Prepare:
    """Wrap many instances as {"items": [...]}, for formats whose root must be a record."""

    def prepare(_type: str, instances: int) -> Codec:
        if instances == 1:
            return codec
        return Codec(
            codec.encode,
            codec.decode,
            lambda domain: codec.to_native({"items": domain}),
            lambda native: codec.to_domain(native)["items"],
        )

    return prepare
