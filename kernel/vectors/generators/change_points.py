"""Change points. Oracle: the definition written down once more, by brute force over floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from casebook import Case, draw, f64, invalid, room, u32, valid


def levels(values: list[float]) -> list[float]:
    n, ordered = len(values), sorted(values)
    k = max(1, min(n, math.ceil(4 * math.log(n))))
    shares = [1 / (1 + (2 * n - 1) ** -(-1 + (2 * i + 1) / k)) for i in range(k)]
    return [ordered[int((n - 1) * share)] for share in shares]


def costs(values: list[float]) -> Callable[[int, int], float]:
    """Haynes, Fearnhead, Eckley 2017: minus twice the weighted log-likelihood of [s, t)."""
    n, limits = len(values), levels(values)
    sums = [
        list(accumulate((1.0 if v < w else 0.5 if v == w else 0.0 for v in values), initial=0.0))
        for w in limits
    ]

    def cost(s: int, t: int) -> float:
        total = 0.0
        for below in sums:
            share = (below[t] - below[s]) / (t - s)
            total += sum((t - s) * part * math.log(part) for part in (share, 1 - share) if part > 0)
        return -2 * math.log(2 * n - 1) / len(limits) * total

    return cost


def segment(values: list[float], least: int) -> list[int]:
    n, cost = len(values), costs(values)
    penalty = 3 * math.log(n)
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for t in range(least, n + 1):
        options = [(cost(0, t), [])]
        options += [
            (best[s][0] + cost(s, t) + penalty, [*best[s][1], s])
            for s in range(least, t - least + 1)
        ]
        best[t] = min(options, key=lambda option: option[0])
    return best[n][1]


def noise(seed: int, n: int) -> list[float]:
    """Sums of three units: bell-shaped enough, without a logarithm."""
    units = draw("unit", seed, 3 * n)
    return [units[3 * i] + units[3 * i + 1] + units[3 * i + 2] - 1.5 for i in range(n)]


def steps(seed: int, parts: list[tuple[int, float]]) -> list[float]:
    base = noise(seed, sum(n for n, _ in parts))
    shifts = [level for n, level in parts for _ in range(n)]
    return [round(shift + v, 6) for shift, v in zip(shifts, base, strict=True)]


SERIES: dict[str, list[float]] = {
    "flat": steps(1, [(120, 10.0)]),
    "warm-up": steps(2, [(40, 14.0), (110, 10.0)]),
    "slow-down": steps(3, [(70, 10.0), (80, 12.0)]),
    "three": steps(4, [(50, 10.0), (50, 13.0), (60, 10.0)]),
    "late": steps(5, [(140, 10.0), (20, 16.0)]),
    "spikes": [v + (50.0 if i % 37 == 5 else 0.0) for i, v in enumerate(steps(6, [(150, 10.0)]))],
    "integers": [float(round(v * 4)) for v in steps(7, [(60, 5.0), (60, 6.5)])],
    "constant": [5.0] * 60,
    "scale": [v * (1 if i < 80 else 12) for i, v in enumerate(noise(8, 160))],
}


def change_case(name: str, values: list[float], least: int) -> Case:
    found = segment(values, least)
    memory = {"x": f64(values), "out": room(64)}
    step = ["changePoints", "@x", len(values), least, "@out", 16]
    return valid(f"natural-{name}-{least}", "", memory, [step], [len(found)], {"out": u32(found)})


def change_points() -> dict[str, list[Case]]:
    made = [
        change_case(name, values, least) for name, values in SERIES.items() for least in (8, 20)
    ]
    made += [change_case("two", [1.0, 9.0], 1), change_case("four", [1.0, 1.0, 9.0, 9.0], 2)]
    three = {"x": f64(SERIES["three"]), "out": room(64)}
    size = len(SERIES["three"])

    def bad(label: str, step: list[Any], code: str, subject: int) -> Case:
        return invalid(f"error-{label}", "", three, [["changePoints", *step]], code, subject)

    errors = [
        bad("empty", ["@x", 0, 8, "@out", 16], "EMPTY", 0),
        bad("least", ["@x", size, 0, "@out", 16], "BAD_ARGUMENT", 2),
        bad("few", ["@x", 15, 8, "@out", 16], "TOO_FEW", 1),
        bad("capacity", ["@x", size, 8, "@out", 1], "CAPACITY", 4),
        bad("out", ["@x", size, 8, -4, 16], "BAD_ADDRESS", 3),
        bad("address", [-8, size, 8, "@out", 16], "BAD_ADDRESS", 0),
    ]
    long = {"x": room(8 * 2049), "out": room(64)}
    errors.append(
        invalid(
            "error-long",
            "2,049 values",
            long,
            [["changePoints", "@x", 2049, 8, "@out", 16]],
            "BAD_ARGUMENT",
            1,
        )
    )
    nan = {"x": f64([1.0, float("nan"), 2.0]), "out": room(64)}
    errors.append(
        invalid("error-nan", "", nan, [["changePoints", "@x", 3, 1, "@out", 16]], "NOT_FINITE", 0)
    )
    return {"natural-series": made, "error-arguments": errors}


def cases() -> dict[str, list[Case]]:
    return change_points()
