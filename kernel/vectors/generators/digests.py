"""XXH64, SHA-256 and text seeds.

Oracles: hashlib, and XXH64 written down once more from its specification.
"""

from __future__ import annotations

import hashlib
from typing import Any

from casebook import MASK, Case, invalid, raw, room, splitmix64, u64, valid, wide

P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
SIZES = (
    0,
    1,
    3,
    4,
    5,
    7,
    8,
    11,
    12,
    31,
    32,
    33,
    55,
    56,
    57,
    63,
    64,
    65,
    100,
    119,
    120,
    127,
    128,
    1000,
)


def rotate(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (64 - bits))) & MASK


def turn(lane: int, word: int) -> int:
    return rotate((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data: bytes, seed: int) -> int:
    """doc/xxhash_spec.md of xxHash."""
    at, whole = 0, len(data) // 32 * 32
    if whole:
        lanes = [(seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK]
        for at in range(0, whole, 32):
            lanes = [
                turn(v, int.from_bytes(data[at + 8 * i : at + 8 * i + 8], "little"))
                for i, v in enumerate(lanes)
            ]
        value = sum(rotate(v, r) for v, r in zip(lanes, (1, 7, 12, 18), strict=True)) & MASK
        for lane in lanes:
            value = ((value ^ turn(0, lane)) * P1 + P4) & MASK
    else:
        value = (seed + P5) & MASK
    value, at = (value + len(data)) & MASK, whole
    while at + 8 <= len(data):
        value = (
            rotate(value ^ turn(0, int.from_bytes(data[at : at + 8], "little")), 27) * P1 + P4
        ) & MASK
        at += 8
    if at + 4 <= len(data):
        value = (
            rotate(value ^ int.from_bytes(data[at : at + 4], "little") * P1 & MASK, 23) * P2 + P3
        ) & MASK
        at += 4
    for byte in data[at:]:
        value = rotate(value ^ byte * P5 & MASK, 11) * P1 & MASK
    value = (value ^ (value >> 33)) * P2 & MASK
    value = (value ^ (value >> 29)) * P3 & MASK
    return value ^ (value >> 32)


def bytes_of(seed: int, n: int) -> bytes:
    return b"".join(word.to_bytes(8, "little") for word in splitmix64(seed, n // 8 + 1))[:n]


def refused(name: str, more: list[Any], out: int) -> list[Case]:
    memory = {"x": raw(b"abc"), "out": room(32)}
    return [
        invalid("error-address", "", memory, [[name, -2, 3, *more, "@out"]], "BAD_ADDRESS", 0),
        invalid("error-count", "", memory, [[name, "@x", -1, *more, "@out"]], "BAD_ADDRESS", 0),
        invalid("error-out", "", memory, [[name, "@x", 3, *more, -4]], "BAD_ADDRESS", out),
    ]


def xxh64_files() -> dict[str, list[Case]]:
    made = []
    for n in SIZES:
        for seed in (0, 1, MASK):
            data = bytes_of(n, n)
            step = ["xxh64", "@x", n, wide(seed), "@out"]
            out = {"out": u64([xxh64(data, seed)])}
            made.append(
                valid(
                    f"boundary-{n}-seed-{seed}",
                    "",
                    {"x": raw(data), "out": room(8)},
                    [step],
                    [0],
                    out,
                )
            )
    return {"boundary-sizes": made, "error-arguments": refused("xxh64", [wide(0)], 3)}


def sha256_files() -> dict[str, list[Case]]:
    made = []
    for n in SIZES:
        data = bytes_of(n + 1000, n)
        out = {"out": raw(hashlib.sha256(data).digest())}
        made.append(
            valid(
                f"boundary-{n}",
                "",
                {"x": raw(data), "out": room(32)},
                [["sha256", "@x", n, "@out"]],
                [0],
                out,
            )
        )
    return {"boundary-sizes": made, "error-arguments": refused("sha256", [], 2)}


def text_seed_files() -> dict[str, list[Case]]:
    made = []
    texts = [
        "",
        "42|message|1|abc|bytes|0",
        "42|document|1|c4a54cdecc67|bytes|0",
        "42('IkigaJSON', 'document')|total|",
    ]
    for i, text in enumerate(texts):
        data = text.encode()
        seed = int.from_bytes(hashlib.sha256(data).digest()[:8], "little")
        memory = {"x": raw(data), "out": room(8)}
        made.append(
            valid(
                f"demo-{i}",
                text,
                memory,
                [["textSeed", "@x", len(data), "@out"]],
                [0],
                {"out": u64([seed])},
            )
        )
    return {"demo-texts": made, "error-arguments": refused("textSeed", [], 2)}


PARTS = {"xxh64": xxh64_files, "sha256": sha256_files, "text-seed": text_seed_files}


def cases(part: str) -> dict[str, list[Case]]:
    return PARTS[part]()
