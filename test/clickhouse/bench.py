"""The kernel's summaries in ClickHouse against its own exact quantiles: interleaved, in one server.

Usage: bench.py SCRIPT.sql DATABASE_FOLDER ROWS GROUPS ROUNDS. Prints one line of JSON a setting.
"""

import json
import resource
import sys
import time

from server import open_server

SETTINGS = "SETTINGS webassembly_udf_max_fuel = 0, webassembly_udf_max_memory = 4294967295, max_threads = {}"
# The sums over all groups, so that nothing is computed in vain.
OURS = """SELECT sum(s.p50), sum(s.p95), sum(s.p99), sum(s.max)
FROM (SELECT em_summary_ns(groupArray(value)) AS s FROM samples GROUP BY key)"""
THEIRS = """SELECT sum(q[1]), sum(q[2]), sum(q[3]), sum(m)
FROM (SELECT quantilesExactLow(0.5, 0.95, 0.99)(value) AS q, max(value) AS m FROM samples GROUP BY key)"""


def main() -> None:
    script, database, rows, groups, rounds = sys.argv[1:]
    server = open_server(script, database)
    server.query("CREATE TABLE samples (key UInt32, value UInt64) ENGINE = MergeTree ORDER BY key")
    # Log-normal nanoseconds: e^11.5 is about 100 microseconds.
    server.query(
        f"INSERT INTO samples SELECT number % {groups}, toUInt64(exp(11.5 + 0.3 * randNormal(0, 1, number))) FROM numbers({rows})"
    )
    for threads in (1, 2):
        times: dict[str, list[float]] = {"kernel": [], "quantilesExactLow": []}
        settings = SETTINGS.format(threads)
        for _ in range(int(rounds)):
            for name, sql in (("kernel", OURS), ("quantilesExactLow", THEIRS)):
                started = time.perf_counter()
                server.query(f"{sql} {settings}")
                times[name].append(time.perf_counter() - started)
        ratios = sorted(ours / theirs for ours, theirs in zip(*times.values(), strict=True))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            json.dumps(
                {
                    "rows": int(rows),
                    "groups": int(groups),
                    "threads": threads,
                    "seconds": {name: [round(one, 3) for one in each] for name, each in times.items()},
                    "ratio": round(ratios[len(ratios) // 2], 3),
                    "rssMB": round(memory),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
