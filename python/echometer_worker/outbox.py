"""Output in order, gathered until it is worth a system call. It knows no frame and no socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .frames import Buffer


# Output of one read is gathered; past this it is written before the rest is decoded. 128 KiB is
# half of the socket buffer, so the host can consume while we go on.
FLUSH_BYTES = 131_072
# From here on a payload is gathered in place; below, a copy is cheaper than an entry of its own.
LARGE_BYTES = 4_096


class Outbox:
    """A list of buffers and the call that writes them."""

    __slots__ = ("_buffers", "_large_bytes", "_spare_bytes", "_write", "put")

    def __init__(self, write: Callable[[Sequence[Buffer], int], None]) -> None:
        """Start empty."""
        self._write = write
        self._buffers: list[Buffer] = []
        self._large_bytes = 0
        self._spare_bytes = 0
        # A small buffer is queued by the list's own method: no Python call, no counting. What one
        # read of 64 KiB can cause is bounded by it and by the credit.
        self.put: Callable[[Buffer], None] = self._buffers.append

    def put_large(self, header: Buffer, payload: Buffer) -> None:
        """Queue a header and its payload without copying; neither may change before it is sent."""
        self._buffers.append(header)
        self._buffers.append(payload)
        self._large_bytes += len(payload)
        if self._large_bytes >= FLUSH_BYTES:
            self.flush(self._spare_bytes)

    def flush(self, spare_bytes: int) -> None:
        """Write what is queued; meanwhile at most `spare_bytes` may be read ahead."""
        self._spare_bytes = spare_bytes
        buffers = self._buffers
        if not buffers:
            return
        # One joined buffer beats a gathered write of many small ones by 1 us per 10.
        gathered: Sequence[Buffer] = list(buffers) if self._large_bytes else [b"".join(buffers)]
        buffers.clear()
        self._large_bytes = 0
        self._write(gathered, spare_bytes)
