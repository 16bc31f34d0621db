"""Mann-Whitney, Cliff's delta, Hedges' g, Welch's t, Spearman and Holm.

Oracles: scipy 1.17.1; counts, tied exact distributions and Holm in plain integers and floats.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction
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


def tied_p(x: list[float], y: list[float]) -> float:
    """Twice the smaller tail of the rank sums of all choices of len(x) values."""
    pool, n = sorted(x + y), len(x)
    doubled = [pool.index(v) + len(pool) - 1 - pool[::-1].index(v) for v in pool]
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(n))]
    for rank in doubled:
        for chosen in range(n, 0, -1):
            for total, count in ways[chosen - 1].items():
                here = ways[chosen]
                here[total + rank] = here.get(total + rank, 0) + count
    seen = sum(doubled[pool.index(v)] for v in x)
    low = sum(count for total, count in ways[n].items() if total <= seen)
    high = sum(count for total, count in ways[n].items() if total >= seen)
    return float(min(Fraction(1), Fraction(2 * min(low, high), math.comb(len(pool), n))))


def cells(n: int, m: int) -> int:
    return (min(n, m) + 1) * (2 * min(n, m) * (n + m - 1) + 1)


def check_tied(x: list[float], y: list[float], p: float) -> None:
    """Scipy enumerates the same: small samples only."""
    if min(len(x), len(y)) < 2 or math.comb(len(x) + len(y), len(x)) > 4000:
        return
    every = scipy.stats.PermutationMethod(n_resamples=1_000_000)
    found = scipy.stats.mannwhitneyu(x, y, method=every).pvalue
    if abs(found - p) > 1e-12:
        raise ValueError(f"scipy has {found} instead of {p} for {x} and {y}")


def rank_case(name: str, x: list[float], y: list[float], method: int) -> Case:
    used = method
    if method == AUTO:
        small = min(len(x), len(y)) <= 8 and len(x) * len(y) <= 8192
        used = EXACT if small else ASYMPTOTIC
    if used == EXACT and has_ties(x, y):
        larger, _, equal = counts(x, y)
        u, p = larger + equal / 2, tied_p(x, y)
        check_tied(x, y, p)
    elif len({*x, *y}) == 1:
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
        if not has_ties(x, y) or cells(len(x), len(y)) <= 262_144:
            made.append(rank_case(f"natural-{name}", x, y, EXACT))
    made += [
        rank_case("edge-three-equal", [5.0] * 3, [5.0] * 3, AUTO),
        rank_case("edge-two-values", [31.0, 31.0, 49.0], [49.0, 49.0, 49.0], AUTO),
        rank_case("edge-apart-tied", [1.0] * 3, [2.0] * 3, AUTO),
        rank_case("edge-one-ten", [2.0], [1.0] * 4 + [2.0] * 3 + [3.0] * 3, AUTO),
        rank_case("edge-ten-one", [1.0] * 4 + [2.0] * 3 + [3.0] * 3, [2.0], AUTO),
        rank_case("edge-skewed-ties", [0.0, 0.0, 5.0], [0.0] * 6 + [1.0, 2.0], AUTO),
    ]
    three = memory_of([1.0, 2.0, 3.0], [2.0, 5.0, 6.0], 24)
    long = {"x": stream("unit", 4, 100), "y": stream("unit", 5, 100), "out": room(24)}
    bad = [
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
            "error-too-long-tied",
            "41 against 41",
            memory_of([1.0, 2.0] * 20 + [3.0], [2.0, 3.0] * 20 + [4.0], 24),
            [["mannWhitney", "@x", 41, "@y", 41, 1, "@out"]],
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
    for name, x, y, scale in extremes():
        out = {"out": f64([g_of(x, y)])}
        memory = memory_of([v * scale for v in x], [v * scale for v in y], 8)
        made.append(valid(f"edge-{name}", "", memory, [step_of("hedgesG", x, y)], [0], out))
    return {
        "natural-pairs": made,
        "error-arguments": refusals("hedgesG", 2, 8, 4, []) + constants("hedgesG", 8),
    }


def extremes() -> list[tuple[str, list[float], list[float], float]]:
    """Samples and a power of two to multiply them by: t and g do not change by it."""
    x, y = [1.0, 2.0, 4.0, 2.5], [3.0, 5.0, 4.5]
    one = [0.1] * 3
    return [
        ("tiny", x, y, 2.0**-542),
        ("subnormal", x, y, 2.0**-1072),
        ("huge", x, y, 2.0**1020),
        ("one-constant", one, y, 1.0),
        ("near", [1.0, 1.0 + 2.0**-52, 1.0], [1.0, 1.0, 1.0 + 2.0**-51], 1.0),
    ]


def welch_case(name: str, x: list[float], y: list[float], scale: float = 1.0) -> Case:
    found = scipy.stats.ttest_ind(x, y, equal_var=False)
    out = f64([float(found.statistic), float(found.df), float(found.pvalue)])
    memory = memory_of([v * scale for v in x], [v * scale for v in y], 24)
    return valid(name, "", memory, [step_of("welchTest", x, y)], [0], {"out": out})


def welch() -> dict[str, list[Case]]:
    made = [welch_case(f"natural-{name}", x, y) for name, x, y in varied()]
    made += [welch_case(f"edge-{name}", x, y, scale) for name, x, y, scale in extremes()]
    return {
        "natural-pairs": made,
        "error-arguments": refusals("welchTest", 2, 24, 4, []) + constants("welchTest", 24),
    }


def constants(name: str, size: int) -> list[Case]:
    pairs = [
        ("constant", [3.0, 3.0], [1.0, 1.0, 1.0]),
        ("constant-rounds", [0.1, 0.1, 0.1], [0.3, 0.3, 0.3]),
        ("constant-tiny", [1e-163] * 3, [3e-163] * 5),
    ]
    return [
        invalid(
            f"error-{label}",
            "neither sample varies",
            memory_of(x, y, size),
            [step_of(name, x, y)],
            "DOMAIN",
            0,
        )
        for label, x, y in pairs
    ]


def spearman_case(name: str, x: list[float], y: list[float]) -> Case:
    rho = float(scipy.stats.spearmanr(x, y).statistic)
    step = ["spearman", "@x", len(x), "@y", "@out"]
    return valid(name, "", memory_of(x, y, 8), [step], [0], {"out": f64([rho])})


def spearman() -> dict[str, list[Case]]:
    rng = np.random.default_rng(11)
    made = [
        spearman_case("demo-equal-order", [1.0, 5.0, 9.0], [2.0, 3.0, 7.0]),
        spearman_case("demo-opposite", [1.0, 5.0, 9.0, 11.0], [4.0, 3.0, 2.0, 1.0]),
        spearman_case("demo-ties", [1.0, 1.0, 2.0, 3.0, 3.0], [5.0, 4.0, 4.0, 9.0, 1.0]),
        spearman_case("edge-two", [1.0, 2.0], [9.0, 8.0]),
        spearman_case("edge-signed-zero", [-0.0, 0.0, 1.0, 2.0], [1.0, 2.0, 3.0, 0.0]),
    ]
    for n in (10, 61, 500):
        x = rng.normal(0.0, 1.0, n)
        y = x + rng.normal(0.0, 2.0, n)
        made.append(spearman_case(f"natural-{n}", x.tolist(), y.tolist()))
        made.append(spearman_case(f"natural-tied-{n}", np.round(x).tolist(), np.round(y).tolist()))
    good = memory_of([1.0, 2.0, 4.0], [1.0, 3.0, 2.0], 8)

    def bad(
        label: str, step: list[Any], code: str, subject: int, given: dict[str, Region] = good
    ) -> Case:
        return invalid(f"error-{label}", "", given, [["spearman", *step]], code, subject)

    whole = ["@x", 3, "@y", "@out"]
    errors = [
        bad("empty", ["@x", 0, "@y", "@out"], "EMPTY", 0),
        bad("one", ["@x", 1, "@y", "@out"], "TOO_FEW", 0),
        bad("address-x", [-8, 3, "@y", "@out"], "BAD_ADDRESS", 0),
        bad("address-y", ["@x", 3, -8, "@out"], "BAD_ADDRESS", 2),
        bad("address-out", ["@x", 3, "@y", -4], "BAD_ADDRESS", 3),
        bad("nan", whole, "NOT_FINITE", 2, memory_of([1.0, 2.0, 4.0], [1.0, math.nan, 2.0], 8)),
        bad("constant-x", whole, "DOMAIN", 0, memory_of([0.1] * 3, [1.0, 3.0, 2.0], 8)),
        bad("constant-y", whole, "DOMAIN", 2, memory_of([1.0, 3.0, 2.0], [0.1] * 3, 8)),
    ]
    return {"natural-pairs": made, "error-arguments": errors}


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
    "spearman": spearman,
}


def cases(part: str) -> dict[str, list[Case]]:
    return PARTS[part]()
