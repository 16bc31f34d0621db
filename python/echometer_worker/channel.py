"""One channel: HELLO, OPEN, and the way of each frame to its session. Bytes come and go elsewhere.

Order of life: nothing but HELLO is allowed first, then sessions open, live and end in any order;
a channel fault ends all of them.
"""

from __future__ import annotations

from .faults import BODY, ORDER, PEER, SESSION, TOKEN, TRUNCATED, ChannelFault, SessionFault
from .frames import (
    ERROR,
    HEADER_BYTES,
    HELLO,
    OPEN,
    Fields,
    Frame,
    Open,
    encode,
    encode_hello,
    parse_hello,
    parse_open,
)
from .outbox import Outbox
from .sessions import Session, Slots

# What control frames a host may add per DATA frame in flight: its header, a CREDIT and an ACK.
CONTROL_BYTES = 4 * HEADER_BYTES
# Room for OPEN, END and CANCEL of many sessions beside their credit.
BASE_SPARE_BYTES = 65_536


class Channel:
    """The worker's side of one channel, without I/O: frames in, buffers out through `write`."""

    def __init__(self, token: bytes, slots: Slots | None, outbox: Outbox) -> None:
        """Queue our HELLO."""
        self._token = token
        self._slots = slots
        self._outbox = outbox
        self._greeted = False
        self._sessions: dict[int, Session] = {}
        self.spare_bytes = BASE_SPARE_BYTES
        outbox.put(encode_hello(token, slots is not None))

    @property
    def session_count(self) -> int:
        """Sessions opened so far."""
        return len(self._sessions)

    @property
    def dropped_frames(self) -> int:
        """Frames that arrived for sessions which had ended by a fault or CANCEL."""
        return sum(session.dropped_frames for session in self._sessions.values())

    def handle(self, frames: list[Fields]) -> None:
        """Take frames in order; raise ChannelFault when the channel cannot go on."""
        session_of = self._sessions.get
        for frame in frames:
            session = session_of(frame[1])
            if session is None:
                self._control(Frame(*frame))
                continue
            try:
                session.actions[frame[0]](session, frame)
            except SessionFault as fault:
                session.fail(fault)

    def end_of_stream(self) -> None:
        """Take the end of the stream between two frames; raise TRUNCATED if sessions are left."""
        left = sum(not session.has_ended for session in self._sessions.values())
        if left:
            raise ChannelFault(TRUNCATED, f"the stream ended before {left} sessions did")

    def _control(self, frame: Frame) -> None:
        if frame.sequence and frame.kind in (HELLO, OPEN):
            raise ChannelFault(BODY, f"sequence {frame.sequence} on kind {frame.kind}")
        if not self._greeted:
            self._greet(frame)
        elif frame.kind == HELLO:
            raise ChannelFault(ORDER, "a second HELLO")
        elif frame.kind == ERROR and frame.session == 0:
            text = bytes(frame.payload).decode(errors="replace")
            raise ChannelFault(PEER, f"the host ended the channel: {text}", frame.sequence)
        elif frame.kind == OPEN and frame.session:
            self._open(frame.session, parse_open(frame.payload))
        else:
            raise ChannelFault(SESSION, f"kind {frame.kind} on session {frame.session}")

    def _greet(self, frame: Frame) -> None:
        if frame.kind != HELLO or frame.session:
            raise ChannelFault(ORDER, f"kind {frame.kind} before HELLO")
        if parse_hello(frame.payload).token != self._token:
            raise ChannelFault(TOKEN, "HELLO has another token")
        self._greeted = True

    def _open(self, number: int, terms: Open) -> None:
        session = Session(number, terms, self._slots, self._outbox)
        # A refused one is kept too: what the host sends for it is dropped, not a channel fault.
        self._sessions[number] = session
        if session.has_ended:
            return
        # How many bytes an obedient host can have in flight: the bound of any reading ahead.
        in_flight_bytes = max(terms.credit_bytes, terms.payload_bytes)
        self.spare_bytes += in_flight_bytes + terms.credit_frames * CONTROL_BYTES
        self._outbox.put(encode(OPEN, number, 0))
