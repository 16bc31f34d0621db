"""The worker as a process, end to end: real sockets, real slot files, real deaths."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from echometer_worker import Outcome, Slots, faults, frames, serve
from echometer_worker.transports import SocketTransport

from .memory_host import HELLO, TOKEN, Terms, data_frame, open_frame, payload_of, slot_frame

PYTHON_FOLDER = Path(__file__).resolve().parent.parent
# Nobody waits this long; it turns a hang into a failure.
PATIENCE_S = 20


def start(
    arguments: list[str], fds: list[int], stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a worker with inherited descriptors; its token is in a pipe."""
    token_out, token_in = os.pipe()
    os.write(token_in, TOKEN)
    os.close(token_in)
    process = subprocess.Popen(
        [sys.executable, "-m", "echometer_worker", *arguments, "--token-fd", str(token_out)],
        cwd=PYTHON_FOLDER,
        pass_fds=[*fds, token_out],
        stdin=stdin,
        stderr=subprocess.PIPE,
    )
    os.close(token_out)
    return process


Worker = subprocess.Popen[bytes]


class Host:
    """The other end of a worker's socket."""

    def __init__(self, connection: socket.socket) -> None:
        """Take the socket over."""
        self.connection = connection
        self.connection.settimeout(PATIENCE_S)
        self._decoder = frames.Decoder()

    def send(self, *pieces: bytes) -> None:
        """Send everything."""
        self.connection.sendall(b"".join(pieces))

    def frame(self) -> frames.Frame | None:
        """Return the next frame with a payload of its own, or None at the end of the stream."""
        while True:
            event = self._decoder.next_event()
            if event is not None:
                return event._replace(payload=bytes(event.payload))
            data = self.connection.recv(min(len(self._decoder.room()), 65_536))
            if not data:
                return None
            self._decoder.feed(data)

    def frame_of(self, kind: int) -> frames.Frame:
        """Return the next frame of a kind; CREDIT frames are skipped."""
        frame = self.frame()
        while frame is not None and frame.kind == frames.CREDIT != kind:
            frame = self.frame()
        if frame is None or frame.kind != kind:
            raise AssertionError(f"expected kind {kind}, got {frame}")
        return frame


class ProcessTest(unittest.TestCase):
    """Starts workers and ends them, whatever happens."""

    def worker_on_socketpair(
        self, *arguments: str, fds: tuple[int, ...] = ()
    ) -> tuple[Worker, Host]:
        """Start a worker on one end of a socketpair."""
        ours, theirs = socket.socketpair()
        worker = start(["--fd", str(theirs.fileno()), *arguments], [theirs.fileno(), *fds])
        theirs.close()
        self.addCleanup(self.end, worker)
        self.addCleanup(ours.close)
        return worker, Host(ours)

    def end(self, worker: Worker) -> None:
        """Kill what is left of a worker."""
        worker.kill()
        worker.communicate()

    def assert_exit(self, worker: Worker, code: int) -> bytes:
        """Wait for a worker and return its stderr."""
        stderr = worker.communicate(timeout=PATIENCE_S)[1]
        self.assertEqual(worker.returncode, code, stderr)
        return stderr


