"""The codec: bytes in, frozen frames out, and back. It knows no session, no order and no I/O.

    offset  0        4    5     6        8          12         16
           +--------+----+-----+--------+----------+----------+-----------------
           | length |kind|flags|  slot  | session  | sequence | body ...
           |  u32   | u8 | u8  |  u16   |   u32    |   u32    |
           +--------+----+-----+--------+----------+----------+-----------------

Two ways in. `feed` and `next_event` copy, one frozen frame at a time, for whoever has bytes.
`room` and `take` save that: the transport reads into the decoder's own buffer, all frames of a
read come out at once, and a large payload goes straight from the operating system into one reused
buffer (a fresh bytearray per frame costs page faults and zeroing: 4 times slower at 256 KiB).
"""

from __future__ import annotations

from collections import deque
from struct import Struct
from typing import NamedTuple, Union

from .faults import BODY, FLAGS, KIND, LENGTH, MAGIC, TRUNCATED, VERSION, ChannelFault

Buffer = Union[bytes, bytearray, memoryview]

HELLO = 1
OPEN = 2
DATA = 3
CREDIT = 4
ACK = 5
END = 6
ERROR = 7
CANCEL = 8

FLAG_SLOT = 1

# docs/protocol.md section 1: 16 MiB.
MAX_PAYLOAD_BYTES = 16_777_216
MAX_ERROR_BYTES = 256
PROTOCOL_VERSION = 1
MAGIC_ECHO = 0x4F484345
TOKEN_BYTES = 16
HAS_SLOTS = 1

HEADER = Struct("<IBBHII")
HEADER_BYTES = HEADER.size
HELLO_BODY = Struct("<IHH16sII")
OPEN_BODY = Struct("<QIIBBHHHII")
CREDIT_BODY = Struct("<QQ")

# Body lengths a kind allows.
BODY_BYTES = {
    HELLO: (HELLO_BODY.size,),
    OPEN: (OPEN_BODY.size, 0),
    DATA: range(MAX_PAYLOAD_BYTES + 1),
    CREDIT: (CREDIT_BODY.size,),
    ACK: (0,),
    END: (0,),
    ERROR: range(MAX_ERROR_BYTES + 1),
    CANCEL: (0,),
}

# 64 KiB of read-ahead: one system call brings header and small payload, or many small frames.
AHEAD_BYTES = 65_536
# A frame above half of it is worth a read of its own, past the read-ahead buffer.
DIRECT_BYTES = AHEAD_BYTES // 2


# The fields of a header in their order.
Header = tuple[int, int, int, int, int, int]
# The fields of a Frame as a plain tuple: what the hot loop passes on (a NamedTuple costs 0.2 us).
Fields = tuple[int, int, int, int, Union[int, None], Buffer]


class Frame(NamedTuple):
    """One whole frame. `payload` is valid until the decoder's `room` is called again."""

    kind: int
    session: int
    sequence: int
    length: int
    slot: int | None
    payload: Buffer


class Hello(NamedTuple):
    """The body of HELLO."""

    version: int
    features: int
    token: bytes
    max_payload_bytes: int


class Open(NamedTuple):
    """The body of OPEN as the host sends it."""

    credit_bytes: int
    credit_frames: int
    payload_bytes: int
    storage: int
    first_slot: int
    slot_count: int
    slot_bytes: int


class Credit(NamedTuple):
    """The body of CREDIT: totals since OPEN."""

    released_bytes: int
    released_frames: int


INLINE = 0
MANAGED = 1
MANAGED_DUPLEX = 2


