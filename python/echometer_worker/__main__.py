"""The worker as a process: arguments, channel, slot files. No rule of the protocol is here.

    python -m echometer_worker --socket PATH --token-fd N [--slots-in-fd N --slots-out-fd N]
    python -m echometer_worker --tcp HOST:PORT --token-fd N [...]
    python -m echometer_worker --fd N --token-fd N [...]        (one end of a socketpair)
    python -m echometer_worker --stdio --token-fd N [...]       (standard input and output)
    python -m echometer_worker --tcp HOST:PORT --token-file F --keep    (started by hand)

Exit codes: 0 the stream ended; 1 a channel fault (told to the host, and on stderr); 2 wrong
arguments; 3 nobody connected: standard input (a pipe) was closed, or 30 seconds passed.
An embedded interpreter calls `main(arguments)`, or `serve` with a transport of its own.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
from mmap import ACCESS_READ, ACCESS_WRITE, mmap

from .faults import PEER, TRUNCATED
from .frames import TOKEN_BYTES
from .listening import accept_in_children, accept_once, listen_tcp, listen_unix
from .serve import serve
from .sessions import Slots
from .transports import PipeTransport, SocketTransport


def read_token(options: argparse.Namespace) -> bytes:
    """Read the 16 bytes of a descriptor and close it, or the 32 hexadecimal digits of a file."""
    if options.token_file is None:
        with os.fdopen(options.token_fd, "rb") as stream:
            return stream.read(TOKEN_BYTES)
    with open(options.token_file, encoding="ascii") as file:
        return bytes.fromhex(file.read().strip())


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
    where.add_argument("--tcp", metavar="HOST:PORT", help="listen here and accept one host")
    where.add_argument("--fd", type=int, help="a connected socket that was inherited")
    where.add_argument("--stdio", action="store_true", help="standard input and output")
    token = parser.add_mutually_exclusive_group(required=True)
    token.add_argument("--token-fd", type=int, help="holds the 16-byte token")
    token.add_argument("--token-file", help="holds the token as 32 hexadecimal digits")
    parser.add_argument("--keep", action="store_true", help="with --tcp: a process per connection")
    parser.add_argument("--slots-in-fd", type=int, help="the input slot file")
    parser.add_argument("--slots-out-fd", type=int, help="the output slot file")
    options = parser.parse_args(arguments)
    if options.keep and options.tcp is None:
        parser.error("--keep goes with --tcp")
    return options


def standard_pipes() -> PipeTransport:
    """Take standard input and output for the channel; what the program prints goes to stderr."""
    input_fd, output_fd = os.dup(0), os.dup(1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return PipeTransport(input_fd, output_fd)


def connect(options: argparse.Namespace) -> SocketTransport | PipeTransport | None:
    """Open the channel; None when nobody connected."""
    if options.stdio:
        return standard_pipes()
    connection: socket.socket | None
    if options.fd is not None:
        connection = socket.socket(fileno=options.fd)
    elif options.keep:
        connection = accept_in_children(listen_tcp(options.tcp))
    elif options.tcp is not None:
        connection = accept_once(listen_tcp(options.tcp))
    else:
        connection = accept_once(listen_unix(options.socket))
    if connection is None:
        return None
    connection.setblocking(True)
    return SocketTransport(connection)


def main(arguments: list[str]) -> int:
    """Run one worker and return its exit code."""
    options = parse_arguments(arguments)
    try:
        token = read_token(options)
        if len(token) != TOKEN_BYTES:
            raise ValueError(f"the token has {len(token)} bytes, not {TOKEN_BYTES}")
        slots = map_slots(options.slots_in_fd, options.slots_out_fd)
        transport = connect(options)
    except (OSError, ValueError) as error:
        print(f"echometer_worker: {error}", file=sys.stderr)
        return 2
    if transport is None:
        print("echometer_worker: no host connected", file=sys.stderr)
        return 3
    fault = serve(transport, token, slots).fault
    transport.close()
    if fault is None or fault.code == TRUNCATED:
        return 0
    print(f"echometer_worker: {fault}", file=sys.stderr)
    return 0 if fault.code == PEER else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
