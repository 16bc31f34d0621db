"""Credit ledgers and scripted channels as cases. Not the scripts, and not the model."""

from __future__ import annotations

import random

import conversations
from case import SEED, Case, case
from channel import Plan
from faults import fault_scripts
from ledger_cases import ledger_case
from script import Script, plan_json


def conversation(name: str, comment: str, script: Script) -> Case:
    """Return the case of a script that is over."""
    given = {"plan": plan_json(script.plan), "steps": script.steps}
    return case(name, comment, given, script.result())


SHAPES = {
    "ping-pong": Plan(warmupFrames=2, measuredFrames=6, payloadBytes=20),
    "window": Plan(warmupFrames=3, measuredFrames=20, payloadBytes=64, creditFrames=4, ackEvery=3),
    "bytes-limit": Plan(measuredFrames=12, payloadBytes=100, creditBytes=250, creditFrames=9),
    "larger-than-the-credit": Plan(
        measuredFrames=5, payloadBytes=300, creditBytes=64, creditFrames=4
    ),
    "empty-payloads": Plan(measuredFrames=7, payloadBytes=0, creditFrames=3, ackEvery=2),
    "piggyback": Plan(
        warmupFrames=1, measuredFrames=9, creditFrames=3, ackEvery=2, ackPolicy="piggyback"
    ),
    "four-sessions": Plan(sessions=4, warmupFrames=1, measuredFrames=4, firstSession=7),
    "open-loop": Plan(warmupFrames=1, measuredFrames=8, creditFrames=4, intervalNs=400),
    "highest-session": Plan(sessions=2, measuredFrames=2, firstSession=4_294_967_293),
}


def flows() -> dict[str, list[Case]]:
    """Return the files of the suite."""
    rng = random.Random(SEED + 5)
    ledgers = [
        ledger_case(b, f, n, rng) for b in (1, 1_000, 65_536) for f in (1, 3, 8) for n in (1, 400)
    ]
    talks = [
        conversation(name, "a whole channel", conversations.converse(plan, SEED))
        for name, plan in SHAPES.items()
    ]
    paused = Plan(sessions=2, measuredFrames=30, payloadBytes=32, creditFrames=4, creditBytes=200)
    splits = [
        conversation(f"paused-{i}", "pauses at random", conversations.converse(paused, i, True))
        for i in range(4)
    ]
    faults = [
        conversation(name, "docs/protocol.md, section 6", script)
        for name, script in fault_scripts().items()
    ]
    ends = [
        conversation(
            "cancel", "a session is dropped while frames travel", conversations.canceled()
        ),
        conversation("idle", "opened, never used, ended", conversations.idle()),
    ]
    return {
        "demo-ledgers": ledgers,
        "natural-conversations": talks,
        "split-pauses": splits,
        "error-faults": faults,
        "demo-ends": ends,
    }
