"""The empirical distribution. Oracle: counting, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

from casebook import Case, Region, draw, f64, invalid, number, room, stream, valid


def shares(values: list[float], grid: list[float]) -> list[float]:
    return [float(Fraction(sum(v <= point for v in values), len(values))) for point in grid]


def tail(values: list[float], k: int) -> list[float]:
    ordered = sorted(values)[-k:]
    pairs: list[float] = []
    for value in ordered:
        pairs += [value, shares(values, [value])[0]]
    return pairs


def grid_case(
    name: str, comment: str, region: Region, values: list[float], grid: list[float]
) -> Case:
    memory = {"x": region, "grid": f64(grid), "out": room(8 * len(grid))}
    step = ["ecdf", "@x", len(values), "@grid", len(grid), "@out"]
    return valid(name, comment, memory, [step], [0], {"out": f64(shares(values, grid))})


def tail_case(name: str, comment: str, region: Region, values: list[float], k: int) -> Case:
    memory = {"x": region, "out": room(16 * k)}
    step = ["ecdfTail", "@x", len(values), k, "@out"]
    return valid(name, comment, memory, [step], [0], {"out": f64(tail(values, k))})


def errors() -> list[Case]:
    memory = {
        "x": f64([1.0, 2.0]),
        "grid": f64([2.0, 1.0]),
        "nan": f64([float("nan")]),
        "out": room(64),
    }
    calls = [
        ("empty", ["ecdf", "@x", 0, "@grid", 1, "@out"], "EMPTY", 0),
        ("grid-empty", ["ecdf", "@x", 2, "@grid", 0, "@out"], "EMPTY", 2),
        ("grid-descends", ["ecdf", "@x", 2, "@grid", 2, "@out"], "DOMAIN", 2),
        ("grid-nan", ["ecdf", "@x", 2, "@nan", 1, "@out"], "NOT_FINITE", 2),
        ("sample-nan", ["ecdf", "@nan", 1, "@grid", 1, "@out"], "NOT_FINITE", 0),
        ("out-address", ["ecdf", "@x", 2, "@grid", 1, -4], "BAD_ADDRESS", 4),
        ("tail-none", ["ecdfTail", "@x", 2, 0, "@out"], "BAD_ARGUMENT", 2),
        ("tail-too-many", ["ecdfTail", "@x", 2, 3, "@out"], "BAD_ARGUMENT", 2),
        ("tail-empty", ["ecdfTail", "@x", 0, 1, "@out"], "EMPTY", 0),
        ("tail-address", ["ecdfTail", "@x", 2, 2, -8], "BAD_ADDRESS", 3),
        ("log-grid-zero", ["logGrid", number(0.0), number(1.0), 3, "@out"], "DOMAIN", 0),
        ("log-grid-order", ["logGrid", number(2.0), number(2.0), 3, "@out"], "BAD_ARGUMENT", 1),
        ("log-grid-one", ["logGrid", number(1.0), number(2.0), 1, "@out"], "BAD_ARGUMENT", 2),
        (
            "log-grid-nan",
            ["logGrid", number(float("nan")), number(2.0), 3, "@out"],
            "NOT_FINITE",
            0,
        ),
        (
            "log-grid-infinite",
            ["logGrid", number(1.0), number(float("inf")), 3, "@out"],
            "NOT_FINITE",
            1,
        ),
        ("log-grid-address", ["logGrid", number(1.0), number(2.0), 2, -8], "BAD_ADDRESS", 3),
    ]
    return [
        invalid(f"error-{name}", "", memory, [step], code, subject)
        for name, step, code, subject in calls
    ]


def cases() -> dict[str, list[Case]]:
    five = [3.0, 1.0, 4.0, 1.0, 5.0]
    made = [
        grid_case("demo-five", "at or below", f64(five), five, [0.0, 1.0, 1.5, 3.0, 5.0, 9.0]),
        grid_case("edge-one", "n = 1", f64([2.0]), [2.0], [1.0, 2.0, 3.0]),
        grid_case("edge-two", "n = 2", f64([2.0, 1.0]), [2.0, 1.0], [1.0, 1.0, 2.0]),
        grid_case("edge-equal", "all equal", f64([5.0] * 7), [5.0] * 7, [4.0, 5.0]),
        tail_case("demo-tail", "", f64(five), five, 3),
        tail_case(
            "edge-tail-all", "equal values share the share of their last", f64(five), five, 5
        ),
        tail_case("edge-tail-one", "n = 1", f64([2.0]), [2.0], 1),
    ]
    long = draw("ns", 9, 65537)
    points = [1000.0 * 1.2**i for i in range(40)]
    made.append(tail_case("property-tail-65537", "", stream("ns", 9, 65537), long, 12))
    made.append(grid_case("property-grid-65537", "", stream("ns", 9, 65537), long, points))
    return {"demo-shares": made, "error-arguments": errors()}
