"""The generated catalogue: records, schemas and edge values. Reads one JSON file beside it."""

from __future__ import annotations

import datetime
import json
import struct
from pathlib import Path

from .row import Value

SUITE: dict[str, Value] = json.loads(
    Path(__file__).with_name("suite.json").read_text(encoding="utf-8")
)

_SCALARS = {
    "bool": False,
    "int32": 0,
    "int64": 0,
    "float32": 0.0,
    "float64": 0.0,
    "string": "",
    "bytes": b"",
}


def record_of(type_name: str) -> dict[str, Value]:
    """Return the record of a data type, or of the edge type."""
    found: dict[str, Value] = SUITE["records"][type_name]
    return found


def record_name(type_name: str, instances: int) -> str:
    """Name the schema record of a cell: the type, or its batch."""
    name: str = record_of(type_name)["name"]
    return name if instances == 1 else f"Batch{name}"


def edge_value(entry: dict[str, Value]) -> Value:
    """Turn the portable text of an edge value into a Python value."""
    kind, value = entry["kind"], entry["value"]
    if kind == "int64":
        return int(value)
    if kind == "bytes":
        return bytes.fromhex(value)
    if kind == "date":
        epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        return epoch + datetime.timedelta(milliseconds=value)
    if kind in {"float32", "float64"}:
        return struct.unpack(">d", bytes.fromhex(value))[0]
    if kind == "int32":
        return int(struct.unpack(">d", bytes.fromhex(value))[0])
    return value


def benign_edge() -> dict[str, Value]:
    """Return a whole edge record with harmless values."""
    fields = record_of("edge")["fields"]
    return {f["name"]: _SCALARS.get(f["shape"]["kind"], []) for f in fields}
