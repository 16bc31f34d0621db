"""The transport of JavaScript calls, over a channel of Python: bytes arrive whole."""

from __future__ import annotations

import random
import sys
import unittest
from typing import Any
from unittest.mock import MagicMock, patch

from echometer_pyodide import ChannelTransport, serve_channel
from echometer_pyodide.transport import LARGEST
from echometer_worker.frames import encode_hello

TOKEN = bytes(range(16))


class Stage:
    """What `pyodide.ffi.JsBuffer` does, and it is as strict about sizes."""

    def __init__(self, view: memoryview) -> None:
        self._view = view

    def assign(self, data: Any) -> None:
        self._view[:] = memoryview(data).cast("B")

    def assign_to(self, room: Any) -> None:
        memoryview(room).cast("B")[:] = self._view


class MemoryChannel:
    """A host that has already sent everything, in pieces of a seed."""

    def __init__(self, incoming: bytes, seed: int, hesitates: bool = False) -> None:
        self.sent = bytearray()
        self.waits = 0
        self._incoming = memoryview(incoming)
        self._random = random.Random(seed)
        self._hesitates = hesitates
        self._in = memoryview(bytearray(LARGEST))
        self._out = memoryview(bytearray(LARGEST))

    def pull(self, most: int) -> int:
        return self._take(self._in[:most])

    def push(self, count: int) -> None:
        self.sent += self._out[:count]

    def pullInto(self, room: Any) -> int:  # noqa: N802
        return self._take(memoryview(room))

    def pushFrom(self, payload: Any) -> None:  # noqa: N802
        self.sent += memoryview(payload)

    def arrival(self) -> None:
        self.waits += 1

    def stagedIn(self, size: int) -> Stage:  # noqa: N802
        return Stage(self._in[:size])

    def stagedOut(self, size: int) -> Stage:  # noqa: N802
        return Stage(self._out[:size])

    def _take(self, room: memoryview) -> int:
        if self._hesitates and self._random.random() < 0.5:
            return -1
        count = min(len(room), len(self._incoming), self._random.randint(1, 100_000))
        room[:count] = self._incoming[:count]
        self._incoming = self._incoming[count:]
        return count


class ReadTest(unittest.TestCase):
    """Reading."""

    def test_every_byte_arrives_in_order_through_stages_of_all_sizes(self) -> None:
        whole = random.Random(1).randbytes(3_000_000)
        for seed in range(5):
            transport = ChannelTransport(MemoryChannel(whole, seed))
            sizes = random.Random(seed)
            got = bytearray()
            while True:
                room = memoryview(bytearray(sizes.choice([1, 80, 513, 9_000, 65_536, 1_048_576])))
                count = transport.read_into(room, len(room) > LARGEST)
                if not count:
                    break
                got += room[:count]
            self.assertEqual(bytes(got), whole)

    def test_a_channel_that_has_nothing_yet_is_awaited(self) -> None:
        channel = MemoryChannel(bytes(200_000), 7, hesitates=True)
        transport = ChannelTransport(channel)
        module = MagicMock()
        with patch.dict(sys.modules, {"pyodide": module, "pyodide.ffi": module.ffi}):
            room = memoryview(bytearray(65_536))
            while transport.read_into(room, True):
                pass
        self.assertGreater(channel.waits, 0)
        self.assertEqual(module.ffi.run_sync.call_count, channel.waits)


class WriteTest(unittest.TestCase):
    """Writing."""

    def test_small_and_large_buffers_are_sent_in_order(self) -> None:
        for sizes in ([1], [16, 64], [512, 1], [16, 16_384], [16, 40_000, 16], [32_768], [0, 5]):
            buffers = [random.Random(size).randbytes(size) for size in sizes]
            channel = MemoryChannel(b"", 0)
            ChannelTransport(channel).write(buffers, 0)
            self.assertEqual(bytes(channel.sent), b"".join(buffers))


class ServeTest(unittest.TestCase):
    """A whole channel."""

    def test_the_end_of_the_stream_is_no_fault_and_another_token_is(self) -> None:
        token = MagicMock()
        token.to_bytes.return_value = TOKEN
        hello = encode_hello(TOKEN, False)
        self.assertEqual(serve_channel(MemoryChannel(hello, 3), token), "")
        other = encode_hello(bytes(16), False)
        self.assertIn("token", serve_channel(MemoryChannel(other, 3), token))


if __name__ == "__main__":
    unittest.main()
