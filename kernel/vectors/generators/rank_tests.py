"""Mann-Whitney, Cliff's delta, Hedges' g, Welch's t and Holm.

Oracles: scipy 1.17.1; counts and Holm in plain integers and floats.
"""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import scipy.stats
from casebook import Case, Region, draw, f64, invalid, raw, room, stream, valid

INF = float("inf")
AUTO, EXACT, ASYMPTOTIC = 0, 1, 2
Pair = tuple[str, list[float], list[float]]


def pairs() -> list[Pair]:
    """Sample pairs of many sizes, with and without ties; seeded."""
    rng = np.random.default_rng(7)
    made: list[Pair] = []
    for n, m in (
        (1, 1),
        (1, 4),
        (2, 3),
        (5, 5),
        (8, 8),
        (9, 9),
        (8, 100),
        (3, 50),
        (20, 30),
        (100, 80),
    ):
        x, y = rng.normal(0.0, 1.0, n), rng.normal(0.6, 1.5, m)
        made.append((f"normal-{n}-{m}", x.tolist(), y.tolist()))
        made.append((f"rounded-{n}-{m}", np.round(x).tolist(), np.round(y).tolist()))
        made.append(
            (
                f"nanoseconds-{n}-{m}",
                np.round(x * 900 + 5e4).tolist(),
                np.round(y * 900 + 5e4).tolist(),
            )
        )
    made.append(("equal", [5.0] * 4, [5.0] * 3))
    made.append(("apart", [float(v) for v in range(30)], [float(v) for v in range(100, 140)]))
    made.append(("signed-zero", [-0.0, 1.0], [0.0, 2.0]))
    return made


def counts(x: list[float], y: list[float]) -> tuple[int, int, int]:
    larger = sum(a > b for a in x for b in y)
    smaller = sum(a < b for a in x for b in y)
    return larger, smaller, len(x) * len(y) - larger - smaller


def memory_of(x: list[float], y: list[float], size: int) -> dict[str, Region]:
    return {"x": f64(x), "y": f64(y), "out": room(size)}


def step_of(name: str, x: list[float], y: list[float], *more: Any) -> list[Any]:
    return [name, "@x", len(x), "@y", len(y), *more, "@out"]


def has_ties(x: list[float], y: list[float]) -> bool:
    return len({*x, *y}) < len(x) + len(y)


def z_of(x: list[float], y: list[float]) -> float:
    larger, smaller, equal = counts(x, y)
    n, m = len(x), len(y)
    u, whole = max(larger, smaller) + equal / 2, n + m
    ties = sum(c**3 - c for c in np.unique(x + y, return_counts=True)[1].tolist())
    deviation = math.sqrt(n * m / 12 * (whole + 1 - ties / (whole * (whole - 1))))
    return (u - n * m / 2 - 0.5) / deviation if deviation > 0 else 0.0


def rank_case(name: str, x: list[float], y: list[float], method: int) -> Case:
    used = method
    if method == AUTO:
        used = EXACT if min(len(x), len(y)) <= 8 and not has_ties(x, y) else ASYMPTOTIC
    if len({*x, *y}) == 1:
        u, p = len(x) * len(y) / 2, 1.0
    else:
        found = scipy.stats.mannwhitneyu(x, y, method="exact" if used == EXACT else "asymptotic")
        u, p = float(found.statistic), float(found.pvalue)
    z = z_of(x, y) if used == ASYMPTOTIC else 0.0
    step = step_of("mannWhitney", x, y, method)
    return valid(
        f"{name}-method-{method}", "", memory_of(x, y, 24), [step], [used], {"out": f64([u, z, p])}
    )


