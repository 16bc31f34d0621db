"""Builds vector cases: memory regions, calls and results as kernel/vectors/README.md defines them.

Computes no expected value; the oracles sit in the file of each suite.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

Case = dict[str, Any]
Region = dict[str, Any]

MASK = (1 << 64) - 1


def payload(value: float) -> str:
    """The 16 hex digits of a binary64."""
    return struct.pack(">d", value).hex()


def f64(values: Iterable[float]) -> Region:
    numbers = [float(value) for value in values]
    return {"f64": [payload(value) for value in numbers], "decimal": [repr(v) for v in numbers]}


def u64(values: Iterable[int]) -> Region:
    return {"u64": [str(value) for value in values]}


def u32(values: Iterable[int]) -> Region:
    return {"u32": list(values)}


def raw(data: bytes) -> Region:
    return {"bytes": data.hex()}


def room(size: int) -> Region:
    """Memory that a call writes to."""
    return {"room": size}


def stream(kind: str, seed: int, n: int) -> Region:
    """N numbers of SplitMix64, for samples too long to be listed; see `draw`."""
    return {"stream": {"kind": kind, "seed": str(seed), "n": n}}


def splitmix64(seed: int, n: int) -> list[int]:
    state = seed
    words: list[int] = []
    for _ in range(n):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        words.append(z ^ (z >> 31))
    return words


def draw(kind: str, seed: int, n: int) -> list[float]:
    """What `stream` stands for.

    `unit` in [0, 1), `ns` integers from 1,000 to 1,000,999, `tail` = 1,000 / (unit + 2^-10).
    """
    words = splitmix64(seed, n)
    if kind == "ns":
        return [float(1000 + word % 1_000_000) for word in words]
    units = [(word >> 11) * 2.0**-53 for word in words]
    if kind == "unit":
        return units
    if kind == "tail":
        return [1000.0 / (unit + 2.0**-10) for unit in units]
    raise ValueError(kind)


def number(value: float) -> str:
    """A scalar f64 argument."""
    return f"f64:{payload(value)}"


def wide(value: int) -> str:
    """A scalar u64 argument."""
    return f"u64:{value}"


def valid(
    name: str,
    comment: str,
    memory: dict[str, Region],
    steps: Sequence[Sequence[Any]],
    returns: Sequence[int],
    output: dict[str, Region],
) -> Case:
    return {
        "id": name,
        "comment": comment,
        "flags": [],
        "input": {"memory": memory, "steps": [list(step) for step in steps]},
        "result": "valid",
        "output": {"returns": list(returns), "memory": output},
    }


def invalid(
    name: str,
    comment: str,
    memory: dict[str, Region],
    steps: Sequence[Sequence[Any]],
    code: str,
    subject: int,
) -> Case:
    """The last step is refused with this status and subject; no region may change by it."""
    return {
        "id": name,
        "comment": comment,
        "flags": ["error"],
        "input": {"memory": memory, "steps": [list(step) for step in steps]},
        "result": "invalid",
        "error": {"code": code, "subject": subject},
    }
