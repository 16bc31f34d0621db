"""Payloads of the pattern, right and changed. Not the frames around them."""

from __future__ import annotations

import hashlib
import random

import wire
from case import SEED, Case, case

SIZES = (
    0,
    1,
    2,
    15,
    16,
    17,
    63,
    64,
    65,
    250,
    251,
    252,
    500,
    501,
    502,
    503,
    1_000,
    4_096,
    16_384,
    70_001,
    # Behind the others, which keep their seeds: around blocks of eight periods and the 5 bytes
    # that are read behind one.
    2_012,
    2_013,
    4_020,
    4_021,
)


def payloads() -> dict[str, list[Case]]:
    """Return the files of the suite of right payloads."""
    rng = random.Random(SEED + 1)
    places = [(1, 0), (1, 1), (2, 0), (1, 250), (1, 251), (2**32 - 1, 2**32 - 1)]
    cases = []
    for size in SIZES:
        for session, sequence in (
            [*places[:3], (rng.getrandbits(32), rng.getrandbits(32))] if size > 600 else places
        ):
            data = wire.payload(session, sequence, size)
            given = {"session": session, "sequence": sequence, "bytes": size}
            output = {"front": data[:64].hex(), "sha256": hashlib.sha256(data).hexdigest()}
            cases.append(
                case(
                    f"size-{size}-session-{session}-sequence-{sequence}", "section 7", given, output
                )
            )
    return {"boundary-sizes": cases}


def verifications() -> dict[str, list[Case]]:
    """Return the files of the suite of changed payloads."""
    rng = random.Random(SEED + 2)
    right, wrong = [], []
    for size in SIZES:
        session, sequence = rng.getrandbits(32), rng.getrandbits(32)
        given = {"session": session, "sequence": sequence, "bytes": size, "changes": []}
        right.append(case(f"size-{size}", "every byte is right", given, {"offset": -1}))
        offsets = {0, 1, size // 2, size - 1, size - 2, 250, 251, 252, 63, 64} if size else set()
        for offset in sorted(o for o in offsets if 0 <= o < size):
            later = rng.randrange(offset, size)
            changes = [[offset, rng.randrange(1, 256)]] + ([[later, 255]] if later > offset else [])
            wrong.append(
                case(f"size-{size}-offset-{offset}", "the first changed byte is named",
                     {**given, "changes": changes}, {"offset": offset})
            )  # fmt: skip
    return {"boundary-right": right, "corrupt-bytes": wrong}
