"""The other end of a scripted channel: it echoes at once, in memory. Checks nothing."""

from __future__ import annotations

import struct
from typing import Any

from wire import CANCEL, CREDIT, DATA, END, HEADER, OPEN, credit, frame, hello

Json = dict[str, Any]


class EchoWorker:
    """Echoes at once, as long as credit lasts; what it would like to send is in `out`."""

    def __init__(self, token: bytes) -> None:
        self.out = bytearray(hello(token))
        self.input = bytearray()
        self.sessions: dict[int, Json] = {}

    def feed(self, data: bytes) -> None:
        """Take bytes of the host."""
        self.input += data
        while len(self.input) >= 16:
            length, kind, _, _, session, _ = HEADER.unpack_from(self.input)
            if len(self.input) < 16 + length:
                return
            body = bytes(self.input[16 : 16 + length])
            del self.input[: 16 + length]
            self._frame(kind, session, body)

    def _frame(self, kind: int, number: int, body: bytes) -> None:
        """Answer one frame."""
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
        """Send back what the credit allows."""
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
            if (
                2 * news >= limit_frames
                or 2 * news * size >= limit_bytes
                or (news + 1) * size > limit_bytes
            ):
                s["reported"] = s["sent"]
                self.out += credit(number, s["bytes"], s["sent"])
