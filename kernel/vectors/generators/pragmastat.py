"""Turns Pragmastat's own vectors (kernel/vectors/pragmastat) into cases of this kernel.

Computes no expected value.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from casebook import Case, Region, f64, invalid, number, raw, room, u64, valid, wide

SOURCE = Path(__file__).parent.parent / "pragmastat"
MASK = (1 << 64) - 1
METRICS = ("center", "spread", "shift", "ratio", "disparity")
VERDICTS = {"less": -1.0, "inconclusive": 0.0, "greater": 1.0}
NON_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
Vector = dict[str, Any]


def fnv1a(text: str) -> int:
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def seed_of(seed: int | str | None) -> str:
    return wide(fnv1a(seed) if isinstance(seed, str) else (seed or 0) & MASK)


def code_of(error: Vector, given: Vector) -> str:
    """The kernel's Status for a violated assumption."""
    subject, kind = error.get("subject", "x"), error["id"]
    sample = given.get("values", given.get(subject, []))
    if kind == "validity":
        return "NOT_FINITE" if sample else "EMPTY"
    if kind == "sparity":
        return "DOMAIN" if len(sample) > 1 else "TOO_FEW"
    if kind == "domain" and subject == "misrate":
        return "BAD_ARGUMENT"
    return "DOMAIN" if kind == "positivity" else "TOO_FEW"


def subject_of(error: Vector, step: list[Any]) -> int:
    subject = error.get("subject", "x")
    if subject == "misrate":
        return next(
            i for i, arg in enumerate(step[1:]) if isinstance(arg, str) and arg.startswith("f64:")
        )
    return 2 if subject == "y" else 0


def case_of(
    name: str, vector: Vector, memory: dict[str, Region], step: list[Any], out: Region | None
) -> Case:
    error = vector.get("expected_error")
    if error is not None:
        code = code_of(error, vector["input"])
        return invalid(name, "", memory, [step], code, subject_of(error, step))
    assert out is not None
    return valid(name, "", memory, [step], [0], {"out": out})


def samples(given: Vector) -> tuple[dict[str, Region], list[Any]]:
    memory: dict[str, Region] = {}
    arguments: list[Any] = []
    for name in ("x", "y"):
        if name in given:
            memory[name] = f64(given[name])
            arguments += [f"@{name}", len(given[name])]
    return memory, arguments


def estimate(function: str) -> Callable[[str, Vector], list[Case]]:
    def make(name: str, vector: Vector) -> list[Case]:
        memory, arguments = samples(vector["input"])
        out = f64([vector["output"]]) if "output" in vector else None
        return [
            case_of(name, vector, {**memory, "out": room(8)}, [function, *arguments, "@out"], out)
        ]

    return make


def interval(function: str, seeded: bool = False) -> Callable[[str, Vector], list[Case]]:
    def make(name: str, vector: Vector) -> list[Case]:
        given = vector["input"]
        memory, arguments = samples(given)
        arguments.append(number(given["misrate"]))
        if seeded:
            arguments.append(seed_of(given.get("seed")))
        bounds = vector.get("output")
        out = f64([bounds["lower"], bounds["upper"]]) if bounds else None
        return [
            case_of(name, vector, {**memory, "out": room(16)}, [function, *arguments, "@out"], out)
        ]

    return make


def pairwise_margin(name: str, vector: Vector) -> list[Case]:
    given = vector["input"]
    step = ["pairwiseMargin", given["n"], given["m"], number(given["misrate"]), "@out"]
    return [valid(name, "", {"out": room(8)}, [step], [0], {"out": u64([vector["output"]])})]


def signed_rank_margin(name: str, vector: Vector) -> list[Case]:
    given = vector["input"]
    step = ["signedRankMargin", given["n"], number(given["misrate"]), "@out"]
    return [valid(name, "", {"out": room(8)}, [step], [0], {"out": u64([vector["output"]])})]


def exponential(name: str, vector: Vector) -> list[Case]:
    x = vector["input"]["arg"]
    memory = {"x": f64(x), "out": room(8 * len(x))}
    out = f64([NON_FINITE.get(v, v) if isinstance(v, str) else v for v in vector["output"]])
    return [valid(name, "", memory, [["exponentials", "@x", len(x), "@out"]], [0], {"out": out})]


def construction(name: str, vector: Vector) -> list[Case]:
    """A sample has no object here: every statistic checks it, center as well as any."""
    x = [NON_FINITE.get(v, v) if isinstance(v, str) else v for v in vector["input"]["values"]]
    memory = {"x": f64(x), "out": room(8)}
    step = ["center", "@x", len(x), "@out"]
    error = vector.get("expected_error")
    if error is None:
        return [valid(name, "accepted", memory, [step], [0], {})]
    return [invalid(name, "", memory, [step], "NOT_FINITE" if x else "EMPTY", 0)]


def units(name: str, vector: Vector) -> list[Case]:
    """The kernel carries neither units nor weights; what remains is the value."""
    given = vector["input"]
    value = vector.get("output", {}).get("value")
    if value is None:
        return []
    function = {"spread": "shamosSpread"}.get(given["estimator"], given["estimator"])
    return estimate(function)(name, {"input": given, "output": value})


def random_case(name: str, vector: Vector) -> list[Case]:
    given, output = vector["input"], vector["output"]
    seed, count = seed_of(given["seed"]), given["count"]
    if name.startswith("uniform-bool"):
        step, out = ["drawBooleans", seed, count, "@out"], raw(bytes(output))
    elif name.startswith("uniform-f32"):
        import struct

        step, out = ["drawUnits32", seed, count, "@out"], raw(struct.pack(f"<{count}f", *output))
    elif name.startswith(("uniform-int", "uniform-i32")):
        step = [
            "drawIntegers",
            seed,
            wide(given["min"] & MASK),
            wide(given["max"] & MASK),
            count,
            "@out",
        ]
        out = u64([value & MASK for value in output])
    elif name.startswith("uniform-range"):
        step = ["drawRange", seed, number(given["min"]), number(given["max"]), count, "@out"]
        out = f64(output)
    else:
        step, out = ["drawUnits", seed, count, "@out"], f64(output)
    return [valid(name, "", {"out": room(8 * count)}, [step], [0], {"out": out})]


