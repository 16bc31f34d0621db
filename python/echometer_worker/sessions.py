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
    Fields,
    Open,
    encode,
    encode_credit,
    encode_error,
    parse_credit,
)
from .outbox import LARGE_BYTES, Outbox

if TYPE_CHECKING:
    from collections.abc import Generator

SEQUENCE_MASK = 0xFFFF_FFFF

# What a session's coroutine waits for.
NOTHING = 0
INPUT = 1
OUTPUT_CREDIT = 2


class Slots(NamedTuple):
    """The mapped slot files, as bytes. `output` is None where echoes always travel inline."""

    input: memoryview
    output: memoryview | None


class Session:
    """What the worker knows of one session."""

    __slots__ = (
        "_acked_frames",
        "_coroutine",
        "_first_slot",
        "_inbox",
        "_input",
        "_outbox",
        "_output",
        "_payload_bytes",
        "_put",
        "_slot_bytes",
        "_slot_count",
        "_waits_for",
        "_wake",
        "actions",
        "dropped_frames",
        "number",
        "receiver",
        "sender",
    )

    def __init__(self, number: int, terms: Open, slots: Slots | None, outbox: Outbox) -> None:
        """Open on the host's terms; terms without their slots are answered and drop it."""
        self.number = number
        self._outbox = outbox
        self._put = outbox.put
        self.receiver = ReceiveLedger(terms.credit_bytes, terms.credit_frames, terms.payload_bytes)
        self.sender = SendLedger(terms.credit_bytes, terms.credit_frames)
        self.actions = LIFE[OPEN_STATE]
        self.dropped_frames = 0
        self._payload_bytes = terms.payload_bytes
        self._first_slot = terms.first_slot
        self._slot_count = terms.slot_count
        self._slot_bytes = terms.slot_bytes
        self._input: memoryview | None = None
        self._output: memoryview | None = None
        self._acked_frames = 0
        self._inbox: deque[Buffer] = deque()
        self._waits_for = NOTHING
        self._coroutine: Generator[None, Buffer | None, None] = self._echo()
        self._wake: Callable[[Buffer | None], None] = self._coroutine.send
        try:
            self._input, self._output = self._map(terms, slots)
        except SessionFault as fault:
            self.fail(fault)
        else:
            self._wake(None)

    @property
    def has_ended(self) -> bool:
        """Tell whether this side owes nothing more."""
        return self.actions is LIFE[ENDED] or self.actions is LIFE[DROPPED]

    def fail(self, fault: SessionFault) -> None:
        """Answer a session fault that we found, and drop the session."""
        self._put(encode_error(self.number, fault.code, fault.subject))
        self._drop()

    def _echo(self) -> Generator[None, Buffer | None, None]:
        """Echo every payload in order, then answer END."""
        inbox, receiver, sender = self._inbox, self.receiver, self.sender
        release, try_send, put, number = receiver.release, sender.try_send, self._put, self.number
        pack, inline = HEADER.pack, self._output is None
        while True:
            if inbox:
                payload = inbox.popleft()
            elif self.actions is LIFE[DRAINING]:
                break
            else:
                self._waits_for = INPUT
                payload = yield
                if payload is None:
                    continue
            length = len(payload)
            output = bytes(payload)
            if release(length):
                put(encode_credit(number, *receiver.report()))
            while not try_send(length):
                self._report_early()
                self._waits_for = OUTPUT_CREDIT
                yield
            if inline and length < LARGE_BYTES:
                # Most frames of most runs: no further call, one small buffer.
                sequence = (sender.sent_frames - 1) & SEQUENCE_MASK
                put(pack(length, DATA, 0, 0, number, sequence) + output)
            else:
                self._send(length, output)
        self._end(LIFE[ENDED])

    def _report_early(self) -> None:
        """Report before consumption stops for a while."""
        if self.receiver.owes_report():
            self._put(encode_credit(self.number, *self.receiver.report()))

    def _send(self, length: int, output: bytes) -> None:
        sequence = (self.sender.sent_frames - 1) & SEQUENCE_MASK
        if self._output is not None:
            slot = self._first_slot + sequence % self._slot_count
            start = slot * self._slot_bytes
            self._output[start : start + length] = output
            self._put(HEADER.pack(length, DATA, FLAG_SLOT, slot, self.number, sequence))
        elif length < LARGE_BYTES:
            self._put(HEADER.pack(length, DATA, 0, 0, self.number, sequence) + output)
        else:
            header = HEADER.pack(length, DATA, 0, 0, self.number, sequence)
            self._outbox.put_large(header, output)

    def _resume(self, reason: int) -> None:
        if self._waits_for == reason:
            self._waits_for = NOTHING
            try:
                self._coroutine.send(None)
            except StopIteration:
                # The echo has answered END and is over.
                return

    def _end(self, next_row: Row) -> None:
        self._put(encode(END, self.number, self.sender.sent_frames & SEQUENCE_MASK))
        self.actions = next_row

    def _drop(self) -> None:
        self._waits_for = NOTHING
        self._coroutine.close()
        self._inbox.clear()
        self.actions = LIFE[DROPPED]

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

    def on_data(self, frame: Fields) -> None:
        """Take a payload: checks, then the echo if it waits for it, else the inbox."""
        _kind, _number, sequence, length, slot, payload = frame
        receiver = self.receiver
        if sequence != receiver.received_frames & SEQUENCE_MASK:
            expected = receiver.received_frames
            raise SessionFault(SEQUENCE, f"DATA {sequence}, expected {expected}")
        if length > self._payload_bytes:
            raise SessionFault(SIZE, f"DATA of {length} bytes, at most {self._payload_bytes}")
        if slot is not None or self._input is not None:
            payload = self._slot_payload(sequence, length, slot)
        receiver.receive(length)
        if self._waits_for == INPUT:
            self._waits_for = NOTHING
            self._wake(payload)
        else:
            # The decoder's buffer is needed for the next frames; a slot stays ours until released.
            self._inbox.append(bytes(payload) if slot is None else payload)

    def _slot_payload(self, sequence: int, length: int, slot: int | None) -> memoryview:
        if self._input is None:
            raise SessionFault(SLOT, f"DATA {sequence} is not where the session's storage says")
        expected = self._first_slot + sequence % self._slot_count
        if slot != expected:
            raise SessionFault(SLOT, f"DATA {sequence} in slot {slot}, expected {expected}")
        start = expected * self._slot_bytes
        return self._input[start : start + length]

    def on_credit(self, frame: Fields) -> None:
        """Take the host's totals; an echo that waits for them goes on."""
        self.sender.grow(*parse_credit(frame[5]))
        self._resume(OUTPUT_CREDIT)

    def on_ack(self, frame: Fields) -> None:
        """Check the acknowledged total, which is sent modulo 2^32."""
        grown = (frame[2] - self._acked_frames) & SEQUENCE_MASK
        if self._acked_frames + grown > self.sender.sent_frames:
            raise SessionFault(
                ACK_TOTAL,
                f"ACK {frame[2]} after {self._acked_frames}, {self.sender.sent_frames} frames sent",
            )
        self._acked_frames += grown

    def on_end(self, frame: Fields) -> None:
        """Take the end of input; the echo answers END when it has drained its inbox."""
        received = self.receiver.received_frames
        if frame[2] != received & SEQUENCE_MASK:
            raise SessionFault(END_COUNT, f"END counts {frame[2]}, {received} received")
        self.actions = LIFE[DRAINING]
        self._resume(INPUT)

    def on_error(self, _frame: Fields) -> None:
        """Drop the session that the host found at fault; an ERROR is not answered."""
        self._drop()

    def on_cancel(self, _frame: Fields) -> None:
        """Drop the session and tell how far it had come."""
        self._drop()
        self._end(LIFE[DROPPED])

    def on_dropped(self, _frame: Fields) -> None:
        """Count a frame that nobody wants any more."""
        self.dropped_frames += 1

    def after_end(self, _frame: Fields) -> None:
        """Refuse what may not follow END."""
        raise SessionFault(AFTER_END, "a frame after END")

    def ignore(self, _frame: Fields) -> None:
        """Do nothing: the frame crossed our END."""

    def out_of_order(self, frame: Fields) -> None:
        """Refuse a kind that no session in any state may get."""
        raise ChannelFault(ORDER, f"kind {frame[0]} on session {frame[1]}")


Action = Callable[[Session, Fields], None]
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
