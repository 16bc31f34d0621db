"""Calls the model host; records calls and answers as JSON. Not what is to be called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from channel import Plan, Session
from model import WRITE, Host

Json = dict[str, Any]


class Script:
    """Calls the model, records the call and its answer."""

    def __init__(self, plan: Plan) -> None:
        self.host = Host(plan)
        self.plan = plan
        self.steps: list[Json] = [{"call": "channelStart", "nowNs": "0"}]
        self.now = 1_000
        self.output = b""

    def _tick(self) -> str:
        self.now += 37
        return str(self.now)

    def poll(self) -> int:
        """Call poll; bytes to write are in `output` until written."""
        now = self._tick()
        action, output = self.host.poll(self.now)
        step: Json = {"call": "poll", "nowNs": now, "action": action}
        if action == WRITE:
            step["output"] = output.hex()
            self.output = output
        self.steps.append(step)
        return action

    def receive(self, data: bytes) -> None:
        """Let bytes arrive."""
        now = self._tick()
        self.host.receive(data, self.now)
        self.steps.append({"call": "inputReceived", "hex": data.hex(), "nowNs": now})

    def written(self, count: int) -> bytes:
        """Let this much of the output leave; return it."""
        now = self._tick()
        self.host.written(count, self.now)
        self.steps.append({"call": "outputWritten", "bytes": count, "nowNs": now})
        gone, self.output = self.output[:count], self.output[count:]
        return gone

    def end(self) -> None:
        """Let the input end."""
        now = self._tick()
        self.host.end_of_input(self.now)
        self.steps.append({"call": "inputEnded", "nowNs": now})

    def start(self) -> None:
        """Begin the measured phase."""
        now = self._tick()
        self.host.start(self.now)
        self.steps.append({"call": "start", "nowNs": now})

    def call(self, name: str, session: int | None = None) -> None:
        """Make a call that takes no time and answers nothing."""
        if name == "pause" and session is not None:
            self.host.pause(session)
        elif name == "resume" and session is not None:
            self.host.resume(session)
        elif name == "cancel":
            self.host.cancel()
        elif name == "finish":
            self.host.finishing = True
        step: Json = {"call": name}
        if session is not None:
            step["session"] = session
        self.steps.append(step)

    def settle(self, sink: Callable[[bytes], None] | None = None) -> int:
        """Poll, writing everything at once, until there is nothing to write."""
        while (action := self.poll()) == WRITE:
            gone = self.written(len(self.output))
            if sink is not None:
                sink(gone)
        return action

    def result(self) -> Json:
        """Return what must hold at the end."""
        h = self.host
        fault = None
        if h.fault is not None:
            fault = {"code": h.fault.code, "session": h.fault.session, "sequence": h.fault.sequence}
        return {
            "fault": fault,
            "sessions": [session_json(s) for s in h.sessions],
            "receiptNs": [str(ns) for ns in h.receipts],
            "fullCycleNs": [str(ns) for ns in h.cycles],
            "warmup": list(h.warmup),
            "framesIn": str(h.frames_in),
            "framesOut": str(h.frames_out),
            "droppedFrames": str(h.dropped),
        }


def plan_json(plan: Plan) -> Json:
    """Return the plan as the vectors' JSON has it."""
    return {**{k: v for k, v in vars(plan).items() if k not in ("token", "intervalNs")},
            "intervalNs": str(plan.intervalNs), "token": plan.token.hex()}  # fmt: skip


def session_json(s: Session) -> Json:
    """Return what must hold of one session at the end."""
    code, sequence, offset, expected, got = s.fault or (0, 0, 0, 0, 0)
    return {
        "session": s.number,
        "state": s.state,
        "verifiedFrames": str(s.verified[1]),
        "warmupVerifiedFrames": str(s.verified[0]),
        "mismatches": str(sum(s.mismatches)),
        "queueHighWaterBytes": str(s.high_water),
        "creditStalls": str(s.stalls),
        "sentFrames": str(s.sent),
        "ackedFrames": str(s.acked),
        "startedNs": str(s.started),
        "endedNs": str(s.ended),
        "peerCode": s.peer_code,
        "fault": {
            "code": code,
            "sequence": sequence,
            "offset": offset,
            "expected": expected,
            "got": got,
        },
    }
