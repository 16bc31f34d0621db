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

# The same rules as host-node/src/serializers/measure.ts and steady.ts, which say where they
# come from.
LEAST_SAMPLES = 5
WINDOW_NS = 5_000_000
WINDOWS = 5
WINDOW_DRIFT = 0.03
HALVES_DRIFT = 0.05


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
    warmup_min_ns: int
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


def _median(values: list[float]) -> float:
    # Importing `statistics` would cost every cell's process 15 ms.
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _spread(values: list[float]) -> float:
    return (max(values) - min(values)) / min(values)


def is_steady(windows: list[float]) -> bool:
    """Say whether the last five windows agree within 3 %."""
    recent = windows[-WINDOWS:]
    return len(recent) == WINDOWS and _spread(recent) <= WINDOW_DRIFT


def halves_agree(samples: list[float]) -> bool:
    """Say whether the medians of both halves of the samples agree within 5 %."""
    middle = len(samples) // 2
    return _spread([_median(samples[:middle]), _median(samples[middle:])]) <= HALVES_DRIFT


class SteadyState:
    """A window is 5 ms of batches, and its number their median."""

    def __init__(self) -> None:
        """Start with no window."""
        self._windows: list[float] = []
        self._batches: list[float] = []
        self._window_ns = 0.0

    def add(self, mean_ns: float, calls: int) -> None:
        """Count one batch of calls."""
        self._batches.append(mean_ns)
        self._window_ns += mean_ns * calls
        if self._window_ns >= WINDOW_NS:
            self._windows.append(_median(self._batches))
            self._batches, self._window_ns = [], 0.0

    def is_steady(self) -> bool:
        """Say whether the last windows agree."""
        return is_steady(self._windows)


def warm(codec: Codec, domains: list[Value], plan: WarmPlan) -> dict[str, Value]:
    """Warm up for the least time, then until windows agree or the cap is reached; then measure."""
    first = once(codec, domains[0])
    calls = _calls_for(plan, sum(first["phasesNs"]))
    curve: list[float] = []
    state = SteadyState()
    begin = perf_counter_ns()
    elapsed = 0
    while elapsed < plan.warmup_cap_ns and not (
        state.is_steady() and elapsed >= plan.warmup_min_ns
    ):
        mean = sum(_sample(codec, _inputs(domains, calls)))
        curve.append(mean)
        state.add(mean, calls)
        calls = _calls_for(plan, mean)
        elapsed = perf_counter_ns() - begin
    samples: list[list[float]] = []
    begin = perf_counter_ns()
    while len(samples) < plan.max_samples and (
        len(samples) < LEAST_SAMPLES or perf_counter_ns() - begin < plan.measure_ns
    ):
        # The young generation, as on the other side: a sample does not pay for the garbage before.
        gc.collect(0)
        samples.append(_sample(codec, _inputs(domains, calls)))
    return {
        "first": first,
        "steady": state.is_steady() and halves_agree([sum(sample) for sample in samples]),
        "warmupNs": curve,
        "callsPerSample": calls,
        "samplesNs": samples,
    }


def _calls_for(plan: WarmPlan, mean_ns: float) -> int:
    return max(1, min(plan.max_calls, int(plan.sample_ns // max(1.0, mean_ns))))


def _inputs(domains: list[Value], calls: int) -> list[Value]:
    """Different instances in turn, so that a cached output would be found out."""
    return [domains[i % len(domains)] for i in range(calls)]
