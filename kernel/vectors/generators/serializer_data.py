"""The serializer suite's data, record by record.

Oracle: the documented rules once more; the published instances (golden.json) agree.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

from casebook import MASK, Case, invalid, raw, room, valid, wide

TYPES = ("message", "document", "telemetry", "strings", "event")
GOLDEN_RATIO = 0x9E3779B97F4A7C15
DAY = 1_704_067_200_000
Fields = dict[str, Any]


class Draws:
    """xorshift64 and the draws of the reference suite."""

    def __init__(self, seed: int, name: str, index: int) -> None:
        value = seed or GOLDEN_RATIO
        for byte in name.encode():
            value = ((value ^ byte) * 0x100000001B3) & MASK
        self.state = (value ^ (index * GOLDEN_RATIO & MASK)) or 1

    def word64(self) -> int:
        s = self.state
        s ^= s << 13 & MASK
        s ^= s >> 7
        s ^= s << 17 & MASK
        self.state = s
        return s

    def integer(self, least: int, most: int) -> int:
        return least + self.word64() % (most - least + 1)

    def boolean(self) -> bool:
        return bool(self.word64() & 1)

    def real(self) -> float:
        return (self.word64() >> 11) / 2**53

    def word(self, least: int, most: int) -> str:
        return "".join(chr(97 + self.word64() % 26) for _ in range(self.integer(least, most)))


def message(d: Draws) -> Fields:
    fields: Fields = {
        "f_bool": d.boolean(),
        "f_int32": d.integer(0, 10**6),
        "f_int64": d.integer(0, 10**6),
    }
    fields |= {"f_float64": d.real() * 1000, "f_string": d.word(3, 16), "f_bool_2": d.boolean()}
    return fields | {"f_int32_2": d.integer(0, 10**6), "f_string_2": d.word(3, 16)}


def document(d: Draws) -> Fields:
    items = [
        {"sku": d.word(3, 12), "qty": d.integer(1, 100), "price_minor": d.integer(0, 100_000)}
        for _ in range(8)
    ]
    fields: Fields = {"id": d.word(8, 12), "status": d.integer(0, 5)}
    return fields | {"meta": {"region": d.word(2, 4), "version": d.integer(1, 10)}, "items": items}


def telemetry(d: Draws) -> Fields:
    tags = [d.word(3, 10) for _ in range(2)]
    values = [d.real() * 100 for _ in range(32)]
    return {
        "source": d.word(3, 10),
        "ts": DAY + d.integer(0, 86_400_000),
        "tags": tags,
        "values": values,
    }


def strings(d: Draws) -> Fields:
    return {"items": [d.word(3, 16) for _ in range(32)]}


def event(d: Draws) -> Fields:
    attrs = [{"key": d.word(3, 12), "value": d.word(3, 12)} for _ in range(4)]
    fields: Fields = {"event_id": d.word(8, 12), "event_type": d.word(3, 12)}
    return fields | {
        "occurred_at": DAY + d.integer(0, 86_400_000),
        "producer": d.word(3, 12),
        "attrs": attrs,
    }


MAKERS: dict[str, Callable[[Draws], Fields]] = {
    "message": message,
    "document": document,
    "telemetry": telemetry,
    "strings": strings,
    "event": event,
}
WIDE = {"f_int64", "ts", "occurred_at"}


def encode(value: Any, name: str = "") -> bytes:
    """The record layout of kernel/assembly/random/generator.ts."""
    if isinstance(value, bool):
        return bytes([value])
    if isinstance(value, int):
        return struct.pack("<q" if name in WIDE else "<i", value)
    if isinstance(value, float):
        return struct.pack("<d", value)
    if isinstance(value, str):
        return struct.pack("<H", len(value)) + value.encode()
    if isinstance(value, list):
        return struct.pack("<I", len(value)) + b"".join(encode(item) for item in value)
    return b"".join(encode(item, key) for key, item in value.items())


def record_case(kind: int, seed: int, index: int) -> Case:
    name = TYPES[kind]
    data = encode(MAKERS[name](Draws(seed, name, index)))
    step = ["generateRecord", kind, wide(seed), index, "@out", 600]
    label = f"natural-{name}-seed-{seed}-{index}"
    return valid(label, "", {"out": room(600)}, [step], [len(data)], {"out": raw(data)})


def golden_cases() -> list[Case]:
    """The instances that were computed elsewhere; what the oracle above makes must be the same."""
    golden = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))
    for name, instances in golden.items():
        for index, instance in enumerate(instances):
            assert MAKERS[name](Draws(42, name, index)) == instance, (name, index)
    return [record_case(kind, 42, index) for kind in range(5) for index in range(3)]


def cases() -> dict[str, list[Case]]:
    natural = [
        record_case(kind, seed, index)
        for kind in range(5)
        for seed, index in ((42, 99), (0, 0), (MASK, 7), (1, 2**32 - 1))
    ]
    memory = {"out": room(600)}
    errors = [
        invalid(
            "error-type",
            "",
            memory,
            [["generateRecord", 5, wide(42), 0, "@out", 600]],
            "BAD_ARGUMENT",
            0,
        ),
        invalid(
            "error-type-negative",
            "",
            memory,
            [["generateRecord", -1, wide(42), 0, "@out", 600]],
            "BAD_ARGUMENT",
            0,
        ),
        invalid(
            "error-capacity",
            "",
            memory,
            [["generateRecord", 3, wide(42), 0, "@out", 20]],
            "CAPACITY",
            4,
        ),
        invalid(
            "error-out", "", memory, [["generateRecord", 3, wide(42), 0, -8, 600]], "BAD_ADDRESS", 3
        ),
    ]
    return {"demo-golden": golden_cases(), "natural-records": natural, "error-arguments": errors}
