"""HdrHistogram's arithmetic and V2 encoding in plain Python integers.

Written from its description and not from the kernel.
"""

from __future__ import annotations

import struct
from fractions import Fraction

MAGIC = 0x52444845
EMPTY_MIN = (1 << 64) - 1


class Model:
    """One histogram; `counts` maps a counter's index to its count."""

    def __init__(self, lowest: int, highest: int, digits: int) -> None:
        self.lowest, self.highest, self.digits = lowest, highest, digits
        self.unit = lowest.bit_length() - 1
        sub_buckets = 1
        while sub_buckets < 2 * 10**digits:
            sub_buckets *= 2
        self.sub_buckets = max(sub_buckets, 2)
        self.half = self.sub_buckets // 2
        buckets, covered = 1, self.sub_buckets << self.unit
        while covered <= highest:
            covered *= 2
            buckets += 1
        self.length = (buckets + 1) * self.half
        self.counts: dict[int, int] = {}
        self.total, self.min, self.max = 0, EMPTY_MIN, 0

    def bounds(self, value: int) -> tuple[int, int]:
        """Smallest and largest value that share the counter of `value`."""
        size = 1 << self.unit
        while value >= self.sub_buckets * size:
            size *= 2
        low = value // size * size
        return low, low + size - 1

    def index(self, value: int) -> int:
        size, bucket = 1 << self.unit, 0
        while value >= self.sub_buckets * size:
            size *= 2
            bucket += 1
        return bucket * self.half + value // size

    def record(self, value: int, count: int = 1) -> None:
        index = self.index(value)
        assert index < self.length
        self.counts[index] = self.counts.get(index, 0) + count
        self.total += count
        self.min, self.max = min(self.min, value), max(self.max, value)
        self.seen = [*getattr(self, "seen", []), (value, count)]

    def quantile(self, p: float) -> int:
        rank = Fraction(repr(p)) * self.total
        wanted = max(1, -(-rank.numerator // rank.denominator))
        running = 0
        for value, count in sorted(self.seen):
            running += count
            if running >= wanted:
                low, high = self.bounds(value)
                return low if p == 0 else high
        raise AssertionError

    def header(self) -> bytes:
        half_magnitude = self.half.bit_length() - 1
        return struct.pack(
            "<IIQQIIIIQQQ", MAGIC, self.digits, self.lowest, self.highest, self.unit,
            half_magnitude, self.length, 0, self.total, self.min, self.max,
        )  # fmt: skip

    def record_bytes(self) -> bytes:
        counts = [self.counts.get(i, 0) for i in range(self.length)]
        return self.header() + struct.pack(f"<{self.length}Q", *counts)

    def words(self) -> list[int]:
        limit = self.index(self.max) + 1
        words: list[int] = []
        zeros = 0
        for index in range(limit + 1):
            count = self.counts.get(index, 0) if index < limit else 1
            if count == 0:
                zeros += 1
                continue
            if zeros:
                words.append(0 if zeros == 1 else -zeros)
                zeros = 0
            if index < limit:
                words.append(count)
        return words

    def encode(self) -> bytes:
        body = b"".join(word(value) for value in self.words())
        return header(len(body), self.digits, self.lowest, self.highest) + body

    def decoded(self) -> Model:
        """What a reader knows: the ends of the outermost counters instead of min and max."""
        copy = Model(self.lowest, self.highest, self.digits)
        copy.counts, copy.total = dict(self.counts), self.total
        if self.total:
            copy.min, copy.max = self.bounds(self.min)[0], self.bounds(self.max)[1]
        return copy


def word(value: int) -> bytes:
    """ZigZag, then LEB128 whose ninth byte carries eight bits."""
    rest = value * 2 if value >= 0 else -value * 2 - 1
    out = bytearray()
    while rest > 0x7F and len(out) < 8:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def header(
    payload: int,
    digits: int,
    lowest: int,
    highest: int,
    offset: int = 0,
    ratio: bytes | None = None,
) -> bytes:
    fields = struct.pack(">IIIIQQ", 0x1C849313, payload, offset, digits, lowest, highest)
    return fields + (struct.pack(">d", 1.0) if ratio is None else ratio)
