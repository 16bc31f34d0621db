"""The two ledgers of a session's credit (docs/protocol.md section 4). They send nothing.

Totals only grow, and Python integers do not wrap, so 32 GiB and more per session are safe. Limits
are kept as totals too (`released + credit`), so the common case is one addition and one comparison
for bytes and for frames.
"""

from __future__ import annotations

from .faults import CREDIT_OVERRUN, CREDIT_TOTALS, SessionFault


class ReceiveLedger:
    """What the peer may still send us, and what we owe it a report of."""

    __slots__ = (
        "_credit_bytes",
        "_credit_frames",
        "_due_at_bytes",
        "_due_at_frames",
        "_due_bytes",
        "_due_frames",
        "_limit_bytes",
        "_limit_frames",
        "_reported_bytes",
        "_reported_frames",
        "received_bytes",
        "received_frames",
        "released_bytes",
        "released_frames",
    )

    def __init__(self, credit_bytes: int, credit_frames: int, payload_bytes: int) -> None:
        """Take the values of OPEN; all totals are 0."""
        self._credit_bytes = credit_bytes
        self._credit_frames = credit_frames
        # Unreported amounts that make a report due: half of the credit, or so many bytes that the
        # sender has less than one payload left. A payload above the credit travels only when
        # nothing is outstanding, so then each frame is reported.
        self._due_bytes = min((credit_bytes + 1) // 2, max(credit_bytes - payload_bytes + 1, 1))
        self._due_frames = 1 if payload_bytes > credit_bytes else (credit_frames + 1) // 2
        self.received_bytes = self.received_frames = 0
        self.released_bytes = self.released_frames = 0
        self.report()

    def receive(self, length: int) -> None:
        """Count a frame that arrived; raise CREDIT_OVERRUN if the peer could not know of room."""
        received_bytes = self.received_bytes + length
        received_frames = self.received_frames + 1
        if received_bytes > self._limit_bytes or received_frames > self._limit_frames:
            self._check_alone(length)
        self.received_bytes = received_bytes
        self.received_frames = received_frames

    def release(self, length: int) -> bool:
        """Count a frame whose buffer is free again; True when a report is due."""
        self.released_bytes = released_bytes = self.released_bytes + length
        self.released_frames = released_frames = self.released_frames + 1
        return released_frames >= self._due_at_frames or released_bytes >= self._due_at_bytes

    def owes_report(self) -> bool:
        """Tell whether something released is not reported yet."""
        return self.released_frames != self._reported_frames

    def report(self) -> tuple[int, int]:
        """Return the totals to send, and count them as reported."""
        released_bytes, released_frames = self.released_bytes, self.released_frames
        self._reported_bytes = released_bytes
        self._reported_frames = released_frames
        self._limit_bytes = released_bytes + self._credit_bytes
        self._limit_frames = released_frames + self._credit_frames
        self._due_at_bytes = released_bytes + self._due_bytes
        self._due_at_frames = released_frames + self._due_frames
        return released_bytes, released_frames

    def _check_alone(self, length: int) -> None:
        # One frame larger than the credit may travel when nothing is outstanding.
        alone = (
            self.received_frames == self._reported_frames
            and self.received_bytes == self._reported_bytes
        )
        if not (alone and length > self._credit_bytes):
            raise SessionFault(
                CREDIT_OVERRUN, f"frame {self.received_frames} of {length} bytes exceeds the credit"
            )


class SendLedger:
    """What we may still send."""

    __slots__ = (
        "_credit_bytes",
        "_credit_frames",
        "_limit_bytes",
        "_limit_frames",
        "released_bytes",
        "released_frames",
        "sent_bytes",
        "sent_frames",
    )

    def __init__(self, credit_bytes: int, credit_frames: int) -> None:
        """Take the values of OPEN; all totals are 0."""
        self._credit_bytes = credit_bytes
        self._credit_frames = credit_frames
        self._limit_bytes = credit_bytes
        self._limit_frames = credit_frames
        self.sent_bytes = self.sent_frames = 0
        self.released_bytes = self.released_frames = 0

    def try_send(self, length: int) -> bool:
        """Count a frame as sent if the credit allows it; False changes nothing."""
        sent_bytes = self.sent_bytes + length
        sent_frames = self.sent_frames + 1
        if (
            sent_bytes > self._limit_bytes or sent_frames > self._limit_frames
        ) and not self._may_travel_alone(length):
            return False
        self.sent_bytes = sent_bytes
        self.sent_frames = sent_frames
        return True

    def grow(self, released_bytes: int, released_frames: int) -> None:
        """Take the peer's totals; raise CREDIT_TOTALS if they shrink or exceed what was sent."""
        if not (
            self.released_bytes <= released_bytes <= self.sent_bytes
            and self.released_frames <= released_frames <= self.sent_frames
        ):
            raise SessionFault(
                CREDIT_TOTALS,
                f"{released_bytes} bytes in {released_frames} frames released, "
                f"{self.sent_bytes} in {self.sent_frames} sent",
            )
        self.released_bytes = released_bytes
        self.released_frames = released_frames
        self._limit_bytes = released_bytes + self._credit_bytes
        self._limit_frames = released_frames + self._credit_frames

    def _may_travel_alone(self, length: int) -> bool:
        # One frame larger than the credit may travel when nothing is outstanding.
        return (
            length > self._credit_bytes
            and self.sent_bytes == self.released_bytes
            and self.sent_frames == self.released_frames
        )
