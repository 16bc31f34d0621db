"""Times one row: a cold call, or a warm series. Returns numbers; prints and decides nothing."""

from __future__ import annotations

import gc
import io
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Callable

from .fidelity import KEPT, compare
from .row import Codec, Value

PHASES = ("toNative", "encode", "decode", "toDomain")

# The same numbers as host-node/src/serializers/warm.ts; its file says where they come from.
WINDOW_SAMPLES = 5
STEADY_DRIFT = 0.03


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


@dataclass
class WarmPlan:
    """How long to warm up and to measure; all in nanoseconds but the counts."""

    sample_ns: int
    warmup_cap_ns: int
    measure_ns: int
    max_samples: int
    max_calls: int


def _loop(call: Callable[[Value], Value], inputs: list[Value]) -> tuple[int, list[Value]]:
    start = perf_counter_ns()
    results = [call(value) for value in inputs]
    return perf_counter_ns() - start, results


def _sample(codec: Codec, inputs: list[Value]) -> list[float]:
    """Time every phase over all inputs, in ns per call; results are kept, so no call is skipped."""
    calls = len(inputs)
    native_ns, natives = _loop(codec.to_native, inputs)
    encode_ns, outputs = _loop(codec.encode, natives)
    decode_ns, found = _loop(codec.decode, outputs)
    domain_ns, backs = _loop(codec.to_domain, found)
    _verify(inputs[-1], backs[-1])
    return [total / calls for total in (native_ns, encode_ns, decode_ns, domain_ns)]


def is_steady(totals: list[float]) -> bool:
    """Say whether the last windows of sample means agree."""
    recent = totals[-WINDOW_SAMPLES:]
    if len(recent) < WINDOW_SAMPLES:
        return False
    return max(recent) - min(recent) <= STEADY_DRIFT * min(recent)


def warm(codec: Codec, domains: list[Value], plan: WarmPlan) -> dict[str, Value]:
    """Warm up until samples agree or the cap is reached, then measure for the given time."""
    first = once(codec, domains[0])
    per_call = max(1, sum(first["phasesNs"]))
    calls = max(1, min(plan.max_calls, plan.sample_ns // per_call))
    curve: list[float] = []
    begin = perf_counter_ns()
    steady = False
    while not steady and perf_counter_ns() - begin < plan.warmup_cap_ns:
        mean = sum(_sample(codec, _inputs(domains, calls)))
        curve.append(mean)
        calls = max(1, min(plan.max_calls, int(plan.sample_ns // max(1.0, mean))))
        steady = is_steady(curve)
    samples: list[list[float]] = []
    begin = perf_counter_ns()
    while len(samples) < plan.max_samples and (
        len(samples) < WINDOW_SAMPLES or perf_counter_ns() - begin < plan.measure_ns
    ):
        gc.collect()
        samples.append(_sample(codec, _inputs(domains, calls)))
    return {
        "first": first,
        "steady": steady,
        "warmupNs": curve,
        "callsPerSample": calls,
        "samplesNs": samples,
    }


def _inputs(domains: list[Value], calls: int) -> list[Value]:
    """Different instances in turn, so that a cached output would be found out."""
    return [domains[i % len(domains)] for i in range(calls)]
