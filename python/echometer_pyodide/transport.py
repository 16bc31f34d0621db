"""A transport over a channel of JavaScript: rings in shared memory, or messages.

No rule of the protocol is here.

Crossing to JavaScript costs about a microsecond with numbers and fifteen with a buffer, so small
reads and writes go through two staging buffers that exist on both sides: one call moves the bytes,
`assign_to` and `assign` copy them across. Only large payloads are handed over themselves.

The host never stops reading, so a write that waits for it cannot be waiting for us: unlike a
socket's, this transport need not read ahead while it writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from echometer_worker import serve
from echometer_worker.faults import PEER, TRUNCATED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from echometer_worker.frames import Buffer

# The staging buffers' sizes; a copy across is always of a whole one, the smallest that fits.
STAGES = (512, 2_048, 8_192, 32_768)
LARGEST = STAGES[-1]


class Staged(Protocol):
    """A buffer of JavaScript (`pyodide.ffi.JsBuffer`)."""

    def assign(self, data: Any) -> None:
        """Copy from Python."""
        ...

    def assign_to(self, room: Any) -> None:
        """Copy to Python."""
        ...


class JsChannel(Protocol):
    """The JavaScript side (viz/web/pyodide/channel.ts)."""

    def pull(self, most: int) -> int:
        """Put up to `most` bytes into the staging buffer; 0 is the end, -1 nothing yet."""
        ...

    def push(self, count: int) -> None:
        """Send that many bytes of the other staging buffer."""
        ...

    def pullInto(self, room: Any) -> int:  # noqa: N802 (a name of JavaScript)
        """Fill `room` or a part of it and return the count; 0 is the end, -1 nothing yet."""
        ...

    def pushFrom(self, payload: Any) -> None:  # noqa: N802
        """Send a payload from where it is."""
        ...

    def arrival(self) -> Any:
        """Return a promise of the next bytes; only where `pull` can answer -1."""
        ...

    def stagedIn(self, size: int) -> Staged:  # noqa: N802
        """Return the first `size` bytes of the staging buffer of `pull`."""
        ...

    def stagedOut(self, size: int) -> Staged:  # noqa: N802
        """Return the first `size` bytes of the staging buffer of `push`."""
        ...


class ChannelTransport:
    """What `serve` needs of the world, over a JavaScript channel."""

    def __init__(self, channel: JsChannel) -> None:
        """Take the channel over; its staging buffers get their twins here."""
        self._pull = channel.pull
        self._push = channel.push
        self._pull_into = channel.pullInto
        self._push_from = channel.pushFrom
        self._arrival = channel.arrival
        self._in = memoryview(bytearray(LARGEST))
        self._out = memoryview(bytearray(LARGEST))
        self._stages_in = [(n, channel.stagedIn(n).assign_to, self._in[:n]) for n in STAGES]
        self._stages_out = [(n, channel.stagedOut(n).assign, self._out[:n]) for n in STAGES]

    def read_into(self, room: memoryview, wants_all: bool) -> int:
        """Read at least one byte; the rest of a large payload at once."""
        size = len(room)
        if wants_all and size > LARGEST:
            while True:
                count = self._pull_into(room)
                if count >= 0:
                    return count
                self._wait()
        count = self._pull(size if size < LARGEST else LARGEST)
        while count < 0:
            self._wait()
            count = self._pull(size if size < LARGEST else LARGEST)
        for limit, assign_to, stage in self._stages_in:
            if count <= limit:
                assign_to(stage)
                room[:count] = stage[:count]
                break
        return count

    def write(self, buffers: Sequence[Buffer], spare_bytes: int) -> None:  # noqa: ARG002
        """Write everything; a host that has gone is seen by the next read."""
        total = sum(map(len, buffers))
        if total <= LARGEST:
            self._write_staged(buffers, total)
            return
        for buffer in buffers:
            if len(buffer) <= LARGEST:
                self._write_staged((buffer,), len(buffer))
            else:
                self._push_from(buffer)

    def _write_staged(self, buffers: Sequence[Buffer], total: int) -> None:
        out = self._out
        at = 0
        for buffer in buffers:
            end = at + len(buffer)
            out[at:end] = buffer
            at = end
        for limit, assign, stage in self._stages_out:
            if total <= limit:
                assign(stage)
                self._push(total)
                break

    def _wait(self) -> None:
        # Imported late: with rings nothing is ever awaited, and only Pyodide has the module.
        from pyodide.ffi import (  # noqa: PLC0415  # pyright: ignore[reportMissingImports]
            run_sync,  # pyright: ignore[reportUnknownVariableType]
        )

        run_sync(self._arrival())


def serve_channel(channel: JsChannel, token: Any) -> str:
    """Serve one channel to its end; return what is wrong with it, or an empty text."""
    fault = serve(ChannelTransport(channel), token.to_bytes()).fault
    return "" if fault is None or fault.code in (PEER, TRUNCATED) else str(fault)
