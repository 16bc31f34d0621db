"""Bootstrap intervals. Oracle: numpy's default_rng, mean, median, quantile and percentile."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from casebook import Case, Region, draw, f64, invalid, number, room, stream, valid, wide

MEAN, MEDIAN, QUANTILE = 0, 1, 2
PUBLISHED = json.loads(Path(__file__).with_name("published-totals.json").read_text())


def interval(
    values: list[float], statistic: int, p: float, resamples: int, level: float, seed: int
) -> list[float]:
    x = np.array(values)

    def measure(sample: np.ndarray) -> float:
        if statistic == MEAN:
            return float(np.mean(sample))
        return float(np.median(sample) if statistic == MEDIAN else np.quantile(sample, p))

    rng = np.random.default_rng(seed)
    replicates = [measure(x[rng.integers(0, len(x), len(x))]) for _ in range(resamples)]
    tail = (100 - level) / 2
    low, high = np.percentile(replicates, [tail, 100 - tail])
    return [float(low), float(high), measure(x)]


def case(
    name: str,
    comment: str,
    region: Region,
    values: list[float],
    statistic: int,
    seed: int,
    p: float = 0.9,
    resamples: int = 200,
    level: float = 95.0,
) -> Case:
    memory = {"x": region, "out": room(24)}
    step = [
        "bootstrap",
        "@x",
        len(values),
        statistic,
        number(p),
        resamples,
        number(level),
        wide(seed),
        "@out",
    ]
    out = {"out": f64(interval(values, statistic, p, resamples, level, seed))}
    return valid(name, comment, memory, [step], [0], out)


def cleaned(rows: list[list[int]]) -> list[float]:
    """The published rule: without repetition 0; a row must pass the fences of all three series."""
    series = [
        np.array(column, float) for column in zip(*[(a, b, a + b) for a, b in rows], strict=True)
    ]
    keep = np.ones(len(rows), bool)
    for x in series:
        q1, q3 = np.percentile(x, [25, 75])
        keep &= (x >= q1 - 1.5 * (q3 - q1)) & (x <= q3 + 1.5 * (q3 - q1))
    return [float(v) for v in series[2][keep]]


def published() -> list[Case]:
    made: list[Case] = []
    for group in PUBLISHED["groups"]:
        key = tuple(group["key"])
        digest = hashlib.sha256(f"42{key!r}|total|".encode()).digest()
        seed = int.from_bytes(digest[:8], "little") & 0xFFFFFFFF
        values = cleaned(group["rows"])
        answer = interval(values, MEAN, 0.0, 2000, 95.0, seed)
        assert [round(v) for v in answer] == group["published"], group["key"]
        made.append(
            case(
                f"natural-published-{key[0]}",
                PUBLISHED["source"],
                f64(values),
                values,
                MEAN,
                seed,
                0.0,
                2000,
            )
        )
    return made


def errors() -> list[Case]:
    memory = {
        "x": f64([1.0, 2.0]),
        "nan": f64([float("nan")]),
        "huge": f64([1.7e308, 1.7e308]),
        "out": room(24),
    }

    def call(
        x: str = "@x",
        n: int = 2,
        statistic: int = 0,
        p: float = 0.5,
        resamples: int = 10,
        level: float = 95.0,
        out: str | int = "@out",
    ) -> list:
        return ["bootstrap", x, n, statistic, number(p), resamples, number(level), wide(1), out]

    calls = [
        ("empty", call(n=0), "EMPTY", 0),
        ("nan", call(x="@nan", n=1), "NOT_FINITE", 0),
        ("statistic", call(statistic=3), "BAD_ARGUMENT", 2),
        ("p", call(p=1.5), "BAD_ARGUMENT", 3),
        ("p-nan", call(p=float("nan")), "NOT_FINITE", 3),
        ("no-resamples", call(resamples=0), "BAD_ARGUMENT", 4),
        ("too-many-draws", call(resamples=0x7FFFFFFF), "BAD_ARGUMENT", 4),
        ("level-zero", call(level=0.0), "BAD_ARGUMENT", 5),
        ("level-hundred", call(level=100.0), "BAD_ARGUMENT", 5),
        ("level-nan", call(level=float("nan")), "NOT_FINITE", 5),
        ("address", call(out=-8), "BAD_ADDRESS", 7),
        ("overflow", call(x="@huge"), "OVERFLOW", -1),
        ("bound", ["numpyIntegers", wide(1), 0, 1, "@out"], "BAD_ARGUMENT", 1),
        ("integers-address", ["numpyIntegers", wide(1), 5, 4, -8], "BAD_ADDRESS", 3),
        ("raw-address", ["numpyRaw", wide(1), 4, -8], "BAD_ADDRESS", 2),
    ]
    return [
        invalid(f"error-{name}", "", memory, [step], code, subject)
        for name, step, code, subject in calls
    ]


def cases() -> dict[str, list[Case]]:
    made: list[Case] = []
    lists = {
        "five": [3.0, 1.0, 4.0, 1.0, 5.0],
        "edge-one": [7.25],
        "edge-two": [2.0, 1.0],
        "edge-equal": [0.1] * 9,
        "six": [3.0, 1.0, 4.0, 1.0, 5.0, 9.0],
    }
    for statistic in (MEAN, MEDIAN, QUANTILE):
        for name, values in lists.items():
            made.append(case(f"demo-{name}-{statistic}", "", f64(values), values, statistic, 42))
        for kind, n in (("tail", 130), ("ns", 333)):
            made.append(
                case(
                    f"property-{kind}-{n}-{statistic}",
                    "",
                    stream(kind, 8, n),
                    draw(kind, 8, n),
                    statistic,
                    1 << 40,
                    0.95,
                    100,
                    99.0,
                )
            )
    return {"demo-intervals": made, "natural-published": published(), "error-arguments": errors()}
