"""The bytes of docs/protocol.md: frames, header rules, payloads. Not who may send what, or when."""

from __future__ import annotations

import struct

HEADER = struct.Struct("<IBBHII")
HELLO, OPEN, DATA, CREDIT, ACK, END, ERROR, CANCEL = range(1, 9)
MAGIC = 0x4F484345
MAX_LENGTH = 16_777_216
LENGTHS = {HELLO: (32,), OPEN: (0, 32), CREDIT: (16,), ACK: (0,), END: (0,), CANCEL: (0,)}
PATTERN = bytes((k * 167 + 13) % 251 for k in range(251))


def frame(
    kind: int, session: int, sequence: int, body: bytes = b"", flags: int = 0, slot: int = 0
) -> bytes:
    """Return one frame."""
    return HEADER.pack(len(body), kind, flags, slot, session, sequence) + body


def hello(token: bytes, magic: int = MAGIC, version: int = 1) -> bytes:
    """Return the greeting."""
    return frame(HELLO, 0, 0, struct.pack("<IHH16sII", magic, version, 0, token, MAX_LENGTH, 0))


def credit(session: int, released_bytes: int, released_frames: int) -> bytes:
    """Return the totals of a session."""
    return frame(CREDIT, session, 0, struct.pack("<QQ", released_bytes, released_frames))


def payload(session: int, sequence: int, size: int) -> bytes:
    """Return the payload of section 7."""
    phase = (session * 97 + sequence * 61) % 251
    return (PATTERN * (size // 251 + 2))[phase : phase + size]


def header_fault(header: bytes) -> int:
    """Return the code of what is wrong with a header, or 0."""
    length, kind, flags, slot, _, _ = HEADER.unpack(header)
    if length > MAX_LENGTH:
        return 1
    if not HELLO <= kind <= CANCEL:
        return 2
    if kind == ERROR and length > 256:
        return 1
    if kind in LENGTHS and length not in LENGTHS[kind]:
        return 1
    if flags & ~1 or (flags and kind != DATA) or (not flags and slot):
        return 3
    return 0
