"""Writes the conformance vectors. No clock, no entropy but the seeds below; the suites here need the standard library only.

Usage: python3 kernel/vectors/generate.py [FOLDER]     (default: the folder of this file)
"""

from __future__ import annotations

import hashlib
import json
import random
import struct
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import conversations
import model
import oracle_suites
from model import Plan

SEED = 20_260_929
Case = dict[str, Any]


def case(name: str, comment: str, given: Any, output: Any, error: Any = None) -> Case:
    result: Case = {"id": name, "comment": comment, "flags": [], "input": given}
    if error is not None:
        return {**result, "result": "invalid", "error": error}
    return {**result, "result": "valid", "output": output}


def hex64(value: float) -> dict[str, str]:
    return {"text": repr(value), "bits": struct.pack(">d", value).hex()}


# -- frames ---------------------------------------------------------------------------------------------------------

LENGTHS = {1: (32,), 2: (0, 32), 3: (0, 1, 64, 16_777_216), 4: (16,), 5: (0,), 6: (0,), 7: (0, 1, 256), 8: (0,)}


def header_case(name: str, comment: str, fields: tuple[int, ...]) -> Case:
    raw = model.HEADER.pack(*fields)
    length, kind, flags, slot, session, sequence = fields
    given = {"hex": raw.hex()}
    code = model.header_fault(raw)
    if code:
        return case(name, comment, given, None, {"code": code, "subject": "header"})
    event = {"length": length, "kind": kind, "flags": flags, "slot": slot, "session": session, "sequence": sequence}
    return case(name, comment, given, {**event, "totalBytes": 16 + (0 if flags else length)})


def frames() -> dict[str, list[Case]]:
    rng = random.Random(SEED)
    good, bad = [], []
    for kind, lengths in LENGTHS.items():
        for length in lengths:
            fields = (length, kind, 0, 0, rng.getrandbits(32), rng.getrandbits(32))
            good.append(header_case(f"kind-{kind}-length-{length}", "every kind at every limit", fields))
        for length in {0, 1, 15, 16, 17, 31, 32, 33, 257, 16_777_216} - set(lengths):
            if kind in (3, 7) and length <= 256:
                continue
            if kind == 3:
                continue
            bad.append(header_case(f"kind-{kind}-length-{length}", "a length the kind does not allow", (length, kind, 0, 0, 1, 0)))
    for slot in (0, 1, 65_535):
        good.append(header_case(f"slot-{slot}", "the payload is in a slot", (64, 3, 1, slot, 1, 9)))
    for kind in (0, 9, 128, 255):
        bad.append(header_case(f"kind-{kind}", "no such kind", (0, kind, 0, 0, 1, 0)))
    for length in (16_777_217, 2**31, 2**32 - 1):
        for kind in (3, 0, 6):
            bad.append(header_case(f"length-{length}-kind-{kind}", "above 16 MiB, whatever the kind", (length, kind, 0, 0, 1, 0)))
    for flags in (2, 4, 128, 255, 3):
        bad.append(header_case(f"flags-{flags}", "a reserved flag", (0, 3, flags, 0, 1, 0)))
    for kind in (1, 2, 4, 5, 6, 7, 8):
        bad.append(header_case(f"slot-flag-kind-{kind}", "SLOT on a kind other than DATA", (LENGTHS[kind][0], kind, 1, 0, 1, 0)))
    bad.append(header_case("slot-without-flag", "slot without SLOT", (8, 3, 0, 1, 1, 0)))
    natural = [
        header_case(f"natural-{i}", "seeded", (rng.randrange(2**24 + 1), 3, 0, 0, rng.getrandbits(32), rng.getrandbits(32)))
        for i in range(20)
    ]
    return {"boundary-headers": good, "error-headers": bad, "natural-headers": natural}


# -- payload and verification ----------------------------------------------------------------------------------------

SIZES = (0, 1, 2, 15, 16, 17, 63, 64, 65, 250, 251, 252, 500, 501, 502, 503, 1_000, 4_096, 16_384, 70_001)


