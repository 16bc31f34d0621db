"""Which frames a host accepts, and which fault the others are. Not how bytes become frames."""

from __future__ import annotations

import struct

from channel import Channel, ChannelFault, Session
from consumption import consume, fail_session
from wire import ACK, CANCEL, CREDIT, END, ERROR, HEADER, HELLO, MAGIC, MAX_LENGTH, OPEN


def accept(channel: Channel, whole: bytes) -> None:
    """Take one frame, or raise the fault it is to the channel."""
    length, kind, _flags, _, session, sequence = HEADER.unpack_from(whole)
    if kind == ERROR and session == 0:
        channel.fault = ChannelFault(40, 0, sequence)
        channel.fault_told = True
        return
    if channel.greeting and kind == HELLO:
        accept_hello(channel, session, sequence, whole[16:])
        return
    if channel.greeting or kind in (HELLO, ACK, CANCEL):
        raise ChannelFault(8, session, sequence)
    s = channel.find(session)
    if s is None or s.state == "planned":
        raise ChannelFault(9, session, sequence)
    if kind == OPEN and length:
        raise ChannelFault(1, session, sequence)
    if kind in (OPEN, CREDIT) and sequence:
        raise ChannelFault(10, session, sequence)
    accept_in_session(channel, s, whole)


def accept_in_session(channel: Channel, s: Session, whole: bytes) -> None:
    """Take a frame of a session that was opened."""
    _, kind, _, _, session, sequence = HEADER.unpack_from(whole)
    if s.state == "faulted":
        channel.dropped += 1
        return
    if kind == ERROR:
        s.peer_code = sequence
        fail_session(s, 40, sequence)
        return
    if s.state == "opening" and kind != OPEN:
        raise ChannelFault(8, session, sequence)
    if kind == OPEN:
        if s.state == "opening":
            s.state = "warming"
        elif s.state != "canceled":
            raise ChannelFault(8, session, sequence)
    elif kind == CREDIT:
        accept_credit(channel, s, whole[16:])
    elif kind == END:
        accept_end(s, sequence)
    else:
        accept_data(channel, s, whole)


def accept_hello(channel: Channel, session: int, sequence: int, body: bytes) -> None:
    """Take the greeting, checked in the order of section 6."""
    magic, version, _, token, limit, reserved = struct.unpack("<IHH16sII", body)
    for wrong, code in (
        (session or sequence, 10),
        (magic != MAGIC, 4),
        (version != 1, 5),
        (token != channel.plan.token, 6),
        (limit != MAX_LENGTH or reserved, 10),
    ):
        if wrong:
            raise ChannelFault(code, session, sequence)
    channel.greeting = False


def accept_credit(channel: Channel, s: Session, body: bytes) -> None:
    """Take a session's totals."""
    if s.state == "canceled":
        channel.dropped += 1
        return
    total_bytes, total_frames = struct.unpack("<QQ", body)
    shrinks = total_bytes < s.told_bytes or total_frames < s.told_frames
    if shrinks or total_bytes > s.sent_bytes or total_frames > s.sent:
        fail_session(s, 37, 0)
        return
    grows = (total_bytes, total_frames) != (s.told_bytes, s.told_frames)
    s.told_bytes, s.told_frames = total_bytes, total_frames
    if grows and s.state == "ended":
        fail_session(s, 39, 0)


def accept_end(s: Session, sequence: int) -> None:
    """Take a session's last frame."""
    if s.state == "ended":
        fail_session(s, 39, sequence)
    elif s.state not in ("ending", "canceled"):
        raise ChannelFault(8, s.number, sequence)
    elif sequence != s.received:
        fail_session(s, 38, sequence)
    else:
        s.state = "ended"


def accept_data(channel: Channel, s: Session, whole: bytes) -> None:
    """Take an echo; it waits behind those that are not consumed yet."""
    length, _, flags, _, _, sequence = HEADER.unpack_from(whole)
    if s.state == "canceled":
        channel.dropped += 1
        s.received += 1
        return
    if s.state == "ended":
        fail_session(s, 39, sequence)
        return
    outstanding_bytes = s.received_bytes - s.reported_bytes
    outstanding = s.received - s.reported_frames
    alone = outstanding == 0 and outstanding_bytes == 0
    fits = outstanding_bytes + length <= channel.plan.creditBytes or alone
    for wrong, code in (
        (sequence != s.received, 33),
        (s.received >= s.sent, 41),
        (flags, 36),
        (length != channel.plan.payloadBytes, 35),
        (not fits or outstanding + 1 > channel.plan.creditFrames, 32),
    ):
        if wrong:
            fail_session(s, code, sequence)
            return
    s.received += 1
    s.received_bytes += length
    behind_others = bool(s.parked)
    s.parked.append((whole[16:], channel.unread_ns))
    if not behind_others:
        consume(channel, s)
