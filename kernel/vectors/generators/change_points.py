"""Change points. Oracle: the definition of docs/statistics.md once more, over lists of floats.

Scores are whole numbers and the operations the same, so both agree on every shuffle to the bit.
"""

from __future__ import annotations

import math
from statistics import median
from typing import Any

import numpy as np
from casebook import MASK, Case, draw, f64, invalid, number, room, u32, valid

AUTOCORRELATION = 0.3
Stretch = tuple[int, int]


def noise_of(values: list[float]) -> float:
    steps = [abs(b - a) for a, b in zip(values, values[1:], strict=False)]
    noise = 1.0483 * median(steps)
    return noise if noise > 0 else 0.8862269254527579 * sum(steps) / len(steps)


def tamed(values: list[float], i: int, limit: float) -> float:
    n = len(values)
    if n < 3:
        return values[i]
    a, b = (1, 2) if i == 0 else (n - 2, n - 3) if i == n - 1 else (i - 1, i + 1)
    from_a, from_b = values[i] - values[a], values[i] - values[b]
    if min(abs(from_a), abs(from_b)) <= limit or (from_a > 0) != (from_b > 0):
        return values[i]
    return values[a] if abs(from_a) < abs(from_b) else values[b]


def scores_of(values: list[float]) -> list[int] | None:
    noise, center = noise_of(values), median(values)
    if noise == 0:
        return None
    distances = [(tamed(values, i, 4.0 * noise) - center) / noise for i in range(len(values))]
    return [math.floor(65536.0 * max(-3.0, min(3.0, d)) + 0.5) for d in distances]


def stretches(n: int, least: int, only_splits: bool) -> list[Stretch]:
    """Return every [i, j) that leaves nothing or `least` values on either side, but not all."""
    begins = [0] if only_splits else [0, *range(least, n - least + 1)]
    made: list[Stretch] = []
    for i in begins:
        ends = [*range(i + least, n - least + 1), *([n] if i > 0 else [])]
        made += [(i, j) for j in ends]
    return made


def inflations(n: int) -> list[float]:
    """For each m: how much wider autocorrelation makes the difference of means, squared."""
    means = [0.0]
    power, total, weighted = 1.0, 0.0, 0.0
    for m in range(1, n):
        means.append(1.0 + 2.0 * (total - weighted / m))
        power *= AUTOCORRELATION
        total += power
        weighted += m * power
    return [0.0] + [
        (means[min(m, n - m)] / min(m, n - m) + means[max(m, n - m)] / max(m, n - m))
        / (1.0 / min(m, n - m) + 1.0 / max(m, n - m))
        for m in range(1, n)
    ]


class Test:
    """One segment and the stretches that it may have."""

    def __init__(self, values: list[float], least: int, only_splits: bool) -> None:
        """Score the values; `scores` is None when all are equal."""
        self.scores = scores_of(values)
        self.n = len(values)
        found = stretches(self.n, least, only_splits)
        self.begins = np.array([i for i, _ in found])
        self.ends = np.array([j for _, j in found])

    def explained(self, scores: list[int]) -> np.ndarray:
        """Return what each stretch explains of the squares."""
        sums = np.concatenate([[0.0], np.cumsum(np.array(scores, dtype=np.float64))])
        m = (self.ends - self.begins).astype(np.float64)
        n = float(self.n)
        small = np.minimum(m, n - m)
        difference = n * (sums[self.ends] - sums[self.begins]) - m * sums[-1]
        return difference * difference * (1.0 / (n * small * (n - small)))

    def best(self) -> tuple[Stretch, float]:
        """Return the most different stretch, and the squares that a shuffle must explain."""
        assert self.scores is not None
        squares = float(sum(s * s for s in self.scores)) - float(sum(self.scores)) ** 2 / self.n
        parts = self.explained(self.scores)
        inflation = np.array(inflations(self.n))[self.ends - self.begins]
        ratios = parts / np.maximum(squares - parts, squares * 1e-12) / inflation
        at = int(np.argmax(ratios))
        ratio = float(ratios[at])
        found = (int(self.begins[at]), int(self.ends[at]))
        return found, (ratio * squares) / (1.0 + ratio)

    def probability(self) -> tuple[float, Stretch]:
        """Return p and the stretch; SplitMix64 from n, one stream for all shuffles."""
        if self.scores is None:
            return 1.0, (0, self.n)
        found, limit = self.best()
        shuffles = 999 if self.n <= 512 else 199
        state, scores, reached = self.n, list(self.scores), 0
        for _ in range(shuffles):
            for i in range(self.n - 1, 0, -1):
                state = (state + 0x9E3779B97F4A7C15) & MASK
                z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
                z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
                j = (z ^ (z >> 31)) % (i + 1)
                scores[i], scores[j] = scores[j], scores[i]
            reached += bool(np.max(self.explained(scores)) >= limit)
        return (reached + 1) / (shuffles + 1), found


def cuts(values: list[float], begin: int, end: int, least: int, level: float) -> list[int]:
    if end - begin < 2 * least:
        return []
    p, (i, j) = Test(values[begin:end], least, False).probability()
    if p > level:
        return []
    inner = sorted({begin + i, begin + j} - {begin, end})
    edges = [begin, *inner, end]
    deeper = [cuts(values, a, b, least, level) for a, b in zip(edges, edges[1:], strict=False)]
    return sorted([*inner, *(change for each in deeper for change in each)])


