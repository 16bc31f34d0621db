"""The record of a channel: its plan, what its sessions counted, its output. Not the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from wire import hello


class ChannelFault(Exception):
    """Ends the channel: a code of docs/protocol.md, section 6, and the frame that caused it."""

    def __init__(self, code: int, session: int = 0, sequence: int = 0) -> None:
        super().__init__(code)
        self.code, self.session, self.sequence = code, session, sequence


@dataclass
class Plan:
    """What a run is to do; fields are named as the vectors' JSON names them."""

    sessions: int = 1
    payloadBytes: int = 8
    warmupFrames: int = 0
    measuredFrames: int = 1
    creditBytes: int = 65_536
    creditFrames: int = 1
    ackEvery: int = 1
    ackPolicy: str = "separate"
    firstSession: int = 1
    intervalNs: int = 0
    token: bytes = bytes(range(16))


@dataclass
class Session:
    """One session: its state, both directions' counters, and what is still to do."""

    number: int
    state: str = "planned"
    sent: int = 0
    sent_bytes: int = 0
    told_frames: int = 0
    told_bytes: int = 0
    received: int = 0
    received_bytes: int = 0
    consumed: int = 0
    released_bytes: int = 0
    reported_frames: int = 0
    reported_bytes: int = 0
    ack_queued: int = 0
    acked: int = 0
    verified: list[int] = field(default_factory=lambda: [0, 0])
    mismatches: list[int] = field(default_factory=lambda: [0, 0])
    queued_bytes: int = 0
    high_water: int = 0
    stalls: int = 0
    stalled: bool = False
    paused: bool = False
    owes: bytes = b""
    parked: list[tuple[bytes, int]] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    started: int = 0
    ended: int = 0
    fault: tuple[int, int, int, int, int] | None = None
    peer_code: int = 0


class Channel:
    """What arrived, what is queued, and what was counted so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.sessions = [Session(plan.firstSession + i) for i in range(plan.sessions)]
        self.window = 1 if plan.creditFrames == 1 else 2 * plan.creditFrames
        self.input = bytearray()
        self.unread = 0
        self.unread_ns = 0
        self.queue = bytearray()
        self.pending = 0
        self.queued_total = 0
        self.written_total = 0
        self.marks: list[tuple[int, Session, int]] = []
        self.greeting = True
        self.measuring_from: int | None = None
        self.finishing = False
        self.turn = 0
        self.closed = False
        self.fault: ChannelFault | None = None
        self.fault_told = False
        self.receipts: list[int] = []
        self.cycles: list[int] = []
        self.warmup = (0, 0)
        self.frames_in = self.frames_out = self.bytes_in = self.dropped = 0
        self.put(hello(plan.token))

    def put(self, data: bytes) -> None:
        """Queue one frame."""
        self.queue += data
        self.queued_total += len(data)
        self.frames_out += 1

    def find(self, number: int) -> Session | None:
        """Return the session of the plan with this number."""
        index = number - self.plan.firstSession
        return self.sessions[index] if number and 0 <= index < len(self.sessions) else None

    def is_over(self) -> bool:
        """Whether nothing more is expected of any session."""
        return all(s.state in ("ended", "faulted") for s in self.sessions)
