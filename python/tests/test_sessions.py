"""Sessions under `serve` with an in-memory host: echoes, credit, every fault a worker can find."""

from __future__ import annotations

import unittest

from echometer_worker import faults, frames, serve
from echometer_worker.faults import SessionFault
from echometer_worker.outbox import Outbox
from echometer_worker.sessions import Session, Slots

from .memory_host import (
    HELLO,
    TOKEN,
    ScriptedTransport,
    Terms,
    data_frame,
    decode_all,
    open_frame,
    payload_of,
    run,
    slot_frame,
)

KINDS = {
    frames.OPEN: "OPEN",
    frames.DATA: "DATA",
    frames.CREDIT: "CREDIT",
    frames.END: "END",
    frames.ERROR: "ERROR",
}


def end(session: int, count: int) -> bytes:
    """Return the host's END."""
    return frames.encode(frames.END, session, count)


def ack(session: int, count: int) -> bytes:
    """Return an ACK."""
    return frames.encode(frames.ACK, session, count)


def shape(sent: list[frames.Frame]) -> list[str]:
    """Return what was sent, without CREDIT, as words: kind, session, sequence."""
    return [
        f"{KINDS[frame.kind]} {frame.session} {frame.sequence}"
        for frame in sent
        if frame.kind != frames.CREDIT
    ]


class Echoing(unittest.TestCase):
    """A session from OPEN to END."""

    def test_every_payload_comes_back_in_order_and_end_answers_end(self) -> None:
        lengths = [0, 1, 64, 4095, 4096]
        pieces = [open_frame(1), *[data_frame(1, at, n) for at, n in enumerate(lengths)], end(1, 5)]
        outcome, sent = run(pieces)
        self.assertIsNone(outcome.fault)
        echoes = [frame for frame in sent if frame.kind == frames.DATA]
        expected = [payload_of(1, at, n) for at, n in enumerate(lengths)]
        self.assertEqual([frame.payload for frame in echoes], expected)
        self.assertEqual([frame.sequence for frame in echoes], [0, 1, 2, 3, 4])
        self.assertEqual(shape(sent)[0], "OPEN 1 0")
        self.assertEqual(shape(sent)[-1], "END 1 5")

    def test_the_order_of_pieces_does_not_matter(self) -> None:
        stream = b"".join([open_frame(1), *[data_frame(1, at, 90) for at in range(9)], end(1, 9)])
        whole = run([stream])[1]
        bytewise = run([stream[at : at + 1] for at in range(len(stream))])[1]
        self.assertEqual(whole, bytewise)

    def test_sessions_are_independent_of_each_other(self) -> None:
        pieces = [open_frame(5), open_frame(2), data_frame(2, 0, 8), data_frame(5, 0, 9), end(2, 1)]
        outcome, sent = run(pieces)
        expected = ["OPEN 5 0", "OPEN 2 0", "DATA 2 0", "DATA 5 0", "END 2 1", "ERROR 0 7"]
        self.assertEqual(shape(sent), expected)
        self.assertEqual(outcome.fault and outcome.fault.code, faults.TRUNCATED)

    def test_a_session_without_data_ends(self) -> None:
        outcome, sent = run([open_frame(1), end(1, 0)])
        self.assertIsNone(outcome.fault)
        self.assertEqual(shape(sent), ["OPEN 1 0", "END 1 0"])

    def test_ack_and_credit_may_follow_the_end(self) -> None:
        pieces = [open_frame(1), data_frame(1, 0, 8), end(1, 1), ack(1, 1)]
        outcome, sent = run([*pieces, frames.encode_credit(1, 8, 1)])
        self.assertIsNone(outcome.fault)
        self.assertEqual(shape(sent), ["OPEN 1 0", "DATA 1 0", "END 1 1"])

    def test_sequences_ends_and_acks_wrap_at_32_bits(self) -> None:
        # Driving 2^32 frames is out of reach, so the ledgers are moved there.
        written: list[bytes] = []
        outbox = Outbox(lambda buffers, _spare: written.extend(map(bytes, buffers)))
        terms = frames.Open(65_536, 16, 4096, frames.INLINE, 0, 0, 0)
        session = Session(1, terms, None, outbox)
        last = (1 << 32) - 1
        session.receiver.received_frames = session.receiver.released_frames = last
        session.receiver.report()
        session.sender.sent_frames = last
        session.sender.grow(0, last)

        def handle(data: bytes) -> None:
            for frame in decode_all(data):
                session.actions[frame.kind](session, frame)

        handle(ack(1, last) + data_frame(1, last, 4) + data_frame(1, 0, 4) + ack(1, 1) + end(1, 1))
        with self.assertRaises(SessionFault):
            handle(ack(1, 2))
        outbox.flush(0)
        self.assertEqual(shape(decode_all(written[0])), [f"DATA 1 {last}", "DATA 1 0", "END 1 1"])


