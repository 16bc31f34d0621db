"""Times one row: one call, or batches of many. Returns numbers; prints and decides nothing."""

from __future__ import annotations

import gc
import io
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Callable

from .fidelity import KEPT, compare
from .row import Codec, Value


class LostValueError(Exception):
    """A value did not come back: the row ends here, as in the reference."""


def through_stream(codec: Codec) -> Codec:
    """Move the bytes through a stream: `adapted`, one buffer written and read back."""

    def encode(native: Value) -> bytes:
        stream = io.BytesIO()
        stream.write(codec.encode(native))
        return stream.getvalue()

    def decode(data: bytes) -> Value:
        return codec.decode(io.BytesIO(data).read())

    return Codec(encode, decode, codec.to_native, codec.to_domain)


def _verify(domain: Value, back: Value) -> str:
    fidelity = compare(domain, back)
    if fidelity not in KEPT:
        raise LostValueError(f"the value came back {fidelity}")
    return fidelity


def once(codec: Codec, domain: Value) -> dict[str, Value]:
    """One call of each phase, timed one by one; the comparison is not timed."""
    t0 = perf_counter_ns()
    native = codec.to_native(domain)
    t1 = perf_counter_ns()
    data = codec.encode(native)
    t2 = perf_counter_ns()
    found = codec.decode(data)
    t3 = perf_counter_ns()
    back = codec.to_domain(found)
    t4 = perf_counter_ns()
    return {
        "phasesNs": [t1 - t0, t2 - t1, t3 - t2, t4 - t3],
        "size": len(data),
        "fidelity": _verify(domain, back),
    }


@dataclass(frozen=True)
class BatchRequest:
    """Batches of `calls` each: until there are `count`, or time is up and there are `least`."""

    calls: int
    count: int
    least: int
    budget_ns: float
    collect: bool


def _loop(call: Callable[[Value], Value], inputs: list[Value]) -> tuple[int, list[Value]]:
    start = perf_counter_ns()
    results = [call(value) for value in inputs]
    return perf_counter_ns() - start, results


def _batch(codec: Codec, inputs: list[Value]) -> list[float]:
    """Time every phase over all inputs, in ns per call; results are kept, so no call is skipped."""
    calls = len(inputs)
    native_ns, natives = _loop(codec.to_native, inputs)
    encode_ns, outputs = _loop(codec.encode, natives)
    decode_ns, found = _loop(codec.decode, outputs)
    domain_ns, backs = _loop(codec.to_domain, found)
    _verify(inputs[-1], backs[-1])
    return [total / calls for total in (native_ns, encode_ns, decode_ns, domain_ns)]


def batches(codec: Codec, domains: list[Value], request: BatchRequest) -> list[list[float]]:
    """Time batches over different instances in turn, so that a cached output would be found out."""
    inputs = [domains[i % len(domains)] for i in range(request.calls)]
    found: list[list[float]] = []
    begin = perf_counter_ns()
    while len(found) < request.count and (
        len(found) < request.least or perf_counter_ns() - begin < request.budget_ns
    ):
        if request.collect:
            # The young generation: a sample does not pay for the garbage before.
            gc.collect(0)
        found.append(_batch(codec, inputs))
    return found
