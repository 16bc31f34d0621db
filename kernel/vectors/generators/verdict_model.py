"""The rules of verdicts, written a second time from docs/statistics.md; the oracle of verdicts.py.

scipy's digamma and polygamma, its Student and normal distributions, and adaptive quadrature for the
sum of both; nothing of the kernel.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import integrate, optimize, special, stats

INF = math.inf
LEAST_P = 1e-10
UNSURE, SAME, BETTER, WORSE, SMALLER, LARGER = range(6)
NONE, FEW, NOISE, RUNS, STATE, CLOCK, THRESHOLD, IDENTICAL = range(8)
Run = list[float]


@dataclass(frozen=True)
class Compared:
    """A case as a caller states it; blocks have one run a side, with a value for each block."""

    base: list[Run]
    new: list[Run]
    better: int = -1
    is_noise: bool = False
    threshold: float = 0.1
    step: float = 0.0
    low: float = 1.0
    high: float = 1.0
    effect: float = 0.02
    degrees: float = 0.0

    def record(self, is_blocks: bool) -> bytes:
        sides = (self.base[0], self.new[0]) if is_blocks else (self.base, self.new)
        return struct.pack(
            "<IIiI6d",
            *(len(side) for side in sides),
            self.better,
            int(self.is_noise),
            self.threshold,
            self.step,
            self.low,
            self.high,
            self.effect,
            self.degrees,
        )


@dataclass
class Known:
    """What is known of a case before the family is looked at."""

    estimate: float
    variance: float
    own: float
    status: str
    units: int
    limit: float
    step: float
    slack: tuple[float, float]
    runs: tuple[int, int] = (0, 0)
    shares: float = 0.0
    between: float = 0.0
    parts: tuple[float, float, float, float] = (0.0, INF, 0.0, INF)
    run_variance: float = 0.0
    set_aside: int = 0
    p: float = 1.0
    adjusted: float = 1.0
    level: float = 0.0
    plan: tuple[int, int] = field(default=(0, 0))

    @property
    def share(self) -> float:
        return 1 / self.runs[0] + 1 / self.runs[1] if self.runs[0] else 1.0

    @property
    def threshold(self) -> float:
        return math.log1p(self.limit)


def mean_over(what: Any, nu: float) -> float:
    """E[what(nu / chi2(nu))], by quadrature over the logarithm of chi2 / nu."""
    if math.isinf(nu):
        return float(what(1.0))
    norm = nu / 2 * math.log(nu / 2) - special.gammaln(nu / 2)

    def integrand(u: float) -> float:
        return math.exp(norm + nu / 2 * (u - math.exp(u))) * what(math.exp(-u))

    width = math.sqrt(2 / nu)
    points = [-60 / nu - 12 * width, -4 * width, -width, 0.0, width, 4 * width, 12 * width]
    pieces = zip(points, points[1:], strict=False)
    return sum(
        integrate.quad(integrand, a, b, epsabs=0, epsrel=1e-12, limit=200)[0] for a, b in pieces
    )


def tail(x: float, parts: tuple[float, float, float, float]) -> float:
    e, nu, t, mu = parts
    if x == 0:
        return 1.0
    if e + t == 0:
        return 0.0
    if t == 0:
        return float(2 * stats.t.sf(x / math.sqrt(e), nu))
    if e == 0:
        return float(2 * stats.t.sf(x / math.sqrt(t), mu))
    if math.isinf(mu):
        return mean_over(lambda f: 2 * special.ndtr(-x / math.sqrt(e * f + t)), nu)
    return mean_over(lambda f: tail(x, (e, nu, t * f, INF)), mu)


def critical(level: float, parts: tuple[float, float, float, float]) -> float:
    e, nu, t, mu = parts
    if e + t == 0:
        return 0.0
    if t == 0 or e == 0:
        return float(math.sqrt(e + t) * stats.t.isf(level / 2, nu if t == 0 else mu))
    top = math.sqrt(e + t)
    while tail(top, parts) > level:
        top *= 2
    return float(
        optimize.brentq(lambda x: math.log(tail(x, parts) / level), top / 1024, top, xtol=1e-15)
    )


def inverse_trigamma(value: float, most: float) -> float:
    def trigamma(x: float) -> float:
        return float(special.polygamma(1, x))

    if value <= trigamma(most):
        return most
    if value >= trigamma(0.05):
        return 0.05
    return float(optimize.brentq(lambda y: trigamma(y) - value, 0.05, most, xtol=1e-15))


def prior(pairs: list[tuple[float, float]], most: float) -> tuple[float, float]:
    """Degrees and variance, from variances with their degrees."""
    told = [(v, d) for v, d in pairs if v > 0 and d > 0]
    k = len(told)
    if k < 2:
        return 0.0, 0.0
    logs = [math.log(v) - special.digamma(d / 2) + math.log(d / 2) for v, d in told]
    expected = float(np.mean([special.polygamma(1, d / 2) for _, d in told]))
    half = inverse_trigamma(float(np.var(logs, ddof=1)) - expected, most / 2)
    variance = math.exp(float(np.mean(logs)) + special.digamma(half) - math.log(half))
    return 2 * half * (k - 1) / (k + 1), variance


def limits(case: Compared, base: float, new: float) -> tuple[float, float, tuple[float, float]]:
    step = case.step / math.exp(min(base, new))
    log_step = math.log1p(step)
    slack = (math.log(case.low) - log_step, math.log(case.high) + log_step)
    return max(case.threshold, step), log_step, slack


def status_of(case: Compared, base: Run, new: Run) -> str:
    if case.is_noise:
        return "noise"
    if base == new and (case.step <= case.threshold * base[0] or len(set(base)) > 1):
        return "identical"
    return "few" if min(len(base), len(new)) < 2 else "judged"


def read_runs(case: Compared) -> Known:
    sides = [[np.log(np.array(run)) for run in side] for side in (case.base, case.new)]
    means = [np.array([run.mean() for run in side]) for side in sides]
    own = sum(len(run) - 1 for side in sides for run in side)
    squares = sum(float(((run - run.mean()) ** 2).sum()) for side in sides for run in side)
    # Equal logarithms have no scatter, whatever their mean rounds to.
    flat = all(len(set(run)) == 1 for side in (case.base, case.new) for run in side)
    between = sum(float(((side - side.mean()) ** 2).sum()) for side in means)
    counts = [[len(run) for run in side] for side in sides]
    runs = (len(case.base), len(case.new))
    base, new = (
        [value for run in case.base for value in run],
        [value for run in case.new for value in run],
    )
    limit, step, slack = limits(case, float(means[0].mean()), float(means[1].mean()))
    return Known(
        estimate=float(means[1].mean() - means[0].mean()),
        variance=squares / own if own and not flat else 0.0,
        own=own,
        status=status_of(case, base, new),
        units=math.ceil((len(base) + len(new)) / sum(runs)),
        limit=limit,
        step=step,
        slack=slack,
        runs=runs,
        shares=sum(sum(1 / n for n in side) / len(side) ** 2 for side in counts),
        between=between / (sum(runs) - 2) if sum(runs) > 2 else 0.0,
    )


def welch(parts: tuple[float, float, float, float]) -> float:
    e, nu, t, mu = parts
    whole = e + t
    uncertain = (e / whole) ** 2 / nu + (t / whole) ** 2 / mu
    return 1 / uncertain if uncertain else INF


def moderate_runs(cases: list[Compared], known: list[Known]) -> list[float]:
    d0, v0 = prior([(k.variance, k.own) for k in known], 6)
    for case, k in zip(cases, known, strict=True):
        nu = d0 + k.own
        k.variance = (d0 * v0 + k.own * k.variance) / nu if nu else 0.0
        run = case.effect**2 * k.share
        mu = case.degrees if case.degrees and case.effect else INF
        k.parts = (k.variance * k.shares, nu if k.variance and nu else INF, run, mu)
    ratios = []
    for k in known:
        expected = (k.parts[0] + k.parts[2]) / k.share
        ratios.append((k.between / expected if expected else 0.0, sum(k.runs) - 2.0))
    d1, factor = prior(ratios, 20)
    factor = max(1.0, factor) if d1 else 1.0
    for case, k in zip(cases, known, strict=True):
        own = sum(k.runs) - 2
        if own == 0:
            k.run_variance = case.effect**2
            continue
        expected = (k.parts[0] + k.parts[2]) / k.share
        believed = min(d1, welch(k.parts)) if expected else 0.0
        variance = (believed * factor * expected + own * k.between) / (believed + own)
        k.run_variance = max(0.0, variance - k.parts[0] / k.share)
        k.parts = (variance * k.share, believed + own, 0.0, INF)
    return [d0, math.sqrt(v0), d1, factor]


def rounds(rows: list[Run]) -> list[Run]:
    """The noise of every block, for each case from what the other cases say."""
    m, n = len(rows), len(rows[0])
    ones = [[1.0] * len(row) for row in rows]
    if m < 8 or n < 8 or any(len(row) != n for row in rows):
        return ones
    squares = np.array([[(d - float(np.median(row))) ** 2 for d in row] for row in rows])
    noise = np.ones(n)

    def ratios() -> tuple[np.ndarray, np.ndarray]:
        scale = np.median(squares / noise, axis=1) / stats.norm.isf(0.25) ** 2
        told = squares[scale > 0]
        return np.minimum(6.0, told / (scale[scale > 0][:, None] * noise)), scale > 0

    for _ in range(6):
        found, told = ratios()
        if told.sum() < 8:
            return ones
        noise = noise * np.maximum(1e-3, found.mean(axis=0))
        noise = noise / np.exp(np.log(noise).mean())
    found, told = ratios()
    total, row, result = found.sum(axis=0), 0, []
    for is_told in told:
        own = found[row] if is_told else np.zeros(n)
        row += int(is_told)
        others = (total - own) / (told.sum() - 1 if is_told else told.sum())
        logs = np.log(np.maximum(1e-3, others * noise))
        padded = np.concatenate([logs[:1], logs, logs[-1:]])
        smooth = (padded[:-2] + padded[1:-1] + padded[2:]) / 3
        luck = 2.2 / (told.sum() - 1) / 3
        believed = max(0.0, 1 - luck / max(luck, float(smooth.var(ddof=1))))
        result.append(np.exp(believed * (smooth - smooth.mean())).tolist())
    return result


def kept_of(differences: Run, noise: Run) -> list[int]:
    everything = list(range(len(differences)))
    if len(differences) < 8:
        return everything
    center = float(np.median(differences))
    apart = [abs(d - center) / math.sqrt(v) for d, v in zip(differences, noise, strict=True)]
    reach = 7 * float(np.median(apart)) / stats.norm.isf(0.25)
    kept = [i for i in everything if apart[i] <= reach]
    return kept if 5 * (len(everything) - len(kept)) <= len(everything) else everything


def differences_of(case: Compared) -> Run:
    return (np.log(np.array(case.new[0])) - np.log(np.array(case.base[0]))).tolist()


def read_blocks(case: Compared, noise: Run) -> Known:
    base, new = np.log(np.array(case.base[0])), np.log(np.array(case.new[0]))
    differences = differences_of(case)
    kept = kept_of(differences, noise)
    values = np.array([differences[i] for i in kept])
    weights = np.array([1 / noise[i] for i in kept])
    estimate = float((weights * values).sum() / weights.sum())
    squares = float((weights * (values - estimate) ** 2).sum())
    flat = len(set(values.tolist())) == 1
    limit, step, slack = limits(case, float(base.mean()), float(new.mean()))
    return Known(
        estimate=estimate,
        variance=0.0 if flat else squares / (len(kept) - 1) * len(kept) / float(weights.sum()),
        own=len(kept) - 1,
        status=status_of(case, case.base[0], case.new[0]),
        units=len(differences),
        limit=limit,
        step=step,
        slack=slack,
        set_aside=len(differences) - len(kept),
    )


def moderate_blocks(known: list[Known]) -> list[float]:
    d0, v0 = prior([(k.variance, k.own) for k in known], 6)
    for k in known:
        nu = d0 + k.own
        k.variance = (d0 * v0 + k.own * k.variance) / nu if nu else 0.0
        k.parts = (k.variance / (k.own + 1), nu if nu and k.variance else INF, 0.0, INF)
    return [d0, math.sqrt(v0), 0.0, 1.0]


def adjust(known: list[Known], rate: float) -> None:
    judged = [k for k in known if k.status == "judged"]
    for k in judged:
        outside = max(0.0, k.estimate - k.slack[1], k.slack[0] - k.estimate)
        k.p = max(LEAST_P, tail(outside, k.parts))
    ordered = sorted(k.p for k in judged)
    m = len(judged)
    failed = [rank for rank, p in enumerate(ordered) if (m - rank) * p > rate]
    kept = failed[0] if failed else m
    for k in judged:
        rank = ordered.index(k.p)
        k.adjusted = max(min(1.0, (m - i) * p) for i, p in enumerate(ordered[: rank + 1]))
        k.level = rate / (m - min(rank, kept))


def decides(k: Known, d0: float, units: int, runs: int) -> bool:
    if k.runs[0]:
        sides = [max(runs, side) for side in k.runs]
        share, samples = 1 / sides[0] + 1 / sides[1], sum(sides)
    else:
        share, samples = 1.0, 1
    e, t = k.variance / units * share, k.run_variance * share
    size = abs(k.estimate)
    is_far = size > k.threshold
    room_left = size if is_far else k.threshold - size
    room_left -= max(k.slack[1], -k.slack[0]) + float(stats.norm.ppf(0.8)) * math.sqrt(e + t)
    if room_left <= 0:
        return False
    mu = k.parts[3]
    parts = (e, max(1.0, d0 + samples * (units - 1)), t, mu)
    return tail(room_left, parts) < (k.level if is_far else 0.1)


def smallest(test: Any, low: int, high: int) -> int:
    if not test(high):
        return 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if test(middle) else (middle, high)
    return high


def plan(k: Known, d0: float) -> tuple[int, int]:
    runs = max(k.runs)
    units = 0
    if k.units < 200:
        units = smallest(lambda n: decides(k, d0, n, runs), k.units, 200)
    if units or k.run_variance == 0 or runs >= 40:
        return units, 0
    return 0, smallest(lambda n: decides(k, d0, k.units, n), runs, 40)


def judge(case: Compared, k: Known, rate: float, d0: float) -> list[float]:
    """The numbers from low to decidingRuns."""
    half, half90 = critical(k.level, k.parts), critical(0.1, k.parts)
    bounds = [
        math.exp(k.estimate + sign * h - slack)
        for h in (half, half90)
        for sign, slack in ((-1, k.slack[1]), (1, k.slack[0]))
    ]
    degrees = min(1e9, welch(k.parts)) if k.parts[0] + k.parts[2] else 0.0
    head = [*bounds, degrees, k.p, k.adjusted]
    size, sure = abs(k.estimate), k.adjusted <= rate
    if sure and size > k.threshold:
        if case.better == 0:
            return [*head, LARGER if k.estimate > 0 else SMALLER, NONE, 0, 0]
        return [*head, BETTER if (k.estimate > 0) == (case.better > 0) else WORSE, NONE, 0, 0]
    if bounds[2] >= 1 / (1 + k.limit) and bounds[3] <= 1 + k.limit:
        return [*head, SAME, NONE, 0, 0]
    units, runs = plan(k, d0)
    return [*head, UNSURE, reason(k, sure, (units, runs)), units, runs]


def reason(k: Known, sure: bool, planned: tuple[int, int]) -> int:
    size, state = abs(k.estimate), max(k.slack[1], -k.slack[0])
    far = size > k.threshold
    if far and not sure and max(LEAST_P, tail(size, k.parts)) <= k.level:
        return STATE if state > 2 * k.step else CLOCK
    if not far and k.step + size >= k.threshold:
        return CLOCK
    if sure:
        return THRESHOLD
    return RUNS if planned[0] == 0 and planned[1] > 0 else NOISE


def results(cases: list[Compared], is_blocks: bool, rate: float) -> list[float]:
    if is_blocks:
        noises = rounds([differences_of(case) for case in cases])
        known = [read_blocks(case, noise) for case, noise in zip(cases, noises, strict=True)]
    else:
        known = [read_runs(case) for case in cases]
    head = moderate_blocks(known) if is_blocks else moderate_runs(cases, known)
    adjust(known, rate)
    out = [float(sum(k.status == "judged" for k in known)), *head, 0.0, 0.0, 0.0]
    silent = {"noise": (UNSURE, NONE), "few": (UNSURE, FEW), "identical": (SAME, IDENTICAL)}
    for case, k in zip(cases, known, strict=True):
        if k.status == "judged":
            middle = judge(case, k, rate, head[0])
        else:
            middle = [0.0] * 5 + [1.0, 1.0, *silent[k.status], 0, 0]
        error = math.sqrt(k.parts[0] + k.parts[2])
        out += [math.exp(k.estimate), *middle, math.sqrt(k.variance), error, k.limit, k.set_aside]
    return out
