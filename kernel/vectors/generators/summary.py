"""The summary record. Oracle: numpy (pairwise sums, linear percentiles, ddof 1)."""

from __future__ import annotations

import numpy as np
from casebook import Case, draw, f64, invalid, room, stream, valid

SINGLE, ZERO_MEAN, TAIL_95, TAIL_99 = 1, 2, 4, 8


def warnings(n: int, mean: float) -> int:
    bits = SINGLE if n == 1 else 0
    bits |= ZERO_MEAN if mean == 0 else 0
    bits |= TAIL_95 if n * 5 < 1000 else 0
    return bits | (TAIL_99 if n < 1000 else 0)


def summary(values: list[float]) -> list[float]:
    x = np.array(values)
    n = len(values)
    mean, median = float(x.mean()), float(np.median(x))
    std = float(x.std(ddof=1)) if n > 1 else 0.0
    mad = float(np.median(np.abs(x - median)))
    cv = std / mean if mean != 0 else 0.0
    percentiles = [float(v) for v in np.percentile(x, [5, 25, 50, 75, 95, 99])]
    return [
        n,
        mean,
        median,
        std,
        mad,
        cv,
        float(x.min()),
        float(x.max()),
        *percentiles,
        warnings(n, mean),
    ]


def case(name: str, comment: str, region: dict, values: list[float]) -> Case:
    memory = {"x": region, "out": room(120)}
    step = ["summarize", "@x", len(values), "@out"]
    return valid(name, comment, memory, [step], [0], {"out": f64(summary(values))})


def errors() -> list[Case]:
    def bad(name: str, values: list[float], code: str, subject: int, n: int | None = None) -> Case:
        memory = {"x": f64(values), "out": room(120)}
        step = ["summarize", "@x", len(values) if n is None else n, "@out"]
        return invalid(f"error-{name}", "", memory, [step], code, subject)

    one = {"x": f64([1.0]), "out": room(120)}
    return [
        bad("empty", [1.0], "EMPTY", 0, n=0),
        bad("nan", [1.0, float("nan"), 2.0], "NOT_FINITE", 0),
        bad("infinite", [1.0, float("-inf")], "NOT_FINITE", 0),
        bad("sum-overflow", [1.7e308, 1.7e308], "OVERFLOW", -1),
        bad("square-overflow", [-1e300, 1e300], "OVERFLOW", -1),
        invalid("error-out-address", "", one, [["summarize", "@x", 1, -16]], "BAD_ADDRESS", 2),
    ]


def cases() -> dict[str, list[Case]]:
    lists = {
        "demo-five": [3.0, 1.0, 4.0, 1.5, 9.0],
        "edge-one": [7.25],
        "edge-two": [2.0, 1.0],
        "edge-equal": [0.1] * 9,
        "edge-zero-mean": [-1.0, 1.0],
        "edge-signs": [-5.0, 3.0, -2.5, 0.5, -0.25],
        "edge-subnormal": [5e-324, 1e-320, 2.5e-323],
    }
    made = [case(name, "", f64(values), values) for name, values in lists.items()]
    # The sizes around numpy's 8 lanes and blocks of 128, where another order of additions shows.
    sizes = [3, 7, 8, 9, 15, 16, 17, 79, 127, 128, 129, 130, 255, 256, 257, 999, 1000, 4097, 65537]
    made += [
        case(f"boundary-{kind}-{n}", "", stream(kind, n, n), draw(kind, n, n))
        for n in sizes
        for kind in ("unit", "tail")
    ]
    return {"demo-summaries": made, "error-arguments": errors()}
