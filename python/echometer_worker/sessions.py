"""One session: its life as a table, its echo as a coroutine. It knows no other session and no I/O.

Theory of operation. The channel looks up the row of the session's state and the column of the
frame's kind and calls what it finds. The echo itself is a coroutine, read top to bottom; it is
resumed by `send(None)` when what it waits for (input or output credit) is there. No asyncio: an
event loop costs about 50 us a round trip, this about half a microsecond.

               DATA         CREDIT   ACK      END          ERROR    CANCEL
    OPEN       echo         grow     count    drain        drop     cancel
    DRAINING   AFTER_END    grow     count    AFTER_END    drop     cancel
    ENDED      AFTER_END    grow     count    AFTER_END    drop     -
    DROPPED    every frame is read, counted and dropped

DRAINING: END was received, not everything is echoed. ENDED: END was sent too; the host may still
owe CREDIT and ACK for the last echoes, and a CANCEL may have crossed our END.
"""

from __future__ import annotations

from collections import deque
from types import coroutine
from typing import TYPE_CHECKING, Callable, NamedTuple

from .credit import ReceiveLedger, SendLedger
from .faults import (
    ACK_TOTAL,
    AFTER_END,
    END_COUNT,
    ORDER,
    SEQUENCE,
    SIZE,
    SLOT,
    ChannelFault,
    SessionFault,
)
from .frames import (
    DATA,
    END,
    FLAG_SLOT,
    HEADER,
    MANAGED,
    MANAGED_DUPLEX,
    Buffer,
    Frame,
    Open,
    encode,
    encode_credit,
    encode_error,
    parse_credit,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine, Generator

SEQUENCE_MASK = 0xFFFF_FFFF

# What a session's coroutine waits for.
NOTHING = 0
INPUT = 1
OUTPUT_CREDIT = 2


class Slots(NamedTuple):
    """The mapped slot files, as bytes. `output` is None where echoes always travel inline."""

    input: memoryview
    output: memoryview | None


@coroutine
def pause() -> Generator[None, None, None]:
    """Suspend the running session until the channel resumes it."""
    yield


class Session:
    """What the worker knows of one session."""

    __slots__ = (
        "_acked_frames",
        "_coroutine",
        "_first_slot",
        "_inbox",
        "_input",
        "_next_sequence",
        "_output",
        "_payload_bytes",
        "_slot_bytes",
        "_slot_count",
        "_waits_for",
        "actions",
        "dropped_frames",
        "has_ended",
        "number",
        "receiver",
        "sender",
        "write",
    )

    def __init__(
        self, number: int, terms: Open, slots: Slots | None, write: Callable[..., None]
    ) -> None:
        """Open on the host's terms; `write(*buffers)` queues output in order."""
        self.number = number
        self.write = write
        self.receiver = ReceiveLedger(terms.credit_bytes, terms.credit_frames, terms.payload_bytes)
        self.sender = SendLedger(terms.credit_bytes, terms.credit_frames)
        self.actions = LIFE[OPEN_STATE]
        self.has_ended = False
        self.dropped_frames = 0
        self._payload_bytes = terms.payload_bytes
        self._first_slot = terms.first_slot
        self._slot_count = terms.slot_count
        self._slot_bytes = terms.slot_bytes
        self._input, self._output = self._map(terms, slots)
        self._next_sequence = 0
        self._acked_frames = 0
        self._inbox: deque[Buffer] = deque()
        self._waits_for = NOTHING
        self._coroutine: Coroutine[None, None, None] = self._echo()
        self._coroutine.send(None)

    def fail(self, fault: SessionFault) -> None:
        """Answer a session fault that we found, and drop the session."""
        self.write(encode_error(self.number, fault.code, fault.subject))
        self._drop()

    async def _echo(self) -> None:
        """Echo every payload in order, then answer END."""
        inbox, receiver, sender = self._inbox, self.receiver, self.sender
        while True:
            while not inbox:
                if self.actions is LIFE[DRAINING]:
                    self._end(LIFE[ENDED])
                    return
                self._waits_for = INPUT
                await pause()
            payload = inbox.popleft()
            length = len(payload)
            output = bytes(payload)
            if receiver.release(length):
                self.write(encode_credit(self.number, *receiver.report()))
            while not sender.try_send(length):
                if receiver.owes_report():
                    self.write(encode_credit(self.number, *receiver.report()))
                self._waits_for = OUTPUT_CREDIT
                await pause()
            self._send(length, output)

    def _send(self, length: int, output: bytes) -> None:
        sequence = (self.sender.sent_frames - 1) & SEQUENCE_MASK
        if self._output is None:
            self.write(HEADER.pack(length, DATA, 0, 0, self.number, sequence), output)
            return
        slot = self._first_slot + sequence % self._slot_count
        start = slot * self._slot_bytes
        self._output[start : start + length] = output
        self.write(HEADER.pack(length, DATA, FLAG_SLOT, slot, self.number, sequence))

    def _resume(self, reason: int) -> None:
        if self._waits_for == reason:
            self._waits_for = NOTHING
            self._coroutine.send(None)

    def _end(self, next_row: Row) -> None:
        self.write(encode(END, self.number, self.sender.sent_frames & SEQUENCE_MASK))
        self.actions = next_row
        self.has_ended = True

    def _drop(self) -> None:
        self._waits_for = NOTHING
        self._coroutine.close()
        self._inbox.clear()
        self.actions = LIFE[DROPPED]
        self.has_ended = True

    def _map(self, terms: Open, slots: Slots | None) -> tuple[memoryview | None, memoryview | None]:
        if terms.storage not in (MANAGED, MANAGED_DUPLEX):
            return None, None
        needed = (terms.first_slot + terms.slot_count) * terms.slot_bytes
        if slots is None or len(slots.input) < needed:
            raise SessionFault(SLOT, f"no input slots of {needed} bytes")
        if terms.storage == MANAGED:
            return slots.input, None
        if slots.output is None or len(slots.output) < needed:
            raise SessionFault(SLOT, f"no output slots of {needed} bytes")
        return slots.input, slots.output

    # The actions of the table, one per column.

    def on_data(self, frame: Frame) -> None:
        """Take a payload: checks, then the echo if it waits for it, else the inbox."""
        _kind, _number, sequence, length, slot, payload = frame
        if sequence != self._next_sequence:
            raise SessionFault(SEQUENCE, f"DATA {sequence}, expected {self._next_sequence}")
        if length > self._payload_bytes:
            raise SessionFault(SIZE, f"DATA of {length} bytes, at most {self._payload_bytes}")
        if slot is not None or self._input is not None:
            payload = self._slot_payload(sequence, length, slot)
        self.receiver.receive(length)
        self._next_sequence = (sequence + 1) & SEQUENCE_MASK
        if self._waits_for == INPUT:
            self._waits_for = NOTHING
            self._inbox.append(payload)
            self._coroutine.send(None)
        else:
            # The decoder's buffer is needed for the next frames; a slot stays ours until released.
            self._inbox.append(bytes(payload) if slot is None else payload)

    def _slot_payload(self, sequence: int, length: int, slot: int | None) -> memoryview:
        if self._input is None or slot is None:
            raise SessionFault(SLOT, f"DATA {sequence} is not where the session's storage says")
        expected = self._first_slot + sequence % self._slot_count
        if slot != expected:
            raise SessionFault(SLOT, f"DATA {sequence} in slot {slot}, expected {expected}")
        start = slot * self._slot_bytes
        return self._input[start : start + length]

    def on_credit(self, frame: Frame) -> None:
        """Take the host's totals; an echo that waits for them goes on."""
        self.sender.grow(*parse_credit(frame.payload))
        self._resume(OUTPUT_CREDIT)

    def on_ack(self, frame: Frame) -> None:
        """Check the acknowledged total, which is sent modulo 2^32."""
        grown = (frame.sequence - self._acked_frames) & SEQUENCE_MASK
        if self._acked_frames + grown > self.sender.sent_frames:
            raise SessionFault(
                ACK_TOTAL,
                f"ACK {frame.sequence} after {self._acked_frames}, "
                f"{self.sender.sent_frames} frames sent",
            )
        self._acked_frames += grown

    def on_end(self, frame: Frame) -> None:
        """Take the end of input; the echo answers END when it has drained its inbox."""
        if frame.sequence != self._next_sequence:
            raise SessionFault(
                END_COUNT, f"END counts {frame.sequence}, {self._next_sequence} received"
            )
        self.actions = LIFE[DRAINING]
        self._resume(INPUT)

    def on_error(self, _frame: Frame) -> None:
        """Drop the session that the host found at fault; an ERROR is not answered."""
        self._drop()

    def on_cancel(self, _frame: Frame) -> None:
        """Drop the session and tell how far it had come."""
        self._drop()
        self._end(LIFE[DROPPED])

    def on_dropped(self, _frame: Frame) -> None:
        """Count a frame that nobody wants any more."""
        self.dropped_frames += 1

    def after_end(self, _frame: Frame) -> None:
        """Refuse what may not follow END."""
        raise SessionFault(AFTER_END, "a frame after END")

    def ignore(self, _frame: Frame) -> None:
        """Do nothing: the frame crossed our END."""

    def out_of_order(self, frame: Frame) -> None:
        """Refuse a kind that no session in any state may get."""
        raise ChannelFault(ORDER, f"kind {frame.kind} on session {frame.session}")


Action = Callable[[Session, Frame], None]
Row = tuple[Action, ...]

OPEN_STATE = "open"
DRAINING = "draining"
ENDED = "ended"
DROPPED = "dropped"


def _row(data: Action, end: Action, error: Action, cancel: Action) -> Row:
    """Lay out a row by kind, 0 to 8; CREDIT and ACK are the same in every state but DROPPED."""
    never = Session.out_of_order
    return (never, never, never, data, Session.on_credit, Session.on_ack, end, error, cancel)


LIFE: dict[str, Row] = {
    OPEN_STATE: _row(Session.on_data, Session.on_end, Session.on_error, Session.on_cancel),
    DRAINING: _row(Session.after_end, Session.after_end, Session.on_error, Session.on_cancel),
    ENDED: _row(Session.after_end, Session.after_end, Session.on_error, Session.ignore),
    DROPPED: (Session.out_of_order,) * 3 + (Session.on_dropped,) * 6,
}
