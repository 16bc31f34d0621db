"""Steady states of warm series. Oracle: the rule in plain Python, with the library's median."""

from __future__ import annotations

import math
import struct
from statistics import median
from typing import Any

from casebook import Case, Region, draw, f64, invalid, raw, room, u32, valid

WINDOW_NS, WINDOWS, WINDOW_DRIFT, HALVES_DRIFT = 5e6, 5, 0.03, 0.05


def drift_of(levels: list[float]) -> float:
    return (max(levels) - min(levels)) / min(levels) if min(levels) > 0 else math.inf


def windows_of(means: list[float], calls: list[int]) -> list[float]:
    windows: list[float] = []
    batches: list[float] = []
    elapsed = 0.0
    for mean, count in zip(means, calls, strict=True):
        batches.append(mean)
        elapsed += mean * count
        if elapsed >= WINDOW_NS:
            windows.append(median(batches))
            batches, elapsed = [], 0.0
    return windows


def steady_case(name: str, comment: str, means: list[float], calls: list[int]) -> Case:
    windows = windows_of(means, calls)
    recent = windows[-WINDOWS:]
    drift = drift_of(recent) if recent else 0.0
    steady = len(windows) >= WINDOWS and drift <= WINDOW_DRIFT
    memory = {"means": f64(means), "calls": u32(calls), "out": room(16)}
    step = ["steadyState", "@means", len(means), "@calls", "@out"]
    out = {"out": raw(struct.pack("<IId", len(windows), 0, drift))}
    return valid(name, comment, memory, [step], [int(steady)], out)


def halves_case(name: str, samples: list[float]) -> Case:
    middle = len(samples) // 2
    drift = drift_of([median(samples[:middle]), median(samples[middle:])])
    memory = {"x": f64(samples), "out": room(8)}
    step = ["halvesAgree", "@x", len(samples), "@out"]
    return valid(name, "", memory, [step], [int(drift <= HALVES_DRIFT)], {"out": f64([drift])})


def batches(seed: int, n: int, level: float, share: float) -> list[float]:
    """Means around a level, with a late one now and then."""
    units = draw("unit", seed, n)
    late = [1.5 if i % 11 == 4 else 1.0 for i in range(n)]
    return [level * (1 + share * (u - 0.5)) * by for u, by in zip(units, late, strict=True)]


def states() -> list[Case]:
    one = [1] * 40
    falling = [9e6 * 0.8**i + 4e6 for i in range(20)]
    return [
        steady_case("demo-five-windows", "one batch a window", [6e6] * 5, [1] * 5),
        steady_case("demo-four-windows", "not yet", [6e6] * 4, [1] * 4),
        steady_case("edge-no-window", "4 ms in all", [1e6] * 4, [1] * 4),
        steady_case(
            "edge-open-window", "the last batches are no window", [5e6] * 5 + [9.0], one[:6]
        ),
        steady_case("edge-3-percent", "", [1e8] * 4 + [1.03e8], one[:5]),
        steady_case("edge-above-3-percent", "", [1e8] * 4 + [1.0300001e8], one[:5]),
        steady_case("edge-zero", "a level that the clock did not see", [0.0, 5e6] * 20, one),
        steady_case("edge-zero-window", "every median is 0", [0.0, 0.0, 6e6] * 5, one[:15]),
        steady_case("edge-no-calls", "", [7.0, 5e6, 5e6], [0, 1, 2**31]),
        steady_case("natural-late-batches", "", batches(1, 120, 1e3, 0.02), [1000] * 120),
        steady_case("natural-noisy", "", batches(2, 120, 1e3, 0.5), [1000] * 120),
        steady_case(
            "natural-even", "two batches a window", batches(3, 60, 2.5, 0.02), [1_050_000] * 60
        ),
        steady_case(
            "natural-uneven", "", batches(4, 90, 40.0, 0.04), [3**k * 1000 for k in range(9)] * 10
        ),
        steady_case("natural-falling", "", falling, one[:20]),
        steady_case("natural-settled", "", falling + [4.01e6, 4e6] * 10, one),
    ]


def halves() -> list[Case]:
    return [
        halves_case("demo-halves", [1.0, 1.0, 1.0, 1.04, 1.04]),
        halves_case("demo-halves-apart", [1.0, 1.0, 1.06, 1.06]),
        halves_case("edge-halves-two", [3.0, 3.15]),
        halves_case("edge-halves-5-percent", [100.0, 105.0]),
        halves_case("edge-halves-zero", [0.0, 0.0, 0.0]),
        halves_case("natural-halves", batches(5, 41, 700.0, 0.1)),
        halves_case("natural-halves-long", draw("tail", 6, 501)),
    ]


def refusals() -> list[Case]:
    def memory(means: list[float]) -> dict[str, Region]:
        return {"means": f64(means), "calls": u32([1] * 3), "out": room(16)}

    good = memory([1.0, 2.0, 3.0])

    def bad(
        label: str, step: list[Any], code: str, subject: int, given: dict[str, Region] = good
    ) -> Case:
        return invalid(f"error-{label}", "", given, [step], code, subject)

    def call(
        means: Any = "@means", calls: Any = "@calls", n: int = 3, at: Any = "@out"
    ) -> list[Any]:
        return ["steadyState", means, n, calls, at]

    def half(x: Any = "@means", n: int = 3, at: Any = "@out") -> list[Any]:
        return ["halvesAgree", x, n, at]

    nan, negative = memory([1.0, math.nan, 2.0]), memory([1.0, -1.0, 2.0])
    return [
        bad("empty", call(n=0), "EMPTY", 0),
        bad("means", call(means=-8), "BAD_ADDRESS", 0),
        bad("calls", call(calls=-8), "BAD_ADDRESS", 2),
        bad("out", call(at=-4), "BAD_ADDRESS", 3),
        bad("nan", call(), "NOT_FINITE", 0, nan),
        bad("negative", call(), "DOMAIN", 0, negative),
        bad("halves-empty", half(n=0), "EMPTY", 0),
        bad("halves-one", half(n=1), "TOO_FEW", 0),
        bad("halves-address", half(x=-8), "BAD_ADDRESS", 0),
        bad("halves-out", half(at=-4), "BAD_ADDRESS", 2),
        bad("halves-nan", half(), "NOT_FINITE", 0, nan),
        bad("halves-negative", half(), "DOMAIN", 0, negative),
    ]


def cases() -> dict[str, list[Case]]:
    return {"natural-series": states(), "natural-halves": halves(), "error-arguments": refusals()}