def drawing(function: str, sized: bool) -> Callable[[str, Vector], list[Case]]:
    def make(name: str, vector: Vector) -> list[Case]:
        given, output = vector["input"], vector["output"]
        size = [given["k"]] if sized else []
        step = [function, "@x", len(given["x"]), *size, seed_of(given["seed"]), "@out"]
        memory = {"x": f64(given["x"]), "out": room(8 * len(output))}
        return [valid(name, "", memory, [step], [0], {"out": f64(output)})]

    return make


KINDS = {
    "uniform": (0, "min", "max"),
    "additive": (1, "mean", "stdDev"),
    "multiplic": (2, "logMean", "logStdDev"),
    "exp": (3, "rate", None),
    "power": (4, "min", "shape"),
}


def distribution(name: str, vector: Vector, only_uniform: bool) -> list[Case]:
    kind, first, second = KINDS[name.split("/", maxsplit=1)[0]]
    if (kind == 0) != only_uniform:
        return []
    given, count = vector["input"], vector["input"]["count"]
    b = given[second] if second else 1.0
    step = [
        "drawDistribution",
        kind,
        seed_of(given["seed"]),
        number(given[first]),
        number(b),
        count,
        "@out",
    ]
    case = valid(
        name.replace("/", "-"),
        "",
        {"out": room(8 * count)},
        [step],
        [0],
        {"out": f64(vector["output"])},
    )
    return [case]


def comparison(name: str, vector: Vector, ratios: bool) -> list[Case]:
    """One case a threshold: each projection has the exactness of its metric."""
    given, cases = vector["input"], []
    memory, arguments = samples(given)
    function = "compare2" if "y" in given else "compare1"
    for i, threshold in enumerate(given["thresholds"]):
        if (threshold["metric"] == "ratio") != ratios:
            continue
        metric = METRICS.index(threshold["metric"])
        limits = [
            number(threshold["value"]),
            number(threshold["misrate"]),
            seed_of(given.get("seed")),
        ]
        step = [function, *arguments, metric, *limits, "@out"]
        projected = vector.get("output")
        out = None
        if projected:
            p = projected["projections"][i]
            out = f64([p["estimate"], p["lower"], p["upper"], VERDICTS[p["verdict"]]])
        label = f"{name}-{i}-{threshold['metric']}"
        cases.append(case_of(label, vector, {**memory, "out": room(32)}, step, out))
    return cases


EXACT: dict[str, tuple[str, Callable[[str, Vector], list[Case]]]] = {
    "center": ("center", estimate("center")),
    "spread": ("spread", estimate("shamosSpread")),
    "shift": ("shift", estimate("shift")),
    "disparity": ("disparity", estimate("disparity")),
    "avg-spread": ("avg-spread", estimate("avgSpread")),
    "center-bounds": ("center-bounds", interval("centerBounds")),
    "spread-bounds": ("spread-bounds", interval("spreadBounds", True)),
    "shift-bounds": ("shift-bounds", interval("shiftBounds")),
    "disparity-bounds": ("disparity-bounds", interval("disparityBounds", True)),
    "avg-spread-bounds": ("avg-spread-bounds", interval("avgSpreadBounds", True)),
    "pairwise-margin": ("pairwise-margin", pairwise_margin),
    "signed-rank-margin": ("signed-rank-margin", signed_rank_margin),
    "exp-function": ("exp-function", exponential),
    "rng": ("rng", random_case),
    "sample": ("sample", drawing("drawSample", True)),
    "resample": ("resample", drawing("drawResample", True)),
    "shuffle": ("shuffle", drawing("drawShuffle", False)),
    "sample-construction": ("sample-construction", construction),
    "unit-propagation": ("unit-propagation", units),
    "compare1": ("compare1", lambda name, vector: comparison(name, vector, False)),
    "compare2": ("compare2", lambda name, vector: comparison(name, vector, False)),
    "uniform": ("distributions", lambda name, vector: distribution(name, vector, True)),
}

APPROXIMATE: dict[str, tuple[str, Callable[[str, Vector], list[Case]]]] = {
    "ratio": ("ratio", estimate("ratio")),
    "ratio-bounds": ("ratio-bounds", interval("ratioBounds")),
    "compare2-ratio": ("compare2", lambda name, vector: comparison(name, vector, True)),
    "distributions": ("distributions", lambda name, vector: distribution(name, vector, False)),
}


def cases(part: str) -> dict[str, list[Case]]:
    source, make = (EXACT | APPROXIMATE)[part]
    vectors = json.loads((SOURCE / f"{source}.json").read_text(encoding="utf-8"))
    made = [case for name, vector in vectors.items() for case in make(name, vector)]
    return {"natural-upstream": name_repetitions(made)}


def name_repetitions(made: list[Case]) -> list[Case]:
    """Say of a case that it asks what an earlier one asks.

    Upstream has 20 of them, from tests of different things; they stay, so that its counts are ours.
    """
    first: dict[str, str] = {}
    for case in made:
        asked = json.dumps([case["input"], case.get("output"), case.get("error")])
        same = first.setdefault(asked, case["id"])
        if same != case["id"]:
            case["comment"] = f"asks what {same} asks: upstream has both"
    return made
