"""Verdicts of whole comparisons: runs one after the other, and blocks of variants.

Oracle: verdict_model.py.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from casebook import Case, Region, f64, invalid, number, raw, room, u32, valid
from verdict_model import INF, Compared, Run, results


def memory_of(cases: list[Compared], is_blocks: bool) -> dict[str, Region]:
    memory = {"cases": raw(b"".join(case.record(is_blocks) for case in cases))}
    runs = [run for case in cases for run in case.base + case.new]
    if not is_blocks:
        memory["counts"] = u32([len(run) for run in runs])
    memory["values"] = f64(value for run in runs for value in run)
    return memory | {"out": room(64 + 128 * len(cases))}


def call(cases: list[Compared], is_blocks: bool, rate: float = 0.05) -> list[Any]:
    runs = [run for case in cases for run in case.base + case.new]
    name = "blockVerdicts" if is_blocks else "comparisonVerdicts"
    counts = [] if is_blocks else ["@counts", len(runs)]
    values = ["@values", sum(len(run) for run in runs)]
    return [name, "@cases", len(cases), *counts, *values, number(rate), "@out"]


def made(
    name: str, comment: str, cases: list[Compared], is_blocks: bool, rate: float = 0.05
) -> Case:
    return valid(
        name,
        comment,
        memory_of(cases, is_blocks),
        [call(cases, is_blocks, rate)],
        [0],
        {"out": f64(results(cases, is_blocks, rate))},
    )


def noisy(rng: np.random.Generator, at: float, deviation: float, n: int) -> Run:
    return [float(f"{v:.6g}") for v in np.exp(math.log(at) + deviation * rng.standard_normal(n))]


def drawn(
    rng: np.random.Generator, factor: float, deviation: float, n: int, **terms: Any
) -> Compared:
    """One run a side."""
    at = float(rng.uniform(10, 1e6))
    return Compared(
        [noisy(rng, at, deviation, n)], [noisy(rng, at * factor, deviation, n)], **terms
    )


def some(rng: np.random.Generator, m: int, n: int, **terms: Any) -> list[Compared]:
    factors = [1, 1, 1.2, 1, 0.8, 3, 1, 1.5, 1, 1.1]
    deviations = [0.02, 0.05, 0.03, 0.2, 0.08, 0.05, 0.01]
    return [drawn(rng, factors[i % 10], deviations[i % 7], n, **terms) for i in range(m)]


def pooled(rng: np.random.Generator, runs: tuple[int, int], n: int, **terms: Any) -> Compared:
    at = float(rng.uniform(10, 1e6))
    base, new = (
        [noisy(rng, at * math.exp(0.03 * rng.standard_normal()), 0.04, n) for _ in range(side)]
        for side in runs
    )
    return Compared(base, new, **terms)


def natural_runs(rng: np.random.Generator) -> list[Case]:
    def one(name: str, cases: list[Compared], comment: str = "", rate: float = 0.05) -> Case:
        return made(f"natural-{name}", comment, cases, False, rate)

    return [
        *(one(f"fifteen-of-{n}", some(rng, 15, n)) for n in (2, 3, 5, 10)),
        one("no-run-effect", some(rng, 15, 5, effect=0.0)),
        one("five-percent", some(rng, 8, 3, effect=0.05)),
        one("calibrated", some(rng, 4, 5, effect=0.03, degrees=7.0)),
        one("calibrated-few", some(rng, 3, 3, effect=0.03, degrees=2.0)),
        one("higher-is-better", some(rng, 6, 5, better=1)),
        one("no-direction", some(rng, 6, 5, better=0)),
        one("strict", some(rng, 10, 5), "another error rate", 0.001),
        one("unequal-counts", [drawn(rng, 1.3, 0.04, 5), Compared([noisy(rng, 5.0, 0.05, 3)],
            [noisy(rng, 5.5, 0.05, 9)]), Compared([[5.0, 5.2]], [noisy(rng, 6.0, 0.05, 20)])]),
        one("noise-cases", [*some(rng, 4, 5), *(drawn(rng, 1, 0.04, 5, is_noise=True)
            for _ in range(3))], "A/A pairs say how noisy cases are and are not judged"),
        one("two-runs-a-side", [pooled(rng, (2, 2), 5) for _ in range(8)]),
        one("three-against-five", [pooled(rng, (3, 5), 4) for _ in range(8)]),
        one("one-against-four", [pooled(rng, (1, 4), 5) for _ in range(5)]),
        one("runs-of-one", [pooled(rng, (4, 4), 1) for _ in range(5)]),
        one("calibrated-runs", [pooled(rng, (2, 3), 5, degrees=9.0) for _ in range(3)]),
        one("pooled-and-single", [pooled(rng, (2, 2), 5), *some(rng, 3, 5)]),
        one("wide-runs", [pooled(rng, (3, 3), 5, effect=0.001) for _ in range(8)],
            "runs scatter more than was assumed"),
    ]  # fmt: skip


def edge_runs(rng: np.random.Generator) -> list[Case]:
    def one(name: str, cases: list[Compared], comment: str = "") -> Case:
        return made(f"edge-{name}", comment, cases, False)

    base = [100.0, 102.0, 98.0, 101.0, 99.0]
    moved = [v * 1.08 for v in base]
    far = [v * 1.6 for v in base]
    steps = [20.0, 20.0, 40.0, 20.0, 20.0]
    coarse = [20.0, 40.0, 20.0, 40.0, 40.0]
    return [
        one("one-case", [Compared([base], [far])], "no other case to learn from"),
        one("one-unit", [Compared([[5.0]], [[6.0]]), *some(rng, 3, 5)]),
        one("one-against-many", [Compared([[5.0]], [base]), *some(rng, 3, 5)]),
        one("identical", [Compared([base], [base]), *some(rng, 2, 5)]),
        one("constant", [Compared([[3.0] * 3], [[3.5] * 3], effect=0.0)], "no variance at all"),
        one("constant-equal", [Compared([[0.1] * 3], [[0.1] * 4], effect=0.0)]),
        one("constant-run-effect", [Compared([[0.1] * 3], [[0.3] * 3])]),
        one("constant-among-others", [Compared([[0.1] * 3], [[0.3] * 3]), *some(rng, 4, 5)]),
        one("clock-step", [Compared([steps], [coarse], step=20.0), *some(rng, 3, 5)]),
        one("clock-step-equal", [Compared([[20.0] * 3], [[20.0] * 3], step=20.0),
            *some(rng, 3, 5)]),
        one("clock-fine", [Compared([base], [far], step=1.0), *some(rng, 3, 5, step=1e-3)]),
        one("state-explains", [Compared([base], [far], high=2.6), *some(rng, 3, 5)]),
        one("state-does-not", [Compared([base], [[v * 4 for v in base]], high=2.6),
            *some(rng, 3, 5)], "a larger difference stays one"),
        one("state-other-way", [Compared([base], [far], low=0.4), *some(rng, 3, 5)]),
        one("threshold", [Compared([base], [moved], threshold=0.09, effect=0.0),
            *some(rng, 3, 5)], "a difference for certain, about as large as the threshold"),
        one("no-threshold", some(rng, 5, 5, threshold=0.0)),
        one("huge-and-tiny", [Compared([[1e300, 1.1e300]], [[1e-300, 1.2e-300]]),
            Compared([[5e-324, 1e-323]], [[5e-324, 1.5e-323]])]),
        one("wild-unit", [Compared([[100.0, 101.0, 99.0, 5000.0, 100.0]], [base]),
            *some(rng, 4, 5)]),
        one("two-hundred", some(rng, 200, 3, effect=0.0)),
        one("fine-step-equal", [Compared([[2000.0] * 3], [[2000.0] * 3], step=20.0),
            Compared([[15068.0]], [[15068.0]], step=49.0),
            Compared([[20.0]], [[20.0]], step=20.0), *some(rng, 2, 5)],
            "a step within the threshold hides nothing that matters"),
    ]  # fmt: skip


def blocks_of(
    rng: np.random.Generator,
    k: int,
    factor: float,
    deviation: float,
    load: float = 1.0,
    **terms: Any,
) -> Compared:
    at = float(rng.uniform(10, 1e6))
    noise = deviation * np.where(np.arange(k) >= k // 2, load, 1.0)
    common = 0.2 * rng.standard_normal(k)
    base, new = (
        [float(f"{v:.6g}") for v in at * side * np.exp(common + noise * rng.standard_normal(k))]
        for side in (1.0, factor)
    )
    return Compared([base], [new], **terms)


def natural_blocks(rng: np.random.Generator) -> list[Case]:
    def one(name: str, cases: list[Compared], comment: str = "", rate: float = 0.05) -> Case:
        return made(f"natural-{name}", comment, cases, True, rate)

    def several(m: int, k: int, **terms: Any) -> list[Compared]:
        factors = (1, 1.1, 1, 0.7, 1, 1.02)
        return [
            blocks_of(rng, k, factors[i % 6], (0.02, 0.05, 0.1)[i % 3], **terms) for i in range(m)
        ]

    odd = several(6, 10)
    for case in odd[::2]:
        case.base[0][3] *= 2.6
    odd[1].new[0][2] *= 3
    odd[1].new[0][5] /= 3
    loaded = [
        blocks_of(rng, 10, factor, 0.03, load=4.0) for factor in (1, 1.1, 1, 1.15, 1, 0.9, 1, 1, 1)
    ]
    split = several(3, 10)
    for place in (0, 3, 4, 8):
        split[1].new[0][place] *= 2.6
    return [
        *(one(f"blocks-of-{k}", several(8, k)) for k in (2, 3, 5, 8, 10, 20)),
        one("set-aside", odd, "a state changed within some blocks"),
        one("two-states", split, "four of ten lie apart: none is odd"),
        one("load-from-the-middle", loaded, "later blocks are noisier in every case"),
        one("unequal-blocks", [*several(2, 4), *several(2, 9)]),
        one("higher-is-better", several(4, 8, better=1)),
        one("strict", several(4, 8), "another error rate", 0.01),
    ]


def edge_blocks(rng: np.random.Generator) -> list[Case]:
    def one(name: str, cases: list[Compared], comment: str = "") -> Case:
        return made(f"edge-{name}", comment, cases, True)

    base = [100.0, 132.0, 98.0, 201.0, 99.0, 100.0, 97.0, 103.0]
    return [
        one("one-case", [blocks_of(rng, 10, 1.2, 0.05)]),
        one("one-block", [Compared([[5.0]], [[6.0]]), blocks_of(rng, 6, 1.2, 0.05)]),
        one("identical", [Compared([base], [base]), blocks_of(rng, 6, 1.2, 0.05)]),
        one("no-variance", [Compared([[100.0] * 5], [[150.0] * 5])]),
        one("clock-step", [Compared([[20.0] * 8], [[20.0, 40.0] * 4], step=20.0)]),
        one("state", [Compared([base], [[v * 1.7 for v in base]], high=2.6),
            blocks_of(rng, 8, 1.0, 0.05)]),
        one("noise-only", [blocks_of(rng, 8, 1.0, 0.05, is_noise=True) for _ in range(2)]),
        one("hundred", [blocks_of(rng, 4, 1.0, 0.05) for _ in range(100)]),
        one("fine-step-equal", [Compared([[2000.0] * 8], [[2000.0] * 8], step=20.0),
            blocks_of(rng, 8, 1.0, 0.05)]),
    ]  # fmt: skip


def refusals(is_blocks: bool) -> list[Case]:
    good = [Compared([[1.0, 2.0, 3.0]], [[2.0, 3.0, 4.0]]) for _ in range(2)]
    memory = memory_of(good, is_blocks)
    values, rate, out = (2, 4, 5) if is_blocks else (4, 6, 7)

    def bad(
        label: str,
        code: str,
        subject: int,
        given: dict[str, Region] | None = None,
        change: tuple[int, Any] | None = None,
    ) -> Case:
        step = call(good, is_blocks)
        if change is not None:
            step[change[0] + 1] = change[1]
        return invalid(f"error-{label}", "", given or memory, [step], code, subject)

    def terms(**changed: Any) -> dict[str, Region]:
        odd = Compared(good[0].base, good[0].new, **changed)
        return memory | {"cases": raw(odd.record(is_blocks) + good[1].record(is_blocks))}

    def with_value(value: float) -> dict[str, Region]:
        given = [1.0, 2.0, 3.0, 2.0, 3.0, 4.0] * 2
        return memory | {"values": f64([*given[:5], value, *given[6:]])}

    cases = [
        bad("no-cases", "EMPTY", 0, change=(1, 0)),
        bad("address-cases", "BAD_ADDRESS", 0, change=(0, -64)),
        bad("address-values", "BAD_ADDRESS", values, change=(values, -64)),
        bad("address-out", "BAD_ADDRESS", out, change=(out, -64)),
        bad("count-values", "BAD_ARGUMENT", values + 1, change=(values + 1, 11)),
        bad("zero", "DOMAIN", values, with_value(0.0)),
        bad("negative", "DOMAIN", values, with_value(-1.0)),
        bad("nan", "NOT_FINITE", values, with_value(math.nan)),
        bad("infinite", "NOT_FINITE", values, with_value(INF)),
        *(
            bad(f"rate-{text}", "BAD_ARGUMENT", rate, change=(rate, number(text)))
            for text in (0.0, 1.0, -0.5)
        ),
        bad("rate-nan", "NOT_FINITE", rate, change=(rate, number(math.nan))),
        bad("better", "BAD_ARGUMENT", 0, terms(better=2)),
        bad("threshold", "BAD_ARGUMENT", 0, terms(threshold=-0.1)),
        bad("threshold-nan", "NOT_FINITE", 0, terms(threshold=math.nan)),
        bad("step", "BAD_ARGUMENT", 0, terms(step=-1.0)),
        bad("state-low", "BAD_ARGUMENT", 0, terms(low=1.1)),
        bad("state-zero", "BAD_ARGUMENT", 0, terms(low=0.0)),
        bad("state-high", "BAD_ARGUMENT", 0, terms(high=0.9)),
        bad("effect", "BAD_ARGUMENT", 0, terms(effect=-0.02)),
        bad("degrees", "BAD_ARGUMENT", 0, terms(degrees=0.5)),
    ]
    if is_blocks:
        return cases
    return [
        *cases,
        bad("no-units", "EMPTY", 2, memory | {"counts": u32([3, 3, 0, 6])}),
        bad("address-counts", "BAD_ADDRESS", 2, change=(2, -64)),
        bad("count-runs", "BAD_ARGUMENT", 3, change=(3, 3)),
        bad("sum-of-units", "BAD_ARGUMENT", 5, memory | {"counts": u32([3, 3, 3, 4])}),
    ]


def cases(part: str) -> dict[str, list[Case]]:
    rng = np.random.default_rng(20260929)
    if part == "block-verdicts":
        return {
            "natural-blocks": natural_blocks(rng),
            "edge-blocks": edge_blocks(rng),
            "error-arguments": refusals(is_blocks=True),
        }
    return {
        "natural-runs": natural_runs(rng),
        "edge-runs": edge_runs(rng),
        "error-arguments": refusals(is_blocks=False),
    }
