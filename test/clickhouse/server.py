"""An embedded ClickHouse (chdb) that has run the script of `echometer sql clickhouse`."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import chdb

# One thread: a mean sums in the order of the rows.
FUEL = "SETTINGS webassembly_udf_max_fuel = 0, max_threads = 1"


def statements(text: str) -> Iterator[str]:
    """The script's statements without comments; each ends with a semicolon at the end of a line."""
    for part in text.split(";\n"):
        lines = [line for line in part.split("\n") if not line.startswith("--")]
        if "".join(lines).strip():
            yield "\n".join(lines)


def open_server(script: str, database: str) -> chdb.session.Session:
    """A new database in the folder `database`, with the kernel's functions."""
    shutil.rmtree(database, ignore_errors=True)
    server = chdb.connect(f"file:{database}?allow_experimental_webassembly_udf=1")
    for statement in statements(Path(script).read_text(encoding="utf8")):
        server.query(statement)
    return server