class Decoder:
    """Turns a stream, cut anywhere, into frames. A byte is consumed only with its whole frame."""

    __slots__ = (
        "_ahead",
        "_at",
        "_direct",
        "_direct_got",
        "_direct_header",
        "_have",
        "_pending",
        "_view",
    )

    def __init__(self) -> None:
        """Start with an empty read-ahead buffer; the buffer for large payloads grows on demand."""
        self._ahead = bytearray(AHEAD_BYTES)
        self._view = memoryview(self._ahead)
        self._at = 0
        self._have = 0
        self._direct = memoryview(bytearray(0))
        self._direct_got = 0
        self._direct_header: Header | None = None
        self._pending: deque[Fields] = deque()

    @property
    def wants_all(self) -> bool:
        """Tell whether `room` is the rest of one payload, so that one read may wait for it all."""
        return self._direct_header is not None

    def room(self) -> memoryview:
        """Where the next bytes belong, never empty; raise the ChannelFault that stopped `take`."""
        if self._direct_header is None:
            if self._at == self._have:
                self._at = self._have = 0
                return self._view
            self._keep_cut_frame()
        if self._direct_header is None:
            return self._view[self._have :]
        return self._direct[self._direct_got : self._direct_header[0]]

    def take(self, count: int) -> list[Fields]:
        """Count bytes that were put at the start of `room`; return all whole frames that are there.

        One call per read instead of one per frame, on local variables and with plain tuples, is
        half of the cost of decoding small frames. Frames before a fault are returned first; then
        `room` raises the fault.
        """
        if self._direct_header is not None:
            return self._take_direct(self._direct_header, count)
        frames: list[Fields] = []
        buffer, view, at = self._ahead, self._view, self._at
        self._have = have = self._have + count
        last = have - HEADER_BYTES
        unpack = HEADER.unpack_from
        while at <= last:
            length, kind, flags, slot, session, sequence = unpack(buffer, at)
            end = start = at + HEADER_BYTES
            if kind == DATA and not (flags or slot or length > MAX_PAYLOAD_BYTES):
                end += length
                if end > have:
                    break
                frames.append((kind, session, sequence, length, None, view[start:end]))
            elif kind == ACK and not (length or flags or slot):
                frames.append((kind, session, sequence, 0, None, b""))
            else:
                # Neither of the two common frames: it is worth a call.
                if header_fault(length, kind, flags, slot):
                    break
                if not flags:
                    end += length
                if end > have:
                    break
                number = slot if flags else None
                frames.append((kind, session, sequence, length, number, view[start:end]))
            at = end
        self._at = at
        return frames

    def feed(self, data: Buffer) -> int:
        """Copy in as much as there is room for and return how many bytes that was.

        To be called when `next_event` has returned None: payloads are views of the buffer.
        """
        room = self.room()
        taken = min(len(room), len(data))
        room[:taken] = memoryview(data)[:taken]
        self._pending.extend(self.take(taken))
        return taken

    def next_event(self) -> Frame | None:
        """Return the next whole frame, or None when more bytes are needed; raise ChannelFault."""
        if self._pending:
            return Frame(*self._pending.popleft())
        self.room()
        return None

    def finish(self) -> None:
        """Take the end of the stream; raise TRUNCATED if it cuts a frame."""
        if self._direct_header is not None or self._at != self._have:
            raise ChannelFault(TRUNCATED, "the stream ended inside a frame")

    def _keep_cut_frame(self) -> None:
        """Make room for the rest of a frame that is not whole, or raise what is wrong with it."""
        at, have = self._at, self._have
        if have - at >= HEADER_BYTES:
            header: Header = HEADER.unpack_from(self._ahead, at)
            fault = header_fault(*header[:4])
            if fault:
                raise fault
            if header[0] > DIRECT_BYTES:
                self._begin_direct(header)
                return
        if at:
            # memoryview assignment is memmove: the cut frame moves to the front, no temporary.
            self._view[: have - at] = self._view[at:have]
            self._at, self._have = 0, have - at

    def _begin_direct(self, header: Header) -> None:
        length = header[0]
        if length > len(self._direct):
            self._direct = memoryview(bytearray(length))
        start = self._at + HEADER_BYTES
        got = self._have - start
        self._direct[:got] = self._view[start : self._have]
        self._direct_got = got
        self._direct_header = header
        self._at = self._have = 0

    def _take_direct(self, header: Header, count: int) -> list[Fields]:
        self._direct_got += count
        length, kind, _flags, _slot, session, sequence = header
        if self._direct_got < length:
            return []
        self._direct_header = None
        return [(kind, session, sequence, length, None, self._direct[:length])]


