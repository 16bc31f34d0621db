"""Headers at their limits: what decodes, and the code of what does not. Not payloads."""

from __future__ import annotations

import random

import wire
from case import SEED, Case, case

LENGTHS = {
    1: (32,),
    2: (0, 32),
    3: (0, 1, 64, 16_777_216),
    4: (16,),
    5: (0,),
    6: (0,),
    7: (0, 1, 256),
    8: (0,),
}


def header_case(name: str, comment: str, fields: tuple[int, ...]) -> Case:
    """Return what a header decodes to, or its fault."""
    raw = wire.HEADER.pack(*fields)
    length, kind, flags, slot, session, sequence = fields
    given = {"hex": raw.hex()}
    code = wire.header_fault(raw)
    if code:
        return case(name, comment, given, None, {"code": code, "subject": "header"})
    event = {
        "length": length,
        "kind": kind,
        "flags": flags,
        "slot": slot,
        "session": session,
        "sequence": sequence,
    }
    return case(name, comment, given, {**event, "totalBytes": 16 + (0 if flags else length)})


def valid_headers(rng: random.Random) -> list[Case]:
    """Every kind at every length it may have, and slots."""
    good = []
    for kind, lengths in LENGTHS.items():
        for length in lengths:
            fields = (length, kind, 0, 0, rng.getrandbits(32), rng.getrandbits(32))
            name = f"kind-{kind}-length-{length}"
            good.append(header_case(name, "every kind at every limit", fields))
    for slot in (0, 1, 65_535):
        fields = (64, 3, 1, slot, 1, 9)
        good.append(header_case(f"slot-{slot}", "the payload is in a slot", fields))
    return good


def wrong_lengths() -> list[Case]:
    """Lengths next to those that a kind may have; DATA may have any."""
    bad = []
    for kind, lengths in LENGTHS.items():
        for length in {0, 1, 15, 16, 17, 31, 32, 33, 257, 16_777_216} - set(lengths):
            if kind == 3 or (kind == 7 and length <= 256):
                continue
            fields = (length, kind, 0, 0, 1, 0)
            name = f"kind-{kind}-length-{length}"
            bad.append(header_case(name, "a length the kind does not allow", fields))
    return bad


def wrong_fields() -> list[Case]:
    """Kinds, flags and slots that no frame has, and lengths above 16 MiB."""
    bad = []
    for kind in (0, 9, 128, 255):
        bad.append(header_case(f"kind-{kind}", "no such kind", (0, kind, 0, 0, 1, 0)))
    for length in (16_777_217, 2**31, 2**32 - 1):
        for kind in (3, 0, 6):
            fields = (length, kind, 0, 0, 1, 0)
            name = f"length-{length}-kind-{kind}"
            bad.append(header_case(name, "above 16 MiB, whatever the kind", fields))
    for flags in (2, 4, 128, 255, 3):
        bad.append(header_case(f"flags-{flags}", "a reserved flag", (0, 3, flags, 0, 1, 0)))
    for kind in (1, 2, 4, 5, 6, 7, 8):
        fields = (LENGTHS[kind][0], kind, 1, 0, 1, 0)
        bad.append(header_case(f"slot-flag-kind-{kind}", "SLOT on a kind other than DATA", fields))
    bad.append(header_case("slot-without-flag", "slot without SLOT", (8, 3, 0, 1, 1, 0)))
    return bad


def natural_header(name: str, rng: random.Random) -> Case:
    """Return a DATA header like a run's."""
    fields = (rng.randrange(2**24 + 1), 3, 0, 0, rng.getrandbits(32), rng.getrandbits(32))
    return header_case(name, "seeded", fields)


def frames() -> dict[str, list[Case]]:
    """Return the files of the suite."""
    rng = random.Random(SEED)
    return {
        "boundary-headers": valid_headers(rng),
        "error-headers": wrong_lengths() + wrong_fields(),
        "natural-headers": [natural_header(f"natural-{i}", rng) for i in range(20)],
    }
