"""Kernel densities, bandwidths, violins and log-spaced grids.

Oracle: scipy's gaussian_kde, numpy; 1 / 5 powers by mpmath.
"""

from __future__ import annotations

import struct

import mpmath
import numpy as np
from casebook import Case, Region, draw, f64, invalid, number, room, stream, valid
from scipy.stats import gaussian_kde

mpmath.mp.dps = 40
SCOTT, SILVERMAN, ROBUST = 0, 1, 2
LINEAR, LOGARITHMIC = 0, 1
FEW = [3.0, 1.0, 4.0, 1.5, 9.0, 2.5]


def bandwidth(values: list[float], rule: int, scale: int) -> float:
    x = np.array(values if scale == LINEAR else [float(mpmath.log(v)) for v in values])
    n, std = len(values), float(x.std(ddof=1))
    if rule == SILVERMAN:
        return float(std * (mpmath.mpf(n) * 3 / 4) ** (-mpmath.mpf(1) / 5))
    factor = mpmath.mpf(n) ** (-mpmath.mpf(1) / 5)
    if rule == SCOTT:
        return float(std * factor)
    q1, q3 = (float(v) for v in np.percentile(x, [25, 75]))
    spread = min(std, (q3 - q1) / 1.34) if q3 > q1 else std
    return float(0.9 * spread * factor)


def kde(values: list[float], h: float, scale: int, grid: list[float]) -> list[float]:
    x = np.array(values if scale == LINEAR else np.log(values))
    model = gaussian_kde(x, bw_method=h / x.std(ddof=1))
    points = np.array(grid if scale == LINEAR else np.log(grid))
    return [float(y) for y in model(points) / (1.0 if scale == LINEAR else np.array(grid))]


def log_case(low: float, high: float, m: int) -> Case:
    ratio = mpmath.mpf(high) / mpmath.mpf(low)
    grid = [float(low * ratio ** (mpmath.mpf(j) / (m - 1))) for j in range(m)]
    step = ["logGrid", number(low), number(high), m, "@out"]
    return valid(
        f"demo-log-grid-{low}-{high}-{m}", "", {"out": room(8 * m)}, [step], [0], {"out": f64(grid)}
    )


def band_case(name: str, region: Region, values: list[float], rule: int, scale: int) -> Case:
    step = ["densityBandwidth", "@x", len(values), rule, scale, "@out"]
    out = {"out": f64([bandwidth(values, rule, scale)])}
    return valid(f"{name}-{rule}-{scale}", "", {"x": region, "out": room(8)}, [step], [0], out)


def density_case(
    name: str, region: Region, values: list[float], h: float, scale: int, grid: list[float]
) -> Case:
    memory = {"x": region, "grid": f64(grid), "out": room(8 * len(grid))}
    step = ["density", "@x", len(values), number(h), scale, "@grid", len(grid), "@out"]
    return valid(
        f"{name}-{scale}", "", memory, [step], [0], {"out": f64(kde(values, h, scale, grid))}
    )


def violin_case(name: str, region: Region, values: list[float], m: int) -> Case:
    low, high = min(values), max(values)
    grid = [low + (high - low) * (j / (m - 1)) for j in range(m - 1)] + [high]
    heights = kde(values, bandwidth(values, SCOTT, LINEAR), LINEAR, grid)
    memory = {"x": region, "grid": room(8 * m), "out": room(8 * m)}
    out = {"grid": f64(grid), "out": f64(v / max(heights) for v in heights)}
    return valid(name, "", memory, [["violin", "@x", len(values), m, "@grid", "@out"]], [0], out)


def scaled_cases() -> list[Case]:
    """Multiply by a power of two: the shape stays, grid and bandwidth are multiplied."""
    made: list[Case] = []
    for name, power in (("tiny", 2.0**-542), ("huge", 2.0**1019)):
        values = [v * power for v in FEW]
        case = violin_case(f"edge-violin-{name}", f64(values), FEW, 5)
        grid = [struct.unpack(">d", bytes.fromhex(bits))[0] for bits in grid_of(case)]
        case["output"]["memory"]["grid"] = f64(v * power for v in grid)
        made.append(case)
        for rule in range(3):
            band = f64([bandwidth(FEW, rule, LINEAR) * power])
            memory = {"x": f64(values), "out": room(8)}
            step = ["densityBandwidth", "@x", len(values), rule, LINEAR, "@out"]
            label = f"edge-bandwidth-{name}-{rule}"
            made.append(valid(label, "", memory, [step], [0], {"out": band}))
    return made


def grid_of(case: Case) -> list[str]:
    return case["output"]["memory"]["grid"]["f64"]


