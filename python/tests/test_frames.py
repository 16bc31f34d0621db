"""The codec alone: every way of cutting the stream, and every header that is a fault."""

from __future__ import annotations

import random
import unittest
from typing import TYPE_CHECKING

from echometer_worker import faults, frames
from echometer_worker.faults import ChannelFault

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = bytes(range(16))


def header(length: int, kind: int, flags: int = 0, slot: int = 0, session: int = 1) -> bytes:
    """Return a header whose sequence is 0."""
    return frames.HEADER.pack(length, kind, flags, slot, session, 0)


def sample_stream() -> tuple[bytes, list[frames.Frame]]:
    """One of each kind, with payloads around every boundary of the decoder's buffers."""
    lengths = [0, 1, 64, 16_384, 32_752, 32_753, 65_519, 65_520, 65_521, 65_536, 200_000]
    source = random.Random(20260929)
    stream = [
        frames.encode_hello(TOKEN, True),
        frames.encode(frames.OPEN, 1, 0, bytes(32)),
        frames.encode_credit(1, 1 << 40, 3),
        frames.encode(frames.ACK, 1, 7),
        header(4096, frames.DATA, flags=frames.FLAG_SLOT, slot=9),
        *[frames.encode(frames.DATA, 2, at, source.randbytes(n)) for at, n in enumerate(lengths)],
        frames.encode_error(1, faults.SLOT, "text"),
        frames.encode(frames.END, 1, 11),
        frames.encode(frames.CANCEL, 1, 0),
    ]
    whole = b"".join(stream)
    expected: list[frames.Frame] = []
    for part in stream:
        length, kind, flags, slot, session, sequence = frames.HEADER.unpack_from(part)
        number = slot if flags else None
        expected.append(frames.Frame(kind, session, sequence, length, number, part[16:]))
    return whole, expected


def decode_in_pieces(pieces: Iterator[bytes]) -> list[frames.Frame]:
    """Feed pieces and copy what comes out, since payloads are views of the decoder's buffer."""
    decoder = frames.Decoder()
    found: list[frames.Frame] = []
    for piece in pieces:
        rest = piece
        while rest:
            rest = rest[decoder.feed(rest) :]
            event = decoder.next_event()
            while event is not None:
                found.append(event._replace(payload=bytes(event.payload)))
                event = decoder.next_event()
    decoder.finish()
    return found


def cut(data: bytes, sizes: Iterator[int]) -> Iterator[bytes]:
    """Cut data into pieces of the given sizes."""
    at = 0
    while at < len(data):
        size = next(sizes)
        yield data[at : at + size]
        at += size


class Decoding(unittest.TestCase):
    """The same stream, cut in every way, gives the same frames."""

    def setUp(self) -> None:
        """Make the stream once per test."""
        self.stream, self.expected = sample_stream()

    def test_a_stream_fed_whole_gives_its_frames(self) -> None:
        self.assertEqual(decode_in_pieces(iter([self.stream])), self.expected)

    def test_a_stream_fed_byte_by_byte_gives_the_same_frames(self) -> None:
        pieces = (self.stream[at : at + 1] for at in range(len(self.stream)))
        self.assertEqual(decode_in_pieces(pieces), self.expected)

    def test_a_stream_cut_at_random_gives_the_same_frames(self) -> None:
        for seed in range(40):
            draw = random.Random(seed).choices
            sizes = iter(draw((1, 15, 16, 17, 4096, 65_536, 300_000), k=len(self.stream)))
            with self.subTest(seed=seed):
                self.assertEqual(decode_in_pieces(cut(self.stream, sizes)), self.expected)

    def test_a_tail_stays_until_its_frame_is_whole(self) -> None:
        first = frames.encode(frames.DATA, 1, 0, b"abc")
        second = frames.encode(frames.DATA, 1, 1, b"defg")
        decoder = frames.Decoder()
        self.assertEqual(decoder.feed(first + second[:17]), len(first) + 17)
        event = decoder.next_event()
        self.assertIsNotNone(event)
        self.assertIsNone(decoder.next_event())
        decoder.feed(second[17:])
        event = decoder.next_event()
        self.assertEqual(event and bytes(event.payload), b"defg")
        self.assertIsNone(decoder.next_event())

    def test_a_frame_is_frozen(self) -> None:
        decoder = frames.Decoder()
        decoder.feed(frames.encode(frames.ACK, 1, 2))
        event = decoder.next_event()
        with self.assertRaises(AttributeError):
            setattr(event, "sequence", 3)  # noqa: B010 - the point is that it fails

    def test_room_is_never_empty_when_more_bytes_are_needed(self) -> None:
        decoder = frames.Decoder()
        for at in range(len(self.stream)):
            self.assertTrue(len(decoder.room()))
            decoder.feed(self.stream[at : at + 1])
            while decoder.next_event() is not None:
                pass

    def test_a_large_payload_is_read_to_its_end_and_not_beyond(self) -> None:
        decoder = frames.Decoder()
        decoder.feed(frames.encode(frames.DATA, 1, 0, bytes(100_000))[:1000])
        self.assertIsNone(decoder.next_event())
        self.assertTrue(decoder.wants_all)
        self.assertEqual(len(decoder.room()), 100_000 + 16 - 1000)


