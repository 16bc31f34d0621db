"""The plan's permutations: SplitMix64 and Fisher-Yates. Not what is measured in that order."""

from __future__ import annotations

from case import SEED, Case, case


def splitmix64(state: int) -> tuple[int, int]:
    """Return the next state and word."""
    mask = 2**64 - 1
    state = (state + 0x9E3779B97F4A7C15) & mask
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return state, z ^ (z >> 31)


def shuffle(n: int, seed: int) -> list[int]:
    """Return the order of a plan of n trials."""
    order, state = list(range(n)), seed
    for i in range(n - 1, 0, -1):
        state, word = splitmix64(state)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def shuffles() -> dict[str, list[Case]]:
    """Return the files of the suite."""
    cases = [
        case(
            f"n-{n}-seed-{seed}",
            "Fisher-Yates from the end",
            {"n": n, "seed": str(seed)},
            {"order": shuffle(n, seed)},
        )
        for n in (0, 1, 2, 3, 10, 85, 251)
        for seed in (0, SEED, 2**64 - 1)
    ]
    return {"demo-orders": cases}
