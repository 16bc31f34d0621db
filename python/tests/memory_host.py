"""A host without a socket: scripted input cut at will, decoded output. It verifies nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from echometer_worker import Outcome, frames, serve
from echometer_worker.sessions import Slots

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKEN = bytes(range(16))
HELLO = frames.encode_hello(TOKEN, False)


def payload_of(session: int, sequence: int, length: int) -> bytes:
    """Return the payload of docs/protocol.md section 7."""
    phase = (session * 97 + sequence * 61) % 251
    period = bytes(((phase + at) % 251 * 167 + 13) % 251 for at in range(251))
    return (period * (length // 251 + 1))[:length]


class Terms(NamedTuple):
    """What a test's OPEN asks for; slots, if any, are as many as the credit's frames."""

    credit_bytes: int = 65_536
    credit_frames: int = 16
    payload_bytes: int = 4096
    storage: int = frames.INLINE
    first_slot: int = 0


DEFAULT_TERMS = Terms()


def open_frame(session: int, terms: Terms = DEFAULT_TERMS) -> bytes:
    """Return the OPEN of a session."""
    slots = (0, 0, 0, 0, 0, 0)
    if terms.storage:
        slots = (0, terms.first_slot, terms.credit_frames, 0, terms.payload_bytes, 0)
    body = frames.OPEN_BODY.pack(*terms[:4], *slots)
    return frames.encode(frames.OPEN, session, 0, body)


def data_frame(session: int, sequence: int, length: int) -> bytes:
    """Return a DATA frame with the right payload."""
    body = payload_of(session, sequence, length)
    return frames.encode(frames.DATA, session, sequence, body)


def slot_frame(session: int, sequence: int, length: int, slot: int) -> bytes:
    """Return the header of a DATA frame whose payload is in a slot."""
    fields = (length, frames.DATA, frames.FLAG_SLOT, slot, session, sequence)
    return frames.HEADER.pack(*fields)


class ScriptedTransport:
    """Gives one piece per read and keeps all that is written."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        """Take the pieces; empty ones are left out, because they would end the stream."""
        self._pieces = [piece for piece in pieces if piece]
        self.writes: list[bytes] = []
        self.most_spare_bytes = 0

    def read_into(self, room: memoryview, wants_all: bool) -> int:
        """Give the next piece, or as much of it as there is room for."""
        del wants_all
        if not self._pieces:
            return 0
        piece = self._pieces[0]
        count = min(len(room), len(piece))
        room[:count] = piece[:count]
        self._pieces[0] = piece[count:]
        if not self._pieces[0]:
            del self._pieces[0]
        return count

    def write(self, buffers: Sequence[frames.Buffer], spare_bytes: int) -> None:
        """Keep what is written; one call is one entry."""
        self.writes.append(b"".join(buffers))
        self.most_spare_bytes = max(self.most_spare_bytes, spare_bytes)


def decode_all(data: bytes) -> list[frames.Frame]:
    """Decode a whole stream; payloads are copies."""
    decoder = frames.Decoder()
    found: list[frames.Frame] = []
    while data:
        data = data[decoder.feed(data) :]
        event = decoder.next_event()
        while event is not None:
            found.append(event._replace(payload=bytes(event.payload)))
            event = decoder.next_event()
    decoder.finish()
    return found


def run(
    pieces: Sequence[bytes], slots: Slots | None = None, greet: bool = True
) -> tuple[Outcome, list[frames.Frame]]:
    """Serve scripted input to its end; return the outcome and what was sent after our HELLO."""
    transport = ScriptedTransport([HELLO, *pieces] if greet else pieces)
    outcome = serve(transport, TOKEN, slots)
    sent = decode_all(b"".join(transport.writes))
    return outcome, sent[1:]
