"""HDR histograms.

Oracle: hdr_model.py, whose values, counts and words equal hdr-histogram-js (hdr-oracle.json).
"""

from __future__ import annotations

import json
from pathlib import Path

from casebook import Case, draw, f64, invalid, raw, room, u64, valid, wide
from hdr_model import Model
from histogram_logs import MOST, SMALL, batch, damaged, decoded, size

PS = [0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0]
ORACLE = json.loads(Path(__file__).with_name("hdr-oracle.json").read_text())


def init(name: str, geometry: tuple[int, int, int]) -> list:
    low, high, digits = geometry
    return ["histogramInit", name, size(geometry), wide(low), wide(high), digits]


def recorded(name: str, values: list[int], geometry: tuple[int, int, int]) -> Case:
    """Batch, quantiles, encoding and decoding of one list of values."""
    model = batch(values, geometry)
    encoded = model.encode()
    memory = {
        "h": room(size(geometry)),
        "again": room(size(geometry)),
        "v": u64(values),
        "p": f64(PS),
    }
    memory |= {"q": room(8 * len(PS)), "log": room(len(encoded))}
    steps = [
        init("@h", geometry),
        ["histogramRecordBatch", "@h", "@v", len(values)],
        ["histogramQuantiles", "@h", "@p", len(PS), "@q"],
        ["histogramEncode", "@h", "@log", len(encoded)],
        ["histogramDecodedBytes", "@log", len(encoded)],
        ["histogramDecode", "@log", len(encoded), "@again", size(geometry)],
    ]
    returns = [0, 0, 0, len(encoded), size(geometry), 0]
    out = {"q": u64(model.quantile(p) for p in PS), "log": raw(encoded)}
    if size(geometry) < 4096:
        out |= {"h": raw(model.record_bytes()), "again": raw(model.decoded().record_bytes())}
    return valid(name, "", memory, steps, returns, out)


def known() -> list[Case]:
    """The lists that hdr-histogram-js has seen; vectors only where its answers are the model's."""
    made: list[Case] = []
    for entry in ORACLE["cases"]:
        geometry = (entry["lowest"], entry["highest"], entry["digits"])
        model = batch(entry["values"], geometry)
        assert model.length == entry["length"]
        assert [model.quantile(p) for p in PS] == entry["quantiles"], entry["id"]
        body = bytes.fromhex(entry["counts"])
        mine = model.encode()[40:]
        # Its tracked maximum is a unit too high for lowest > 1, so that it may write one more zero.
        assert body in (mine, mine + b"\x00"), entry["id"]
        made.append(recorded(f"natural-{entry['id']}", entry["values"], geometry))
    return made


def sizes() -> list[Case]:
    table = [
        (1, 2, 0),
        (1, 1000, 1),
        (1, 3_600_000_000_000, 3),
        (1000, 10**9, 2),
        (1, MOST, 5),
        (1, MOST, 0),
        (1 << 40, MOST, 3),
    ]
    made = [
        valid(
            f"demo-bytes-{low}-{high}-{d}",
            "",
            {},
            [["histogramBytes", wide(low), wide(high), d]],
            [size((low, high, d))],
            {},
        )
        for low, high, d in table
    ]
    wrong = [
        ("lowest-zero", 0, 10, 3, 0),
        ("highest", 10, 19, 3, 1),
        ("digits", 1, 10, 6, 2),
        ("signed", 1, MOST + 1, 3, 1),
        ("range", 1 << 50, MOST, 5, 0),
    ]
    made += [
        invalid(
            f"error-bytes-{name}",
            "",
            {},
            [["histogramBytes", wide(low), wide(high), d]],
            "BAD_ARGUMENT",
            s,
        )
        for name, low, high, d, s in wrong
    ]
    return made


def merges() -> list[Case]:
    a = [int(v) % 1000 for v in draw("ns", 5, 60)]
    b = [int(v) % 1000 for v in draw("ns", 6, 45)]
    whole = batch(a + b, SMALL).record_bytes()
    memory = {"a": room(size(SMALL)), "b": room(size(SMALL)), "x": u64(a), "y": u64(b)}
    fill = [
        init("@a", SMALL),
        init("@b", SMALL),
        ["histogramRecordBatch", "@a", "@x", 60],
        ["histogramRecordBatch", "@b", "@y", 45],
    ]
    made = [
        valid(
            "property-merge-ab",
            "equals recording all",
            memory,
            [*fill, ["histogramMerge", "@a", "@b"]],
            [0] * 5,
            {"a": raw(whole)},
        ),
        valid(
            "property-merge-ba",
            "the same bytes in the other order",
            memory,
            [*fill, ["histogramMerge", "@b", "@a"]],
            [0] * 5,
            {"b": raw(whole)},
        ),
    ]
    other = (1, 2000, 1)
    memory2 = {"a": room(size(SMALL)), "b": room(size(other))}
    made.append(
        invalid(
            "error-merge-geometry",
            "",
            memory2,
            [init("@a", SMALL), init("@b", other), ["histogramMerge", "@a", "@b"]],
            "DOMAIN",
            1,
        )
    )
    one = {"a": room(size(SMALL)), "b": room(size(SMALL))}
    full = [
        init("@a", SMALL),
        init("@b", SMALL),
        ["histogramRecord", "@a", wide(7), wide(MOST)],
        ["histogramRecord", "@b", wide(7), wide(1)],
    ]
    made.append(
        invalid(
            "error-merge-overflow",
            "2^63 - 1 counts and one",
            one,
            [*full, ["histogramMerge", "@a", "@b"]],
            "OVERFLOW",
            1,
        )
    )
    return made