class Credit(unittest.TestCase):
    """Credit both ways."""

    def test_the_worker_reports_at_half_of_the_frames(self) -> None:
        pieces = [open_frame(1, Terms(credit_frames=4)), *[data_frame(1, at, 8) for at in range(4)]]
        sent = run([*pieces, end(1, 4)])[1]
        reports = [frames.parse_credit(f.payload) for f in sent if f.kind == frames.CREDIT]
        self.assertEqual(reports, [(16, 2), (32, 4)])

    def test_an_echo_waits_for_output_credit_and_goes_on_with_it(self) -> None:
        opening = open_frame(1, Terms(credit_frames=2))
        pieces = [opening, data_frame(1, 0, 8), data_frame(1, 1, 8), data_frame(1, 2, 8)]
        sent = run(pieces)[1]
        self.assertEqual(shape(sent)[:3], ["OPEN 1 0", "DATA 1 0", "DATA 1 1"])
        self.assertNotIn("DATA 1 2", shape(sent))
        sent = run([*pieces, frames.encode_credit(1, 8, 1), end(1, 3)])[1]
        self.assertEqual(shape(sent)[-2:], ["DATA 1 2", "END 1 3"])

    def test_inputs_that_wait_are_kept_whole_and_released_before_the_wait(self) -> None:
        opening = open_frame(1, Terms(credit_frames=4))
        first = b"".join(data_frame(1, at, 100) for at in range(5))
        # A read of its own, so that the next read overwrites the buffer that it came in.
        more = b"".join(data_frame(1, at, 100) for at in range(5, 9))
        sent = run([opening + first, more])[1]
        # Four echoes are out, the fifth waits: its input is released and reported early, the
        # sixth to ninth are held. So the host may have sent 9 and not one more.
        reports = [frames.parse_credit(f.payload) for f in sent if f.kind == frames.CREDIT]
        self.assertEqual(reports, [(200, 2), (400, 4), (500, 5)])
        sent = run([opening + first, more, data_frame(1, 9, 100)])[1]
        self.assertIn(f"ERROR 1 {faults.CREDIT_OVERRUN}", shape(sent))
        grown = [frames.encode_credit(1, 100 * n, n) for n in (4, 8)]
        sent = run([opening + first, more, *grown, end(1, 9)])[1]
        echoes = [frame.payload for frame in sent if frame.kind == frames.DATA]
        self.assertEqual(echoes, [payload_of(1, at, 100) for at in range(9)])

    def test_the_bound_of_reading_ahead_grows_with_the_credit(self) -> None:
        transport = ScriptedTransport(
            [HELLO, open_frame(1, Terms(credit_bytes=1 << 20)), end(1, 0)]
        )
        serve(transport, TOKEN)
        self.assertGreaterEqual(transport.most_spare_bytes, 1 << 20)
        self.assertLess(transport.most_spare_bytes, 1 << 21)