def payloads() -> dict[str, list[Case]]:
    rng = random.Random(SEED + 1)
    places = [(1, 0), (1, 1), (2, 0), (1, 250), (1, 251), (2**32 - 1, 2**32 - 1)]
    cases = []
    for size in SIZES:
        for session, sequence in [*places[:3], (rng.getrandbits(32), rng.getrandbits(32))] if size > 600 else places:
            data = model.payload(session, sequence, size)
            given = {"session": session, "sequence": sequence, "bytes": size}
            output = {"front": data[:64].hex(), "sha256": hashlib.sha256(data).hexdigest()}
            cases.append(case(f"size-{size}-session-{session}-sequence-{sequence}", "section 7", given, output))
    return {"boundary-sizes": cases}


def verifications() -> dict[str, list[Case]]:
    rng = random.Random(SEED + 2)
    right, wrong = [], []
    for size in SIZES:
        session, sequence = rng.getrandbits(32), rng.getrandbits(32)
        given = {"session": session, "sequence": sequence, "bytes": size, "changes": []}
        right.append(case(f"size-{size}", "every byte is right", given, {"offset": -1}))
        offsets = {0, 1, size // 2, size - 1, size - 2, 250, 251, 252, 63, 64} if size else set()
        for offset in sorted(o for o in offsets if 0 <= o < size):
            later = rng.randrange(offset, size)
            changes = [[offset, rng.randrange(1, 256)]] + ([[later, 255]] if later > offset else [])
            wrong.append(
                case(f"size-{size}-offset-{offset}", "the first changed byte is named",
                     {**given, "changes": changes}, {"offset": offset})
            )  # fmt: skip
    return {"boundary-right": right, "corrupt-bytes": wrong}


# -- statistics ------------------------------------------------------------------------------------------------------


def nearest_rank(values: list[int], p: Fraction) -> int:
    rank = -(-len(values) * p.numerator // p.denominator)
    return sorted(values)[max(rank, 1) - 1]


def duration_case(name: str, comment: str, values: list[int]) -> Case:
    n = len(values)
    given = {"values": [str(v) for v in values]}
    if n == 0:
        return case(name, comment, given, None, {"code": "EMPTY", "subject": 1})
    if sum(values) >= 2**64:
        return case(name, comment, given, None, {"code": "OVERFLOW", "subject": 0})
    tails = {p: n * (1 - Fraction(p, 100)) < 10 for p in (95, 99)}
    return case(name, comment, given, {
        "n": n, "min": str(min(values)), "max": str(max(values)),
        **{f"p{p}": str(nearest_rank(values, Fraction(p, 100))) for p in (50, 95, 99)},
        "thin95": tails[95], "thin99": tails[99], "mean": hex64(float(sum(values)) / float(n)),
    })  # fmt: skip


def quantiles() -> dict[str, list[Case]]:
    rng = random.Random(SEED + 3)
    edge = [duration_case("empty", "no sample", []), duration_case("one", "one sample", [7])]
    for n in (2, 3, 10, 19, 20, 21, 99, 100, 101, 199, 200, 201, 255, 256, 257, 999, 1_000, 1_001):
        edge.append(duration_case(f"n-{n}", "ranks and tails at their limits", [rng.randrange(1, 10**6) for _ in range(n)]))
    edge.append(duration_case("equal", "all the same", [5] * 300))
    edge.append(duration_case("descending", "sorted the wrong way", list(range(1_000, 0, -1))))
    edge.append(duration_case("wide", "every digit of 64 bits matters", [rng.getrandbits(rng.randrange(1, 55)) for _ in range(700)]))
    edge.append(duration_case("highest", "the largest value that is alone in its sum", [2**64 - 1]))
    edge.append(duration_case("overflow", "a sum beyond 64 bits", [2**63, 2**63]))
    natural = [
        duration_case(f"lognormal-{n}", "latencies", [int(rng.lognormvariate(10.5, 0.4)) for _ in range(n)])
        for n in (50, 400, 2_500)
    ]
    return {"edge-durations": edge, "natural-durations": natural}


def spread_case(name: str, comment: str, values: list[float]) -> Case:
    given = {"values": [hex64(v) for v in values]}
    if not values:
        return case(name, comment, given, None, {"code": "EMPTY", "subject": 1})
    if any(v != v or v in (float("inf"), float("-inf")) for v in values):
        return case(name, comment, given, None, {"code": "NOT_FINITE", "subject": 0})
    ordered = sorted(values)
    n = len(ordered)
    exact = (Fraction(ordered[(n - 1) // 2]) + Fraction(ordered[n // 2])) / 2
    output = {"median": hex64(float(exact)), "min": hex64(ordered[0] + 0.0), "max": hex64(ordered[-1] + 0.0), "n": n}
    return case(name, comment, given, output)


def aggregations() -> dict[str, list[Case]]:
    rng = random.Random(SEED + 4)
    big = 1.7976931348623157e308
    edge = [
        spread_case("empty", "no trial", []),
        spread_case("one", "one trial", [0.1]),
        spread_case("negative-zero", "zero has no sign in a table", [-0.0]),
        spread_case("limits", "the sum of the middle values exceeds binary64", [big, big]),
        spread_case("far-apart", "so does neither their difference nor their mean", [-big, big]),
        spread_case("nan", "refused", [1.0, float("nan")]),
        spread_case("infinite", "refused", [float("inf")]),
    ]
    natural = [spread_case(f"trials-{n}", "rates", [rng.lognormvariate(20, 0.2) for _ in range(n)]) for n in range(2, 12)]
    return {"edge-spreads": edge, "natural-spreads": natural}


# -- shuffle ---------------------------------------------------------------------------------------------------------


def splitmix64(state: int) -> tuple[int, int]:
    mask = 2**64 - 1
    state = (state + 0x9E3779B97F4A7C15) & mask
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return state, z ^ (z >> 31)


def shuffle(n: int, seed: int) -> list[int]:
    order, state = list(range(n)), seed
    for i in range(n - 1, 0, -1):
        state, word = splitmix64(state)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def shuffles() -> dict[str, list[Case]]:
    cases = [
        case(f"n-{n}-seed-{seed}", "Fisher-Yates from the end", {"n": n, "seed": str(seed)}, {"order": shuffle(n, seed)})
        for n in (0, 1, 2, 3, 10, 85, 251)
        for seed in (0, SEED, 2**64 - 1)
    ]
    return {"demo-orders": cases}


# -- flow ------------------------------------------------------------------------------------------------------------


def credit_script(limit_bytes: int, limit_frames: int, largest: int, rng: random.Random) -> Case:
    """A ledger through a script of calls; whoever sends is also who releases, so both sides are in one record."""
    sent = [0, 0]
    told = [0, 0]
    released = [0, 0]
    waiting: list[int] = []
    steps: list[Case] = []
    for _ in range(60):
        op = rng.choice(("send", "send", "release", "tell"))
        if op == "send":
            n = rng.choice((0, 1, largest // 2, largest, limit_bytes, limit_bytes + 1))
            outstanding = (sent[0] - told[0], sent[1] - told[1])
            fits = outstanding[0] + n <= limit_bytes or outstanding == (0, 0)
            allowed = fits and outstanding[1] + 1 <= limit_frames
            if allowed:
                sent = [sent[0] + n, sent[1] + 1]
                waiting.append(n)
            steps.append({"call": "creditSend", "bytes": n, "status": 0 if allowed else -10})
        elif op == "release" and waiting:
            n = waiting.pop(0)
            released = [released[0] + n, released[1] + 1]
            news = (released[0] - told[0], released[1] - told[1])
            due = news[1] > 0 and (
                news[0] * 2 >= limit_bytes or news[1] * 2 >= limit_frames or news[0] + largest > limit_bytes
            )
            steps.append({"call": "creditRelease", "bytes": n, "largest": largest, "status": int(due)})
        elif op == "tell":
            total = [rng.choice((released[0], sent[0] + 1, told[0] - 1)), released[1]]
            if total[0] < 0:
                continue
            valid = told[0] <= total[0] <= sent[0] and told[1] <= total[1] <= sent[1]
            grows = total != told
            status = int(grows) if valid else -5
            if valid:
                told = total
            steps.append({"call": "creditTold", "bytes": str(total[0]), "frames": str(total[1]), "status": status})
    given = {"limitBytes": str(limit_bytes), "limitFrames": limit_frames, "steps": steps}
    return case(f"ledger-{limit_bytes}-{limit_frames}-{largest}", "the two totals of section 4", given, {})


def conversation(name: str, comment: str, script: conversations.Script) -> Case:
    given = {"plan": conversations.plan_json(script.plan), "steps": script.steps}
    return case(name, comment, given, script.result())


SHAPES = {
    "ping-pong": Plan(warmupFrames=2, measuredFrames=6, payloadBytes=20),
    "window": Plan(warmupFrames=3, measuredFrames=20, payloadBytes=64, creditFrames=4, ackEvery=3),
    "bytes-limit": Plan(measuredFrames=12, payloadBytes=100, creditBytes=250, creditFrames=9),
    "larger-than-the-credit": Plan(measuredFrames=5, payloadBytes=300, creditBytes=64, creditFrames=4),
    "empty-payloads": Plan(measuredFrames=7, payloadBytes=0, creditFrames=3, ackEvery=2),
    "piggyback": Plan(warmupFrames=1, measuredFrames=9, creditFrames=3, ackEvery=2, ackPolicy="piggyback"),
    "four-sessions": Plan(sessions=4, warmupFrames=1, measuredFrames=4, firstSession=7),
    "open-loop": Plan(warmupFrames=1, measuredFrames=8, creditFrames=4, intervalNs=400),
    "highest-session": Plan(sessions=2, measuredFrames=2, firstSession=4_294_967_293),
}


def flows() -> dict[str, list[Case]]:
    rng = random.Random(SEED + 5)
    ledgers = [credit_script(b, f, n, rng) for b in (1, 1_000, 65_536) for f in (1, 3, 8) for n in (1, 400)]
    talks = [conversation(name, "a whole channel", conversations.converse(plan, SEED)) for name, plan in SHAPES.items()]
    paused = Plan(sessions=2, measuredFrames=30, payloadBytes=32, creditFrames=4, creditBytes=200)
    splits = [conversation(f"paused-{i}", "pauses at random", conversations.converse(paused, i, True)) for i in range(4)]
    faults = [conversation(name, "docs/protocol.md, section 6", script) for name, script in conversations.fault_scripts().items()]
    ends = [
        conversation("cancel", "a session is dropped while frames travel", conversations.canceled()),
        conversation("idle", "opened, never used, ended", conversations.idle()),
    ]
    return {"demo-ledgers": ledgers, "natural-conversations": talks, "split-pauses": splits, "error-faults": faults, "demo-ends": ends}


# -- files -----------------------------------------------------------------------------------------------------------

SUITES = {
    "frames": (frames, "encode and decode of one header"),
    "flow": (flows, "credit ledgers and scripted channels: calls, answers, output bytes, counters"),
    "payload": (payloads, "bytes of a payload: the first 64 and the SHA-256 of all"),
    "verification": (verifications, "payloads with changed bytes ([offset, xor]); the first wrong offset"),
    "quantiles": (quantiles, "nearest-rank summaries of u64 nanoseconds"),
    "aggregation": (aggregations, "median and range of f64; doubles as text and as bits"),
    "shuffle": (shuffles, "permutations of the plan"),
}


def write(folder: Path) -> None:
    manifest: Case = {"schemaVersion": 1, "generator": "kernel/vectors/generate.py", "seed": SEED, "suites": {}}
    for suite, (make, schema) in SUITES.items():
        files = {}
        for purpose, cases in make().items():
            path = folder / suite / f"{purpose}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"suite": suite, "cases": cases}, indent=1) + "\n", encoding="utf-8")
            files[path.name] = len(cases)
        manifest["suites"][suite] = {
            "schema": schema,
            "conformance": "exact",
            "oracle": "Python standard library: struct, fractions, hashlib, and kernel/vectors/model.py for flow",
            "implementations": ["kernel simd", "kernel scalar", "kernel debug"],
            "files": files,
            "cases": sum(files.values()),
        }
    manifest["suites"] |= oracle_suites.write_suites(folder)
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
