"""A worker written the usual way, with asyncio streams and a task per session: the yardstick for echometer_worker.

It speaks docs/protocol.md for well-behaved hosts and inline storage; it does not look for faults.
"""

import argparse
import asyncio
import os
import socket
import struct

HEADER = struct.Struct("<IBBHII")
HELLO, OPEN, DATA, CREDIT, ACK, END = 1, 2, 3, 4, 5, 6


class Session:
    """One echoing task, with the credit of both directions."""

    def __init__(self, number, body, writer):
        """Read OPEN's body and start the task."""
        self.number = number
        self.credit_bytes, self.credit_frames, self.payload_bytes = struct.unpack_from("<QII", body)
        self.writer = writer
        self.inputs = asyncio.Queue()
        self.credit = asyncio.Event()
        self.sent_bytes = self.sent_frames = self.released_bytes = self.released_frames = 0
        self.got_bytes = self.got_frames = self.told_bytes = self.told_frames = 0
        self.task = asyncio.ensure_future(self.echo())

    def frame(self, kind, sequence, body=b""):
        """Queue one frame on the stream."""
        self.writer.write(HEADER.pack(len(body), kind, 0, 0, self.number, sequence) + body)

    def release(self, n):
        """Report by the half-window rule."""
        self.got_bytes += n
        self.got_frames += 1
        unreported = self.got_bytes - self.told_bytes
        if (
            unreported * 2 >= self.credit_bytes
            or (self.got_frames - self.told_frames) * 2 >= self.credit_frames
            or unreported + self.payload_bytes > self.credit_bytes
        ):
            self.told_bytes, self.told_frames = self.got_bytes, self.got_frames
            self.frame(CREDIT, 0, struct.pack("<QQ", self.got_bytes, self.got_frames))

    def granted(self, body):
        """Take the host's CREDIT."""
        self.released_bytes, self.released_frames = struct.unpack("<QQ", body)
        self.credit.set()

    async def may_send(self, n):
        """Wait for output credit."""
        while not (
            self.sent_bytes == self.released_bytes
            or (
                self.sent_bytes + n - self.released_bytes <= self.credit_bytes
                and self.sent_frames + 1 - self.released_frames <= self.credit_frames
            )
        ):
            self.credit.clear()
            await self.credit.wait()

    async def echo(self):
        """Echo until END."""
        while True:
            payload = await self.inputs.get()
            if payload is None:
                self.frame(END, self.sent_frames)
                return
            output = bytes(payload)
            self.release(len(output))
            await self.may_send(len(output))
            self.frame(DATA, self.sent_frames, output)
            self.sent_bytes += len(output)
            self.sent_frames += 1
            await self.writer.drain()


async def serve(channel, token):
    """Read frames and hand them to their sessions."""
    reader, writer = await asyncio.open_unix_connection(sock=channel, limit=1 << 20)
    hello = struct.pack("<IHH16sII", 0x4F484345, 1, 0, token, 16777216, 0)
    writer.write(HEADER.pack(len(hello), HELLO, 0, 0, 0, 0) + hello)
    sessions = {}
    while True:
        try:
            length, kind, _, _, number, _ = HEADER.unpack(await reader.readexactly(16))
            body = await reader.readexactly(length) if length else b""
        except asyncio.IncompleteReadError:
            return
        if kind == OPEN:
            sessions[number] = Session(number, body, writer)
            sessions[number].frame(OPEN, 0)
        elif kind == DATA:
            sessions[number].inputs.put_nowait(body)
        elif kind == CREDIT:
            sessions[number].granted(body)
        elif kind == END:
            sessions[number].inputs.put_nowait(None)


def main():
    """Inherit one end of a socket pair, as the C host gives it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--token-fd", type=int, required=True)
    arguments = parser.parse_args()
    token = os.read(arguments.token_fd, 16)
    asyncio.run(serve(socket.socket(fileno=arguments.fd), token))


if __name__ == "__main__":
    main()
