"""kernel/vectors through the Python implementation. A missing or empty suite fails.

`frames` and the ledgers of `flow` bind the codec and the credit. `payload` binds the generator that
the tests here send with. The conversations of `flow` are a kernel's side: what that kernel sent is
sent to our worker, which must find no fault in it and echo all of it.
"""

from __future__ import annotations

import hashlib
import json
import sys
import unittest
from pathlib import Path
from typing import Any

from echometer_worker import frames, serve
from echometer_worker.credit import ReceiveLedger, SendLedger
from echometer_worker.faults import ChannelFault, SessionFault

from .memory_host import ScriptedTransport, decode_all, payload_of

VECTORS = Path(__file__).resolve().parents[2] / "kernel" / "vectors"
Case = dict[str, Any]

# The kernel's answers, docs/abi.md section Status.
OK = 0
GREW = 1
BAD_ARGUMENT = -5
CAPACITY = -10


def load(suite: str, pattern: str = "*.json") -> list[Case]:
    """Return the cases of a suite; none is an error. The count goes to stderr."""
    cases: list[Case] = []
    for path in sorted((VECTORS / suite).glob(pattern)):
        cases += json.loads(path.read_text())["cases"]
    if not cases:
        raise AssertionError(f"no case in {suite}/{pattern}")
    print(f"vectors: python {suite}/{pattern} {len(cases)} cases", file=sys.stderr)
    return cases


def decode_header(header: bytes) -> tuple[int, int, int, int, int, int]:
    """Decode one header; raise its fault even where a body is still to come."""
    decoder = frames.Decoder()
    decoder.feed(header)
    event = decoder.next_event()
    fields = frames.HEADER.unpack(header)
    if event is not None:
        got = (event.kind, event.session, event.sequence, event.length)
        expected = (fields[1], fields[4], fields[5], fields[0])
        if got != expected or (event.slot is not None) != bool(fields[2]):
            raise AssertionError(f"{event} from {header.hex()}")
    return fields


def report_as(receiver: ReceiveLedger, told_bytes: int, told_frames: int) -> None:
    """Count totals as reported: in the vectors both ends of one direction share a record."""
    released = (receiver.released_bytes, receiver.released_frames)
    receiver.released_bytes, receiver.released_frames = told_bytes, told_frames
    receiver.report()
    receiver.released_bytes, receiver.released_frames = released


class Vectors(unittest.TestCase):
    """Every case holds."""

    def test_every_header_decodes_or_is_refused_by_its_code(self) -> None:
        for case in load("frames"):
            header = bytes.fromhex(case["input"]["hex"])
            with self.subTest(case["id"]):
                if case["result"] == "invalid":
                    with self.assertRaises(ChannelFault) as caught:
                        decode_header(header)
                    self.assertEqual(caught.exception.code, case["error"]["code"])
                    continue
                output = case["output"]
                names = ("length", "kind", "flags", "slot", "session", "sequence")
                self.assertEqual(decode_header(header), tuple(output[name] for name in names))
                follows = 0 if output["flags"] else output["length"]
                self.assertEqual(output["totalBytes"], 16 + follows)

    def test_every_ledger_answers_each_call(self) -> None:
        for case in load("flow", "demo-ledgers.json"):
            terms = (int(case["input"]["limitBytes"]), int(case["input"]["limitFrames"]))
            steps = case["input"]["steps"]
            largest = {step["largest"] for step in steps if step["call"] == "creditRelease"}
            self.assertLessEqual(len(largest), 1, "one ledger has one largest payload")
            receiver = ReceiveLedger(*terms, max(largest, default=0))
            sender = SendLedger(*terms)
            for at, step in enumerate(steps):
                with self.subTest(case["id"], step=at):
                    self.check_step(step, sender, receiver)

    def check_step(self, step: Case, sender: SendLedger, receiver: ReceiveLedger) -> None:
        """Make one call of a ledger case."""
        if step["call"] == "creditSend":
            answer = OK if sender.try_send(step["bytes"]) else CAPACITY
        elif step["call"] == "creditTold":
            before = (sender.released_bytes, sender.released_frames)
            try:
                sender.grow(int(step["bytes"]), int(step["frames"]))
                grew = before != (sender.released_bytes, sender.released_frames)
                answer = GREW if grew else OK
                report_as(receiver, sender.released_bytes, sender.released_frames)
            except SessionFault:
                answer = BAD_ARGUMENT
        else:
            answer = GREW if receiver.release(step["bytes"]) else OK
        self.assertEqual(answer, step["status"], step)

    def test_every_payload_is_the_one_of_section_7(self) -> None:
        for case in load("payload"):
            given, output = case["input"], case["output"]
            payload = payload_of(given["session"], given["sequence"], given["bytes"])
            with self.subTest(case["id"]):
                self.assertEqual(payload[:64].hex(), output["front"])
                self.assertEqual(hashlib.sha256(payload).hexdigest(), output["sha256"])

    def test_every_conversation_of_a_kernel_is_served_and_echoed(self) -> None:
        for case in load("flow", "natural-conversations.json"):
            token = bytes.fromhex(case["input"]["plan"]["token"])
            pieces = [bytes.fromhex(step.get("output", "")) for step in case["input"]["steps"]]
            transport = ScriptedTransport(pieces)
            with self.subTest(case["id"]):
                self.assertIsNone(serve(transport, token).fault)
                sent = decode_all(b"".join(transport.writes))
                self.assertEqual(data_of(sent), data_of(decode_all(b"".join(pieces))))
                self.assertFalse([frame for frame in sent if frame.kind == frames.ERROR])


def data_of(stream: list[frames.Frame]) -> list[frames.Frame]:
    """Return the DATA and END frames of a stream, by session."""
    kinds = (frames.DATA, frames.END)
    return sorted(frame for frame in stream if frame.kind in kinds)


if __name__ == "__main__":
    unittest.main()