class Slotted(unittest.TestCase):
    """Payloads in slots."""

    def slots(self, output: bool) -> Slots:
        """Return two sessions' worth of slots of 100 bytes, the input ones filled."""
        data = b"".join(payload_of(2, at % 4, 100) for at in range(8))
        return Slots(memoryview(data), memoryview(bytearray(800)) if output else None)

    def test_managed_input_comes_back_inline(self) -> None:
        opening = open_frame(2, Terms(65_536, 4, 100, frames.MANAGED, first_slot=4))
        pieces = [opening, *[slot_frame(2, at, 100 - at, 4 + at % 4) for at in range(4)], end(2, 4)]
        outcome, sent = run(pieces, self.slots(False))
        self.assertIsNone(outcome.fault)
        echoes = [frame.payload for frame in sent if frame.kind == frames.DATA]
        self.assertEqual(echoes, [payload_of(2, at, 100 - at) for at in range(4)])

    def test_managed_duplex_comes_back_in_the_output_slots(self) -> None:
        slots = self.slots(True)
        opening = open_frame(2, Terms(65_536, 4, 100, frames.MANAGED_DUPLEX, first_slot=4))
        pieces = [opening, *[slot_frame(2, at, 100, 4 + at % 4) for at in range(4)], end(2, 4)]
        _, sent = run(pieces, slots)
        echoes = [frame for frame in sent if frame.kind == frames.DATA]
        self.assertEqual([frame.slot for frame in echoes], [4, 5, 6, 7])
        self.assertEqual([frame.length for frame in echoes], [100] * 4)
        self.assertIsNotNone(slots.output)
        self.assertEqual(bytes(slots.output or b"")[400:], bytes(slots.input)[400:])

    def test_another_slot_than_the_sequence_gives_is_slot(self) -> None:
        opening = open_frame(1, Terms(65_536, 4, 100, frames.MANAGED))
        for data in (slot_frame(1, 0, 100, 1), data_frame(1, 0, 100)):
            sent = run([opening, data], self.slots(False))[1]
            self.assertEqual(shape(sent)[1], f"ERROR 1 {faults.SLOT}")

    def test_a_slot_in_an_inline_session_is_slot(self) -> None:
        sent = run([open_frame(1), slot_frame(1, 0, 8, 0)], self.slots(True))[1]
        self.assertEqual(shape(sent)[1], f"ERROR 1 {faults.SLOT}")

    def test_slots_that_the_worker_does_not_have_are_slot(self) -> None:
        managed = open_frame(1, Terms(65_536, 4, 100, frames.MANAGED))
        duplex = open_frame(1, Terms(65_536, 4, 100, frames.MANAGED_DUPLEX))
        beyond = open_frame(1, Terms(65_536, 9, 100, frames.MANAGED))
        for opening, slots in (
            (managed, None),
            (duplex, self.slots(False)),
            (beyond, self.slots(True)),
        ):
            sent = run([opening, data_frame(1, 0, 8)], slots)[1]
            self.assertEqual(shape(sent)[0], f"ERROR 1 {faults.SLOT}")

    def test_what_follows_a_refused_open_is_dropped_and_the_others_go_on(self) -> None:
        managed = open_frame(1, Terms(65_536, 4, 100, frames.MANAGED))
        crossing = [slot_frame(1, 0, 100, 0), frames.encode(frames.CANCEL, 1, 0)]
        pieces = [open_frame(2), managed, *crossing, data_frame(2, 0, 8), end(2, 1)]
        outcome, sent = run(pieces)
        self.assertIsNone(outcome.fault)
        self.assertEqual(outcome.dropped_frames, 2)
        answers = ["OPEN 2 0", f"ERROR 1 {faults.SLOT}", "DATA 2 0", "END 2 1"]
        self.assertEqual(shape(sent), answers)

    def test_a_session_that_was_refused_is_not_opened_again(self) -> None:
        managed = open_frame(1, Terms(65_536, 4, 100, frames.MANAGED))
        fault = run([managed, open_frame(1)])[0].fault
        self.assertEqual(fault and fault.code, faults.ORDER)