def mann_whitney() -> dict[str, list[Case]]:
    made: list[Case] = []
    for name, x, y in pairs():
        made += [rank_case(f"natural-{name}", x, y, method) for method in (AUTO, ASYMPTOTIC)]
        if not has_ties(x, y):
            made.append(rank_case(f"natural-{name}", x, y, EXACT))
    three = memory_of([1.0, 2.0, 3.0], [2.0, 5.0, 6.0], 24)
    long = {"x": stream("unit", 4, 100), "y": stream("unit", 5, 100), "out": room(24)}
    bad = [
        invalid(
            "error-ties-exact",
            "no exact distribution with ties",
            three,
            [["mannWhitney", "@x", 3, "@y", 3, 1, "@out"]],
            "DOMAIN",
            4,
        ),
        invalid(
            "error-method",
            "",
            three,
            [["mannWhitney", "@x", 3, "@y", 3, 3, "@out"]],
            "BAD_ARGUMENT",
            4,
        ),
        invalid(
            "error-method-negative",
            "",
            three,
            [["mannWhitney", "@x", 3, "@y", 3, -1, "@out"]],
            "BAD_ARGUMENT",
            4,
        ),
        invalid(
            "error-too-long",
            "10,000 pairs",
            long,
            [["mannWhitney", "@x", 100, "@y", 100, 1, "@out"]],
            "BAD_ARGUMENT",
            4,
        ),
    ]
    return {"natural-pairs": made, "error-arguments": bad + refusals("mannWhitney", 1, 24, 5, [0])}


def label_of(delta: float) -> int:
    size = abs(delta)
    return 0 if size < 0.147 else 1 if size < 0.33 else 2 if size < 0.474 else 3


def dominance(
    name: str,
    memory: dict[str, Region],
    x: list[float],
    y: list[float],
    found: tuple[int, int, int],
) -> Case:
    larger, smaller, equal = found
    delta = (larger - smaller) / (len(x) * len(y))
    record = struct.pack("<dQQQ", delta, larger, smaller, equal)
    step = ["cliffsDelta", "@x", len(x), "@y", len(y), "@out"]
    return valid(name, "", memory, [step], [label_of(delta)], {"out": raw(record)})


def sorted_counts(x: list[float], y: list[float]) -> tuple[int, int, int]:
    """counts() for long samples."""
    ordered = np.sort(np.array(y))
    below = int(np.searchsorted(ordered, x, "left").sum())
    upto = int(np.searchsorted(ordered, x, "right").sum())
    return below, len(x) * len(y) - upto, upto - below


def cliffs_delta() -> dict[str, list[Case]]:
    made = [
        dominance(f"natural-{name}", memory_of(x, y, 32), x, y, counts(x, y))
        for name, x, y in pairs()
    ]
    for label, y in (("147", 573), ("33", 665), ("474", 737)):
        # k pairs of 1,000 with x larger and the rest smaller: delta = 1 - 2 k / 1,000 at a limit.
        xs, ys = [0.0], [-1.0 if i < y else 1.0 for i in range(1000)]
        made.append(
            dominance(f"boundary-label-0.{label}", memory_of(xs, ys, 32), xs, ys, counts(xs, ys))
        )
    n = 65_537
    x, y = draw("ns", 1, n), draw("ns", 2, n + 1)
    memory = {"x": stream("ns", 1, n), "y": stream("ns", 2, n + 1), "out": room(32)}
    made.append(dominance("property-65537", memory, x, y, sorted_counts(x, y)))
    return {"natural-pairs": made, "error-arguments": refusals("cliffsDelta", 1, 32, 4, [])}


def g_of(x: list[float], y: list[float]) -> float:
    degrees = len(x) + len(y) - 2
    squares = (len(x) - 1) * np.var(x, ddof=1) + (len(y) - 1) * np.var(y, ddof=1)
    return float(
        (np.mean(x) - np.mean(y)) / np.sqrt(squares / degrees) * (1 - 3 / (4 * degrees - 1))
    )


def varied() -> list[Pair]:
    return [
        (name, x, y)
        for name, x, y in pairs()
        if min(len(x), len(y)) > 1 and len({*x}) + len({*y}) > 2
    ]


def hedges_g() -> dict[str, list[Case]]:
    made = [
        valid(
            f"natural-{name}",
            "",
            memory_of(x, y, 8),
            [step_of("hedgesG", x, y)],
            [0],
            {"out": f64([g_of(x, y)])},
        )
        for name, x, y in varied()
    ]
    return {
        "natural-pairs": made,
        "error-arguments": refusals("hedgesG", 2, 8, 4, []) + constants("hedgesG", 8),
    }


def welch_case(name: str, x: list[float], y: list[float]) -> Case:
    found = scipy.stats.ttest_ind(x, y, equal_var=False)
    out = f64([float(found.statistic), float(found.df), float(found.pvalue)])
    return valid(
        f"natural-{name}", "", memory_of(x, y, 24), [step_of("welchTest", x, y)], [0], {"out": out}
    )


