"""What state each row is in here, found by doing its work once: importing proves nothing."""

from __future__ import annotations

import importlib.util
import json

from .fidelity import KEPT, compare
from .row import Codec, Loaded, Row, Value

# Two different instances, so that a cached output shows.
FIRST: dict[str, Value] = {
    "event_id": "probeprobe",
    "event_type": "first",
    "occurred_at": 1704067200001,
    "producer": "probe",
    "attrs": [{"key": "abc", "value": "def"}],
}
SECOND: dict[str, Value] = {**FIRST, "event_type": "other", "occurred_at": 1704067200002}


def fault_of(codec: Codec) -> str:
    """Return what is wrong with a codec, or an empty string."""
    first = codec.encode(codec.to_native(FIRST))
    before = bytes(first)
    second = codec.encode(codec.to_native(SECOND))
    if bytes(first) != before:
        return "its output is overwritten by the next call: not an owned byte range"
    if before == bytes(second):
        return "two different instances gave the same bytes: a cached output"
    back = codec.to_domain(codec.decode(first))
    return "" if compare(FIRST, back) in KEPT else "the value did not come back"


def about(row: Row) -> dict[str, Value]:
    """Describe a row without loading its library."""
    described: dict[str, Value] = {
        "id": row.id,
        "library": row.library,
        "format": row.format,
        "kind": row.kind,
        "counterpart": row.counterpart,
        "debian": row.debian,
        "pip": row.pip,
        "reuse": row.reuse,
    }
    return {**described, "needsSchema": True} if row.schema_driven else described


def probe(row: Row) -> tuple[dict[str, Value], Loaded | None]:
    """Load one row and round-trip it: ok, not-installed or broken."""
    report = about(row)
    try:
        loaded = row.load()
    except ModuleNotFoundError as error:
        return {**report, "state": "not-installed", "detail": str(error)}, None
    except (Exception, SystemExit) as error:
        return {**report, "state": "broken", "detail": _words(error)}, None
    report |= {"version": loaded.version, "backend": loaded.backend}
    try:
        fault = fault_of(loaded.prepare("event", 1))
    except (Exception, SystemExit) as error:
        fault = _words(error)
    if fault:
        return {**report, "state": "broken", "detail": fault}, None
    return {**report, "state": "ok"}, loaded


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".replace("\n", " ")[:200]


def has_module(name: str) -> bool:
    """Say whether a module could be imported, without importing it."""
    return importlib.util.find_spec(name) is not None


def as_line(value: Value) -> str:
    """One JSON document on one line."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
