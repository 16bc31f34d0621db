"""Encoded HDR histograms: what another writer may produce, and what is damaged.

Oracle: hdr_model.py, as for histogram.py, which is about histograms in memory.
"""

from __future__ import annotations

from casebook import Case, invalid, raw, room, valid
from hdr_model import EMPTY_MIN, Model, header, word

MOST = (1 << 63) - 1
SMALL = (1, 1000, 1)


def size(geometry: tuple[int, int, int]) -> int:
    return 64 + 8 * Model(*geometry).length


def batch(values: list[int], geometry: tuple[int, int, int]) -> Model:
    model = Model(*geometry)
    for value in values:
        model.record(value)
    return model


def decode(name: str, comment: str, log: bytes, code: str, subject: int) -> Case:
    memory = {"log": raw(log), "h": room(size(SMALL))}
    return invalid(
        name,
        comment,
        memory,
        [["histogramDecode", "@log", len(log), "@h", size(SMALL)]],
        code,
        subject,
    )


def body(*words: bytes, payload: int | None = None) -> bytes:
    data = b"".join(words)
    return header(len(data) if payload is None else payload, 1, 1, 1000) + data


def damaged() -> list[Case]:
    whole = batch([1, 5, 900], SMALL).encode()
    length = Model(*SMALL).length
    made = [
        decode(f"truncated-header-{cut}", "", whole[:cut], "CORRUPT", cut) for cut in (0, 1, 4, 39)
    ]
    made += [
        decode(
            f"truncated-counts-{cut}",
            "the header says how much there must be",
            whole[:cut],
            "CORRUPT",
            4,
        )
        for cut in range(40, len(whole))
    ]
    cookie = bytes([0x1C, 0x84, 0x93, 0x03]) + whole[4:]
    made += [
        decode("corrupt-cookie", "word size 0", cookie, "CORRUPT", 0),
        decode("corrupt-tail", "more than the header says", whole + b"\x00", "CORRUPT", 4),
        decode(
            "corrupt-offset",
            "a shifted histogram",
            header(1, 1, 1, 1000, offset=3) + b"\x00",
            "CORRUPT",
            8,
        ),
        decode("corrupt-digits", "", header(1, 7, 1, 1000) + b"\x00", "CORRUPT", 12),
        decode("corrupt-lowest", "", header(1, 1, 0, 1000) + b"\x00", "CORRUPT", 16),
        decode("corrupt-highest", "", header(1, 1, 1000, 1001) + b"\x00", "CORRUPT", 24),
        decode(
            "corrupt-ratio",
            "a histogram of doubles",
            header(1, 1, 1, 1000, ratio=b"\x40" + bytes(7)) + b"\x00",
            "CORRUPT",
            32,
        ),
        decode("corrupt-word", "the last word goes on", body(b"\x02", b"\x80"), "CORRUPT", 41),
        decode("corrupt-run", "more zeros than counters", body(word(-(length + 1))), "CORRUPT", 40),
        decode("corrupt-run-least", "-2^63 zeros", body(word(-(1 << 63))), "CORRUPT", 40),
        decode(
            "corrupt-too-many",
            "one count too many",
            body(word(-length), b"\x02"),
            "CORRUPT",
            40 + len(word(-length)),
        ),
        decode("corrupt-sum", "2^63 counts", body(word(MOST), b"\x02"), "CORRUPT", 49),
    ]
    log = {"log": raw(whole), "h": room(size(SMALL))}
    made.append(
        invalid(
            "error-decode-capacity",
            "",
            log,
            [["histogramDecode", "@log", len(whole), "@h", size(SMALL) - 1]],
            "CAPACITY",
            3,
        )
    )
    return made


def decoded() -> list[Case]:
    """Encodings that another writer may produce."""
    model = batch([1, 5, 900], SMALL)
    mine = model.encode()
    js = header(len(mine) - 40, 1, 1, 1000, offset=1, ratio=bytes(7) + b"\x01") + mine[40:]
    empty = Model(*SMALL)
    assert empty.min == EMPTY_MIN
    full = Model(*SMALL)
    full.record(3, MOST)
    table = [
        ("js", "hdr-histogram-js writes integers 1 for offset and ratio", js, model.decoded()),
        ("empty", "no counts at all", body(), empty),
        ("zeros", "zeros one by one", body(*[b"\x00"] * 5), empty),
        ("nine-bytes", "a count of 2^63 - 1 takes nine bytes", full.encode(), full.decoded()),
    ]
    made: list[Case] = []
    for name, comment, log, expected in table:
        memory = {"log": raw(log), "h": room(size(SMALL))}
        steps = [["histogramDecode", "@log", len(log), "@h", size(SMALL)]]
        made.append(
            valid(
                f"demo-decode-{name}",
                comment,
                memory,
                steps,
                [0],
                {"h": raw(expected.record_bytes())},
            )
        )
    return made