def segment(values: list[float], least: int, level: float) -> list[int]:
    changes = cuts(values, 0, len(values), least, level)
    while changes:
        edges = [0, *changes, len(values)]
        spans = [values[a:b] for a, b in zip(edges, edges[2:], strict=False)]
        ps = [Test(span, least, True).probability()[0] for span in spans]
        if max(ps) <= level:
            break
        del changes[ps.index(max(ps))]
    edges = [0, *changes, len(values)]
    for index in range(1, len(edges) - 1):
        begin, end = edges[index - 1], edges[index + 1]
        test = Test(values[begin:end], least, True)
        if test.scores is not None:
            edges[index] = begin + test.best()[0][1]
    return edges[1:-1]


def noise(seed: int, n: int) -> list[float]:
    """Sums of three units: bell-shaped enough, without a logarithm."""
    units = draw("unit", seed, 3 * n)
    return [units[3 * i] + units[3 * i + 1] + units[3 * i + 2] - 1.5 for i in range(n)]


def steps(seed: int, parts: list[tuple[int, float]]) -> list[float]:
    base = noise(seed, sum(n for n, _ in parts))
    shifts = [level for n, level in parts for _ in range(n)]
    return [round(shift + v, 6) for shift, v in zip(shifts, base, strict=True)]


def wild(values: list[float], *places: int) -> list[float]:
    return [v * 1.5 if i in places else v for i, v in enumerate(values)]


SERIES: dict[str, list[float]] = {
    "flat": steps(1, [(60, 10.0)]),
    "step": steps(2, [(25, 12.0), (35, 10.0)]),
    "wild": wild(steps(3, [(60, 10.0)]), 20),
    "wild-last": wild(steps(3, [(60, 10.0)]), 59),
    "step-wild": wild(steps(4, [(40, 10.0), (20, 12.0)]), 10, 50),
    "small-step": steps(5, [(30, 10.0), (30, 10.6)]),
    "bump": steps(6, [(20, 10.0), (20, 13.0), (25, 10.0)]),
    "stairs": steps(7, [(20, 10.0), (20, 12.0), (20, 14.0)]),
    "late": steps(8, [(56, 10.0), (4, 14.0)]),
    "integers": [float(round(v * 4)) for v in steps(9, [(30, 5.0), (30, 6.5)])],
    "coarse-clock": [float(round(v)) for v in steps(10, [(40, 5.0), (20, 7.0)])],
    "constant": [5.0] * 30,
    "two-constants": [5.0] * 12 + [6.0] * 8,
    "trend": [round(v + i / 40, 6) for i, v in enumerate(steps(11, [(60, 10.0)]))],
    "negative": [-v for v in steps(12, [(30, 1.0), (30, 4.0)])],
    "scale": [v * 1e-300 for v in steps(2, [(25, 12.0), (35, 10.0)])],
}


def change_case(name: str, values: list[float], least: int, level: float) -> Case:
    found = segment(values, least, level)
    memory = {"x": f64(values), "out": room(64)}
    step = ["changePoints", "@x", len(values), least, number(level), "@out", 16]
    label = f"natural-{name}-{least}-{level}"
    return valid(label, "", memory, [step], [len(found)], {"out": u32(found)})


def cases() -> dict[str, list[Case]]:
    made = [
        change_case(name, values, least, 0.05)
        for name, values in SERIES.items()
        for least in (3, 8)
    ]
    made += [change_case(name, SERIES[name], 3, 0.01) for name in ("step", "small-step", "late")]
    made += [change_case(name, SERIES[name], 1, 0.5) for name in ("flat", "wild")]
    made += [
        change_case("two", [1.0, 9.0], 1, 0.5),
        change_case("four", [1.0, 1.0, 9.0, 9.0], 2, 0.5),
        change_case("long", steps(13, [(300, 10.0), (220, 10.5)]), 3, 0.05),
    ]
    stairs = {"x": f64(SERIES["stairs"]), "out": room(64)}
    size, level = len(SERIES["stairs"]), number(0.05)

    def bad(label: str, step: list[Any], code: str, subject: int) -> Case:
        return invalid(f"error-{label}", "", stairs, [["changePoints", *step]], code, subject)

    errors = [
        bad("empty", ["@x", 0, 8, level, "@out", 16], "EMPTY", 0),
        bad("least", ["@x", size, 0, level, "@out", 16], "BAD_ARGUMENT", 2),
        bad("few", ["@x", 15, 8, level, "@out", 16], "TOO_FEW", 1),
        bad("level-low", ["@x", size, 3, number(0.004), "@out", 16], "BAD_ARGUMENT", 3),
        bad("level-high", ["@x", size, 3, number(0.51), "@out", 16], "BAD_ARGUMENT", 3),
        bad("level-nan", ["@x", size, 3, number(math.nan), "@out", 16], "NOT_FINITE", 3),
        bad("capacity", ["@x", size, 3, level, "@out", 1], "CAPACITY", 5),
        bad("out", ["@x", size, 3, level, -4, 16], "BAD_ADDRESS", 4),
        bad("address", [-8, size, 3, level, "@out", 16], "BAD_ADDRESS", 0),
    ]

    def worse(label: str, region: dict[str, Any], n: int, code: str, subject: int) -> Case:
        memory = {"x": region, "out": room(64)}
        step = ["changePoints", "@x", n, 1, level, "@out", 16]
        return invalid(f"error-{label}", "", memory, [step], code, subject)

    errors += [
        worse("long", room(8 * 2049), 2049, "BAD_ARGUMENT", 1),
        worse("nan", f64([1.0, math.nan, 2.0]), 3, "NOT_FINITE", 0),
        worse("wide", f64([-1.7e308, 1.7e308, 1.0]), 3, "OVERFLOW", -1),
    ]
    return {"natural-series": made, "error-arguments": errors}
