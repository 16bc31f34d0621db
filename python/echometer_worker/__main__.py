"""The worker as a process: arguments, socket, slot files. No rule of the protocol is here.

    python -m echometer_worker --socket PATH --token-fd N [--slots-in-fd N --slots-out-fd N]
    python -m echometer_worker --fd N --token-fd N [...]        (one end of a socketpair)

Exit codes: 0 the stream ended; 1 a channel fault (told to the host, and on stderr); 2 wrong
arguments; 3 nobody connected: standard input (a pipe) was closed, or 30 seconds passed.
An embedded interpreter calls `main(arguments)`, or `serve` with a `SocketTransport` of its own.
"""

from __future__ import annotations

import argparse
import os
import select
import socket
import stat
import sys
from mmap import ACCESS_READ, ACCESS_WRITE, mmap

from .faults import PEER, TRUNCATED
from .frames import TOKEN_BYTES
from .serve import serve
from .sessions import Slots
from .socket_transport import SocketTransport

ACCEPT_TIMEOUT_S = 30


def accept_once(path: str) -> socket.socket | None:
    """Listen on a Unix socket, accept one connection and close the listener."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(path)
        listener.listen(1)
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        stdin_mode = os.fstat(0).st_mode
        # /dev/null and terminals say nothing about the parent; a pipe closes when it dies.
        if stat.S_ISFIFO(stdin_mode) or stat.S_ISSOCK(stdin_mode):
            poll.register(0, select.POLLIN)
        ready = [descriptor for descriptor, _ in poll.poll(ACCEPT_TIMEOUT_S * 1000)]
        return listener.accept()[0] if listener.fileno() in ready else None
    finally:
        listener.close()
        os.unlink(path)


def read_token(descriptor: int) -> bytes:
    """Read the 16 bytes and close the descriptor."""
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read(TOKEN_BYTES)


def map_slots(input_fd: int | None, output_fd: int | None) -> Slots | None:
    """Map the slot files; the mapping outlives the descriptors."""
    if input_fd is None:
        return None
    output = None if output_fd is None else _map_file(output_fd, ACCESS_WRITE)
    return Slots(_map_file(input_fd, ACCESS_READ), output)


def _map_file(descriptor: int, access: int) -> memoryview:
    mapped = mmap(descriptor, os.fstat(descriptor).st_size, access=access)
    os.close(descriptor)
    return memoryview(mapped)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Read the arguments of docs/protocol.md section 2."""
    parser = argparse.ArgumentParser(prog="echometer_worker", allow_abbrev=False)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--socket", metavar="PATH", help="listen here and accept one host")
    where.add_argument("--fd", type=int, help="a connected socket that was inherited")
    parser.add_argument("--token-fd", type=int, required=True, help="holds the 16-byte token")
    parser.add_argument("--slots-in-fd", type=int, help="the input slot file")
    parser.add_argument("--slots-out-fd", type=int, help="the output slot file")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Run one worker and return its exit code."""
    options = parse_arguments(arguments)
    token = read_token(options.token_fd)
    if len(token) != TOKEN_BYTES:
        print(f"echometer_worker: the token has {len(token)} bytes, not 16", file=sys.stderr)
        return 2
    slots = map_slots(options.slots_in_fd, options.slots_out_fd)
    if options.socket is None:
        connection: socket.socket | None = socket.socket(fileno=options.fd)
    else:
        connection = accept_once(options.socket)
    if connection is None:
        print("echometer_worker: no host connected", file=sys.stderr)
        return 3
    connection.setblocking(True)
    transport = SocketTransport(connection)
    fault = serve(transport, token, slots).fault
    transport.close()
    if fault is None or fault.code == TRUNCATED:
        return 0
    print(f"echometer_worker: {fault}", file=sys.stderr)
    return 0 if fault.code == PEER else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
