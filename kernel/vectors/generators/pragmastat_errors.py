"""What every Pragmastat export refuses, and with which subject.

The upstream vectors have a few of these; here are the rest.
"""

from __future__ import annotations

from typing import Any

from casebook import Case, Region, f64, invalid, number, room, wide

NAN, INF = float("nan"), float("inf")
GOOD_X = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 3.0, 5.0, 7.0, 11.0]
GOOD_Y = [2.0, 3.0, 5.0, 9.0, 17.0, 33.0, 4.0, 6.0, 8.0, 12.0]
HUGE = [1.7e308, -1.7e308, 1.6e308, -1.6e308]
SEED = wide(1)

# Export -> samples, arguments behind them, bytes written, least sample size, whether values must
# be positive, whether ties are refused
ESTIMATORS: dict[str, tuple[int, list[Any], int, int, bool, bool]] = {
    "center": (1, [], 8, 1, False, False),
    "shamosSpread": (1, [], 8, 2, False, True),
    "shift": (2, [], 8, 1, False, False),
    "ratio": (2, [], 8, 1, True, False),
    "disparity": (2, [], 8, 2, False, True),
    "avgSpread": (2, [], 8, 2, False, True),
    "centerBounds": (1, [number(0.1)], 16, 2, False, False),
    "spreadBounds": (1, [number(0.2), SEED], 16, 2, False, True),
    "shiftBounds": (2, [number(0.1)], 16, 1, False, False),
    "ratioBounds": (2, [number(0.1)], 16, 1, True, False),
    "avgSpreadBounds": (2, [number(0.3), SEED], 16, 2, False, True),
    "disparityBounds": (2, [number(0.3), SEED], 16, 2, False, True),
}


def step_of(name: str, more: list[Any], n: int = 10, m: int = 10, **at: Any) -> list[Any]:
    samples = ESTIMATORS[name][0]
    y = [at.get("y", "@y"), m] if samples == 2 else []
    return [name, at.get("x", "@x"), n, *y, *more, at.get("out", "@out")]


def memory_of(
    size: int, x: list[float] | None = None, y: list[float] | None = None
) -> dict[str, Region]:
    return {"x": f64(x or GOOD_X), "y": f64(y or GOOD_Y), "out": room(size)}


def sample_errors(name: str) -> list[Case]:
    samples, more, size, least, positive, spread = ESTIMATORS[name]
    out_index = 2 * samples + len(more)
    cases: list[Case] = []

    def bad(
        label: str,
        step: list[Any],
        code: str,
        subject: int,
        memory: dict[str, Region] | None = None,
    ) -> None:
        cases.append(
            invalid(f"error-{name}-{label}", "", memory or memory_of(size), [step], code, subject)
        )

    bad("out", step_of(name, more, out=-4), "BAD_ADDRESS", out_index)
    for which, subject in (("x", 0), ("y", 2))[:samples]:
        other = {"n": 0} if which == "x" else {"m": 0}
        bad(f"{which}-empty", step_of(name, more, **other), "EMPTY", subject)
        bad(f"{which}-address", step_of(name, more, **{which: -8}), "BAD_ADDRESS", subject)
        for label, value in (("nan", NAN), ("inf", INF), ("minus-inf", -INF)):
            wrong = {which: [*GOOD_X[:9], value]}
            bad(
                f"{which}-{label}",
                step_of(name, more),
                "NOT_FINITE",
                subject,
                memory_of(size, **wrong),
            )
        if least > 1:
            few = {"n": 1} if which == "x" else {"m": 1}
            bad(f"{which}-few", step_of(name, more, **few), "TOO_FEW", subject)
        if positive:
            bad(
                f"{which}-zero",
                step_of(name, more),
                "DOMAIN",
                subject,
                memory_of(size, **{which: [*GOOD_X[:9], 0.0]}),
            )
        if spread:
            bad(
                f"{which}-constant",
                step_of(name, more),
                "DOMAIN",
                subject,
                memory_of(size, **{which: [3.0] * 10}),
            )
    return cases


def misrate_errors(name: str) -> list[Case]:
    samples, more, size, *_ = ESTIMATORS[name]
    at = 2 * samples
    rates = (
        ("nan", NAN, "NOT_FINITE"),
        ("inf", INF, "NOT_FINITE"),
        ("negative", -0.1, "BAD_ARGUMENT"),
    )
    rates += (("above", 1.1, "BAD_ARGUMENT"), ("out-of-reach", 1e-9, "BAD_ARGUMENT"))
    return [
        invalid(
            f"error-{name}-misrate-{label}",
            "",
            memory_of(size),
            [step_of(name, [number(rate), *more[1:]])],
            code,
            at,
        )
        for label, rate, code in rates
    ]


def overflows() -> list[Case]:
    """Differences of values near the largest double do not fit; averages do."""
    one = {"x": f64(HUGE), "out": room(8)}
    two = {"x": f64([1.7e308]), "y": f64([-1.7e308]), "out": room(8)}
    return [
        invalid(
            "error-overflow-spread", "", one, [["shamosSpread", "@x", 4, "@out"]], "OVERFLOW", -1
        ),
        invalid(
            "error-overflow-shift", "", two, [["shift", "@x", 1, "@y", 1, "@out"]], "OVERFLOW", -1
        ),
    ]


