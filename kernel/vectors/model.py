"""A host of docs/protocol.md: the oracle of the flow vectors. Not the kernel, and no I/O.

It models what leaves and what is counted, not buffers: scripts stay below one batch of output
(1 MiB, 64 segments). Bytes arrive (arrival.py), frames are accepted (acceptance.py) and consumed
(consumption.py), the next ones are sent (sending.py); all on the record of channel.py.
"""

from __future__ import annotations

import struct

from arrival import drain
from channel import Channel, ChannelFault, Session
from consumption import consume, pay, report, target
from sending import may_send, send
from wire import CANCEL, END, ERROR, OPEN, frame

WAIT, WRITE, BARRIER, DONE, FAULT = range(5)


class Host(Channel):
    """Feed it bytes and times; it answers actions and output."""

    def written(self, count: int, now: int) -> None:
        """Take note of bytes that left; acknowledgments among them count from now."""
        self.pending -= count
        self.written_total += count
        while self.marks and self.marks[0][0] <= self.written_total:
            _, s, frames = self.marks.pop(0)
            if self.plan.ackPolicy == "separate":
                self.cycles += [max(0, now - s.starts[k]) for k in range(s.acked, frames)]
            s.acked = frames
            if frames > self.plan.warmupFrames:
                s.ended = now

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes that arrived at this time."""
        drain(self)
        self.input += data
        self.bytes_in += len(data)
        self.unread_ns = now

    def end_of_input(self, now: int) -> None:
        """Take note that no byte will follow: a fault, unless all is over."""
        drain(self)
        self.unread_ns = now
        self.closed = True
        if self.fault is None and (self.unread or self.input or not self.is_over()):
            self.fault = ChannelFault(7)

    def _step(self, s: Session) -> None:
        """Do for one session what needs no new frame of the worker."""
        if s.owes:
            self.put(s.owes)
            s.owes = b""
        if s.state == "planned" and not self.greeting:
            p = self.plan
            body = struct.pack("<QII16x", p.creditBytes, p.creditFrames, p.payloadBytes)
            self.put(frame(OPEN, s.number, 0, body))
            s.state = "opening"
        if s.state not in ("warming", "measuring"):
            return
        pay(self, s)
        if s.consumed != target(self, s):
            return
        if s.state == "warming":
            if s.acked == s.consumed:
                s.state = "ready"
        elif self.plan.measuredFrames or self.finishing:
            self.put(frame(END, s.number, s.sent))
            s.state = "ending"

    def _announce(self) -> bytes:
        """Hand out all that is queued."""
        output = bytes(self.queue)
        self.queue.clear()
        self.pending = len(output)
        return output

    def poll(self, now: int) -> tuple[int, bytes]:
        """Return the action the lane is to take, and the bytes to write."""
        drain(self)
        if self.fault is not None:
            if not self.fault_told:
                self.fault_told = True
                self.put(frame(ERROR, 0, self.fault.code))
            if self.pending or not self.queue:
                return FAULT, b""
            return WRITE, self._announce()
        for s in self.sessions:
            consume(self, s)
            self._step(s)
        if self.pending:
            return WAIT, b""
        idle = 0
        while idle < len(self.sessions):
            s = self.sessions[self.turn]
            may = may_send(self, s, now)
            if may:
                send(self, s, now)
            idle = 0 if may else idle + 1
            self.turn = (self.turn + 1) % len(self.sessions)
        if self.queue:
            return WRITE, self._announce()
        if self._at_barrier():
            return BARRIER, b""
        return (DONE if self.is_over() else WAIT), b""

    def _at_barrier(self) -> bool:
        """Whether every living session waits for the measured phase."""
        states = [s.state for s in self.sessions if s.state not in ("ended", "faulted")]
        return self.measuring_from is None and bool(states) and set(states) == {"ready"}

    def start(self, now: int) -> None:
        """Begin the measured phase in every session that is ready."""
        self.measuring_from = now
        self.warmup = (len(self.receipts), len(self.cycles))
        for s in self.sessions:
            if s.state == "ready":
                s.state = "measuring"

    def pause(self, number: int) -> None:
        """Stop consuming a session."""
        s = self.find(number)
        assert s is not None
        if s.state in ("measuring", "ready") and s.consumed != s.reported_frames:
            report(self, s)
        s.paused = True

    def resume(self, number: int) -> None:
        """Go on consuming a session."""
        s = self.find(number)
        assert s is not None
        s.paused = False

    def cancel(self) -> None:
        """Drop every session."""
        for s in self.sessions:
            if s.state == "planned":
                s.state = "ended"
            elif s.state not in ("canceled", "ended", "faulted"):
                s.state = "canceled"
                s.owes = frame(CANCEL, s.number, 0)
