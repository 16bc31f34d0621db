"""The run effect of a machine. Oracle: scipy's root finder on Paule and Mandel's definition."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from casebook import Case, Region, f64, invalid, room, u32, valid
from scipy import optimize
from verdict_model import Run
from verdicts import noisy


def effect_of(cases: list[list[Run]]) -> list[float]:
    """Paule and Mandel's estimate: scipy's root finder on the definition."""
    rows, variances = [], []
    for runs in (runs for runs in cases if len(runs) > 1):
        logs = [np.log(np.array(run)) for run in runs]
        own = sum(len(run) - 1 for run in logs)
        squares = sum(float(((run - run.mean()) ** 2).sum()) for run in logs)
        flat = all(len(set(run)) == 1 for run in runs)
        variances.append(squares / own if own and not flat else 0.0)
        explained = variances[-1] * sum(1 / len(run) for run in logs) / len(logs)
        spread = len({run[0] for run in runs}) > 1 or not flat
        means = float(np.var([run.mean() for run in logs], ddof=1)) if spread else 0.0
        rows.append((means, len(runs) - 1, explained))

    def excess(effect: float) -> float:
        return sum(d * (v / (e + effect) - 1) if v else -d for v, d, e in rows if v or e + effect)

    top = max(v for v, _, _ in rows)
    found = 0.0
    if top and (any(v and not e for v, _, e in rows) or excess(0.0) > 0):
        found = float(optimize.brentq(excess, 1e-18, top * (1 + 1e-12), xtol=1e-18, rtol=1e-14))
    unit = math.sqrt(sum(variances) / len(variances))
    return [math.sqrt(found), max(d for _, d, _ in rows), unit, len(rows)]


def effect_case(name: str, cases: list[list[Run]]) -> Case:
    memory, step = effect_call(cases)
    return valid(name, "", memory, [step], [0], {"out": f64(effect_of(cases))})


def effect_call(cases: list[list[Run]]) -> tuple[dict[str, Region], list[Any]]:
    runs = [run for case in cases for run in case]
    values = [value for run in runs for value in run]
    memory = {
        "runs": u32([len(case) for case in cases]),
        "counts": u32([len(run) for run in runs]),
        "values": f64(values),
        "out": room(32),
    }
    step = ["runEffect", "@runs", len(cases), "@counts", len(runs), "@values", len(values), "@out"]
    return memory, step


def machine_runs(
    rng: np.random.Generator, shape: tuple[int, int, int], effect: float
) -> list[list[Run]]:
    """`shape`: cases, runs, units."""
    m, runs, n = shape
    return [
        [
            noisy(rng, 1e4 * (i + 1) * math.exp(effect * rng.standard_normal()), deviation, n)
            for _ in range(runs)
        ]
        for i, deviation in zip(range(m), (0.03, 0.05, 0.1, 0.02, 0.04) * m, strict=False)
    ]


def cases() -> dict[str, list[Case]]:
    rng = np.random.default_rng(20260929)
    uneven = machine_runs(rng, (3, 8, 4), 0.04)
    uneven[1] = uneven[1][:3]
    uneven[2][0] = uneven[2][0][:1]
    made = [
        effect_case("natural-eight-runs", machine_runs(rng, (5, 8, 3), 0.03)),
        effect_case("natural-no-effect", machine_runs(rng, (5, 8, 3), 0.0)),
        effect_case("natural-ten-percent", machine_runs(rng, (10, 12, 5), 0.1)),
        effect_case("natural-uneven", uneven),
        effect_case("edge-two-runs", machine_runs(rng, (1, 2, 3), 0.05)),
        effect_case("edge-runs-of-one", machine_runs(rng, (3, 8, 1), 0.05)),
        effect_case("edge-one-run-among", [[[5.0, 5.1]], *machine_runs(rng, (2, 8, 3), 0.05)]),
        effect_case("edge-constant", [[[0.1] * 3, [0.1] * 3]]),
        effect_case("edge-constant-runs", [[[0.1] * 3, [0.2] * 3, [0.1] * 3]]),
    ]
    good = [[[1.0, 2.0], [2.0, 3.0]], [[4.0, 5.0], [5.0, 6.0]]]
    memory, step = effect_call(good)

    def bad(name: str, code: str, subject: int, at: int | None = None, value: int = 0) -> Case:
        changed = [*step]
        if at is not None:
            changed[at + 1] = value
        return invalid(f"error-{name}", "", memory, [changed], code, subject)

    zero, _ = effect_call([[[1.0, 0.0], [2.0, 3.0]]])
    single, alone = effect_call([[[1.0, 2.0]], [[3.0]]])
    return {
        "natural-runs": made,
        "error-arguments": [
            bad("no-cases", "EMPTY", 0, 1),
            bad("address-runs", "BAD_ADDRESS", 0, 0, -8),
            bad("address-counts", "BAD_ADDRESS", 2, 2, -8),
            bad("runs", "BAD_ARGUMENT", 3, 3, 3),
            bad("address-values", "BAD_ADDRESS", 4, 4, -8),
            bad("values", "BAD_ARGUMENT", 5, 5, 7),
            bad("address-out", "BAD_ADDRESS", 6, 6, -8),
            invalid("error-one-run", "", single, [alone], "TOO_FEW", 0),
            invalid(
                "error-zero",
                "",
                zero,
                [["runEffect", "@runs", 1, "@counts", 2, "@values", 4, "@out"]],
                "DOMAIN",
                4,
            ),
        ],
    }