class SessionFaults(unittest.TestCase):
    """A fault ends its session, is told by its code, and leaves the others alone."""

    def expect(self, code: int, *pieces: bytes) -> None:
        """Run the pieces on session 1 with a healthy session 2 around them."""
        before = [open_frame(2), data_frame(2, 0, 8), open_frame(1)]
        after = [data_frame(2, 1, 8), end(2, 2)]
        outcome, sent = run([*before, *pieces, *after])
        self.assertIn(f"ERROR 1 {code}", shape(sent))
        self.assertEqual(shape(sent)[-2:], ["DATA 2 1", "END 2 2"])
        self.assertIsNone(outcome.fault)

    def test_more_data_than_the_credit_is_credit_overrun(self) -> None:
        # Seven released frames are not yet reported, so the sixteen of the credit are spent.
        sent = run([open_frame(1, Terms(65_536, 1)), data_frame(1, 0, 8), data_frame(1, 1, 8)])[1]
        self.assertIn("DATA 1 0", shape(sent))
        self.assertNotIn(f"ERROR 1 {faults.CREDIT_OVERRUN}", shape(sent))
        waiting = b"".join(data_frame(1, at, 4096) for at in range(40))
        self.expect(faults.CREDIT_OVERRUN, waiting)

    def test_another_sequence_than_the_next_is_sequence(self) -> None:
        self.expect(faults.SEQUENCE, data_frame(1, 1, 8))
        self.expect(faults.SEQUENCE, data_frame(1, 0, 8), data_frame(1, 0, 8))

    def test_a_payload_above_the_largest_is_size(self) -> None:
        self.expect(faults.SIZE, data_frame(1, 0, 4097))

    def test_credit_totals_that_were_not_sent_are_credit_totals(self) -> None:
        self.expect(faults.CREDIT_TOTALS, frames.encode_credit(1, 1, 1))
        self.expect(faults.CREDIT_TOTALS, data_frame(1, 0, 8), frames.encode_credit(1, 9, 1))

    def test_credit_totals_that_shrink_are_credit_totals(self) -> None:
        grown = [data_frame(1, 0, 8), frames.encode_credit(1, 8, 1)]
        self.expect(faults.CREDIT_TOTALS, *grown, frames.encode_credit(1, 0, 0))

    def test_an_end_with_another_count_is_end_count(self) -> None:
        self.expect(faults.END_COUNT, data_frame(1, 0, 8), end(1, 2))

    def test_data_or_end_after_end_is_after_end(self) -> None:
        self.expect(faults.AFTER_END, end(1, 0), data_frame(1, 0, 8))
        self.expect(faults.AFTER_END, end(1, 0), end(1, 0))
        # The second echo waits for credit, so the session is still draining.
        held = b"".join(data_frame(1, at, 4096) for at in range(17))
        self.expect(faults.AFTER_END, held, end(1, 17), end(1, 17))

    def test_an_ack_above_what_was_sent_or_shrinking_is_ack_total(self) -> None:
        self.expect(faults.ACK_TOTAL, ack(1, 1))
        self.expect(faults.ACK_TOTAL, data_frame(1, 0, 8), ack(1, 1), ack(1, 0))

    def test_frames_for_a_session_that_failed_are_dropped_and_counted(self) -> None:
        late = [data_frame(1, 1, 8), ack(1, 9), end(1, 7), frames.encode(frames.CANCEL, 1, 0)]
        outcome, sent = run([open_frame(1), data_frame(1, 5, 8), *late])
        self.assertEqual(shape(sent), ["OPEN 1 0", f"ERROR 1 {faults.SEQUENCE}"])
        self.assertEqual(outcome.dropped_frames, 4)
        self.assertIsNone(outcome.fault)

    def test_an_error_from_the_host_ends_the_session_without_an_answer(self) -> None:
        error = frames.encode_error(1, faults.MISMATCH, "")
        outcome, sent = run([open_frame(1), error, data_frame(1, 0, 8)])
        self.assertEqual(shape(sent), ["OPEN 1 0"])
        self.assertEqual(outcome.dropped_frames, 1)

    def test_cancel_drops_the_session_and_tells_how_far_it_had_come(self) -> None:
        cancel = frames.encode(frames.CANCEL, 1, 0)
        held = b"".join(data_frame(1, at, 4096) for at in range(17))
        outcome, sent = run([open_frame(1), held, cancel, end(1, 17), cancel])
        self.assertEqual(shape(sent)[-1], "END 1 16")
        self.assertEqual(outcome.dropped_frames, 2)
        self.assertIsNone(outcome.fault)

    def test_a_cancel_that_crosses_the_end_is_ignored(self) -> None:
        sent = run([open_frame(1), end(1, 0), frames.encode(frames.CANCEL, 1, 0)])[1]
        self.assertEqual(shape(sent), ["OPEN 1 0", "END 1 0"])