def singles() -> list[Case]:
    model = Model(*SMALL)
    steps = [init("@h", SMALL)]
    for value, count in ((0, 1), (1000, 3), (17, 10**12), (1023, 2), (5, 0)):
        steps.append(["histogramRecord", "@h", wide(value), wide(count)])
        if count:
            model.record(value, count)
    memory = {"h": room(size(SMALL)), "p": f64(PS), "q": room(64), "v": u64([5, 5000, 6])}
    steps.append(["histogramQuantiles", "@h", "@p", len(PS), "@q"])
    out = {"h": raw(model.record_bytes()), "q": u64(model.quantile(p) for p in PS)}
    made = [valid("demo-record", "", memory, steps, [0] * len(steps), out)]
    full_model = Model(*SMALL)
    full_model.record(3, MOST)
    log = full_model.encode()
    encode = [
        init("@h", SMALL),
        ["histogramRecord", "@h", wide(3), wide(MOST)],
        ["histogramEncode", "@h", "@log", len(log)],
    ]
    made.append(
        valid(
            "edge-encode-nine-bytes",
            "the ninth byte carries eight bits",
            {"h": room(size(SMALL)), "log": room(len(log))},
            encode,
            [0, 0, len(log)],
            {"log": raw(log)},
        )
    )
    start = [init("@h", SMALL)]
    covered = Model(*SMALL).bounds(1000)[1]
    while Model(*SMALL).index(covered + 1) < Model(*SMALL).length:
        covered = Model(*SMALL).bounds(covered + 1)[1]
    full = [*start, ["histogramRecord", "@h", wide(1), wide(MOST)]]
    bad = [
        ("value", start, ["histogramRecord", "@h", wide(covered + 1), wide(1)], "DOMAIN", 1),
        ("value-huge", start, ["histogramRecord", "@h", wide((1 << 64) - 1), wide(1)], "DOMAIN", 1),
        ("count", start, ["histogramRecord", "@h", wide(1), wide(MOST + 1)], "OVERFLOW", 2),
        ("count-total", full, ["histogramRecord", "@h", wide(2), wide(1)], "OVERFLOW", 2),
        ("batch-value", start, ["histogramRecordBatch", "@h", "@v", 3], "DOMAIN", 1),
        ("batch-total", full, ["histogramRecordBatch", "@h", "@v", 1], "OVERFLOW", 2),
        ("quantiles-empty", start, ["histogramQuantiles", "@h", "@p", 1, "@q"], "EMPTY", 0),
        ("not-a-histogram", [], ["histogramRecord", "@h", wide(1), wide(1)], "CORRUPT", 0),
        (
            "init-capacity",
            [],
            ["histogramInit", "@h", size(SMALL) - 1, wide(1), wide(1000), 1],
            "CAPACITY",
            1,
        ),
        (
            "init-digits",
            [],
            ["histogramInit", "@h", 4096, wide(1), wide(1000), 9],
            "BAD_ARGUMENT",
            4,
        ),
        ("encode-capacity", start, ["histogramEncode", "@h", "@q", 40], "CAPACITY", 2),
        ("encode-overlap", start, ["histogramEncode", "@h", "@h", 64], "BAD_ARGUMENT", 1),
    ]
    made += [
        invalid(f"error-{name}", "", memory, [*before, step], code, s)
        for name, before, step, code, s in bad
    ]
    return made


def cases() -> dict[str, list[Case]]:
    lists = {
        "one": [7],
        "two": [0, 1000],
        "equal": [512] * 20,
        "hundred": [int(v) % 1000 for v in draw("ns", 4, 100)],
    }
    edge = [recorded(f"edge-{name}", values, SMALL) for name, values in lists.items()]
    return {
        "demo-geometry": sizes(),
        "demo-record": singles() + edge,
        "natural-known-answers": known(),
        "property-merge": merges(),
        "demo-decode": decoded(),
        "corrupt-logs": damaged(),
    }
