"""When a host may send the next payload of a session, and sending it. Not what comes back."""

from __future__ import annotations

from channel import Channel, Session
from consumption import ack, target
from wire import DATA, frame, payload


def start_of(channel: Channel, s: Session, now: int) -> int:
    """Return when the next frame counts as started: now, or when the pace says."""
    if not channel.plan.intervalNs or s.state != "measuring" or channel.measuring_from is None:
        return now
    return channel.measuring_from + (s.sent - channel.plan.warmupFrames) * channel.plan.intervalNs


def may_send(channel: Channel, s: Session, now: int) -> bool:
    """Whether phase, window, pace and credit allow a frame; the last counts its refusals."""
    if s.state not in ("warming", "measuring") or s.sent >= target(channel, s):
        return False
    if s.sent - s.consumed >= channel.window:
        return False
    if channel.window == 1 and channel.plan.ackPolicy == "separate":
        travelling = s.ack_queued != s.acked
        if travelling or s.consumed - s.acked >= channel.plan.ackEvery:
            return False
    if start_of(channel, s, now) > now:
        return False
    outstanding_bytes = s.sent_bytes - s.told_bytes
    outstanding = s.sent - s.told_frames
    alone = outstanding == 0 and outstanding_bytes == 0
    fits = outstanding_bytes + channel.plan.payloadBytes <= channel.plan.creditBytes or alone
    if fits and outstanding + 1 <= channel.plan.creditFrames:
        return True
    if not s.stalled:
        s.stalls += 1
    s.stalled = True
    return False


def send(channel: Channel, s: Session, now: int) -> None:
    """Queue the next frame, and what rides along with it."""
    if channel.plan.ackPolicy == "piggyback" and s.consumed - s.ack_queued >= channel.plan.ackEvery:
        ack(channel, s)
    start = start_of(channel, s, now)
    s.starts[s.sent] = start
    if s.state == "measuring" and s.sent == channel.plan.warmupFrames:
        s.started = start
    channel.put(frame(DATA, s.number, s.sent, payload(s.number, s.sent, channel.plan.payloadBytes)))
    s.sent += 1
    s.sent_bytes += channel.plan.payloadBytes
    s.stalled = False
