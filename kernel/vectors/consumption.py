"""What a host does with an accepted echo: compare, count, acknowledge, give credit.

Not whether it accepts it.
"""

from __future__ import annotations

from channel import Channel, Session
from wire import ACK, ERROR, credit, frame, payload


def target(channel: Channel, s: Session) -> int:
    """Return after how many frames the phase is over."""
    measured = 0 if s.state == "warming" else channel.plan.measuredFrames
    return channel.plan.warmupFrames + measured


def consume(channel: Channel, s: Session) -> None:
    """Compare and count what waits, up to the first wrong byte."""
    while s.parked and not s.paused:
        body, receipt = s.parked.pop(0)
        phase = 0 if s.state == "warming" else 1
        wanted = payload(s.number, s.consumed, len(body))
        if body != wanted:
            at = next(i for i in range(len(body)) if body[i] != wanted[i])
            s.mismatches[phase] += 1
            fail_session(s, 34, s.consumed, at, wanted[at], body[at])
            return
        channel.receipts.append(max(0, receipt - s.starts[s.consumed]))
        s.verified[phase] += 1
        s.consumed += 1
        s.released_bytes += len(body)
        s.queued_bytes -= len(body)
        pay(channel, s)


def pay(channel: Channel, s: Session) -> None:
    """Acknowledge and report what is due."""
    unacked = s.consumed - s.ack_queued
    last = s.consumed == target(channel, s)
    separate = channel.plan.ackPolicy == "separate"
    if unacked and (last or (separate and unacked >= channel.plan.ackEvery)):
        ack(channel, s)
    new_bytes = s.released_bytes - s.reported_bytes
    new_frames = s.consumed - s.reported_frames
    due = (
        2 * new_bytes >= channel.plan.creditBytes
        or 2 * new_frames >= channel.plan.creditFrames
        or new_bytes + channel.plan.payloadBytes > channel.plan.creditBytes
    )
    if new_frames and due:
        report(channel, s)


def ack(channel: Channel, s: Session) -> None:
    """Acknowledge all that was consumed."""
    channel.put(frame(ACK, s.number, s.consumed))
    s.ack_queued = s.consumed
    channel.marks.append((channel.queued_total, s, s.consumed))


def report(channel: Channel, s: Session) -> None:
    """Report this side's totals, so that the worker may send more."""
    s.reported_bytes, s.reported_frames = s.released_bytes, s.consumed
    channel.put(credit(s.number, s.released_bytes, s.consumed))


def fail_session(
    s: Session, code: int, sequence: int, offset: int = 0, expected: int = 0, got: int = 0
) -> None:
    """End a session; the worker is told at the next step unless it told us."""
    s.state = "faulted"
    s.fault = (code, sequence, offset, expected, got)
    s.parked.clear()
    s.queued_bytes = 0
    s.owes = b"" if code == 40 else frame(ERROR, s.number, code)
