"""The suites of kernel calls (README.md here): their oracles and exactness. Not their cases.

A suite is written anew when its oracle is installed in the pinned version; else its committed files
stay as they are.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PINS = {"numpy": "2.4.6", "scipy": "1.17.1", "mpmath": "1.4.1"}


@dataclass(frozen=True)
class Suite:
    """Who makes it: `module` in generators/ has `cases()`, or `cases(part)` for several suites.

    `needs` names packages of PINS.
    """

    module: str
    schema: str
    oracle: str
    needs: tuple[str, ...] = ()
    tolerance: float = 0.0
    reason: str = ""
    part: str = ""


SUITES = {
    "quantile-definitions": Suite(
        "quantile_definitions",
        "quantiles of f64 by nearest rank, R-6 and R-7",
        "exact fractions for nearest rank; numpy.quantile (weibull, linear)",
        ("numpy",),
    ),
    "harrell-davis": Suite(
        "harrell_davis",
        "Harrell-Davis quantiles of f64",
        "mpmath's incomplete beta at 40 digits",
        ("mpmath",),
        1e-12,
        "log and exp of the kernel differ from the true value by an ulp or two",
    ),
    "summary": Suite(
        "summary", "the summary record of f64", "numpy: mean, std, median, percentile", ("numpy",)
    ),
    "histogram": Suite(
        "histogram",
        "HDR histograms: record, merge, quantiles, V2 encoding",
        "generators/hdr_model.py; answers of hdr-histogram-js 3.0.1 (generators/hdr-oracle.json)",
    ),
    "ecdf": Suite("ecdf", "shares on a grid and tail points", "exact fractions"),
    "density": Suite(
        "density",
        "bandwidths, Gaussian kernel densities, violins, log grids",
        "scipy.stats.gaussian_kde, numpy, mpmath",
        ("numpy", "scipy", "mpmath"),
        1e-11,
        "sums of exp in another order, and exp and log of another library",
    ),
    "bootstrap": Suite(
        "bootstrap",
        "percentile intervals; two groups with their published interval",
        "numpy: default_rng, mean, median, quantile, percentile",
        ("numpy",),
    ),
    "numpy-stream": Suite(
        "numpy_stream",
        "draws of numpy's generator",
        "numpy: PCG64.random_raw, Generator.integers",
        ("numpy",),
    ),
    "outliers": Suite(
        "outliers",
        "Tukey fences and winsorizing",
        "numpy.percentile and the written rules",
        ("numpy",),
    ),
    "text": Suite(
        "text", "f64 as shortest, fixed and significant text", "Python: repr, format, decimal"
    ),
}

# Pragmastat's suites by exactness, as its own manifest classes them.
PRAGMASTAT_EXACT = (
    *(
        "center",
        "spread",
        "shift",
        "disparity",
        "avg-spread",
        "center-bounds",
        "spread-bounds",
        "shift-bounds",
    ),
    *(
        "disparity-bounds",
        "avg-spread-bounds",
        "pairwise-margin",
        "signed-rank-margin",
        "exp-function",
        "rng",
    ),
    *(
        "sample",
        "resample",
        "shuffle",
        "uniform",
        "sample-construction",
        "unit-propagation",
        "compare1",
        "compare2",
    ),
)
PRAGMASTAT_APPROXIMATE = ("ratio", "ratio-bounds", "compare2-ratio", "distributions")
UPSTREAM = "Pragmastat 14.0.1: the expected values of its repository (kernel/vectors/pragmastat)"
LIBM = "log, cos and exp are the kernel's own; upstream compares these at this tolerance too"

SUITES |= {
    f"pragmastat-{part}": Suite("pragmastat", f"{part} of Pragmastat", UPSTREAM, part=part)
    for part in PRAGMASTAT_EXACT
}
SUITES |= {
    f"pragmastat-{part}": Suite(
        "pragmastat", f"{part} of Pragmastat", UPSTREAM, (), 1e-9, LIBM, part
    )
    for part in PRAGMASTAT_APPROXIMATE
}
SUITES["pragmastat-errors"] = Suite(
    "pragmastat_errors", "refusals of Pragmastat's exports", "the documented rules"
)
SCIPY = ("numpy", "scipy")
MEANS = "numpy's order of additions, then roundings of its own"
TAIL = "the normal tail is the kernel's own: 6e-14 measured"
BETA = "the incomplete beta function is the kernel's own: 5e-14 measured"
U_ORACLE = "scipy.stats.mannwhitneyu; with ties the count of all choices, in integers"
RHO = "scipy sums in another order"
U_TEST = "two-sided U test: u, z, p"
WELCH = "Welch's t, degrees of freedom, p"
SUITES |= {
    "xxh64": Suite("digests", "digest of bytes", "the specification in plain Python", part="xxh64"),
    "sha256": Suite("digests", "digest of bytes", "hashlib", part="sha256"),
    "text-seed": Suite("digests", "first 8 bytes of SHA-256 as u64", "hashlib", part="text-seed"),
    "serializer-data": Suite(
        "serializer_data", "records of the five data types", "the rules; published instances"
    ),
    "mann-whitney": Suite("rank_tests", U_TEST, U_ORACLE, SCIPY, 1e-12, TAIL, "mann-whitney"),
    "spearman": Suite(
        "rank_tests", "rank correlation", "scipy.stats.spearmanr", SCIPY, 1e-12, RHO, "spearman"
    ),
    "cliffs-delta": Suite(
        "rank_tests", "delta and exact pair counts", "all pairs", SCIPY, part="cliffs-delta"
    ),
    "hedges-g": Suite(
        "rank_tests", "standardized difference of means", "numpy", SCIPY, 1e-12, MEANS, "hedges-g"
    ),
    "welch": Suite("rank_tests", WELCH, "scipy.stats.ttest_ind", SCIPY, 1e-10, BETA, "welch"),
    "holm": Suite(
        "rank_tests",
        "step-down adjustment of p-values",
        "the rule in plain Python",
        SCIPY,
        part="holm",
    ),
    "change-points": Suite(
        "change_points", "positions of changes", "the definition over lists", ("numpy",)
    ),
    "steady-state": Suite(
        "steady_states",
        "whether a warm series is warm and kept its level",
        "the rule in plain Python",
    ),
}
SUITES |= {
    name: Suite(
        "verdicts",
        schema,
        "the rules in plain Python; scipy's distributions and adaptive quadrature",
        SCIPY,
        1e-9,
        "logarithms, gamma functions and the tail of a normal and a Student part are the kernel's",
        name,
    )
    for name, schema in (
        ("comparison-verdicts", "cases of two sides: ratio, intervals, p, verdict, plan"),
        ("block-verdicts", "cases of two variants in blocks: the same"),
    )
}
SUITES["run-effect"] = Suite(
    "run_effect",
    "what runs of one machine differ by beyond their units",
    "scipy.optimize.brentq on the definition",
    SCIPY,
    1e-9,
    "a root of sums that round",
)


def missing(suite: Suite) -> list[str]:
    """Return the packages that are not here in the pinned version."""
    absent: list[str] = []
    for package in suite.needs:
        try:
            if metadata.version(package) != PINS[package]:
                absent.append(package)
        except metadata.PackageNotFoundError:
            absent.append(package)
    return absent


def write_files(folder: Path, name: str, suite: Suite) -> None:
    """Write every file of a suite anew."""
    sys.path.insert(0, str(HERE / "generators"))
    module = importlib.import_module(suite.module)
    made = module.cases(suite.part) if suite.part else module.cases()
    sys.path.pop(0)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for purpose, cases in made.items():
        names = [case["id"] for case in cases]
        if len(set(names)) != len(names):
            raise ValueError(f"{name}/{purpose}: an id is there twice")
        # One case a line: a changed case is one changed line.
        lines = ",\n".join(json.dumps(case) for case in cases)
        text = f'{{"suite": "{name}", "cases": [\n{lines}\n]}}\n'
        (folder / f"{purpose}.json").write_text(text, encoding="utf-8")


def entry(folder: Path, suite: Suite) -> dict[str, Any]:
    """Return the suite's part of the manifest."""
    counts = {
        path.name: len(json.loads(path.read_text(encoding="utf-8"))["cases"])
        for path in sorted(folder.glob("*.json"))
    }
    pins = ", ".join(f"{package} {PINS[package]}" for package in suite.needs)
    result: dict[str, Any] = {
        "schema": suite.schema,
        "calls": True,
        "conformance": "approximate" if suite.tolerance else "exact",
        "oracle": f"{suite.oracle} ({pins})" if pins else suite.oracle,
        "implementations": ["kernel simd", "kernel scalar", "kernel debug"],
        "files": counts,
        "cases": sum(counts.values()),
    }
    if suite.tolerance:
        result |= {"tolerance": suite.tolerance, "reason": suite.reason}
    return result


def write_suites(folder: Path) -> dict[str, dict[str, Any]]:
    """Write or keep every suite below `folder`; return their manifest entries."""
    entries: dict[str, dict[str, Any]] = {}
    for name, suite in SUITES.items():
        absent = missing(suite)
        if absent:
            print(
                f"{name}: kept, {', '.join(absent)} at the pinned version is not installed",
                file=sys.stderr,
            )
            if folder != HERE:
                shutil.copytree(HERE / name, folder / name, dirs_exist_ok=True)
        else:
            write_files(folder / name, name, suite)
        entries[name] = entry(folder / name, suite)
    return entries
