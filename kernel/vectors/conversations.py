"""Scripted channels that go well, to their end or to a cancel. Not the faults."""

from __future__ import annotations

import random

from channel import Plan
from echo_worker import EchoWorker
from model import BARRIER, DONE, FAULT
from openings import after, echo, opened
from script import Script
from wire import END, frame


def converse(plan: Plan, seed: int, pauses: bool = False) -> Script:
    """Run a whole channel through random pieces, up to DONE."""
    rng = random.Random(seed)
    script, worker = Script(plan), EchoWorker(plan.token)
    paused = 0
    for _ in range(100_000):
        action = script.poll()
        if action in (DONE, FAULT):
            return script
        if action == BARRIER:
            script.start()
        if pauses and not paused and rng.random() < 0.1 and script.host.measuring_from is not None:
            paused = rng.choice(script.host.sessions).number
            script.call("pause", paused)
        elif paused and rng.random() < 0.1:
            script.call("resume", paused)
            paused = 0
        if script.output and rng.random() < 0.7:
            worker.feed(script.written(rng.randint(1, len(script.output))))
        if worker.out and rng.random() < 0.7:
            n = rng.randint(1, len(worker.out))
            script.receive(bytes(worker.out[:n]))
            del worker.out[:n]
    raise AssertionError("the conversation did not end")


def canceled() -> Script:
    """One frame is back and one travels when both sessions are dropped."""
    script = opened(Plan(sessions=2, measuredFrames=5, creditFrames=2))
    script.receive(echo(1, 0))
    script.settle()
    script.call("cancel")
    script.settle()
    return after(script, echo(1, 1) + frame(END, 1, 2), frame(END, 2, 0))


def idle() -> Script:
    """Sessions that are opened, never used, and ended in another order."""
    script = opened(Plan(sessions=3, measuredFrames=0))
    script.call("finish")
    script.settle()
    return after(script, frame(END, 3, 0) + frame(END, 1, 0), frame(END, 2, 0))
