"""One script per fault of docs/protocol.md, section 6, named by its code. Not the rules."""

from __future__ import annotations

from collections.abc import Callable

from channel import Plan
from openings import after, echo, ended, greeting, opened, opening, two
from script import Script
from wire import ACK, CANCEL, CREDIT, DATA, END, ERROR, HEADER, OPEN, credit, frame, hello, payload

TOKEN = Plan().token


def overrun() -> Script:
    """Send a frame too many for the credit, while the session is paused."""
    script = opened(Plan(measuredFrames=6, creditFrames=2))
    script.call("pause", 1)
    script.receive(credit(1, 16, 2))
    script.settle()
    script.receive(echo(1, 0) + echo(1, 1))
    script.settle()
    return after(script, echo(1, 2))


def truncated(data: bytes, start: Callable[[], Script] = opened) -> Script:
    """End the input after these bytes."""
    script = start()
    if data:
        script.receive(data)
        script.settle()
    script.end()
    script.settle()
    return script


def shrunk() -> Script:
    """Report totals that were higher before."""
    return after(opened(), credit(1, 8, 1), credit(1, 0, 0))


def flipped(sequence: int, offset: int) -> bytes:
    """Return an echo with one wrong bit."""
    data = bytearray(echo(1, sequence))
    data[16 + offset] ^= 0x20
    return bytes(data)


def framing_faults() -> dict[str, Script]:
    """Codes 1 to 3: headers that no frame may have."""
    return {
        "1-length-above-16-mib": after(opened(), HEADER.pack(16_777_217, DATA, 0, 0, 1, 0)),
        "1-length-of-end": after(opened(), frame(END, 1, 0, b"x")),
        "1-length-of-credit": after(opened(), frame(CREDIT, 1, 0, b"12345678")),
        "1-length-of-error": after(opened(), frame(ERROR, 1, 34, b"x" * 257)),
        "1-length-of-accepting-open": opening(frame(OPEN, 1, 0, bytes(32))),
        "2-kind-0": after(opened(), HEADER.pack(0, 0, 0, 0, 1, 0)),
        "2-kind-9": after(opened(), HEADER.pack(0, 9, 0, 0, 1, 0)),
        "2-kind-255-before-hello": greeting(HEADER.pack(0, 255, 0, 0, 0, 0)),
        "3-reserved-flag": after(opened(), frame(DATA, 1, 0, b"12345678", flags=2)),
        "3-slot-without-flag": after(opened(), frame(DATA, 1, 0, b"12345678", slot=1)),
        "3-slot-flag-on-end": after(opened(), frame(END, 1, 0, flags=1)),
    }


def greeting_faults() -> dict[str, Script]:
    """Codes 4 to 7: greetings that are refused, and input that ends early."""
    return {
        "4-magic": greeting(hello(TOKEN, magic=0x4F484346)),
        "5-version": greeting(hello(TOKEN, version=2)),
        "6-token": greeting(hello(TOKEN[:-1] + b"?")),
        "7-truncated-inside-a-header": truncated(echo(1, 0)[:7]),
        "7-truncated-inside-a-payload": truncated(echo(1, 0)[:20]),
        "7-truncated-before-the-end": truncated(b""),
        "7-truncated-in-a-dropped-payload": truncated(frame(DATA, 1, 0, bytes(500))[:300]),
        "7-not-truncated-after-the-end": truncated(b"", ended),
    }


def order_faults() -> dict[str, Script]:
    """Codes 8 to 10: frames that may not come now, or in no session of the plan."""
    bad_body = bytearray(hello(TOKEN))
    bad_body[44] = 1
    return {
        "8-data-before-hello": greeting(echo(1, 0)),
        "8-second-hello": after(opened(), hello(TOKEN)),
        "8-ack-to-the-host": after(opened(), frame(ACK, 1, 0)),
        "8-cancel-to-the-host": after(opened(), frame(CANCEL, 1, 0)),
        "8-data-while-opening": opening(echo(1, 0)),
        "8-end-while-measuring": after(opened(), frame(END, 1, 0)),
        "8-second-open": after(opened(), frame(OPEN, 1, 0)),
        "9-session-0": after(opened(), echo(0, 0)),
        "9-session-above-the-plan": after(opened(), echo(2, 0)),
        "10-hello-reserved": greeting(bytes(bad_body)),
        "10-credit-with-a-sequence": after(opened(), frame(CREDIT, 1, 1, bytes(16))),
    }


def session_faults() -> dict[str, Script]:
    """Codes from 32: one session ends, the others go on."""
    return {
        "32-credit-overrun-while-paused": overrun(),
        "33-sequence-skipped": after(two(), echo(1, 1), echo(2, 0)),
        "33-sequence-repeated": after(two(), echo(1, 0), echo(1, 0), echo(2, 0)),
        "34-mismatch-first-byte": after(opened(), flipped(0, 0)),
        "34-mismatch-last-byte-of-the-second": after(opened(), echo(1, 0), flipped(1, 7)),
        "34-mismatch-stale-payload": after(
            opened(), echo(1, 0), frame(DATA, 1, 1, payload(1, 0, 8))
        ),
        "34-mismatch-swapped-sessions": after(two(), frame(DATA, 1, 0, payload(2, 0, 8))),
        "35-size-short": after(two(), echo(1, 0, 7), echo(2, 0)),
        "35-size-long": after(two(), echo(1, 0, 9), echo(2, 0)),
        "35-size-far-above-in-pieces": after(
            two(), echo(1, 0, 4_000)[:100], echo(1, 0, 4_000)[100:] + echo(2, 0)
        ),
        "36-slot-without-slots": after(two(), HEADER.pack(8, DATA, 1, 0, 1, 0), echo(2, 0)),
        "37-credit-exceeds-bytes": after(two(), credit(1, 17, 2), echo(2, 0)),
        "37-credit-exceeds-frames": after(two(), credit(1, 16, 3)),
        "37-credit-shrinks": shrunk(),
        "38-end-count": after(opened(Plan(measuredFrames=1)), echo(1, 0), frame(END, 1, 2)),
        "39-data-after-end": after(ended(), echo(1, 1)),
        "39-end-after-end": after(ended(), frame(END, 1, 1)),
        "39-credit-growth-after-end": after(
            opened(Plan(measuredFrames=1)), echo(1, 0), frame(END, 1, 1), credit(1, 8, 1)
        ),
        "39-repeated-credit-after-end-is-no-fault": after(ended(), credit(1, 8, 1)),
        "40-peer-error-of-a-session": after(two(), frame(ERROR, 1, 32, b"too much"), echo(2, 0)),
        "40-peer-error-of-the-channel": after(opened(), frame(ERROR, 0, 6, b"wrong token")),
        "40-peer-error-instead-of-hello": greeting(frame(ERROR, 0, 5)),
        "41-unsolicited": after(opened(Plan(measuredFrames=6)), echo(1, 0), echo(1, 1), echo(1, 2)),
        "dropped-frames-of-a-faulted-session": after(
            two(), echo(1, 1), echo(1, 2) + frame(END, 1, 3), echo(2, 0)
        ),
    }


def fault_scripts() -> dict[str, Script]:
    """Return every script, in the order of the codes."""
    return {**framing_faults(), **greeting_faults(), **order_faults(), **session_faults()}
