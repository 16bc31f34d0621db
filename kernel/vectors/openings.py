"""Scripts up to the point where something happens, and pieces to go on with. Not what happens."""

from __future__ import annotations

from channel import Plan
from model import BARRIER
from script import Script
from wire import DATA, END, OPEN, credit, frame, hello, payload


def opened(plan: Plan | None = None) -> Script:
    """HELLO and OPEN are over, and the first frames are out."""
    script = Script(plan or Plan(measuredFrames=6, creditFrames=2))
    script.settle()
    script.receive(hello(script.plan.token))
    script.settle()
    first = script.plan.firstSession
    for i in range(script.plan.sessions):
        script.receive(frame(OPEN, first + i, 0))
    if script.settle() == BARRIER:
        script.start()
        script.settle()
    return script


def echo(session: int, sequence: int, size: int = 8) -> bytes:
    """Return the echo of a payload."""
    return frame(DATA, session, sequence, payload(session, sequence, size))


def ended() -> Script:
    """One session, one frame, and both sides have ended."""
    script = opened(Plan(measuredFrames=1))
    script.receive(echo(1, 0) + credit(1, 8, 1))
    script.settle()
    script.receive(frame(END, 1, 1))
    script.settle()
    return script


def after(script: Script, *pieces: bytes) -> Script:
    """Let these pieces arrive, everything written in between."""
    for piece in pieces:
        script.receive(piece)
        script.settle()
    script.settle()
    return script


def two() -> Script:
    """Two sessions, so that a session fault can leave one alive."""
    return opened(Plan(sessions=2, measuredFrames=3, creditFrames=2))


def greeting(data: bytes) -> Script:
    """Let these be the first bytes that arrive."""
    script = Script(Plan())
    script.settle()
    return after(script, data)


def opening(data: bytes) -> Script:
    """Let these bytes arrive when OPEN is not answered yet."""
    script = Script(Plan())
    script.settle()
    script.receive(hello(script.plan.token))
    script.settle()
    return after(script, data)
