"""The worker with a fault that ECHOMETER_TEST_FAULT names; without one it is the real worker.

It stands before the real package on sys.path, takes its own name away, loads the real one and wraps
`serve`. For tests only.
"""

import posix
import sys

del sys.modules[__name__]
sys.path.remove(__file__.rpartition("/")[0])
import echometer_worker as real  # noqa: E402  the package that this module hid

FAULTY_READ = 20


class FaultyTransport:
    """A transport whose twentieth read does what the fault says."""

    def __init__(self, transport, fault):
        self._transport = transport
        self._fault = fault
        self._reads = 0
        self.write = transport.write

    def read_into(self, room, wants_all):
        self._reads += 1
        if self._reads == FAULTY_READ:
            if self._fault == b"raise":
                raise ValueError("the fault that a test asked for")
            if self._fault == b"exit":
                raise SystemExit(3)
            if self._fault == b"leave":
                return 0
        return self._transport.read_into(room, wants_all)


def wrap(serve, fault):
    def faulty(transport, token, slots=None):
        return serve(FaultyTransport(transport, fault), token, slots)

    return faulty


# Taken when the interpreter starts: each worker has an interpreter of its own.
if asked := posix.environ.get(b"ECHOMETER_TEST_FAULT"):
    real.serve = wrap(real.serve, asked)
