"""Writes the conformance vectors. No clock, and no entropy but the seed of case.py.

Usage: python3 kernel/vectors/generate.py [FOLDER]     (default: the folder of this file)
The suites here need the standard library only; those of oracle_suites.py say what they need.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import oracle_suites
from case import SEED, Case
from flow_cases import flows
from frame_cases import frames
from order_cases import shuffles
from payload_cases import payloads, verifications
from sample_cases import aggregations, quantiles

SUITES = {
    "frames": (frames, "encode and decode of one header"),
    "flow": (flows, "credit ledgers and scripted channels: calls, answers, output bytes, counters"),
    "payload": (payloads, "bytes of a payload: the first 64 and the SHA-256 of all"),
    "verification": (
        verifications,
        "payloads with changed bytes ([offset, xor]); the first wrong offset",
    ),
    "quantiles": (quantiles, "nearest-rank summaries of u64 nanoseconds"),
    "aggregation": (aggregations, "median and range of f64; doubles as text and as bits"),
    "shuffle": (shuffles, "permutations of the plan"),
}


# model.py stands for the modules it is made of.
ORACLE = "Python standard library: struct, fractions, hashlib, and kernel/vectors/model.py for flow"


def write(folder: Path) -> None:
    """Write every suite and the manifest below `folder`."""
    manifest: Case = {
        "schemaVersion": 1,
        "generator": "kernel/vectors/generate.py",
        "seed": SEED,
        "suites": {},
    }
    for suite, (make, schema) in SUITES.items():
        files = {}
        for purpose, cases in make().items():
            path = folder / suite / f"{purpose}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                json.dumps({"suite": suite, "cases": cases}, indent=1) + "\n", encoding="utf-8"
            )
            files[path.name] = len(cases)
        manifest["suites"][suite] = {
            "schema": schema,
            "conformance": "exact",
            "oracle": ORACLE,
            "implementations": ["kernel simd", "kernel scalar", "kernel debug"],
            "files": files,
            "cases": sum(files.values()),
        }
    manifest["suites"] |= oracle_suites.write_suites(folder)
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
