"""The ledgers alone: the inequalities of docs/protocol.md section 4 at their edges."""

from __future__ import annotations

import random
import unittest

from echometer_worker import faults
from echometer_worker.credit import ReceiveLedger, SendLedger
from echometer_worker.faults import SessionFault


class Receiving(unittest.TestCase):
    """What the peer may send, and when it must hear of released buffers."""

    def overruns(self, ledger: ReceiveLedger, length: int) -> bool:
        """Tell whether a frame is refused."""
        try:
            ledger.receive(length)
        except SessionFault as fault:
            self.assertEqual(fault.code, faults.CREDIT_OVERRUN)
            return True
        return False

    def test_bytes_up_to_the_credit_are_taken_and_one_more_is_not(self) -> None:
        ledger = ReceiveLedger(100, 10, 50)
        self.assertFalse(self.overruns(ledger, 50))
        self.assertFalse(self.overruns(ledger, 50))
        self.assertTrue(self.overruns(ledger, 1))

    def test_frames_up_to_the_credit_are_taken_and_one_more_is_not(self) -> None:
        ledger = ReceiveLedger(100, 2, 0)
        self.assertFalse(self.overruns(ledger, 0))
        self.assertFalse(self.overruns(ledger, 0))
        self.assertTrue(self.overruns(ledger, 0))

    def test_released_but_not_reported_is_no_credit(self) -> None:
        ledger = ReceiveLedger(100, 10, 10)
        for _ in range(10):
            ledger.receive(10)
            ledger.release(10)
        self.assertTrue(self.overruns(ledger, 10))
        ledger.report()
        self.assertFalse(self.overruns(ledger, 10))

    def test_one_frame_above_the_credit_travels_when_nothing_is_outstanding(self) -> None:
        ledger = ReceiveLedger(100, 10, 500)
        self.assertFalse(self.overruns(ledger, 500))
        self.assertTrue(self.overruns(ledger, 500))
        self.assertTrue(ledger.release(500))
        ledger.report()
        self.assertFalse(self.overruns(ledger, 101))

    def test_a_report_is_due_at_half_of_the_bytes_or_frames(self) -> None:
        ledger = ReceiveLedger(1000, 5, 10)
        self.assertEqual([ledger.release(10) for _ in range(3)], [False, False, True])
        ledger = ReceiveLedger(1001, 100, 10)
        self.assertFalse(ledger.release(500))
        self.assertTrue(ledger.release(1))

    def test_a_report_is_due_when_less_than_one_payload_is_left(self) -> None:
        ledger = ReceiveLedger(100, 100, 80)
        self.assertFalse(ledger.release(20))
        self.assertTrue(ledger.release(1))

    def test_empty_frames_before_a_frame_above_the_credit_are_reported(self) -> None:
        ledger = ReceiveLedger(100, 10, 500)
        ledger.receive(0)
        self.assertTrue(ledger.release(0))

    def test_totals_pass_32_bits(self) -> None:
        ledger = ReceiveLedger(1 << 20, 4, 1 << 20)
        for _ in range(5000):
            ledger.receive(1 << 20)
            self.assertTrue(ledger.release(1 << 20))
            ledger.report()
        self.assertEqual(ledger.released_bytes, 5000 << 20)


class Sending(unittest.TestCase):
    """What we may send."""

    def test_sends_up_to_the_credit_and_a_refusal_changes_nothing(self) -> None:
        ledger = SendLedger(100, 2)
        self.assertTrue(ledger.try_send(60))
        self.assertFalse(ledger.try_send(41))
        self.assertEqual((ledger.sent_bytes, ledger.sent_frames), (60, 1))
        self.assertTrue(ledger.try_send(40))
        self.assertFalse(ledger.try_send(0))

    def test_one_frame_above_the_credit_travels_when_nothing_is_outstanding(self) -> None:
        ledger = SendLedger(100, 4)
        self.assertTrue(ledger.try_send(1))
        self.assertFalse(ledger.try_send(101))
        ledger.grow(1, 1)
        self.assertTrue(ledger.try_send(101))
        self.assertFalse(ledger.try_send(0))

    def test_totals_that_shrink_or_exceed_what_was_sent_are_credit_totals(self) -> None:
        for released in ((9, 1), (10, 0), (21, 2), (20, 3)):
            ledger = SendLedger(100, 4)
            ledger.try_send(10)
            ledger.try_send(10)
            ledger.grow(10, 1)
            with self.subTest(released=released), self.assertRaises(SessionFault) as caught:
                ledger.grow(*released)
            self.assertEqual(caught.exception.code, faults.CREDIT_TOTALS)

    def test_repeated_totals_count_once(self) -> None:
        ledger = SendLedger(10, 1)
        ledger.try_send(10)
        ledger.grow(10, 1)
        ledger.grow(10, 1)
        self.assertTrue(ledger.try_send(10))
        self.assertFalse(ledger.try_send(1))


class Together(unittest.TestCase):
    """A sender and a receiver that talk only in reports never overrun and never stall."""

    def test_any_payloads_pass_between_the_two_ledgers(self) -> None:
        for seed in range(200):
            source = random.Random(seed)
            credit_bytes, credit_frames = source.randint(1, 200), source.randint(1, 6)
            payload_bytes = source.randint(0, 300)
            receiver = ReceiveLedger(credit_bytes, credit_frames, payload_bytes)
            sender = SendLedger(credit_bytes, credit_frames)
            with self.subTest(seed=seed):
                for _ in range(100):
                    length = source.randint(0, payload_bytes)
                    self.assertTrue(sender.try_send(length), "the sender is stuck")
                    receiver.receive(length)
                    if receiver.release(length):
                        sender.grow(*receiver.report())


if __name__ == "__main__":
    unittest.main()