def header_fault(length: int, kind: int, flags: int, slot: int) -> ChannelFault | None:
    """Return the channel fault of a header that no frame may have, the smallest code first."""
    if length > MAX_PAYLOAD_BYTES:
        return ChannelFault(LENGTH, f"{length} bytes is more than {MAX_PAYLOAD_BYTES}")
    allowed = BODY_BYTES.get(kind)
    if allowed is None:
        return ChannelFault(KIND, f"kind {kind}")
    if length not in allowed:
        return ChannelFault(LENGTH, f"{length} bytes on kind {kind}")
    if flags & ~FLAG_SLOT or (flags and kind != DATA) or (slot and not flags):
        return ChannelFault(FLAGS, f"flags {flags} and slot {slot} on kind {kind}")
    return None


def encode(kind: int, session: int, sequence: int, body: Buffer = b"") -> bytes:
    """Return a whole frame with its body."""
    return HEADER.pack(len(body), kind, 0, 0, session, sequence) + body


def encode_hello(token: bytes, has_slots: bool) -> bytes:
    """Return this side's HELLO."""
    features = HAS_SLOTS if has_slots else 0
    fields = (MAGIC_ECHO, PROTOCOL_VERSION, features, token, MAX_PAYLOAD_BYTES, 0)
    return encode(HELLO, 0, 0, HELLO_BODY.pack(*fields))


def encode_credit(session: int, released_bytes: int, released_frames: int) -> bytes:
    """Return a CREDIT frame."""
    return encode(CREDIT, session, 0, CREDIT_BODY.pack(released_bytes, released_frames))


def encode_error(session: int, code: int, text: str) -> bytes:
    """Return an ERROR frame; a text too long is cut, at a character."""
    body = text.encode()[:MAX_ERROR_BYTES].decode(errors="ignore").encode()
    return encode(ERROR, session, code, body)


def parse_hello(body: Buffer) -> Hello:
    """Read HELLO; raise MAGIC, VERSION or BODY. The token is compared by whoever knows it."""
    magic, version, features, token, max_payload_bytes, reserved = HELLO_BODY.unpack(body)
    if magic != MAGIC_ECHO:
        raise ChannelFault(MAGIC, f"HELLO begins with {magic:#010x}")
    if version != PROTOCOL_VERSION:
        raise ChannelFault(VERSION, f"version {version}; this side speaks {PROTOCOL_VERSION}")
    if reserved or features & ~HAS_SLOTS or max_payload_bytes != MAX_PAYLOAD_BYTES:
        raise ChannelFault(BODY, "HELLO has a reserved field set or another maximum payload")
    return Hello(version, features, token, max_payload_bytes)


def parse_open(body: Buffer) -> Open:
    """Read OPEN; raise BODY for reserved fields and for values that contradict each other."""
    if len(body) != OPEN_BODY.size:
        raise ChannelFault(LENGTH, f"OPEN of {len(body)} bytes from a host")
    values = OPEN_BODY.unpack(body)
    credit_bytes, credit_frames, payload_bytes, storage = values[:4]
    _, first_slot, slot_count, _, slot_bytes, _ = values[4:]
    if values[4] or values[7] or values[9]:
        raise ChannelFault(BODY, "OPEN has a reserved field set")
    if not credit_bytes or not credit_frames or payload_bytes > MAX_PAYLOAD_BYTES:
        raise ChannelFault(BODY, "OPEN allows nothing, or payloads above the maximum")
    if storage > MANAGED_DUPLEX:
        raise ChannelFault(BODY, f"OPEN asks for storage {storage}")
    if storage == INLINE and (first_slot or slot_count or slot_bytes):
        raise ChannelFault(BODY, "OPEN names slots for inline storage")
    if storage != INLINE and (
        slot_count < credit_frames
        or slot_bytes < payload_bytes
        or first_slot + slot_count > 1 << 16
    ):
        raise ChannelFault(BODY, "OPEN has fewer or smaller slots than its credit needs")
    return Open(
        credit_bytes, credit_frames, payload_bytes, storage, first_slot, slot_count, slot_bytes
    )


def parse_credit(body: Buffer) -> Credit:
    """Read CREDIT."""
    released_bytes, released_frames = CREDIT_BODY.unpack(body)
    return Credit(released_bytes, released_frames)
