"""How a worker is reached: it listens on a Unix socket or a TCP address and accepts one host."""

from __future__ import annotations

import os
import select
import socket
import stat

ACCEPT_TIMEOUT_S = 30


def listen_unix(path: str) -> socket.socket:
    """Listen on a Unix socket path, which must not exist yet."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(1)
    return listener


def listen_tcp(place: str) -> socket.socket:
    """Listen on `HOST:PORT`; an IPv6 address stands in brackets. ValueError when it is neither."""
    host, colon, port = place.rpartition(":")
    if not colon or not port.isdigit() or not host:
        raise ValueError(f"{place!r} is not HOST:PORT")
    address = (host.strip("[]"), int(port))
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    # A port whose last connection has just been closed can be listened on again.
    return socket.create_server(address, family=family, backlog=16)


def accept_once(listener: socket.socket) -> socket.socket | None:
    """Accept one connection and close the listener; None when nobody comes.

    Standard input, where it is a pipe, ends the wait: it closes when whoever started us is gone.
    """
    try:
        poll = select.poll()
        poll.register(listener, select.POLLIN)
        stdin_mode = os.fstat(0).st_mode
        # /dev/null and terminals say nothing about the parent; a pipe closes when it dies.
        if stat.S_ISFIFO(stdin_mode) or stat.S_ISSOCK(stdin_mode):
            poll.register(0, select.POLLIN)
        ready = [descriptor for descriptor, _ in poll.poll(ACCEPT_TIMEOUT_S * 1000)]
        return _accept(listener) if listener.fileno() in ready else None
    finally:
        _close(listener)


def accept_in_children(listener: socket.socket) -> socket.socket:
    """Accept for ever; return in a new child process for each connection, never in this one."""
    while True:
        connection = _accept(listener)
        if os.fork() == 0:
            listener.close()
            return connection
        connection.close()
        _reap()


def _accept(listener: socket.socket) -> socket.socket:
    connection, _ = listener.accept()
    if connection.family != socket.AF_UNIX:
        # Small frames leave at once: Nagle's delay would be in every latency.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _close(listener: socket.socket) -> None:
    path = listener.getsockname() if listener.family == socket.AF_UNIX else None
    listener.close()
    if isinstance(path, str) and path:
        os.unlink(path)


def _reap() -> None:
    """Take back children that have ended, without waiting for one."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return
