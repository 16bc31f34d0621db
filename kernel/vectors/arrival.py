"""Bytes that arrived become whole frames, in pieces of any size. Not what a frame means."""

from __future__ import annotations

from acceptance import accept
from channel import Channel, ChannelFault
from wire import DATA, HEADER, header_fault


def drain(channel: Channel) -> None:
    """Take every frame that is whole; a fault of the channel stops it for good."""
    counted = 0
    try:
        while channel.fault is None:
            skipped = min(channel.unread, len(channel.input))
            del channel.input[:skipped]
            channel.unread -= skipped
            if counted == 0:
                counted = count_arrived(channel)
            total = whole_at(channel, 0)
            if total == 0:
                if not look_at_header(channel):
                    return
                continue
            data = bytes(channel.input[:total])
            del channel.input[:total]
            counted -= total
            channel.frames_in += 1
            accept(channel, data)
    except ChannelFault as fault:
        channel.fault = fault


def whole_at(channel: Channel, at: int) -> int:
    """Return the size of the whole, faultless frame at this offset, or 0."""
    if len(channel.input) - at < 16 or header_fault(channel.input[at : at + 16]):
        return 0
    length, _, flags, _, _, _ = HEADER.unpack_from(channel.input, at)
    total = 16 + (0 if flags else length)
    return total if len(channel.input) - at >= total else 0


def count_arrived(channel: Channel) -> int:
    """Count what waits in whole frames; return how many bytes were looked at."""
    at = 0
    while total := whole_at(channel, at):
        length, kind, _, _, session, _ = HEADER.unpack_from(channel.input, at)
        s = channel.find(session)
        if kind == DATA and s is not None and s.state not in ("ended", "faulted"):
            s.queued_bytes += length
            s.high_water = max(s.high_water, s.queued_bytes)
        at += total
    return at


def look_at_header(channel: Channel) -> bool:
    """Judge a header whose payload is not here yet; return whether to go on."""
    if len(channel.input) < 16:
        return False
    length, kind, flags, _, session, sequence = HEADER.unpack_from(channel.input)
    code = header_fault(channel.input[:16])
    if code:
        raise ChannelFault(code, session, sequence)
    if kind != DATA or flags or length <= channel.plan.payloadBytes:
        return False
    header = bytes(channel.input[:16])
    channel.frames_in += 1
    accept(channel, header)
    del channel.input[:16]
    channel.unread = length
    return True
