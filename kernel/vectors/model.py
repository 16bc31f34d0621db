"""A host of docs/protocol.md in plain Python: the oracle of the flow vectors. Independent of the kernel; no I/O.

It models what leaves and what is counted, not buffers: scripts stay below one batch of output (1 MiB, 64 segments).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

HEADER = struct.Struct("<IBBHII")
HELLO, OPEN, DATA, CREDIT, ACK, END, ERROR, CANCEL = range(1, 9)
MAX_LENGTH = 16_777_216
LENGTHS = {HELLO: (32,), OPEN: (0, 32), CREDIT: (16,), ACK: (0,), END: (0,), CANCEL: (0,)}
WAIT, WRITE, BARRIER, DONE, FAULT = range(5)
PATTERN = bytes((k * 167 + 13) % 251 for k in range(251))


def frame(kind: int, session: int, sequence: int, body: bytes = b"", flags: int = 0, slot: int = 0) -> bytes:
    return HEADER.pack(len(body), kind, flags, slot, session, sequence) + body


def hello(token: bytes, magic: int = 0x4F484345, version: int = 1) -> bytes:
    return frame(HELLO, 0, 0, struct.pack("<IHH16sII", magic, version, 0, token, MAX_LENGTH, 0))


def credit(session: int, released_bytes: int, released_frames: int) -> bytes:
    return frame(CREDIT, session, 0, struct.pack("<QQ", released_bytes, released_frames))


def payload(session: int, sequence: int, size: int) -> bytes:
    phase = (session * 97 + sequence * 61) % 251
    return (PATTERN * (size // 251 + 2))[phase : phase + size]


def header_fault(header: bytes) -> int:
    length, kind, flags, slot, _, _ = HEADER.unpack(header)
    if length > MAX_LENGTH:
        return 1
    if not HELLO <= kind <= CANCEL:
        return 2
    if kind == ERROR and length > 256:
        return 1
    if kind in LENGTHS and length not in LENGTHS[kind]:
        return 1
    if flags & ~1 or (flags and kind != DATA) or (not flags and slot):
        return 3
    return 0


class ChannelFault(Exception):
    def __init__(self, code: int, session: int = 0, sequence: int = 0) -> None:
        super().__init__(code)
        self.code, self.session, self.sequence = code, session, sequence


@dataclass
class Plan:
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


class Host:
    """Feed it bytes and times; it answers actions and output."""

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
        self._put(hello(plan.token))

    # -- output -------------------------------------------------------------------------------------------------
    def _put(self, data: bytes) -> None:
        self.queue += data
        self.queued_total += len(data)
        self.frames_out += 1

    def written(self, count: int, now: int) -> None:
        self.pending -= count
        self.written_total += count
        while self.marks and self.marks[0][0] <= self.written_total:
            _, s, frames = self.marks.pop(0)
            if self.plan.ackPolicy == "separate":
                self.cycles += [max(0, now - s.starts[k]) for k in range(s.acked, frames)]
            s.acked = frames
            if frames > self.plan.warmupFrames:
                s.ended = self.ended_ns = now

    ended_ns = 0

    # -- input --------------------------------------------------------------------------------------------------
    def receive(self, data: bytes, now: int) -> None:
        self._drain()
        self.input += data
        self.bytes_in += len(data)
        self.unread_ns = now

    def end_of_input(self, now: int) -> None:
        self._drain()
        self.unread_ns = now
        self.closed = True
        if self.fault is None and (self.unread or self.input or not self._over()):
            self.fault = ChannelFault(7)

    def _whole(self, at: int) -> int:
        """Size of the whole, faultless frame at this offset, or 0."""
        if len(self.input) - at < 16 or header_fault(self.input[at : at + 16]):
            return 0
        length, _, flags, _, _, _ = HEADER.unpack_from(self.input, at)
        total = 16 + (0 if flags else length)
        return total if len(self.input) - at >= total else 0

    def _drain(self) -> None:
        counted = 0
        try:
            while self.fault is None:
                skipped = min(self.unread, len(self.input))
                del self.input[:skipped]
                self.unread -= skipped
                if counted == 0:
                    counted = self._count_arrived()
                total = self._whole(0)
                if total == 0:
                    if not self._look_at_header():
                        return
                    continue
                data = bytes(self.input[:total])
                del self.input[:total]
                counted -= total
                self.frames_in += 1
                self._frame(data)
        except ChannelFault as fault:
            self.fault = fault

    def _count_arrived(self) -> int:
        at = 0
        while total := self._whole(at):
            length, kind, _, _, session, _ = HEADER.unpack_from(self.input, at)
            s = self._find(session)
            if kind == DATA and s is not None and s.state not in ("ended", "faulted"):
                s.queued_bytes += length
                s.high_water = max(s.high_water, s.queued_bytes)
            at += total
        return at

    def _look_at_header(self) -> bool:
        if len(self.input) < 16:
            return False
        length, kind, flags, _, session, sequence = HEADER.unpack_from(self.input)
        code = header_fault(self.input[:16])
        if code:
            raise ChannelFault(code, session, sequence)
        if kind != DATA or flags or length <= self.plan.payloadBytes:
            return False
        header = bytes(self.input[:16])
        self.frames_in += 1
        self._frame(header)
        del self.input[:16]
        self.unread = length
        return True

    # -- frames -------------------------------------------------------------------------------------------------
    def _find(self, number: int) -> Session | None:
        index = number - self.plan.firstSession
        return self.sessions[index] if number and 0 <= index < len(self.sessions) else None

    def _frame(self, data: bytes) -> None:
        length, kind, flags, _, session, sequence = HEADER.unpack_from(data)
        body = data[16:]
        if kind == ERROR and session == 0:
            self.fault = ChannelFault(40, 0, sequence)
            self.fault_told = True
            return
        if self.greeting and kind == HELLO:
            self._hello(session, sequence, body)
            return
        if self.greeting or kind in (HELLO, ACK, CANCEL):
            raise ChannelFault(8, session, sequence)
        s = self._find(session)
        if s is None or s.state == "planned":
            raise ChannelFault(9, session, sequence)
        if kind == OPEN and length:
            raise ChannelFault(1, session, sequence)
        if kind in (OPEN, CREDIT) and sequence:
            raise ChannelFault(10, session, sequence)
        if s.state == "faulted":
            self.dropped += 1
            return
        if kind == ERROR:
            s.peer_code = sequence
            self._session_fault(s, 40, sequence)
            return
        if s.state == "opening" and kind != OPEN:
            raise ChannelFault(8, session, sequence)
        if kind == OPEN:
            if s.state == "opening":
                s.state = "warming"
            elif s.state != "canceled":
                raise ChannelFault(8, session, sequence)
        elif kind == CREDIT:
            self._credit(s, body)
        elif kind == END:
            self._end(s, sequence)
        else:
            self._data(s, length, flags, sequence, body)

    def _hello(self, session: int, sequence: int, body: bytes) -> None:
        magic, version, _, token, limit, reserved = struct.unpack("<IHH16sII", body)
        for wrong, code in (
            (session or sequence, 10),
            (magic != 0x4F484345, 4),
            (version != 1, 5),
            (token != self.plan.token, 6),
            (limit != MAX_LENGTH or reserved, 10),
        ):
            if wrong:
                raise ChannelFault(code, session, sequence)
        self.greeting = False

    def _credit(self, s: Session, body: bytes) -> None:
        if s.state == "canceled":
            self.dropped += 1
            return
        total_bytes, total_frames = struct.unpack("<QQ", body)
        shrinks = total_bytes < s.told_bytes or total_frames < s.told_frames
        if shrinks or total_bytes > s.sent_bytes or total_frames > s.sent:
            self._session_fault(s, 37, 0)
            return
        grows = (total_bytes, total_frames) != (s.told_bytes, s.told_frames)
        s.told_bytes, s.told_frames = total_bytes, total_frames
        if grows and s.state == "ended":
            self._session_fault(s, 39, 0)

    def _end(self, s: Session, sequence: int) -> None:
        if s.state == "ended":
            self._session_fault(s, 39, sequence)
        elif s.state not in ("ending", "canceled"):
            raise ChannelFault(8, s.number, sequence)
        elif sequence != s.received:
            self._session_fault(s, 38, sequence)
        else:
            s.state = "ended"

    def _data(self, s: Session, length: int, flags: int, sequence: int, body: bytes) -> None:
        if s.state == "canceled":
            self.dropped += 1
            s.received += 1
            return
        if s.state == "ended":
            self._session_fault(s, 39, sequence)
            return
        outstanding_bytes = s.received_bytes - s.reported_bytes
        outstanding = s.received - s.reported_frames
        alone = outstanding == 0 and outstanding_bytes == 0
        fits = outstanding_bytes + length <= self.plan.creditBytes or alone
        for wrong, code in (
            (sequence != s.received, 33),
            (s.received >= s.sent, 41),
            (flags, 36),
            (length != self.plan.payloadBytes, 35),
            (not fits or outstanding + 1 > self.plan.creditFrames, 32),
        ):
            if wrong:
                self._session_fault(s, code, sequence)
                return
        s.received += 1
        s.received_bytes += length
        behind_others = bool(s.parked)
        s.parked.append((body, self.unread_ns))
        if not behind_others:
            self._consume(s)

    # -- consumption --------------------------------------------------------------------------------------------
    def _target(self, s: Session) -> int:
        measured = 0 if s.state == "warming" else self.plan.measuredFrames
        return self.plan.warmupFrames + measured

    def _consume(self, s: Session) -> None:
        while s.parked and not s.paused:
            body, receipt = s.parked.pop(0)
            phase = 0 if s.state == "warming" else 1
            wanted = payload(s.number, s.consumed, len(body))
            if body != wanted:
                at = next(i for i in range(len(body)) if body[i] != wanted[i])
                s.mismatches[phase] += 1
                self._session_fault(s, 34, s.consumed, at, wanted[at], body[at])
                return
            self.receipts.append(max(0, receipt - s.starts[s.consumed]))
            s.verified[phase] += 1
            s.consumed += 1
            s.released_bytes += len(body)
            s.queued_bytes -= len(body)
            self._pay(s)

    def _pay(self, s: Session) -> None:
        unacked = s.consumed - s.ack_queued
        last = s.consumed == self._target(s)
        if unacked and (last or (self.plan.ackPolicy == "separate" and unacked >= self.plan.ackEvery)):
            self._ack(s)
        new_bytes = s.released_bytes - s.reported_bytes
        new_frames = s.consumed - s.reported_frames
        due = (
            2 * new_bytes >= self.plan.creditBytes
            or 2 * new_frames >= self.plan.creditFrames
            or new_bytes + self.plan.payloadBytes > self.plan.creditBytes
        )
        if new_frames and due:
            self._report(s)

    def _ack(self, s: Session) -> None:
        self._put(frame(ACK, s.number, s.consumed))
        s.ack_queued = s.consumed
        self.marks.append((self.queued_total, s, s.consumed))

    def _report(self, s: Session) -> None:
        s.reported_bytes, s.reported_frames = s.released_bytes, s.consumed
        self._put(credit(s.number, s.released_bytes, s.consumed))

    def _session_fault(
        self, s: Session, code: int, sequence: int, offset: int = 0, expected: int = 0, got: int = 0
    ) -> None:
        s.state = "faulted"
        s.fault = (code, sequence, offset, expected, got)
        s.parked.clear()
        s.queued_bytes = 0
        s.owes = b"" if code == 40 else frame(ERROR, s.number, code)

    # -- the lane's calls ---------------------------------------------------------------------------------------
    def _over(self) -> bool:
        return all(s.state in ("ended", "faulted") for s in self.sessions)

    def _step(self, s: Session) -> None:
        if s.owes:
            self._put(s.owes)
            s.owes = b""
        if s.state == "planned" and not self.greeting:
            p = self.plan
            body = struct.pack("<QII16x", p.creditBytes, p.creditFrames, p.payloadBytes)
            self._put(frame(OPEN, s.number, 0, body))
            s.state = "opening"
        if s.state not in ("warming", "measuring"):
            return
        self._pay(s)
        if s.consumed != self._target(s):
            return
        if s.state == "warming":
            if s.acked == s.consumed:
                s.state = "ready"
        elif self.plan.measuredFrames or self.finishing:
            self._put(frame(END, s.number, s.sent))
            s.state = "ending"

    def _start_of(self, s: Session, now: int) -> int:
        if not self.plan.intervalNs or s.state != "measuring" or self.measuring_from is None:
            return now
        return self.measuring_from + (s.sent - self.plan.warmupFrames) * self.plan.intervalNs

    def _may_send(self, s: Session, now: int) -> bool:
        if s.state not in ("warming", "measuring") or s.sent >= self._target(s):
            return False
        if s.sent - s.consumed >= self.window:
            return False
        if self.window == 1 and self.plan.ackPolicy == "separate":
            travelling = s.ack_queued != s.acked
            if travelling or s.consumed - s.acked >= self.plan.ackEvery:
                return False
        if self._start_of(s, now) > now:
            return False
        outstanding_bytes = s.sent_bytes - s.told_bytes
        outstanding = s.sent - s.told_frames
        alone = outstanding == 0 and outstanding_bytes == 0
        fits = outstanding_bytes + self.plan.payloadBytes <= self.plan.creditBytes or alone
        if fits and outstanding + 1 <= self.plan.creditFrames:
            return True
        if not s.stalled:
            s.stalls += 1
        s.stalled = True
        return False

    def _send(self, s: Session, now: int) -> None:
        if self.plan.ackPolicy == "piggyback" and s.consumed - s.ack_queued >= self.plan.ackEvery:
            self._ack(s)
        start = self._start_of(s, now)
        s.starts[s.sent] = start
        if s.state == "measuring" and s.sent == self.plan.warmupFrames:
            s.started = start
        self._put(frame(DATA, s.number, s.sent, payload(s.number, s.sent, self.plan.payloadBytes)))
        s.sent += 1
        s.sent_bytes += self.plan.payloadBytes
        s.stalled = False

    def _announce(self) -> bytes:
        output = bytes(self.queue)
        self.queue.clear()
        self.pending = len(output)
        return output

    def poll(self, now: int) -> tuple[int, bytes]:
        self._drain()
        if self.fault is not None:
            if not self.fault_told:
                self.fault_told = True
                self._put(frame(ERROR, 0, self.fault.code))
            if self.pending or not self.queue:
                return FAULT, b""
            return WRITE, self._announce()
        for s in self.sessions:
            self._consume(s)
            self._step(s)
        if self.pending:
            return WAIT, b""
        idle = 0
        while idle < len(self.sessions):
            s = self.sessions[self.turn]
            may = self._may_send(s, now)
            if may:
                self._send(s, now)
            idle = 0 if may else idle + 1
            self.turn = (self.turn + 1) % len(self.sessions)
        if self.queue:
            return WRITE, self._announce()
        if self._at_barrier():
            return BARRIER, b""
        return (DONE if self._over() else WAIT), b""

    def _at_barrier(self) -> bool:
        states = [s.state for s in self.sessions if s.state not in ("ended", "faulted")]
        return self.measuring_from is None and bool(states) and set(states) == {"ready"}

    def start(self, now: int) -> None:
        self.measuring_from = now
        self.warmup = (len(self.receipts), len(self.cycles))
        for s in self.sessions:
            if s.state == "ready":
                s.state = "measuring"

    def pause(self, number: int) -> None:
        s = self._find(number)
        assert s is not None
        if s.state in ("measuring", "ready") and s.consumed != s.reported_frames:
            self._report(s)
        s.paused = True

    def resume(self, number: int) -> None:
        s = self._find(number)
        assert s is not None
        s.paused = False

    def cancel(self) -> None:
        for s in self.sessions:
            if s.state == "planned":
                s.state = "ended"
            elif s.state not in ("canceled", "ended", "faulted"):
                s.state = "canceled"
                s.owes = frame(CANCEL, s.number, 0)