class ChannelFaults(unittest.TestCase):
    """A channel fault is told on session 0 and ends everything."""

    def expect(self, code: int, *pieces: bytes, greet: bool = True) -> None:
        """Run the pieces and check the last frame and the outcome."""
        outcome, sent = run([*pieces, open_frame(9)], greet=greet)
        self.assertEqual(outcome.fault and outcome.fault.code, code)
        self.assertEqual((sent[-1].kind, sent[-1].session), (frames.ERROR, 0))
        self.assertEqual(sent[-1].sequence, code)
        self.assertNotIn("OPEN 9 0", shape(sent))

    def test_anything_before_hello_is_order(self) -> None:
        self.expect(faults.ORDER, open_frame(1), greet=False)
        self.expect(faults.ORDER, frames.encode_error(0, 1, ""), greet=False)

    def test_a_second_hello_is_order(self) -> None:
        self.expect(faults.ORDER, HELLO)

    def test_another_token_is_token(self) -> None:
        self.expect(faults.TOKEN, frames.encode_hello(bytes(16), False), greet=False)

    def test_another_version_is_version(self) -> None:
        body = frames.HELLO_BODY.pack(frames.MAGIC_ECHO, 2, 0, TOKEN, frames.MAX_PAYLOAD_BYTES, 0)
        self.expect(faults.VERSION, frames.encode(frames.HELLO, 0, 0, body), greet=False)

    def test_garbage_is_found_out_at_its_first_header(self) -> None:
        self.expect(faults.LENGTH, bytes([0xAB]) * 64, greet=False)

    def test_a_frame_for_a_session_that_was_never_opened_is_session(self) -> None:
        for piece in (
            data_frame(3, 0, 8),
            ack(3, 0),
            end(3, 0),
            frames.encode(frames.CANCEL, 3, 0),
        ):
            self.expect(faults.SESSION, open_frame(1), piece)
        self.expect(faults.SESSION, data_frame(0, 0, 8))

    def test_a_second_open_of_a_session_is_order(self) -> None:
        self.expect(faults.ORDER, open_frame(1), open_frame(1))
        self.expect(faults.ORDER, open_frame(1), end(1, 0), open_frame(1))

    def test_an_open_that_contradicts_itself_is_body(self) -> None:
        self.expect(faults.BODY, open_frame(1, Terms(credit_frames=0)))

    def test_a_sequence_where_there_is_none_is_body(self) -> None:
        opening = bytearray(open_frame(1))
        opening[12] = 1
        self.expect(faults.BODY, bytes(opening))

    def test_frames_before_a_fault_in_the_same_read_are_served(self) -> None:
        bad = frames.HEADER.pack(0, 77, 0, 0, 1, 0)
        _, sent = run([open_frame(1) + data_frame(1, 0, 8) + bad])
        self.assertEqual(shape(sent), ["OPEN 1 0", "DATA 1 0", f"ERROR 0 {faults.KIND}"])

    def test_an_error_on_session_0_is_peer_and_is_not_answered(self) -> None:
        outcome, sent = run([open_frame(1), frames.encode_error(0, faults.BODY, "why")])
        self.assertEqual(outcome.fault and outcome.fault.code, faults.PEER)
        self.assertEqual(outcome.fault and outcome.fault.peer_code, faults.BODY)
        self.assertEqual(shape(sent), ["OPEN 1 0"])

    def test_a_stream_that_ends_inside_a_frame_is_truncated(self) -> None:
        outcome, sent = run([open_frame(1), data_frame(1, 0, 8)[:20]])
        self.assertEqual(outcome.fault and outcome.fault.code, faults.TRUNCATED)
        self.assertEqual(shape(sent)[-1], f"ERROR 0 {faults.TRUNCATED}")

    def test_a_stream_that_ends_before_its_sessions_is_truncated(self) -> None:
        outcome, _ = run([open_frame(1)])
        self.assertEqual(outcome.fault and outcome.fault.code, faults.TRUNCATED)


if __name__ == "__main__":
    unittest.main()
