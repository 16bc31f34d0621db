"""The fault codes of docs/protocol.md section 6 and their two classes. Not what raises them."""

from __future__ import annotations

LENGTH = 1
KIND = 2
FLAGS = 3
MAGIC = 4
VERSION = 5
TOKEN = 6
TRUNCATED = 7
ORDER = 8
SESSION = 9
BODY = 10
CREDIT_OVERRUN = 32
SEQUENCE = 33
MISMATCH = 34
SIZE = 35
SLOT = 36
CREDIT_TOTALS = 37
END_COUNT = 38
AFTER_END = 39
PEER = 40
UNSOLICITED = 41
ACK_TOTAL = 42

NAMES = {
    LENGTH: "LENGTH",
    KIND: "KIND",
    FLAGS: "FLAGS",
    MAGIC: "MAGIC",
    VERSION: "VERSION",
    TOKEN: "TOKEN",
    TRUNCATED: "TRUNCATED",
    ORDER: "ORDER",
    SESSION: "SESSION",
    BODY: "BODY",
    CREDIT_OVERRUN: "CREDIT_OVERRUN",
    SEQUENCE: "SEQUENCE",
    MISMATCH: "MISMATCH",
    SIZE: "SIZE",
    SLOT: "SLOT",
    CREDIT_TOTALS: "CREDIT_TOTALS",
    END_COUNT: "END_COUNT",
    AFTER_END: "AFTER_END",
    PEER: "PEER",
    UNSOLICITED: "UNSOLICITED",
    ACK_TOTAL: "ACK_TOTAL",
}


class ProtocolFault(Exception):  # noqa: N818 - "fault" is the protocol's word
    """A rule of the protocol was broken: a stable code, and in the text what it happened to."""

    def __init__(self, code: int, subject: str, peer_code: int = 0) -> None:
        """Keep the code; `peer_code` is the peer's own code when the fault is PEER."""
        super().__init__(f"{NAMES[code]}: {subject}")
        self.code = code
        self.subject = subject
        self.peer_code = peer_code


class ChannelFault(ProtocolFault):
    """Ends the channel and all its sessions."""


class SessionFault(ProtocolFault):
    """Ends one session; the others go on."""