class Faults(unittest.TestCase):
    """Each header that no frame may have is named by its code."""

    def expect(self, code: int, data: bytes) -> None:
        """Decode data that holds a fault, byte by byte and whole, behind a good frame."""
        decoder = frames.Decoder()
        decoder.feed(frames.encode(frames.ACK, 1, 5) + data)
        good = decoder.next_event()
        self.assertEqual(good and good.sequence, 5, "frames before a fault are returned first")
        for _ in range(2):
            with self.assertRaises(ChannelFault) as caught:
                decoder.next_event()
            self.assertEqual(caught.exception.code, code)

    def test_a_length_above_16_mib_is_length(self) -> None:
        self.expect(faults.LENGTH, header(frames.MAX_PAYLOAD_BYTES + 1, frames.DATA))
        self.expect(faults.LENGTH, header(0xFFFF_FFFF, frames.DATA))

    def test_a_length_above_16_mib_in_a_slot_is_length(self) -> None:
        self.expect(faults.LENGTH, header(frames.MAX_PAYLOAD_BYTES + 1, frames.DATA, flags=1))

    def test_a_payload_of_16_mib_is_allowed(self) -> None:
        decoder = frames.Decoder()
        decoder.feed(header(frames.MAX_PAYLOAD_BYTES, frames.DATA))
        self.assertIsNone(decoder.next_event())
        self.assertEqual(len(decoder.room()), frames.MAX_PAYLOAD_BYTES)

    def test_a_body_of_another_length_than_its_kind_has_is_length(self) -> None:
        wrong = {
            frames.HELLO: (0, 31, 33),
            frames.OPEN: (1, 31, 33),
            frames.CREDIT: (0, 15, 17),
            frames.ACK: (1,),
            frames.END: (1,),
            frames.ERROR: (257,),
            frames.CANCEL: (1,),
        }
        for kind, lengths in wrong.items():
            for length in lengths:
                with self.subTest(kind=kind, length=length):
                    self.expect(faults.LENGTH, header(length, kind))

    def test_a_kind_that_does_not_exist_is_kind(self) -> None:
        for kind in (0, 9, 255):
            with self.subTest(kind=kind):
                self.expect(faults.KIND, header(0, kind))

    def test_reserved_flags_and_misplaced_slots_are_flags(self) -> None:
        for data in (
            header(0, frames.DATA, flags=2),
            header(0, frames.DATA, flags=3),
            header(0, frames.ACK, flags=1),
            header(0, frames.DATA, slot=1),
            header(0, frames.END, slot=65_535),
        ):
            with self.subTest(data=data.hex()):
                self.expect(faults.FLAGS, data)

    def test_a_stream_that_ends_inside_a_frame_is_truncated(self) -> None:
        for length in (1, 15, 16, 17, 50_000):
            decoder = frames.Decoder()
            decoder.feed(frames.encode(frames.DATA, 1, 0, bytes(60_000))[:length])
            self.assertIsNone(decoder.next_event())
            with self.subTest(length=length), self.assertRaises(ChannelFault) as caught:
                decoder.finish()
            self.assertEqual(caught.exception.code, faults.TRUNCATED)


class Bodies(unittest.TestCase):
    """HELLO, OPEN, CREDIT and ERROR round trip, and refuse what they must."""

    def refused(self, code: int, body: bytes, parse: object = frames.parse_hello) -> None:
        """Check that a body is refused with a code."""
        with self.assertRaises(ChannelFault) as caught:
            (frames.parse_hello if parse is frames.parse_hello else frames.parse_open)(body)
        self.assertEqual(caught.exception.code, code)

    def test_hello_round_trips(self) -> None:
        hello = frames.parse_hello(frames.encode_hello(TOKEN, True)[16:])
        self.assertEqual(hello, frames.Hello(1, frames.HAS_SLOTS, TOKEN, 16_777_216))

    def test_hello_is_refused_by_what_is_wrong_with_it(self) -> None:
        def hello(*values: int) -> bytes:
            magic, version, features, maximum, reserved = values
            return frames.HELLO_BODY.pack(magic, version, features, TOKEN, maximum, reserved)

        maximum = frames.MAX_PAYLOAD_BYTES
        self.refused(faults.MAGIC, hello(0x4F484346, 1, 0, maximum, 0))
        self.refused(faults.VERSION, hello(frames.MAGIC_ECHO, 2, 0, maximum, 0))
        self.refused(faults.BODY, hello(frames.MAGIC_ECHO, 1, 2, maximum, 0))
        self.refused(faults.BODY, hello(frames.MAGIC_ECHO, 1, 0, maximum, 1))
        self.refused(faults.BODY, hello(frames.MAGIC_ECHO, 1, 0, maximum - 1, 0))

    def test_open_is_refused_when_its_values_contradict_each_other(self) -> None:
        good = (65_536, 16, 4096, frames.MANAGED, 0, 0, 16, 0, 4096, 0)
        frames.parse_open(frames.OPEN_BODY.pack(*good))
        changes = [
            {0: 0},
            {1: 0},
            {2: frames.MAX_PAYLOAD_BYTES + 1},
            {3: 3},
            {4: 1},
            {7: 1},
            {9: 1},
            {6: 15},
            {8: 4095},
            {5: 65_521},
            {3: frames.INLINE},
        ]
        for change in changes:
            values = [change.get(at, value) for at, value in enumerate(good)]
            with self.subTest(change=change):
                self.refused(faults.BODY, frames.OPEN_BODY.pack(*values), frames.parse_open)

    def test_an_accepting_open_is_no_terms(self) -> None:
        self.refused(faults.LENGTH, b"", frames.parse_open)

    def test_credit_totals_survive_64_bits(self) -> None:
        body = frames.encode_credit(3, (1 << 64) - 1, 1 << 63)[16:]
        self.assertEqual(frames.parse_credit(body), ((1 << 64) - 1, 1 << 63))

    def test_an_error_text_is_cut_at_a_character(self) -> None:
        frame = frames.encode_error(0, faults.KIND, "a" + "\u00e9" * 200)
        self.assertEqual(frame[16:].decode(), "a" + "\u00e9" * 127)


if __name__ == "__main__":
    unittest.main()
