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


FORMATS = (
    ("<IBBHII", (1 << 32) - 1, 255, 0, 65535, 7, 1 << 31),
    ("<IHH16sII", 0x4F484345, 1, 0, bytes(range(16)), 1 << 24, 0),
    ("<QIIBBHHHII", (1 << 64) - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    ("<QQ", 0, 1 << 63),
    ("<4s2s", b"", b"longer"),
)
REFUSED = (("<IBBHII", 1 << 32, 0, 0, 0, 0, 0), ("<QQ", -1, 0), ("<QQ", 1), ("<H", "text"))


def is_refused(call):
    try:
        call()
    except Exception:
        return True
    return False


def compare_structs():
    """The built-in `struct` of an embedded worker against CPython's own."""
    import _struct
    import struct

    assert "_echometer_struct" in repr(struct.Struct), struct.Struct
    for layout, *values in FORMATS:
        ours, theirs = struct.Struct(layout), _struct.Struct(layout)
        packed = theirs.pack(*values)
        assert ours.size == theirs.size and ours.pack(*values) == packed, layout
        assert ours.unpack(packed) == theirs.unpack(packed), layout
        assert ours.unpack_from(memoryview(b"xyz" + packed), 3) == theirs.unpack(packed), layout
        for short in (packed[:-1], packed + b"x"):
            assert is_refused(lambda: ours.unpack(short)), layout
        for at in (-1, 1, len(packed) + 1):
            assert is_refused(lambda: ours.unpack_from(packed, at)), (layout, at)
    for layout, *values in REFUSED:
        assert is_refused(lambda: struct.Struct(layout).pack(*values)), (layout, values)
    for layout in ("IQ", "<2I", "<d", "<99999s", "<" + 17 * "B"):
        assert is_refused(lambda: struct.Struct(layout)), layout


# Taken when the interpreter starts: each worker has an interpreter of its own.
if asked := posix.environ.get(b"ECHOMETER_TEST_FAULT"):
    if asked == b"compare-structs":
        compare_structs()
    else:
        real.serve = wrap(real.serve, asked)
