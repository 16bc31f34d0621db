"""numpy's seeded stream. Oracle: numpy's PCG64.random_raw and Generator.integers."""

from __future__ import annotations

import numpy as np
from casebook import Case, room, u32, u64, valid, wide

SEEDS = [0, 1, 42, 1515040648, (1 << 32) - 1, 1 << 32, 20260929 << 20, (1 << 64) - 1]
BOUNDS = [1, 2, 3, 79, 1000, 65536, 65537, (1 << 31) - 1, (1 << 31) + 1, (1 << 32) - 1]


def cases() -> dict[str, list[Case]]:
    made: list[Case] = []
    for seed in SEEDS:
        words = np.random.PCG64(seed).random_raw(9)
        step = ["numpyRaw", wide(seed), 9, "@out"]
        made.append(
            valid(
                f"demo-raw-{seed}",
                "",
                {"out": room(72)},
                [step],
                [0],
                {"out": u64(int(w) for w in words)},
            )
        )
        for bound in BOUNDS:
            drawn = np.random.default_rng(seed).integers(0, bound, 25)
            step = ["numpyIntegers", wide(seed), bound, 25, "@out"]
            name = f"demo-integers-{seed}-{bound}"
            made.append(
                valid(
                    name, "", {"out": room(100)}, [step], [0], {"out": u32(int(v) for v in drawn)}
                )
            )
    return {"demo-draws": made}