def welch() -> dict[str, list[Case]]:
    made = [welch_case(name, x, y) for name, x, y in varied()]
    return {
        "natural-pairs": made,
        "error-arguments": refusals("welchTest", 2, 24, 4, []) + constants("welchTest", 24),
    }


def constants(name: str, size: int) -> list[Case]:
    memory = memory_of([3.0, 3.0], [1.0, 1.0, 1.0], size)
    step = [name, "@x", 2, "@y", 3, "@out"]
    return [invalid("error-constant", "neither sample varies", memory, [step], "DOMAIN", 0)]


def refusals(name: str, least: int, size: int, out: int, more: list[int]) -> list[Case]:
    """What every test of two samples refuses; `out` is the index of the output's address."""
    good = [1.0, 2.0, 4.0]
    memory = memory_of(good, good, size)

    def bad(
        label: str, step: list[Any], code: str, subject: int, given: dict[str, Region] = memory
    ) -> Case:
        return invalid(f"error-{label}", "", given, [step], code, subject)

    def call(x: Any = "@x", n: int = 3, y: Any = "@y", m: int = 3, at: Any = "@out") -> list[Any]:
        return [name, x, n, y, m, *more, at]

    cases = [
        bad("empty-x", call(n=0), "EMPTY", 0),
        bad("empty-y", call(m=0), "EMPTY", 2),
        bad("address-x", call(x=-8), "BAD_ADDRESS", 0),
        bad("address-y", call(y=-8), "BAD_ADDRESS", 2),
        bad("address-out", call(at=-4), "BAD_ADDRESS", out),
        bad("count", call(n=0x1FFFFFFF), "BAD_ADDRESS", 0),
    ]
    for label, value in (("nan", float("nan")), ("inf", INF), ("minus-inf", -INF)):
        cases.append(
            bad(f"{label}-x", call(), "NOT_FINITE", 0, memory_of([1.0, value, 2.0], good, size))
        )
        cases.append(
            bad(f"{label}-y", call(), "NOT_FINITE", 2, memory_of(good, [1.0, value, 2.0], size))
        )
    if least > 1:
        cases += [bad("few-x", call(n=1), "TOO_FEW", 0), bad("few-y", call(m=1), "TOO_FEW", 2)]
    return cases


def adjusted(ps: list[float]) -> list[float]:
    out, running = [0.0] * len(ps), 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        running = max(running, min(1.0, (len(ps) - rank) * ps[i]))
        out[i] = running
    return out


def holm_case(name: str, ps: list[float]) -> Case:
    memory = {"p": f64(ps), "out": room(8 * len(ps))}
    return valid(
        name, "", memory, [["holm", "@p", len(ps), "@out"]], [0], {"out": f64(adjusted(ps))}
    )


def holm() -> dict[str, list[Case]]:
    made = [
        holm_case("demo-four", [0.01, 0.04, 0.03, 0.005]),
        holm_case("edge-one", [0.2]),
        holm_case("edge-limits", [0.0, 1.0, 0.5]),
        holm_case("edge-ties", [0.02, 0.02, 0.01, 0.02]),
        holm_case("property-500", draw("unit", 9, 500)),
    ]
    memory = {"p": f64([0.5, 0.1]), "out": room(16)}
    call = [["holm", "@p", 2, "@out"]]
    bad = [
        invalid("error-empty", "", memory, [["holm", "@p", 0, "@out"]], "EMPTY", 0),
        invalid("error-above", "", {"p": f64([0.5, 1.1]), "out": room(16)}, call, "DOMAIN", 0),
        invalid("error-below", "", {"p": f64([0.5, -0.1]), "out": room(16)}, call, "DOMAIN", 0),
        invalid(
            "error-nan", "", {"p": f64([0.5, float("nan")]), "out": room(16)}, call, "NOT_FINITE", 0
        ),
        invalid("error-out", "", memory, [["holm", "@p", 2, -4]], "BAD_ADDRESS", 2),
    ]
    return {"natural-values": made, "error-arguments": bad}


PARTS = {
    "mann-whitney": mann_whitney,
    "cliffs-delta": cliffs_delta,
    "hedges-g": hedges_g,
    "welch": welch,
    "holm": holm,
}


def cases(part: str) -> dict[str, list[Case]]:
    return PARTS[part]()