class EndToEnd(ProcessTest):
    """Echoes through a process."""

    def test_payloads_of_every_size_come_back_and_the_end_of_the_stream_ends_it(self) -> None:
        worker, host = self.worker_on_socketpair()
        lengths = [0, 1, 64, 65_519, 65_520, 65_521, 65_536, 1_000_000, 16_777_216]
        terms = Terms(16_777_216, 16, 16_777_216)
        host.send(HELLO, open_frame(1, terms))
        host.frame_of(frames.HELLO)
        host.frame_of(frames.OPEN)
        for at, length in enumerate(lengths):
            host.send(data_frame(1, at, length))
            echo = host.frame_of(frames.DATA)
            self.assertTrue(echo.payload == payload_of(1, at, length), f"{length} bytes differ")
            host.send(frames.encode_credit(1, sum(lengths[: at + 1]), at + 1))
        host.send(frames.encode(frames.END, 1, len(lengths)))
        self.assertEqual(host.frame_of(frames.END).sequence, len(lengths))
        host.connection.close()
        self.assertEqual(self.assert_exit(worker, 0), b"")

    def test_a_host_that_writes_before_it_reads_is_served(self) -> None:
        # Far more than both socket buffers hold: the worker must go on reading while its own
        # writes would block, or both sides would wait forever.
        worker, host = self.worker_on_socketpair()
        count, length = 64, 262_144
        terms = Terms(count * length, count, length)
        host.send(HELLO, open_frame(1, terms))
        for at in range(count):
            host.send(data_frame(1, at, length))
        host.send(frames.encode(frames.END, 1, count))
        host.frame_of(frames.HELLO)
        host.frame_of(frames.OPEN)
        for at in range(count):
            echo = host.frame_of(frames.DATA)
            self.assertTrue(echo.payload == payload_of(1, at, length), f"echo {at} differs")
        host.frame_of(frames.END)
        host.connection.close()
        self.assert_exit(worker, 0)

    def test_slots_are_mapped_files(self) -> None:
        with tempfile.TemporaryFile() as slots_in, tempfile.TemporaryFile() as slots_out:
            slots_in.write(b"".join(payload_of(1, at, 4096) for at in range(4)))
            slots_out.write(bytes(4 * 4096))
            slots_in.flush()
            slots_out.flush()
            fds = (slots_in.fileno(), slots_out.fileno())
            named = ("--slots-in-fd", str(fds[0]), "--slots-out-fd", str(fds[1]))
            worker, host = self.worker_on_socketpair(*named, fds=fds)
            host.send(HELLO, open_frame(1, Terms(65_536, 4, 4096, frames.MANAGED_DUPLEX)))
            hello = frames.parse_hello(host.frame_of(frames.HELLO).payload)
            self.assertEqual(hello.features, frames.HAS_SLOTS)
            host.frame_of(frames.OPEN)
            for at in range(4):
                host.send(slot_frame(1, at, 4096, at))
                self.assertEqual(host.frame_of(frames.DATA).slot, at)
            host.send(frames.encode(frames.END, 1, 4))
            host.frame_of(frames.END)
            host.connection.close()
            self.assert_exit(worker, 0)
            slots_in.seek(0)
            slots_out.seek(0)
            self.assertEqual(slots_out.read(), slots_in.read())

    def test_a_channel_fault_is_told_before_the_socket_closes(self) -> None:
        worker, host = self.worker_on_socketpair()
        host.send(frames.encode_hello(bytes(16), False), bytes(200_000))
        host.frame_of(frames.HELLO)
        self.assertEqual(host.frame_of(frames.ERROR).sequence, faults.TOKEN)
        self.assertIsNone(host.frame())
        host.connection.close()
        self.assertIn(b"TOKEN", self.assert_exit(worker, 1))

    def test_a_host_that_vanishes_ends_the_worker(self) -> None:
        worker, host = self.worker_on_socketpair()
        host.send(HELLO, open_frame(1, Terms(1 << 20, 16, 1 << 20)), data_frame(1, 0, 1 << 20))
        host.frame_of(frames.HELLO)
        host.connection.close()
        self.assert_exit(worker, 0)

    def test_a_host_that_vanishes_while_the_worker_writes_ends_the_worker(self) -> None:
        worker, host = self.worker_on_socketpair()
        big = 4 << 20
        host.send(HELLO, open_frame(1, Terms(big, 4, big)), data_frame(1, 0, big))
        host.frame_of(frames.HELLO)
        # The first bytes of the echo are here and the rest cannot be written.
        select.select([host.connection], [], [], PATIENCE_S)
        host.connection.close()
        self.assert_exit(worker, 0)


class Listening(ProcessTest):
    """The Unix socket that a child process listens on."""

    def test_it_accepts_once_and_closes_the_listener(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "worker \u00e9.sock")
            listening = start(["--socket", path], [])
            self.addCleanup(self.end, listening)
            host = Host(connect(path))
            host.send(HELLO)
            host.frame_of(frames.HELLO)
            with socket.socket(socket.AF_UNIX) as second, self.assertRaises(OSError):
                second.connect(path)
            host.connection.close()
            self.assert_exit(listening, 0)

    def test_it_stops_waiting_when_its_parent_is_gone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "worker.sock")
            worker = start(["--socket", path], [], subprocess.PIPE)
            self.addCleanup(self.end, worker)
            self.assertIn(b"no host connected", self.assert_exit(worker, 3))
            self.assertFalse(Path(path).exists())

    def test_wrong_arguments_are_exit_2(self) -> None:
        for arguments in ([], ["--fd", "3", "--socket", "x"], ["--sock", "x"]):
            worker = start(arguments, [])
            self.addCleanup(self.end, worker)
            self.assert_exit(worker, 2)


def connect(path: str) -> socket.socket:
    """Connect as soon as the path exists; the worker's start is the only thing waited for."""
    for _ in range(PATIENCE_S * 100):
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            select.select([], [], [], 0.01)
        else:
            return connection
    raise TimeoutError(path)


class Embedded(unittest.TestCase):
    """`serve` in threads of one process: no state is shared."""

    def test_two_workers_in_threads_do_not_disturb_each_other(self) -> None:
        outcomes: list[Outcome] = []
        hosts: list[Host] = []
        threads: list[threading.Thread] = []

        def work(connection: socket.socket, slots: Slots | None) -> None:
            transport = SocketTransport(connection)
            outcomes.append(serve(transport, TOKEN, slots))
            transport.close()

        for _ in range(2):
            ours, theirs = socket.socketpair()
            hosts.append(Host(ours))
            threads.append(threading.Thread(target=work, args=(theirs, None)))
            threads[-1].start()
        for number, host in enumerate(hosts, 1):
            host.send(HELLO, open_frame(number), data_frame(number, 0, 100))
            host.frame_of(frames.HELLO)
            self.assertEqual(host.frame_of(frames.OPEN).session, number)
            self.assertEqual(host.frame_of(frames.DATA).payload, payload_of(number, 0, 100))
            host.send(frames.encode(frames.END, number, 1))
            host.frame_of(frames.END)
            host.connection.close()
        for thread in threads:
            thread.join(PATIENCE_S)
        self.assertEqual([outcome.fault for outcome in outcomes], [None, None])


if __name__ == "__main__":
    unittest.main()
