"""Summaries of durations and of trials, in exact fractions. Not the suites of kernel calls."""

from __future__ import annotations

import random
from fractions import Fraction

from case import SEED, Case, case, hex64


def nearest_rank(values: list[int], p: Fraction) -> int:
    """Return the smallest value with at least this share at or below it."""
    rank = -(-len(values) * p.numerator // p.denominator)
    return sorted(values)[max(rank, 1) - 1]


def duration_case(name: str, comment: str, values: list[int]) -> Case:
    """Summarize nanoseconds."""
    n = len(values)
    given = {"values": [str(v) for v in values]}
    if n == 0:
        return case(name, comment, given, None, {"code": "EMPTY", "subject": 1})
    if sum(values) >= 2**64:
        return case(name, comment, given, None, {"code": "OVERFLOW", "subject": 0})
    tails = {p: n * (1 - Fraction(p, 100)) < 10 for p in (95, 99)}
    return case(name, comment, given, {
        "n": n, "min": str(min(values)), "max": str(max(values)),
        **{f"p{p}": str(nearest_rank(values, Fraction(p, 100))) for p in (50, 95, 99)},
        "thin95": tails[95], "thin99": tails[99], "mean": hex64(float(sum(values)) / float(n)),
    })  # fmt: skip


def quantiles() -> dict[str, list[Case]]:
    """Return the files of the suite of durations."""
    rng = random.Random(SEED + 3)
    edge = [duration_case("empty", "no sample", []), duration_case("one", "one sample", [7])]
    for n in (2, 3, 10, 19, 20, 21, 99, 100, 101, 199, 200, 201, 255, 256, 257, 999, 1_000, 1_001):
        edge.append(
            duration_case(
                f"n-{n}",
                "ranks and tails at their limits",
                [rng.randrange(1, 10**6) for _ in range(n)],
            )
        )
    edge.append(duration_case("equal", "all the same", [5] * 300))
    edge.append(duration_case("descending", "sorted the wrong way", list(range(1_000, 0, -1))))
    edge.append(
        duration_case(
            "wide",
            "every digit of 64 bits matters",
            [rng.getrandbits(rng.randrange(1, 55)) for _ in range(700)],
        )
    )
    edge.append(duration_case("highest", "the largest value that is alone in its sum", [2**64 - 1]))
    edge.append(duration_case("overflow", "a sum beyond 64 bits", [2**63, 2**63]))
    natural = [
        duration_case(
            f"lognormal-{n}", "latencies", [int(rng.lognormvariate(10.5, 0.4)) for _ in range(n)]
        )
        for n in (50, 400, 2_500)
    ]
    return {"edge-durations": edge, "natural-durations": natural}


def spread_case(name: str, comment: str, values: list[float]) -> Case:
    """Summarize the results of trials."""
    given = {"values": [hex64(v) for v in values]}
    if not values:
        return case(name, comment, given, None, {"code": "EMPTY", "subject": 1})
    if any(v != v or v in (float("inf"), float("-inf")) for v in values):
        return case(name, comment, given, None, {"code": "NOT_FINITE", "subject": 0})
    ordered = sorted(values)
    n = len(ordered)
    exact = (Fraction(ordered[(n - 1) // 2]) + Fraction(ordered[n // 2])) / 2
    output = {
        "median": hex64(float(exact)),
        "min": hex64(ordered[0] + 0.0),
        "max": hex64(ordered[-1] + 0.0),
        "n": n,
    }
    return case(name, comment, given, output)


def aggregations() -> dict[str, list[Case]]:
    """Return the files of the suite of trials."""
    rng = random.Random(SEED + 4)
    big = 1.7976931348623157e308
    edge = [
        spread_case("empty", "no trial", []),
        spread_case("one", "one trial", [0.1]),
        spread_case("negative-zero", "zero has no sign in a table", [-0.0]),
        spread_case("limits", "the sum of the middle values exceeds binary64", [big, big]),
        spread_case("far-apart", "so does neither their difference nor their mean", [-big, big]),
        spread_case("nan", "refused", [1.0, float("nan")]),
        spread_case("infinite", "refused", [float("inf")]),
    ]
    natural = [
        spread_case(f"trials-{n}", "rates", [rng.lognormvariate(20, 0.2) for _ in range(n)])
        for n in range(2, 12)
    ]
    return {"edge-spreads": edge, "natural-spreads": natural}