def errors() -> list[Case]:
    memory = {
        "x": f64([1.0, 2.0]),
        "tenths": f64([0.1, 0.1, 0.1]),
        "same": f64([2.0, 2.0]),
        "neg": f64([-1.0, 2.0]),
        "out": room(64),
        "grid": room(64),
    }
    h, nan = number(0.5), number(float("nan"))
    calls = [
        ("bandwidth-one", ["densityBandwidth", "@x", 1, 0, 0, "@out"], "TOO_FEW", 0),
        ("bandwidth-empty", ["densityBandwidth", "@x", 0, 0, 0, "@out"], "EMPTY", 0),
        ("bandwidth-equal", ["densityBandwidth", "@same", 2, 0, 0, "@out"], "DOMAIN", 0),
        ("bandwidth-negative", ["densityBandwidth", "@neg", 2, 0, 1, "@out"], "DOMAIN", 0),
        ("bandwidth-rule", ["densityBandwidth", "@x", 2, 3, 0, "@out"], "BAD_ARGUMENT", 2),
        ("bandwidth-scale", ["densityBandwidth", "@x", 2, 0, 2, "@out"], "BAD_ARGUMENT", 3),
        ("bandwidth-address", ["densityBandwidth", "@x", 2, 0, 0, -4], "BAD_ADDRESS", 4),
        ("density-empty", ["density", "@x", 0, h, 0, "@x", 2, "@out"], "EMPTY", 0),
        ("density-grid-empty", ["density", "@x", 2, h, 0, "@x", 0, "@out"], "EMPTY", 4),
        (
            "density-bandwidth",
            ["density", "@x", 2, number(0.0), 0, "@x", 2, "@out"],
            "BAD_ARGUMENT",
            2,
        ),
        ("density-bandwidth-nan", ["density", "@x", 2, nan, 0, "@x", 2, "@out"], "NOT_FINITE", 2),
        ("density-sample", ["density", "@neg", 2, h, 1, "@x", 2, "@out"], "DOMAIN", 0),
        ("density-grid", ["density", "@x", 2, h, 1, "@neg", 2, "@out"], "DOMAIN", 4),
        (
            "density-overflow",
            ["density", "@x", 2, number(5e-324), 0, "@x", 2, "@out"],
            "OVERFLOW",
            -1,
        ),
        ("density-address", ["density", "@x", 2, h, 0, "@x", 2, -8], "BAD_ADDRESS", 6),
        ("violin-one", ["violin", "@x", 1, 4, "@grid", "@out"], "TOO_FEW", 0),
        ("violin-equal", ["violin", "@same", 2, 4, "@grid", "@out"], "DOMAIN", 0),
        ("violin-rounds", ["violin", "@tenths", 3, 4, "@grid", "@out"], "DOMAIN", 0),
        ("bandwidth-rounds", ["densityBandwidth", "@tenths", 3, 0, 0, "@out"], "DOMAIN", 0),
        ("violin-points", ["violin", "@x", 2, 1, "@grid", "@out"], "BAD_ARGUMENT", 2),
        ("violin-address", ["violin", "@x", 2, 4, "@grid", -8], "BAD_ADDRESS", 4),
    ]
    return [
        invalid(f"error-{name}", "", memory, [step], code, subject)
        for name, step, code, subject in calls
    ]


def cases() -> dict[str, list[Case]]:
    made = [
        log_case(1.0, 1000.0, 4),
        log_case(0.5, 3e9, 33),
        log_case(1e-300, 1e300, 7),
        log_case(7.0, 8.0, 2),
    ]
    samples = {"few": (f64(FEW), FEW), "tail": (stream("tail", 21, 700), draw("tail", 21, 700))}
    for name, (region, values) in samples.items():
        low, high = min(values), max(values)
        grid = [low / 2 + (high * 1.1 - low / 2) * j / 20 for j in range(21)]
        made += [
            band_case(f"demo-bandwidth-{name}", region, values, rule, scale)
            for rule in range(3)
            for scale in range(2)
        ]
        for scale in (LINEAR, LOGARITHMIC):
            made.append(
                density_case(
                    f"demo-density-{name}",
                    region,
                    values,
                    bandwidth(values, SCOTT, scale),
                    scale,
                    grid,
                )
            )
        made.append(violin_case(f"demo-violin-{name}", region, values, 24))
    two = [1.0, 2.0]
    made += [band_case("edge-two", f64(two), two, rule, LINEAR) for rule in range(3)]
    made.append(violin_case("edge-violin-two", f64(two), two, 3))
    flat = [2.0] * 9 + [3.0]
    made.append(band_case("edge-iqr-zero", f64(flat), flat, ROBUST, LINEAR))
    return {"demo-densities": made + scaled_cases(), "error-arguments": errors()}
