"""Quantiles.

Oracle: the definitions in exact fractions, rounded as numpy's linear interpolation rounds;
numpy itself.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from casebook import Case, draw, f64, invalid, number, room, stream, valid

NEAREST, R6, R7 = 0, 1, 2
METHOD = {R6: "weibull", R7: "linear"}
PS = [0.0, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1.0]
INF = float("inf")


def nearest_rank(values: list[float], p: float) -> float:
    """ceil(n p)-th smallest with p taken as the decimal that it prints as."""
    exact = Fraction(repr(p)) * len(values)
    rank = max(1, -(-exact.numerator // exact.denominator))
    return sorted(values)[rank - 1]


def expected(values: list[float], ps: list[float], definition: int) -> list[float]:
    if definition == NEAREST:
        return [nearest_rank(values, p) for p in ps]
    return [float(v) for v in np.quantile(np.array(values), ps, method=METHOD[definition])]


def both(
    name: str, comment: str, values: list[float], definition: int, ps: list[float]
) -> list[Case]:
    n, m = len(values), len(ps)
    out = {"out": f64(expected(values, ps, definition))}
    cases: list[Case] = []
    for call, given in (("quantiles", values), ("quantilesSorted", sorted(values))):
        memory = {"x": f64(given), "p": f64(ps), "out": room(8 * m)}
        step = [call, "@x", n, "@p", m, definition, "@out"]
        cases.append(valid(f"{name}-{call}", comment, memory, [step], [0], out))
    return cases


def long(kind: str, seed: int, n: int, definition: int) -> Case:
    values = draw(kind, seed, n)
    memory = {"x": stream(kind, seed, n), "p": f64(PS), "out": room(8 * len(PS))}
    step = ["quantiles", "@x", n, "@p", len(PS), definition, "@out"]
    name = f"property-{kind}-{n}-definition-{definition}"
    out = {"out": f64(expected(values, PS, definition))}
    return valid(name, "found by buckets, not by a full sort", memory, [step], [0], out)


def errors() -> list[Case]:
    two = {"x": f64([2.0, 1.0]), "p": f64([0.5]), "out": room(8)}

    def bad(name: str, comment: str, memory: dict, step: list, code: str, subject: int) -> Case:
        return invalid(f"error-{name}", comment, memory, [step], code, subject)

    def call(n: int = 2, m: int = 1, definition: int = R7, name: str = "quantiles") -> list:
        return [name, "@x", n, "@p", m, definition, "@out"]

    cases = [
        bad("empty", "no samples", two, call(n=0), "EMPTY", 0),
        bad("definition", "there are four", two, call(definition=4), "BAD_ARGUMENT", 4),
        bad("definition-negative", "", two, call(definition=-1), "BAD_ARGUMENT", 4),
        bad("unsorted", "descends", two, call(name="quantilesSorted"), "DOMAIN", 0),
        bad(
            "sample-address",
            "beyond memory",
            two,
            ["quantiles", -8, 2, "@p", 1, R7, "@out"],
            "BAD_ADDRESS",
            0,
        ),
        bad(
            "p-address",
            "beyond memory",
            two,
            ["quantiles", "@x", 2, -8, 2, R7, "@out"],
            "BAD_ADDRESS",
            2,
        ),
        bad(
            "out-address",
            "beyond memory",
            two,
            ["quantiles", "@x", 2, "@p", 1, R7, -4],
            "BAD_ADDRESS",
            5,
        ),
        bad("count", "8 n exceeds memory", two, call(n=0x1FFFFFFF), "BAD_ADDRESS", 0),
        bad("warning-p", "p above 1", two, ["tailWarning", 10, number(1.5)], "BAD_ARGUMENT", 1),
        bad("warning-nan", "", two, ["tailWarning", 10, number(float("nan"))], "NOT_FINITE", 1),
        bad("sort-empty", "", two, ["sortSamples", "@x", 0, "@out"], "EMPTY", 0),
    ]
    for label, value in (("nan", float("nan")), ("inf", INF), ("minus-inf", -INF)):
        memory = {"x": f64([1.0, value]), "p": f64([0.5]), "out": room(8)}
        cases.append(bad(f"sample-{label}", "", memory, call(), "NOT_FINITE", 0))
        cases.append(
            bad(f"sorted-{label}", "", memory, call(name="quantilesSorted"), "NOT_FINITE", 0)
        )
        memory = {"x": f64([1.0, 2.0]), "p": f64([value]), "out": room(8)}
        cases.append(bad(f"p-{label}", "", memory, call(), "NOT_FINITE", 2))
    for value in (-0.001, 1.001):
        memory = {"x": f64([1.0, 2.0]), "p": f64([value]), "out": room(8)}
        cases.append(bad(f"p-{value}", "outside [0, 1]", memory, call(), "BAD_ARGUMENT", 2))
    return cases


def warnings() -> list[Case]:
    table = [
        (99, 0.9, 1),
        (100, 0.9, 0),
        (999, 0.99, 1),
        (1000, 0.99, 0),
        (19, 0.5, 0),
        (1, 0.5, 0),
    ]
    table += [
        (100, 0.1, 0),
        (99, 0.1, 1),
        (9999, 0.999, 1),
        (10000, 0.999, 0),
        (0, 0.9, 1),
        (10, 1.0, 1),
    ]
    return [
        valid(
            f"demo-warning-{n}-{p}",
            "n (1 - p) < 10, mirrored below the median",
            {},
            [["tailWarning", n, number(p)]],
            [w],
            {},
        )
        for n, p, w in table
    ]


def cases() -> dict[str, list[Case]]:
    demo: list[Case] = []
    edge: list[Case] = []
    for d in (NEAREST, R6, R7):
        demo += both(f"demo-five-{d}", "", [3.0, 1.0, 4.0, 1.5, 9.0], d, PS)
        demo += both(
            f"demo-twenty-{d}", "0.95 of 20 is exactly 19", [float(v * v) for v in range(20)], d, PS
        )
        edge += both(f"edge-one-{d}", "n = 1", [7.25], d, PS)
        edge += both(f"edge-two-{d}", "n = 2, unsorted", [2.0, 1.0], d, PS)
        edge += both(f"edge-equal-{d}", "all equal", [5.5] * 9, d, PS)
        edge += both(f"edge-negative-{d}", "signs", [-1.0, 3.0, -2.5, 0.5, -0.25], d, PS)
        edge += both(f"edge-tiny-{d}", "subnormal values", [5e-324, 1e-320, 2.5e-323], d, PS)
    hundred = [float(v) for v in range(100)]
    edge += both(
        "boundary-hundredths",
        "p = k / 100 of 100 is rank k",
        hundred,
        NEAREST,
        [k / 100 for k in range(101)],
    )
    sort = {"x": f64([3.0, -1.0, 0.0, 2.5, -1.0]), "out": room(40)}
    demo.append(
        valid(
            "demo-sort",
            "",
            sort,
            [["sortSamples", "@x", 5, "@out"]],
            [0],
            {"out": f64([-1.0, -1.0, 0.0, 2.5, 3.0])},
        )
    )
    prop = [
        long(kind, seed, n, d)
        for kind, seed, n in (("unit", 1, 8192), ("tail", 2, 20011), ("ns", 3, 65537))
        for d in (NEAREST, R6, R7)
    ]
    return {
        "demo-definitions": demo + warnings(),
        "edge-samples": edge,
        "property-streams": prop,
        "error-arguments": errors(),
    }