def margins() -> list[Case]:
    memory = {"out": room(8)}

    def bad(label: str, step: list[Any], code: str, subject: int) -> Case:
        return invalid(f"error-{label}", "", memory, [step], code, subject)

    return [
        bad("pairwise-n", ["pairwiseMargin", 0, 5, number(0.1), "@out"], "EMPTY", 0),
        bad("pairwise-m", ["pairwiseMargin", 5, 0, number(0.1), "@out"], "EMPTY", 1),
        bad("pairwise-rate", ["pairwiseMargin", 5, 5, number(1e-9), "@out"], "BAD_ARGUMENT", 2),
        bad("pairwise-nan", ["pairwiseMargin", 5, 5, number(NAN), "@out"], "NOT_FINITE", 2),
        bad("pairwise-out", ["pairwiseMargin", 5, 5, number(0.1), -4], "BAD_ADDRESS", 3),
        bad("signed-n", ["signedRankMargin", 0, number(0.1), "@out"], "EMPTY", 0),
        bad("signed-rate", ["signedRankMargin", 5, number(1e-9), "@out"], "BAD_ARGUMENT", 1),
        bad("signed-inf", ["signedRankMargin", 5, number(INF), "@out"], "NOT_FINITE", 1),
        bad("signed-out", ["signedRankMargin", 5, number(0.5), -4], "BAD_ADDRESS", 2),
    ]


def comparisons() -> list[Case]:
    memory = memory_of(32)

    def bad(label: str, step: list[Any], code: str, subject: int) -> Case:
        return invalid(f"error-{label}", "", memory, [step], code, subject)

    def one(metric: int = 0, value: float = 1.0, rate: float = 0.2, at: Any = "@out") -> list[Any]:
        return ["compare1", "@x", 10, metric, number(value), number(rate), SEED, at]

    def two(metric: int = 2, value: float = 1.0, rate: float = 0.3, at: Any = "@out") -> list[Any]:
        return ["compare2", "@x", 10, "@y", 10, metric, number(value), number(rate), SEED, at]

    return [
        bad("compare1-metric", one(metric=2), "BAD_ARGUMENT", 2),
        bad("compare1-threshold", one(value=NAN), "NOT_FINITE", 3),
        bad("compare1-rate-zero", one(rate=0.0), "BAD_ARGUMENT", 4),
        bad("compare1-rate-reach", one(rate=1e-9), "BAD_ARGUMENT", 4),
        bad("compare1-spread-reach", one(metric=1, rate=1e-3), "BAD_ARGUMENT", 4),
        bad("compare1-out", one(at=-4), "BAD_ADDRESS", 6),
        bad("compare2-metric", two(metric=1), "BAD_ARGUMENT", 4),
        bad("compare2-threshold", two(value=INF), "NOT_FINITE", 5),
        bad("compare2-ratio-threshold", two(metric=3, value=0.0), "DOMAIN", 5),
        bad("compare2-rate", two(rate=1.5), "BAD_ARGUMENT", 6),
        bad("compare2-rate-reach", two(rate=1e-9), "BAD_ARGUMENT", 6),
        bad("compare2-out", two(at=-4), "BAD_ADDRESS", 8),
    ]


def draws() -> list[Case]:
    memory = {"x": f64(GOOD_X), "out": room(80)}

    def bad(label: str, step: list[Any], code: str, subject: int) -> Case:
        return invalid(f"error-{label}", "", memory, [step], code, subject)

    return [
        bad("units-out", ["drawUnits", SEED, 10, -4], "BAD_ADDRESS", 2),
        bad(
            "range-nan", ["drawRange", SEED, number(NAN), number(1.0), 10, "@out"], "NOT_FINITE", 1
        ),
        bad(
            "range-inf", ["drawRange", SEED, number(0.0), number(INF), 10, "@out"], "NOT_FINITE", 2
        ),
        bad(
            "range-wide",
            ["drawRange", SEED, number(-1.7e308), number(1.7e308), 10, "@out"],
            "BAD_ARGUMENT",
            2,
        ),
        bad(
            "integers-wide",
            ["drawIntegers", SEED, wide(0), wide(2**53), 10, "@out"],
            "BAD_ARGUMENT",
            2,
        ),
        bad("sample-empty", ["drawSample", "@x", 0, 2, SEED, "@out"], "EMPTY", 0),
        bad("sample-zero", ["drawSample", "@x", 10, 0, SEED, "@out"], "BAD_ARGUMENT", 2),
        bad("resample-zero", ["drawResample", "@x", 10, 0, SEED, "@out"], "BAD_ARGUMENT", 2),
        bad("shuffle-address", ["drawShuffle", -8, 10, SEED, "@out"], "BAD_ADDRESS", 0),
        bad("shuffle-out", ["drawShuffle", "@x", 10, SEED, -4], "BAD_ADDRESS", 3),
        bad(
            "distribution-kind",
            ["drawDistribution", 5, SEED, number(0.0), number(1.0), 10, "@out"],
            "BAD_ARGUMENT",
            0,
        ),
        bad(
            "distribution-scale",
            ["drawDistribution", 1, SEED, number(0.0), number(0.0), 10, "@out"],
            "BAD_ARGUMENT",
            2,
        ),
        bad(
            "distribution-nan",
            ["drawDistribution", 1, SEED, number(NAN), number(1.0), 10, "@out"],
            "NOT_FINITE",
            2,
        ),
    ]


def cases() -> dict[str, list[Case]]:
    bounded = [name for name in ESTIMATORS if name.endswith("Bounds")]
    return {
        "error-samples": [case for name in ESTIMATORS for case in sample_errors(name)],
        "error-misrates": [case for name in bounded for case in misrate_errors(name)],
        "error-arguments": margins() + comparisons() + draws(),
        "error-overflow": overflows(),
    }
