"""The worker's transports: a connected stream socket, or a pair of pipes.

Reads wait. Writes never wait while something can be read: what is read meanwhile is kept ahead.
"""

from __future__ import annotations

import os
import select
import socket
import time
from socket import MSG_DONTWAIT, MSG_WAITALL
from typing import TYPE_CHECKING

from .frames import Buffer

if TYPE_CHECKING:
    from collections.abc import Sequence

# Measured: 256 KiB beats the default by a fifth at 256 KiB payloads; 4 MiB is slower again.
SOCKET_BUFFER_BYTES = 262_144
# IOV_MAX is 1,024 on Linux and macOS.
GATHER_BUFFERS = 512
# A host that keeps reading makes room within this; only one that does not is read ahead, because
# what is read ahead is copied twice.
PATIENCE_MS = 2
# How long `close` waits for a host to take a last ERROR.
LINGER_S = 1.0


class _Transport:
    """What sockets and pipes share: patience in writing, and what was read meanwhile."""

    def __init__(self, input_fd: int, output_fd: int) -> None:
        self._ahead = bytearray()
        self._ended = False
        self._writable = select.poll()
        self._writable.register(output_fd, select.POLLOUT)
        self._either = select.poll()
        # One descriptor has one entry: a second registration would replace the first.
        if input_fd == output_fd:
            self._either.register(input_fd, select.POLLIN | select.POLLOUT)
        else:
            self._either.register(input_fd, select.POLLIN)
            self._either.register(output_fd, select.POLLOUT)

    def _send_now(self, buffers: Sequence[Buffer]) -> int:
        """Send what fits now; BlockingIOError when nothing does."""
        raise NotImplementedError

    def _receive_now(self, most: int) -> bytes:
        """Return what is there; BlockingIOError when nothing is."""
        raise NotImplementedError

    def _take_ahead(self, room: memoryview) -> int:
        count = min(len(room), len(self._ahead))
        room[:count] = self._ahead[:count]
        del self._ahead[:count]
        return count

    def _write_patiently(self, buffers: Sequence[Buffer], spare_bytes: int) -> None:
        left: Sequence[Buffer] = [b"".join(buffers)] if len(buffers) > GATHER_BUFFERS else buffers
        try:
            left = self._send_some(left)
            while left:
                self._wait(spare_bytes)
                left = self._send_some(left)
        except (ConnectionResetError, BrokenPipeError):
            return

    def _send_some(self, buffers: Sequence[Buffer]) -> Sequence[Buffer]:
        """Send what the stream takes now and return the rest."""
        try:
            sent = self._send_now(buffers)
        except BlockingIOError:
            return buffers
        for index, buffer in enumerate(buffers):
            if sent < len(buffer):
                return [memoryview(buffer)[sent:], *buffers[index + 1 :]]
            sent -= len(buffer)
        return []

    def _wait(self, spare_bytes: int) -> None:
        if self._writable.poll(PATIENCE_MS):
            return
        # After the end of the stream POLLIN is always set: waiting for it would spin.
        if self._ended or len(self._ahead) >= spare_bytes:
            self._writable.poll()
            return
        if any(events & (select.POLLIN | select.POLLHUP) for _, events in self._either.poll()):
            self._read_ahead(spare_bytes - len(self._ahead))

    def _read_ahead(self, most: int) -> None:
        try:
            chunk = self._receive_now(min(most, SOCKET_BUFFER_BYTES))
        except BlockingIOError:
            return
        self._ahead += chunk
        self._ended = not chunk


class SocketTransport(_Transport):
    """A connected stream socket as `serve` wants it."""

    def __init__(self, connection: socket.socket) -> None:
        """Take the socket over; it must be blocking."""
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            connection.setsockopt(socket.SOL_SOCKET, option, SOCKET_BUFFER_BYTES)
        super().__init__(connection.fileno(), connection.fileno())
        self._connection = connection
        self._recv_into = connection.recv_into
        self._send = connection.send

    def read_into(self, room: memoryview, wants_all: bool) -> int:
        """Read what was read ahead, then from the socket."""
        if self._ahead:
            return self._take_ahead(room)
        try:
            # MSG_WAITALL saves a wake-up per socket buffer of a large payload.
            return self._recv_into(room, 0, MSG_WAITALL if wants_all else 0)
        except (ConnectionResetError, BrokenPipeError):
            return 0

    def write(self, buffers: Sequence[Buffer], spare_bytes: int) -> None:
        """Write everything; a host that has gone is seen by the next read."""
        left: Sequence[Buffer] = buffers
        try:
            if len(buffers) == 1:
                # Most writes are one joined buffer that the socket takes at once: a plain send
                # and nothing else, 2 us less than a gathered one with its bookkeeping.
                buffer = buffers[0]
                sent = self._send(buffer, MSG_DONTWAIT)
                if sent == len(buffer):
                    return
                left = [memoryview(buffer)[sent:]]
        except BlockingIOError:
            pass
        except (ConnectionResetError, BrokenPipeError):
            return
        self._write_patiently(left, spare_bytes)

    def close(self) -> None:
        """Close so that a last ERROR still arrives: end our side, drain the host's, then close."""
        deadline = time.monotonic() + LINGER_S
        try:
            self._connection.shutdown(socket.SHUT_WR)
            left_s = LINGER_S
            while left_s > 0:
                self._connection.settimeout(left_s)
                if not self._connection.recv(SOCKET_BUFFER_BYTES):
                    break
                left_s = deadline - time.monotonic()
        except OSError:
            pass
        self._connection.close()

    def _send_now(self, buffers: Sequence[Buffer]) -> int:
        return self._connection.sendmsg(buffers, (), MSG_DONTWAIT)

    def _receive_now(self, most: int) -> bytes:
        return self._connection.recv(most, MSG_DONTWAIT)


class PipeTransport(_Transport):
    """Two pipes, or any two descriptors of a byte stream, as `serve` wants them."""

    def __init__(self, input_fd: int, output_fd: int) -> None:
        """Take both over; a read of `input_fd` waits, a write of `output_fd` does not."""
        super().__init__(input_fd, output_fd)
        os.set_blocking(output_fd, False)
        self._input_fd = input_fd
        self._output_fd = output_fd

    def read_into(self, room: memoryview, wants_all: bool) -> int:  # noqa: ARG002
        """Read what was read ahead, then from the pipe."""
        if self._ahead:
            return self._take_ahead(room)
        return os.readv(self._input_fd, [room])

    def write(self, buffers: Sequence[Buffer], spare_bytes: int) -> None:
        """Write everything; a host that has gone is seen by the next read."""
        self._write_patiently(buffers, spare_bytes)

    def close(self) -> None:
        """Close both; what was written stays readable."""
        os.close(self._output_fd)
        os.close(self._input_fd)

    def _send_now(self, buffers: Sequence[Buffer]) -> int:
        return os.writev(self._output_fd, buffers)

    def _receive_now(self, most: int) -> bytes:
        # A pipe that waits: poll has just said that something is there, or that it has ended.
        return os.read(self._input_fd, most)
