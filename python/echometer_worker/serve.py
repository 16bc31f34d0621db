"""`serve`: one worker over one transport of two calls, in one thread. No process, no global state.

The same function runs in a child process, in an embedded interpreter or sub-interpreter, in a
thread, and on Pyodide; only the transport differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from .channel import Channel
from .faults import PEER, ChannelFault
from .frames import Buffer, Decoder, encode_error
from .outbox import Outbox
from .sessions import Slots

if TYPE_CHECKING:
    from collections.abc import Sequence


class Transport(Protocol):
    """What a worker needs of the world."""

    def read_into(self, room: memoryview, wants_all: bool) -> int:
        """Read at least one byte and return how many; 0 is the end of the stream.

        `wants_all` is a hint: `room` is the rest of one payload, waiting for all of it saves calls.
        """
        ...

    def write(self, buffers: Sequence[Buffer], spare_bytes: int) -> None:
        """Write all buffers in order.

        While the peer does not take them, keep reading, at most `spare_bytes` ahead: neither side
        may block in a write while it owes a read. An error of the stream shows in the next read.
        """
        ...


class Outcome(NamedTuple):
    """How a channel ended. `fault` is None when the stream ended and every session had ended."""

    fault: ChannelFault | None
    sessions: int
    dropped_frames: int


def serve(transport: Transport, token: bytes, slots: Slots | None = None) -> Outcome:
    """Serve one channel until its stream ends or a channel fault ends it."""
    outbox = Outbox(transport.write)
    decoder = Decoder()
    channel = Channel(token, slots, outbox)
    fault = None
    try:
        _pump(transport, decoder, channel, outbox)
    except ChannelFault as found:
        fault = found
        if found.code != PEER:
            outbox.put(encode_error(0, found.code, found.subject))
            outbox.flush(channel.spare_bytes)
    return Outcome(fault, channel.session_count, channel.dropped_frames)


def _pump(transport: Transport, decoder: Decoder, channel: Channel, outbox: Outbox) -> None:
    while True:
        outbox.flush(channel.spare_bytes)
        count = transport.read_into(decoder.room(), decoder.wants_all)
        if not count:
            decoder.finish()
            channel.end_of_stream()
            return
        channel.handle(decoder.take(count))
