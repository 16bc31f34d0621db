"""Outlier policies. Oracle: numpy's percentile and the written rules."""

from __future__ import annotations

import numpy as np
from casebook import Case, draw, f64, invalid, number, raw, room, valid


def fences(values: list[float], k: float) -> list[float]:
    q1, q3 = (float(v) for v in np.percentile(values, [25, 75]))
    return [q1, q3, q1 - k * (q3 - q1), q3 + k * (q3 - q1)]


def kept(series: list[list[float]], k: float) -> list[int]:
    n = len(series[0])
    keep = [1] * n
    if n < 10:
        return keep
    for values in series:
        q1, q3, low, high = fences(values, k)
        if q3 > q1:
            keep = [int(flag and low <= v <= high) for flag, v in zip(keep, values, strict=True)]
    return keep if any(keep) else [1] * n


def keep_case(name: str, comment: str, series: list[list[float]], k: float) -> Case:
    n = len(series[0])
    memory = {"x": f64(v for values in series for v in values), "keep": room(n)}
    flags = kept(series, k)
    step = ["tukeyKeep", "@x", n, len(series), number(k), "@keep"]
    return valid(name, comment, memory, [step], [sum(flags)], {"keep": raw(bytes(flags))})


def winsorize_case(name: str, comment: str, series: list[list[float]]) -> Case:
    n = len(series[0])
    clipped = []
    touched = np.zeros(n, bool)
    for values in series:
        x = np.array(values)
        y = np.clip(x, *np.percentile(x, [5, 95]))
        touched |= x != y
        clipped += [float(v) for v in y]
    memory = {"x": f64(v for values in series for v in values), "out": room(8 * n * len(series))}
    step = ["winsorize", "@x", n, len(series), "@out"]
    return valid(name, comment, memory, [step], [int(touched.sum())], {"out": f64(clipped)})


def fence_case(name: str, values: list[float], k: float) -> Case:
    memory = {"x": f64(values), "out": room(32)}
    step = ["tukeyFences", "@x", len(values), number(k), "@out"]
    return valid(name, "", memory, [step], [0], {"out": f64(fences(values, k))})


def errors() -> list[Case]:
    memory = {
        "x": f64([1.0, 2.0]),
        "nan": f64([1.0, float("nan")]),
        "huge": f64([-1.7e308, 1.7e308]),
        "out": room(32),
    }
    k = number(1.5)
    calls = [
        ("fences-empty", ["tukeyFences", "@x", 0, k, "@out"], "EMPTY", 0),
        ("fences-nan", ["tukeyFences", "@nan", 2, k, "@out"], "NOT_FINITE", 0),
        ("fences-k", ["tukeyFences", "@x", 2, number(-1.0), "@out"], "BAD_ARGUMENT", 2),
        ("fences-k-nan", ["tukeyFences", "@x", 2, number(float("nan")), "@out"], "NOT_FINITE", 2),
        ("fences-address", ["tukeyFences", "@x", 2, k, -8], "BAD_ADDRESS", 3),
        ("fences-overflow", ["tukeyFences", "@huge", 2, number(10.0), "@out"], "OVERFLOW", -1),
        ("keep-empty", ["tukeyKeep", "@x", 0, 1, k, "@out"], "EMPTY", 0),
        ("keep-no-series", ["tukeyKeep", "@x", 2, 0, k, "@out"], "BAD_ARGUMENT", 2),
        ("keep-second-series", ["tukeyKeep", "@nan", 1, 2, k, "@out"], "NOT_FINITE", 0),
        ("keep-address", ["tukeyKeep", "@x", 2, 1, k, -1], "BAD_ADDRESS", 4),
        ("keep-k", ["tukeyKeep", "@x", 2, 1, number(float("inf")), "@out"], "NOT_FINITE", 3),
        ("winsorize-empty", ["winsorize", "@x", 0, 1, "@out"], "EMPTY", 0),
        ("winsorize-address", ["winsorize", "@x", 2, 1, -8], "BAD_ADDRESS", 3),
        ("winsorize-nan", ["winsorize", "@nan", 2, 1, "@out"], "NOT_FINITE", 0),
    ]
    return [
        invalid(f"error-{name}", "", memory, [step], code, subject)
        for name, step, code, subject in calls
    ]


def cases() -> dict[str, list[Case]]:
    ser, deser = draw("tail", 31, 60), draw("tail", 32, 60)
    total = [a + b for a, b in zip(ser, deser, strict=True)]
    ten = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 100.0]
    # Nobody lies within all fences: each half is outside one series' fences only when k is 0
    # and quartiles are tight.
    left, right = [0.0, 1.0] * 6, [1.0, 0.0] * 6
    q1, q3, _, high = fences(ten, 1.5)
    edge = [*ten[:9], high]
    made = [
        keep_case("demo-paired", "a row must pass all three", [ser, deser, total], 1.5),
        keep_case("demo-single", "", [ser], 1.5),
        keep_case("demo-k-3", "", [ser, deser, total], 3.0),
        keep_case("demo-ten", "", [ten], 1.5),
        keep_case("boundary-nine", "n < 10 keeps all", [ten[1:]], 1.5),
        keep_case("edge-iqr-zero", "removes nobody", [[5.0] * 11 + [500.0]], 1.5),
        keep_case("edge-one", "n = 1", [[5.0]], 1.5),
        keep_case("edge-k-zero", "", [left, right], 0.0),
        keep_case("edge-would-remove-all", "then all stay", [*split_ranks(12)], 0.0),
        keep_case("boundary-on-the-fence", "inclusive", [edge], 1.5),
        winsorize_case("demo-winsorize", "", [ser, deser, total]),
        winsorize_case("edge-winsorize-one", "n = 1", [[5.0]]),
        winsorize_case("edge-winsorize-equal", "", [[5.0] * 20]),
        fence_case("demo-fences", ten, 1.5),
        fence_case("edge-fences-one", [5.0], 1.5),
        fence_case("edge-fences-k-zero", ten, 0.0),
    ]
    assert q3 > q1
    return {"demo-policies": made, "error-arguments": errors()}


def split_ranks(n: int) -> list[list[float]]:
    """Series whose middle halves have no row in common."""
    half = n // 2
    first = [float(i if i < half // 2 else i + 100) for i in range(half)]
    middle = [50.0 + i for i in range(half)]
    outer = [float(i) if i < half // 2 else 200.0 + i for i in range(half)]
    del first
    return [middle + outer, outer + middle]
