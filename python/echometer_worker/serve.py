"""`serve`: one worker over one transport of two calls, in one thread. No process, no global state.

The same function runs in a child process, in an embedded interpreter or sub-interpreter, in a
thread, and on Pyodide; only the transport differs.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .channel import Channel
from .faults import PEER, ChannelFault
from .frames import Buffer, Decoder, encode_error
from .sessions import Slots

# Outputs are gathered per read; a batch that grows past this is written before the rest is read.
# 128 KiB is half of the socket buffer, so the host can consume while we go on.
FLUSH_BYTES = 131_072
# Up to here one joined buffer and one plain write are cheaper than a gathered write of many parts.
JOIN_BYTES = 16_384


class Transport(Protocol):
    """What a worker needs of the world."""

    def read_into(self, room: memoryview, wants_all: bool) -> int:
        """Read at least one byte and return how many; 0 is the end of the stream.

        `wants_all` is a hint: `room` is the rest of one payload, waiting for all of it saves calls.
        """
        ...

    def write(self, buffers: list[Buffer], spare_bytes: int) -> None:
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


class Outbox:
    """Output in order, coalesced per read batch: one system call for many small frames."""

    __slots__ = ("_buffers", "_bytes", "_transport", "spare_bytes")

    def __init__(self, transport: Transport) -> None:
        """Start empty."""
        self._transport = transport
        self._buffers: list[Buffer] = []
        self._bytes = 0
        self.spare_bytes = 0

    def add(self, *buffers: Buffer) -> None:
        """Queue buffers; they are kept, not copied, so they must not change."""
        self._buffers += buffers
        for buffer in buffers:
            self._bytes += len(buffer)
        if self._bytes >= FLUSH_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what is queued."""
        buffers = self._buffers
        if not buffers:
            return
        self._buffers = []
        joins = self._bytes <= JOIN_BYTES
        self._bytes = 0
        self._transport.write([b"".join(buffers)] if joins else buffers, self.spare_bytes)


def serve(transport: Transport, token: bytes, slots: Slots | None = None) -> Outcome:
    """Serve one channel until its stream ends or a channel fault ends it."""
    outbox = Outbox(transport)
    decoder = Decoder()
    channel = Channel(token, slots, outbox.add)
    fault = None
    try:
        _pump(transport, decoder, channel, outbox)
    except ChannelFault as found:
        fault = found
        if found.code != PEER:
            outbox.add(encode_error(0, found.code, found.subject))
            outbox.flush()
    return Outcome(fault, channel.session_count, channel.dropped_frames)


def _pump(transport: Transport, decoder: Decoder, channel: Channel, outbox: Outbox) -> None:
    next_event, handle = decoder.next_event, channel.handle
    while True:
        outbox.spare_bytes = channel.spare_bytes
        outbox.flush()
        count = transport.read_into(decoder.room(), decoder.wants_all())
        if not count:
            decoder.finish()
            channel.end_of_stream()
            return
        decoder.received(count)
        frame = next_event()
        while frame is not None:
            handle(frame)
            frame = next_event()
