"""Harrell-Davis quantiles. Oracle: mpmath's incomplete beta at 40 digits."""

from __future__ import annotations

import mpmath
from casebook import Case, draw, f64, room, stream, valid

mpmath.mp.dps = 40
HARRELL_DAVIS = 3
PS = [0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 1.0]


def weights(n: int, p: float) -> list[mpmath.mpf]:
    a = (n + 1) * mpmath.mpf(p)
    b = (n + 1) * (1 - mpmath.mpf(p))
    shares = [mpmath.betainc(a, b, 0, mpmath.mpf(i) / n, regularized=True) for i in range(n + 1)]
    return [shares[i + 1] - shares[i] for i in range(n)]


def harrell_davis(values: list[float], p: float) -> float:
    ordered = sorted(values)
    if p in (0.0, 1.0):
        return ordered[0] if p == 0.0 else ordered[-1]
    return float(
        sum(w * mpmath.mpf(x) for w, x in zip(weights(len(ordered), p), ordered, strict=True))
    )


def case(name: str, comment: str, region: dict, values: list[float], ps: list[float]) -> Case:
    memory = {"x": region, "p": f64(ps), "out": room(8 * len(ps))}
    step = ["quantiles", "@x", len(values), "@p", len(ps), HARRELL_DAVIS, "@out"]
    return valid(
        name, comment, memory, [step], [0], {"out": f64(harrell_davis(values, p) for p in ps)}
    )


def cases() -> dict[str, list[Case]]:
    lists = {
        "one": [7.0],
        "two": [2.0, 1.0],
        "five": [3.0, 1.0, 4.0, 1.5, 9.0],
        "equal": [5.5] * 9,
        "twenty": [float(v * v) for v in range(20)],
    }
    made = [case(f"demo-{name}", "", f64(values), values, PS) for name, values in lists.items()]
    for kind, n in (("unit", 100), ("ns", 257), ("tail", 500)):
        made.append(
            case(
                f"property-{kind}-{n}",
                "",
                stream(kind, 11, n),
                draw(kind, 11, n),
                [0.01, 0.5, 0.99],
            )
        )
    # Found by fuzzing: 1 / a overflowed and NaN left the kernel.
    smallest = case(
        "edge-smallest-p",
        "p below the normal numbers",
        f64(lists["five"]),
        lists["five"],
        [5e-324, 1e-310, 1e-300],
    )
    # An outlier takes its weight's relative error, not 1e6 times the absolute error of the others.
    for factor in (1e6, -1e6, 1e12):
        values = [1.0 + i / 64 for i in range(99)]
        far = [*values, factor * 2.0]
        made.append(
            case(f"edge-outlier-{factor:g}", "", f64(far), far, [0.01, 0.05, 0.25, 0.5, 0.9, 0.99])
        )
    two = [*([1.0] * 50), *([1e6 + i for i in range(50)])]
    made.append(case("edge-two-levels", "", f64(two), two, [0.1, 0.3, 0.5, 0.7]))
    # The range of these exceeds binary64.
    wide = [-1.5e308, -1e300, 0.0, 1e300, 1.7e308]
    made.append(case("edge-wide", "", f64(wide), wide, [0.25, 0.5, 0.9]))
    return {"demo-weights": made, "edge-probabilities": [smallest]}
