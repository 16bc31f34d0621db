"""Credit totals of docs/protocol.md, section 4, through random calls. Not a whole channel."""

from __future__ import annotations

import random

from case import Case, case


class Ledger:
    """Who sends also releases, so both sides are in one record; every call and answer is a step."""

    def __init__(self, limit_bytes: int, limit_frames: int, largest: int) -> None:
        self.limit_bytes, self.limit_frames, self.largest = limit_bytes, limit_frames, largest
        self.sent = (0, 0)
        self.told = (0, 0)
        self.released = (0, 0)
        self.waiting: list[int] = []
        self.steps: list[Case] = []

    def send(self, size: int) -> None:
        """Send a payload if the credit allows it."""
        outstanding = (self.sent[0] - self.told[0], self.sent[1] - self.told[1])
        fits = outstanding[0] + size <= self.limit_bytes or outstanding == (0, 0)
        allowed = fits and outstanding[1] + 1 <= self.limit_frames
        if allowed:
            self.sent = (self.sent[0] + size, self.sent[1] + 1)
            self.waiting.append(size)
        self.steps.append({"call": "creditSend", "bytes": size, "status": 0 if allowed else -10})

    def release(self) -> None:
        """Release the oldest payload; the answer is whether a report is due."""
        size = self.waiting.pop(0)
        self.released = (self.released[0] + size, self.released[1] + 1)
        news = (self.released[0] - self.told[0], self.released[1] - self.told[1])
        due = news[1] > 0 and (
            news[0] * 2 >= self.limit_bytes
            or news[1] * 2 >= self.limit_frames
            or news[0] + self.largest > self.limit_bytes
        )
        given = {"bytes": size, "largest": self.largest}
        self.steps.append({"call": "creditRelease", **given, "status": int(due)})

    def tell(self, total_bytes: int, total_frames: int) -> None:
        """Report totals, which may be lower than before or higher than what was sent."""
        total = (total_bytes, total_frames)
        valid = all(self.told[i] <= total[i] <= self.sent[i] for i in range(2))
        status = int(total != self.told) if valid else -5
        if valid:
            self.told = total
        given = {"bytes": str(total_bytes), "frames": str(total_frames)}
        self.steps.append({"call": "creditTold", **given, "status": status})


def ledger_case(limit_bytes: int, limit_frames: int, largest: int, rng: random.Random) -> Case:
    """Return a ledger's case of up to 60 calls."""
    ledger = Ledger(limit_bytes, limit_frames, largest)
    for _ in range(60):
        op = rng.choice(("send", "send", "release", "tell"))
        if op == "send":
            sizes = (0, 1, largest // 2, largest, limit_bytes, limit_bytes + 1)
            ledger.send(rng.choice(sizes))
        elif op == "release" and ledger.waiting:
            ledger.release()
        elif op == "tell":
            totals = (ledger.released[0], ledger.sent[0] + 1, ledger.told[0] - 1)
            total_bytes = rng.choice(totals)
            if total_bytes >= 0:
                ledger.tell(total_bytes, ledger.released[1])
    given = {"limitBytes": str(limit_bytes), "limitFrames": limit_frames, "steps": ledger.steps}
    name = f"ledger-{limit_bytes}-{limit_frames}-{largest}"
    return case(name, "the two totals of section 4", given, {})
