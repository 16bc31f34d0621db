"""Scripted conversations of a channel: what the lane calls, and what the model host answers. Written into flow vectors."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any

from model import (
    ACK,
    BARRIER,
    CANCEL,
    CREDIT,
    DATA,
    DONE,
    END,
    ERROR,
    FAULT,
    HEADER,
    HELLO,
    OPEN,
    WAIT,
    WRITE,
    Host,
    Plan,
    credit,
    frame,
    hello,
    payload,
)

Json = dict[str, Any]


class Worker:
    """Echoes at once, as long as credit lasts; what it would like to send is in `out`."""

    def __init__(self, token: bytes) -> None:
        self.out = bytearray(hello(token))
        self.input = bytearray()
        self.sessions: dict[int, Json] = {}

    def feed(self, data: bytes) -> None:
        self.input += data
        while len(self.input) >= 16:
            length, kind, _, _, session, _ = HEADER.unpack_from(self.input)
            if len(self.input) < 16 + length:
                return
            body = bytes(self.input[16 : 16 + length])
            del self.input[: 16 + length]
            self._frame(kind, session, body)

    def _frame(self, kind: int, number: int, body: bytes) -> None:
        if kind == OPEN:
            limit_bytes, limit_frames, size = struct.unpack_from("<QII", body)
            self.sessions[number] = {
                "limit": (limit_bytes, limit_frames, size), "wait": [], "sent": 0, "bytes": 0,
                "told": (0, 0), "reported": 0, "ended": False, "done": False,
            }  # fmt: skip
            self.out += frame(OPEN, number, 0)
        s = self.sessions.get(number)
        if s is None or s["done"]:
            return
        if kind == DATA:
            s["wait"].append(body)
        elif kind == CREDIT:
            s["told"] = struct.unpack("<QQ", body)
        elif kind in (END, CANCEL):
            s["ended"] = True
        self._echo(number, s)
        if kind == CANCEL or (s["ended"] and not s["wait"]):
            s["done"] = True
            self.out += frame(END, number, s["sent"])

    def _echo(self, number: int, s: Json) -> None:
        limit_bytes, limit_frames, size = s["limit"]
        while s["wait"]:
            told_bytes, told_frames = s["told"]
            alone = s["sent"] == told_frames
            fits = s["bytes"] + len(s["wait"][0]) - told_bytes <= limit_bytes
            if s["sent"] + 1 - told_frames > limit_frames or not (fits or alone):
                return
            body = s["wait"].pop(0)
            self.out += frame(DATA, number, s["sent"], body)
            s["sent"] += 1
            s["bytes"] += len(body)
            news = s["sent"] - s["reported"]
            if 2 * news >= limit_frames or 2 * news * size >= limit_bytes or (news + 1) * size > limit_bytes:
                s["reported"] = s["sent"]
                self.out += credit(number, s["bytes"], s["sent"])


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
        now = self._tick()
        action, output = self.host.poll(self.now)
        step: Json = {"call": "poll", "nowNs": now, "action": action}
        if action == WRITE:
            step["output"] = output.hex()
            self.output = output
        self.steps.append(step)
        return action

    def receive(self, data: bytes) -> None:
        now = self._tick()
        self.host.receive(data, self.now)
        self.steps.append({"call": "inputReceived", "hex": data.hex(), "nowNs": now})

    def written(self, count: int) -> bytes:
        now = self._tick()
        self.host.written(count, self.now)
        self.steps.append({"call": "outputWritten", "bytes": count, "nowNs": now})
        gone, self.output = self.output[:count], self.output[count:]
        return gone

    def end(self) -> None:
        now = self._tick()
        self.host.end_of_input(self.now)
        self.steps.append({"call": "inputEnded", "nowNs": now})

    def start(self) -> None:
        now = self._tick()
        self.host.start(self.now)
        self.steps.append({"call": "start", "nowNs": now})

    def call(self, name: str, session: int | None = None) -> None:
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
        """Polls, writing everything at once, until there is nothing to write."""
        while (action := self.poll()) == WRITE:
            gone = self.written(len(self.output))
            if sink is not None:
                sink(gone)
        return action

    def result(self) -> Json:
        h = self.host
        sessions = []
        for s in h.sessions:
            code, sequence, offset, expected, got = s.fault or (0, 0, 0, 0, 0)
            sessions.append(
                {
                    "session": s.number, "state": s.state, "verifiedFrames": str(s.verified[1]),
                    "warmupVerifiedFrames": str(s.verified[0]), "mismatches": str(sum(s.mismatches)),
                    "queueHighWaterBytes": str(s.high_water), "creditStalls": str(s.stalls),
                    "sentFrames": str(s.sent), "ackedFrames": str(s.acked), "startedNs": str(s.started),
                    "endedNs": str(s.ended), "peerCode": s.peer_code,
                    "fault": {"code": code, "sequence": sequence, "offset": offset, "expected": expected, "got": got},
                }
            )  # fmt: skip
        fault = None
        if h.fault is not None:
            fault = {"code": h.fault.code, "session": h.fault.session, "sequence": h.fault.sequence}
        return {
            "fault": fault,
            "sessions": sessions,
            "receiptNs": [str(ns) for ns in h.receipts],
            "fullCycleNs": [str(ns) for ns in h.cycles],
            "warmup": list(h.warmup),
            "framesIn": str(h.frames_in),
            "framesOut": str(h.frames_out),
            "droppedFrames": str(h.dropped),
        }


def plan_json(plan: Plan) -> Json:
    return {**{k: v for k, v in vars(plan).items() if k not in ("token", "intervalNs")},
            "intervalNs": str(plan.intervalNs), "token": plan.token.hex()}  # fmt: skip


def converse(plan: Plan, seed: int, pauses: bool = False) -> Script:
    """A whole channel through random pieces, up to DONE."""
    rng = random.Random(seed)
    script, worker = Script(plan), Worker(plan.token)
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


# -- faults ---------------------------------------------------------------------------------------------------------


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
    return frame(DATA, session, sequence, payload(session, sequence, size))


def ended() -> Script:
    script = opened(Plan(measuredFrames=1))
    script.receive(echo(1, 0) + credit(1, 8, 1))
    script.settle()
    script.receive(frame(END, 1, 1))
    script.settle()
    return script


def after(script: Script, *pieces: bytes) -> Script:
    for piece in pieces:
        script.receive(piece)
        script.settle()
    script.settle()
    return script


def two() -> Script:
    """Two sessions, so that a session fault can leave one alive."""
    return opened(Plan(sessions=2, measuredFrames=3, creditFrames=2))


def overrun() -> Script:
    script = opened(Plan(measuredFrames=6, creditFrames=2))
    script.call("pause", 1)
    script.receive(credit(1, 16, 2))
    script.settle()
    script.receive(echo(1, 0) + echo(1, 1))
    script.settle()
    return after(script, echo(1, 2))


def truncated(data: bytes, start: Callable[[], Script] = opened) -> Script:
    script = start()
    if data:
        script.receive(data)
        script.settle()
    script.end()
    script.settle()
    return script


def shrunk() -> Script:
    return after(opened(), credit(1, 8, 1), credit(1, 0, 0))


def flipped(sequence: int, offset: int) -> bytes:
    data = bytearray(echo(1, sequence))
    data[16 + offset] ^= 0x20
    return bytes(data)


def greeting(data: bytes) -> Script:
    script = Script(Plan())
    script.settle()
    return after(script, data)


def opening(data: bytes) -> Script:
    script = Script(Plan())
    script.settle()
    script.receive(hello(script.plan.token))
    script.settle()
    return after(script, data)


TOKEN = Plan().token


def fault_scripts() -> dict[str, Script]:
    bad_body = bytearray(hello(TOKEN))
    bad_body[44] = 1
    return {
        "1-length-above-16-mib": after(opened(), HEADER.pack(16_777_217, DATA, 0, 0, 1, 0)),
        "1-length-of-end": after(opened(), frame(END, 1, 0, b"x")),
        "1-length-of-credit": after(opened(), frame(CREDIT, 1, 0, b"12345678")),
        "1-length-of-error": after(opened(), frame(ERROR, 1, 34, b"x" * 257)),
        "1-length-of-accepting-open": opening(frame(OPEN, 1, 0, bytes(32))),
        "2-kind-0": after(opened(), HEADER.pack(0, 0, 0, 0, 1, 0)),
        "2-kind-9": after(opened(), HEADER.pack(0, 9, 0, 0, 1, 0)),
        "2-kind-255-before-hello": greeting(HEADER.pack(0, 255, 0, 0, 0, 0)),
        "3-reserved-flag": after(opened(), frame(DATA, 1, 0, b"12345678", flags=2)),
        "3-slot-without-flag": after(opened(), frame(DATA, 1, 0, b"12345678", slot=1)),
        "3-slot-flag-on-end": after(opened(), frame(END, 1, 0, flags=1)),
        "4-magic": greeting(hello(TOKEN, magic=0x4F484346)),
        "5-version": greeting(hello(TOKEN, version=2)),
        "6-token": greeting(hello(TOKEN[:-1] + b"?")),
        "7-truncated-inside-a-header": truncated(echo(1, 0)[:7]),
        "7-truncated-inside-a-payload": truncated(echo(1, 0)[:20]),
        "7-truncated-before-the-end": truncated(b""),
        "7-truncated-in-a-dropped-payload": truncated(frame(DATA, 1, 0, bytes(500))[:300]),
        "7-not-truncated-after-the-end": truncated(b"", ended),
        "8-data-before-hello": greeting(echo(1, 0)),
        "8-second-hello": after(opened(), hello(TOKEN)),
        "8-ack-to-the-host": after(opened(), frame(ACK, 1, 0)),
        "8-cancel-to-the-host": after(opened(), frame(CANCEL, 1, 0)),
        "8-data-while-opening": opening(echo(1, 0)),
        "8-end-while-measuring": after(opened(), frame(END, 1, 0)),
        "8-second-open": after(opened(), frame(OPEN, 1, 0)),
        "9-session-0": after(opened(), echo(0, 0)),
        "9-session-above-the-plan": after(opened(), echo(2, 0)),
        "10-hello-reserved": greeting(bytes(bad_body)),
        "10-credit-with-a-sequence": after(opened(), frame(CREDIT, 1, 1, bytes(16))),
        "32-credit-overrun-while-paused": overrun(),
        "33-sequence-skipped": after(two(), echo(1, 1), echo(2, 0)),
        "33-sequence-repeated": after(two(), echo(1, 0), echo(1, 0), echo(2, 0)),
        "34-mismatch-first-byte": after(opened(), flipped(0, 0)),
        "34-mismatch-last-byte-of-the-second": after(opened(), echo(1, 0), flipped(1, 7)),
        "34-mismatch-stale-payload": after(opened(), echo(1, 0), frame(DATA, 1, 1, payload(1, 0, 8))),
        "34-mismatch-swapped-sessions": after(two(), frame(DATA, 1, 0, payload(2, 0, 8))),
        "35-size-short": after(two(), echo(1, 0, 7), echo(2, 0)),
        "35-size-long": after(two(), echo(1, 0, 9), echo(2, 0)),
        "35-size-far-above-in-pieces": after(two(), echo(1, 0, 4_000)[:100], echo(1, 0, 4_000)[100:] + echo(2, 0)),
        "36-slot-without-slots": after(two(), HEADER.pack(8, DATA, 1, 0, 1, 0), echo(2, 0)),
        "37-credit-exceeds-bytes": after(two(), credit(1, 17, 2), echo(2, 0)),
        "37-credit-exceeds-frames": after(two(), credit(1, 16, 3)),
        "37-credit-shrinks": shrunk(),
        "38-end-count": after(opened(Plan(measuredFrames=1)), echo(1, 0), frame(END, 1, 2)),
        "39-data-after-end": after(ended(), echo(1, 1)),
        "39-end-after-end": after(ended(), frame(END, 1, 1)),
        "39-credit-growth-after-end": after(opened(Plan(measuredFrames=1)), echo(1, 0), frame(END, 1, 1), credit(1, 8, 1)),
        "39-repeated-credit-after-end-is-no-fault": after(ended(), credit(1, 8, 1)),
        "40-peer-error-of-a-session": after(two(), frame(ERROR, 1, 32, b"too much"), echo(2, 0)),
        "40-peer-error-of-the-channel": after(opened(), frame(ERROR, 0, 6, b"wrong token")),
        "40-peer-error-instead-of-hello": greeting(frame(ERROR, 0, 5)),
        "41-unsolicited": after(opened(Plan(measuredFrames=6)), echo(1, 0), echo(1, 1), echo(1, 2)),
        "dropped-frames-of-a-faulted-session": after(two(), echo(1, 1), echo(1, 2) + frame(END, 1, 3), echo(2, 0)),
    }


def canceled() -> Script:
    script = opened(Plan(sessions=2, measuredFrames=5, creditFrames=2))
    script.receive(echo(1, 0))
    script.settle()
    script.call("cancel")
    script.settle()
    return after(script, echo(1, 1) + frame(END, 1, 2), frame(END, 2, 0))


def idle() -> Script:
    script = opened(Plan(sessions=3, measuredFrames=0))
    script.call("finish")
    script.settle()
    return after(script, frame(END, 3, 0) + frame(END, 1, 0), frame(END, 2, 0))
